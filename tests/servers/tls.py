"""A certificate for ``localhost`` that nobody should trust: what a proxy of the tests shows its clients."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec


@dataclass(frozen=True)
class Certificate:
    """Where the certificate and its key lie, as PEM."""

    certificate: Path
    key: Path

    def client_context(self, *protocols: str) -> ssl.SSLContext:
        """What a client needs that trusts this certificate and nothing else."""
        context = ssl.create_default_context(cafile=str(self.certificate))
        if protocols:
            context.set_alpn_protocols(list(protocols))
        return context


def make_certificate(folder: Path) -> Certificate:
    """A new one, good for a day."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    made = Certificate(folder / "certificate.pem", folder / "key.pem")
    made.certificate.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    made.key.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return made
