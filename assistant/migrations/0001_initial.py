import uuid

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("corpus", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Conversation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                (
                    "locale",
                    models.CharField(
                        choices=[
                            ("en", "English"),
                            ("fa", "Persian"),
                            ("ar", "Arabic"),
                            ("ru", "Russian"),
                            ("hi", "Hindi"),
                            ("zh-hans", "Chinese"),
                            ("de", "German"),
                            ("fr", "French"),
                            ("es", "Spanish"),
                            ("pt", "Portuguese"),
                        ],
                        max_length=10,
                        verbose_name="language",
                    ),
                ),
                ("opened_at", models.DateTimeField(auto_now_add=True, verbose_name="opened")),
                ("last_turn_at", models.DateTimeField(auto_now_add=True, db_index=True, verbose_name="last turn")),
            ],
            options={
                "verbose_name": "conversation",
                "verbose_name_plural": "conversations",
                "ordering": ["-last_turn_at"],
            },
        ),
        migrations.CreateModel(
            name="MonthlySpend",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("month", models.DateField(unique=True, verbose_name="month")),
                ("spent_micros", models.BigIntegerField(default=0, verbose_name="spent")),
                ("reserved_micros", models.BigIntegerField(default=0, verbose_name="reserved")),
            ],
            options={
                "verbose_name": "monthly spend",
                "verbose_name_plural": "monthly spend",
                "ordering": ["-month"],
            },
        ),
        migrations.CreateModel(
            name="SiteProfile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "host",
                    models.CharField(
                        blank=True,
                        help_text="Such as example.org; part of every source.",
                        max_length=200,
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A[^\\s/:@]+(:\\d+)?\\Z",
                                "This is a host name alone, without https:// and without a path.",
                            )
                        ],
                        verbose_name="host",
                    ),
                ),
                (
                    "contact_address",
                    models.CharField(
                        blank=True,
                        help_text="mailto:… or https://…, offered where an answer ends.",
                        max_length=200,
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A(mailto:|https?://)\\S+\\Z", "This begins with mailto:, https:// or http://."
                            )
                        ],
                        verbose_name="contact address",
                    ),
                ),
                (
                    "privacy_address",
                    models.CharField(
                        blank=True,
                        help_text="https://… or /…, the page that says what is kept.",
                        max_length=200,
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A(https?://|/(?!/))\\S*\\Z", "This begins with https://, http:// or a single slash."
                            )
                        ],
                        verbose_name="privacy address",
                    ),
                ),
                (
                    "about",
                    models.CharField(
                        blank=True,
                        default="about",
                        help_text="Its translation group.",
                        max_length=100,
                        verbose_name="article about the owner",
                    ),
                ),
                (
                    "accent",
                    models.CharField(
                        blank=True,
                        help_text="Such as #0b5a72.",
                        max_length=7,
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A#[0-9a-fA-F]{6}\\Z", "This is # and six digits from 0 to f."
                            )
                        ],
                        verbose_name="accent colour",
                    ),
                ),
                (
                    "score_floor",
                    models.FloatField(
                        blank=True,
                        help_text="From 0 to 1; a question that scores less is refused. Empty: as calibrated.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1),
                        ],
                        verbose_name="score floor",
                    ),
                ),
                ("gate_rules", models.JSONField(blank=True, default=dict, verbose_name="gate rules")),
                (
                    "paused",
                    models.BooleanField(
                        default=False, help_text="Visitors get a fixed notice, nothing is asked.", verbose_name="paused"
                    ),
                ),
            ],
            options={
                "verbose_name": "site profile",
                "verbose_name_plural": "site profile",
            },
        ),
        migrations.CreateModel(
            name="ModelSpend",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("month", models.DateField(verbose_name="month")),
                ("provider", models.CharField(max_length=20, verbose_name="provider")),
                ("model", models.CharField(blank=True, max_length=100, verbose_name="model")),
                ("spent_micros", models.BigIntegerField(default=0, verbose_name="spent")),
                ("estimated_micros", models.BigIntegerField(default=0, verbose_name="of it estimated")),
                ("turns", models.PositiveIntegerField(default=0, verbose_name="turns")),
            ],
            options={
                "verbose_name": "spend of a model",
                "verbose_name_plural": "spend by model",
                "ordering": ["-month", "provider", "model"],
                "constraints": [
                    models.UniqueConstraint(fields=("month", "provider", "model"), name="one_spend_a_model_and_month")
                ],
            },
        ),
        migrations.CreateModel(
            name="Turn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                (
                    "locale",
                    models.CharField(
                        choices=[
                            ("en", "English"),
                            ("fa", "Persian"),
                            ("ar", "Arabic"),
                            ("ru", "Russian"),
                            ("hi", "Hindi"),
                            ("zh-hans", "Chinese"),
                            ("de", "German"),
                            ("fr", "French"),
                            ("es", "Spanish"),
                            ("pt", "Portuguese"),
                        ],
                        max_length=10,
                        verbose_name="language",
                    ),
                ),
                ("question", models.TextField(verbose_name="question")),
                ("sentences", models.JSONField(default=list, verbose_name="released sentences")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("answered", "answered"),
                            ("refused", "refused"),
                            ("withheld", "withheld"),
                            ("cut_off", "cut off"),
                            ("failed", "failed"),
                            ("over_cap", "over the cap"),
                            ("abandoned", "abandoned"),
                        ],
                        default="open",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("refusal_reason", models.CharField(blank=True, max_length=20, verbose_name="refusal reason")),
                ("error_code", models.CharField(blank=True, max_length=20, verbose_name="error code")),
                ("provider", models.CharField(blank=True, max_length=20, verbose_name="provider")),
                ("model", models.CharField(blank=True, max_length=100, verbose_name="model")),
                ("finish_reason", models.CharField(blank=True, max_length=10, verbose_name="finish reason")),
                ("input_tokens", models.PositiveIntegerField(default=0, verbose_name="input tokens")),
                ("output_tokens", models.PositiveIntegerField(default=0, verbose_name="output tokens")),
                ("cached_tokens", models.PositiveIntegerField(default=0, verbose_name="cached tokens")),
                ("usage_estimated", models.BooleanField(default=False, verbose_name="usage estimated")),
                ("reserved_micros", models.BigIntegerField(default=0, verbose_name="reserved")),
                ("cost_micros", models.BigIntegerField(default=0, verbose_name="cost")),
                (
                    "month",
                    models.DateField(
                        blank=True, help_text="First day of the month that pays.", null=True, verbose_name="month"
                    ),
                ),
                ("top_score", models.FloatField(blank=True, null=True, verbose_name="top score")),
                ("opened_at", models.DateTimeField(auto_now_add=True, db_index=True, verbose_name="opened")),
                ("first_sentence_at", models.DateTimeField(blank=True, null=True, verbose_name="first sentence")),
                ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="closed")),
                ("settled_at", models.DateTimeField(blank=True, editable=False, null=True, verbose_name="settled")),
                (
                    "feedback",
                    models.CharField(
                        blank=True, choices=[("up", "up"), ("down", "down")], max_length=4, verbose_name="feedback"
                    ),
                ),
                ("feedback_reasons", models.JSONField(blank=True, default=list, verbose_name="feedback reasons")),
                ("feedback_note", models.TextField(blank=True, verbose_name="feedback note")),
                (
                    "conversation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="turns",
                        to="assistant.conversation",
                        verbose_name="conversation",
                    ),
                ),
            ],
            options={
                "verbose_name": "turn",
                "verbose_name_plural": "turns",
                "ordering": ["opened_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="TurnSource",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                ("title", models.CharField(max_length=300, verbose_name="title")),
                ("heading", models.CharField(blank=True, max_length=300, verbose_name="heading")),
                ("address", models.CharField(max_length=600, verbose_name="address")),
                ("locale", models.CharField(max_length=10, verbose_name="language")),
                ("text", models.TextField(verbose_name="text")),
                ("score", models.FloatField(verbose_name="score")),
                ("cited", models.BooleanField(default=False, verbose_name="cited")),
                (
                    "article",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="corpus.article",
                        verbose_name="article",
                    ),
                ),
                (
                    "turn",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sources", to="assistant.turn"
                    ),
                ),
            ],
            options={
                "verbose_name": "source",
                "verbose_name_plural": "sources",
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="WithheldTurn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reasons", models.JSONField(default=list, verbose_name="reasons")),
                ("length", models.PositiveIntegerField(verbose_name="length in characters")),
                (
                    "ordinal",
                    models.PositiveIntegerField(
                        help_text="1 is the first sentence of the answer.", verbose_name="place of the sentence"
                    ),
                ),
                ("withheld_at", models.DateTimeField(auto_now_add=True, db_index=True, verbose_name="withheld")),
                (
                    "verdict",
                    models.CharField(
                        blank=True,
                        choices=[("right", "right stop"), ("false", "false stop"), ("cannot_tell", "cannot tell")],
                        db_index=True,
                        max_length=12,
                        verbose_name="verdict",
                    ),
                ),
                ("note", models.TextField(blank=True, verbose_name="note")),
                ("reviewed_at", models.DateTimeField(blank=True, null=True, verbose_name="reviewed")),
                (
                    "reviewed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="reviewed by",
                    ),
                ),
                (
                    "turn",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="withheld",
                        to="assistant.turn",
                        verbose_name="turn",
                    ),
                ),
            ],
            options={
                "verbose_name": "withheld turn",
                "verbose_name_plural": "withheld turns",
                "ordering": ["-withheld_at"],
            },
        ),
        migrations.CreateModel(
            name="ProfileText",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "language",
                    models.CharField(
                        choices=[
                            ("en", "English"),
                            ("fa", "Persian"),
                            ("ar", "Arabic"),
                            ("ru", "Russian"),
                            ("hi", "Hindi"),
                            ("zh-hans", "Chinese"),
                            ("de", "German"),
                            ("fr", "French"),
                            ("es", "Spanish"),
                            ("pt", "Portuguese"),
                        ],
                        max_length=10,
                        verbose_name="language",
                    ),
                ),
                ("name", models.CharField(max_length=100, verbose_name="name")),
                (
                    "aliases",
                    models.TextField(
                        blank=True, help_text="Other names of the owner, one a line.", verbose_name="aliases"
                    ),
                ),
                (
                    "statement",
                    models.TextField(
                        blank=True, help_text="Who the owner is, in two sentences.", verbose_name="statement"
                    ),
                ),
                (
                    "greeting",
                    models.CharField(
                        blank=True,
                        help_text="What the assistant can be asked.",
                        max_length=200,
                        verbose_name="greeting",
                    ),
                ),
                ("contact_label", models.CharField(blank=True, max_length=100, verbose_name="contact label")),
                (
                    "profile",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="texts", to="assistant.siteprofile"
                    ),
                ),
            ],
            options={
                "verbose_name": "text of the profile",
                "verbose_name_plural": "texts of the profile",
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("profile", "language"), name="one_profile_text_a_language")
                ],
            },
        ),
        migrations.AddIndex(
            model_name="turn",
            index=models.Index(fields=["status", "opened_at"], name="turns_by_status_and_time"),
        ),
        migrations.AddIndex(
            model_name="turn",
            index=models.Index(
                condition=models.Q(("month__isnull", False), ("settled_at__isnull", True)),
                fields=["opened_at"],
                name="turns_not_settled",
            ),
        ),
        migrations.AddConstraint(
            model_name="turnsource",
            constraint=models.UniqueConstraint(fields=("turn", "number"), name="one_source_a_number"),
        ),
    ]
