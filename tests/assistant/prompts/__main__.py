"""Write the golden prompts anew."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from assistant.locales import LOCALES  # noqa: E402  # models need the apps
from tests.assistant.prompts.golden import as_text, golden, prompt  # noqa: E402

for locale in LOCALES:
    golden(locale).write_text(as_text(prompt(locale)), encoding="utf-8")
    print(golden(locale))
