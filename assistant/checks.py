"""System checks of the assistant: an id, a hint and a test each. None names a key or a price."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import DatabaseError

from .conf import LOOPBACK_HOSTS, PAID_PROVIDERS, PROVIDER_NAMES, conf, read_price
from .origin import is_origin
from .providers.scripted import ScriptUnreadable, read_script
from .providers.vendor import is_installed, is_key


@register()
def provider_is_known(**kwargs: Any) -> list[CheckMessage]:
    """``assistant.E001``: nothing answers under that name."""
    if conf.provider in PROVIDER_NAMES:
        return []
    hint = f"Set ASSISTANT_PROVIDER to one of {', '.join(PROVIDER_NAMES)}."
    return [Error("The assistant's provider is unknown.", hint=hint, id="assistant.E001")]


@register()
def paid_model_has_a_price(**kwargs: Any) -> list[CheckMessage]:
    """``assistant.E002``: an unknown price is not a price of zero, so the cap could not hold."""
    if conf.provider not in PAID_PROVIDERS or conf.model in conf.prices:
        return []
    if not conf.model:
        hint = "Set ASSISTANT_MODEL, and its price in ASSISTANT_PRICES."
        return [Error("The paid provider has no model.", hint=hint, id="assistant.E002")]
    hint = f'Add {{"{conf.model}": [input, output]}} to ASSISTANT_PRICES, in currency per million tokens.'
    return [Error(f"The model {conf.model} has no price.", hint=hint, id="assistant.E002")]


@register()
def paid_provider_has_a_key(**kwargs: Any) -> list[CheckMessage]:
    """``assistant.E003``: the vendor would refuse every question. A compatible server of one's own may need no key."""
    own_server = conf.provider == "openai" and conf.base_url
    if conf.provider not in PAID_PROVIDERS or (own_server and not conf.api_key):
        return []
    if is_key(conf.api_key):
        return []
    hint = f"Set {conf.provider.upper()}_API_KEY: ASCII characters alone, no line break."
    return [Error(f"The provider {conf.provider} has no key.", hint=hint, id="assistant.E003")]


@register()
def paid_provider_is_installed(**kwargs: Any) -> list[CheckMessage]:
    """``assistant.E007``: the vendor's SDK is not there. Looked for, not imported."""
    if conf.provider not in PAID_PROVIDERS or is_installed(conf.provider):
        return []
    hint = "Install what requirements.txt names."
    return [Error(f"The package {conf.provider} is not installed.", hint=hint, id="assistant.E007")]


@register()
def base_url_is_an_address(**kwargs: Any) -> list[CheckMessage]:
    """``assistant.E008``: what stands beside the address is a secret in the wrong place, or would be lost."""
    if conf.provider not in PAID_PROVIDERS or not conf.base_url:
        return []
    name, parts = conf.provider.upper(), urlsplit(conf.base_url)
    if "@" in parts.netloc or parts.query or parts.fragment or any(char.isspace() for char in conf.base_url):
        hint = f"Write scheme, host, port and path alone; the key belongs in {name}_API_KEY."
        return [Error(f"{name}_BASE_URL is more than an address.", hint=hint, id="assistant.E008")]
    if conf.provider == "anthropic" and parts.path.rstrip("/").endswith("/v1"):
        hint = "Leave /v1 out: it is added for this protocol."
        return [Error(f"{name}_BASE_URL ends in /v1.", hint=hint, id="assistant.E008")]
    return []


@register()
def key_is_not_sent_in_the_open(**kwargs: Any) -> list[CheckMessage]:
    """``assistant.W004``: key and questions travel unencrypted to another machine."""
    parts = urlsplit(conf.base_url)
    here = (parts.hostname or "") in LOOPBACK_HOSTS
    if conf.provider not in PAID_PROVIDERS or parts.scheme != "http" or here or not conf.api_key:
        return []
    hint = f"Use https:// in {conf.provider.upper()}_BASE_URL, or no key where the network is your own."
    return [Warning("The provider's key is sent without encryption.", hint=hint, id="assistant.W004")]


@register()
def script_can_be_read(**kwargs: Any) -> list[CheckMessage]:
    """``assistant.E004``: the scripted provider has nothing to replay."""
    if conf.provider != "scripted":
        return []
    try:
        read_script(conf.script)
    except ScriptUnreadable as error:
        hint = "Set ASSISTANT_SCRIPT to a text file, or to a JSON file with the pieces."
        return [Error(str(error), hint=hint, id="assistant.E004")]
    return []


@register()
def embed_origins_are_origins(**kwargs: Any) -> list[CheckMessage]:
    """``assistant.E005``: what is no origin allows nobody, or more than was meant."""
    wrong = [origin for origin in conf.embed_origins if not is_origin(origin)]
    hint = "Write each as https://example.org, or https://*.example.org for its subdomains, and nothing after it."
    return [
        Error(f"ASSISTANT_EMBED_ORIGINS holds {origin!r}, which is no origin.", hint=hint, id="assistant.E005")
        for origin in wrong
    ]


@register()
def prices_can_be_read(**kwargs: Any) -> list[CheckMessage]:
    """``assistant.E006``: a price is two amounts of at least 0, or three."""
    hint = 'Write JSON such as {"model": [3, 15]}: input, output and perhaps cached input, per million tokens.'
    if not isinstance(settings.ASSISTANT_PRICES, dict):
        return [Error("ASSISTANT_PRICES is no object.", hint=hint, id="assistant.E006")]
    return [
        Error(f"The price of {model} cannot be read.", hint=hint, id="assistant.E006")
        for model, price in settings.ASSISTANT_PRICES.items()
        if read_price(price) is None
    ]


@register()
def cap_leaves_room(**kwargs: Any) -> list[CheckMessage]:
    """``assistant.W001``: a paid provider under a cap of 0 answers nothing."""
    if conf.provider not in PAID_PROVIDERS or conf.monthly_cap != 0:
        return []
    hint = "Set ASSISTANT_MONTHLY_CAP to an amount, or to none where there shall be no cap."
    return [Warning("The cap is 0: the paid provider is never asked.", hint=hint, id="assistant.W001")]


@register()
def somebody_hears_of_the_cap(**kwargs: Any) -> list[CheckMessage]:
    """``assistant.W003``: a paid provider under a cap, and no mail says when it is nearly spent."""
    if conf.provider not in PAID_PROVIDERS or not conf.monthly_cap or conf.owner_email:
        return []
    hint = "Set ASSISTANT_OWNER_EMAIL and EMAIL_URL: a mail comes at 80 % of the cap, and one at the cap."
    return [Warning("Nobody hears when the month's budget is spent.", hint=hint, id="assistant.W003")]


@register(Tags.database)
def expired_turns_are_pruned(databases: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """``assistant.W002``: turns lie here a day longer than they are kept, so ``prune`` does not run."""
    from .health import is_prune_due

    try:
        if not databases or "default" not in databases or not is_prune_due():
            return []
    except DatabaseError:  # no tables yet: this is the first migration
        return []
    hint = "Run `manage.py prune` once a day."
    return [Warning("Expired turns have not been pruned.", hint=hint, id="assistant.W002")]
