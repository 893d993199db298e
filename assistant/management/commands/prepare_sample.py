"""Prepares a development machine: the sample site's profile, and an account to sign in with."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from assistant.models import ProfileText, SiteProfile
from corpus.models import Article

PROFILE = Path(__file__).resolve().parents[2] / "sample" / "profile.json"
ARTICLES = Path(settings.BASE_DIR) / "corpus" / "sample"
OWNER = "owner"


class Command(BaseCommand):
    """For development alone. Makes what is missing and changes nothing that is there."""

    help = "For development: make the sample site's profile and an owner account where there are none."

    def add_arguments(self, parser: CommandParser) -> None:
        """One switch, for ``script/serve``."""
        parser.add_argument(
            "--articles", action="store_true", help="Load the sample's articles too, where the site has none at all."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make what is missing; print a new account's password, this once."""
        with transaction.atomic():
            if not SiteProfile.objects.exists():
                make_profile()
                self.stdout.write("Made the profile of the sample site.")
            password = make_owner()
        if password:
            self.stdout.write(f"Made an account for /admin/: name {OWNER}, password {password}")
        # Never again once somebody has taken the site over: articles that were deleted stay deleted.
        if options["articles"] and is_the_sample() and not Article.objects.exists():
            call_command("load_articles", "markdown", str(ARTICLES), stdout=self.stdout, stderr=self.stderr)


def is_the_sample() -> bool:
    """Whether the profile is still that of the sample site."""
    return SiteProfile.objects.filter(host=json.loads(PROFILE.read_text(encoding="utf-8"))["host"]).exists()


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
