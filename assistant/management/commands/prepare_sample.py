"""Prepares a development machine: the sample site's profile, and an account to sign in with."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.core.management.base import BaseCommand
from django.db import transaction

from assistant.models import ProfileText, SiteProfile

PROFILE = Path(__file__).resolve().parents[2] / "sample" / "profile.json"
OWNER = "owner"


class Command(BaseCommand):
    """For development alone. Makes what is missing and changes nothing that is there."""

    help = "For development: make the sample site's profile and an owner account where there are none."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make what is missing; print a new account's password, this once."""
        with transaction.atomic():
            if not SiteProfile.objects.exists():
                make_profile()
                self.stdout.write("Made the profile of the sample site.")
            password = make_owner()
        if password:
            self.stdout.write(f"Made an account for /admin/: name {OWNER}, password {password}")


def make_profile() -> SiteProfile:
    """The profile of the sample site, with its texts in ten languages."""
    fields = json.loads(PROFILE.read_text(encoding="utf-8"))
    texts = fields.pop("texts")
    profile = SiteProfile.objects.create(**fields)
    for language, text in texts.items():
        aliases = "\n".join(text.pop("aliases"))
        ProfileText.objects.create(profile=profile, language=language, aliases=aliases, **text)
    return profile


def make_owner() -> str:
    """The password of a new owner account; empty where somebody can sign in to the admin already."""
    users = get_user_model().objects
    if users.filter(is_staff=True).exists() or users.filter(username=OWNER).exists():
        return ""
    password = secrets.token_urlsafe(12)
    account = users.create_superuser(username=OWNER, password=password)
    account.groups.add(*Group.objects.filter(name=OWNER))
    return password
