"""``prepare_sample``: a development machine gets a profile and an account, once."""

from __future__ import annotations

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from assistant.locales import LOCALES
from assistant.models import ProfileText, SiteProfile
from corpus.models import Article


def run(*arguments: str) -> str:
    """What the command prints."""
    out = StringIO()
    call_command("prepare_sample", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
class TestPrepareSample:
    def test_makes_the_profile_in_ten_languages(self) -> None:
        """Every text is there, valid, and short enough for its place."""
        run()
        texts = ProfileText.objects.all()
        assert {text.language for text in texts} == set(LOCALES)
        for text in texts:
            text.full_clean()
            assert text.statement
            assert text.greeting
            assert text.contact_label
        SiteProfile.objects.get().full_clean()

    def test_prints_a_password_that_opens_the_admin(self) -> None:
        """The one line that says name and password."""
        password = run().split("password ")[1].strip()
        owner = User.objects.get()
        assert owner.check_password(password)
        assert owner.is_superuser
        assert [group.name for group in owner.groups.all()] == ["owner"]

    def test_says_and_changes_nothing_the_second_time(self) -> None:
        """A second start keeps the password and what the owner has written."""
        run()
        SiteProfile.objects.update(host="another.example")
        before = User.objects.get().password
        assert run() == ""
        assert User.objects.get().password == before
        assert SiteProfile.objects.get().host == "another.example"

    def test_makes_no_account_where_somebody_can_sign_in(self) -> None:
        """Whatever that account is called."""
        User.objects.create_user("maren", is_staff=True)
        assert "password" not in run()
        assert User.objects.count() == 1

    def test_loads_the_articles_of_a_new_site_alone(self) -> None:
        """Articles that somebody deleted stay deleted once the profile is their own."""
        run("--articles")
        assert Article.objects.searchable().count() >= 12 + 9 * 3
        Article.objects.all().delete()
        SiteProfile.objects.update(host="example.org")
        run("--articles")
        assert not Article.objects.exists()
