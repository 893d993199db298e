import django.db.models.deletion
from django.db import migrations, models

import corpus.synonyms


class Migration(migrations.Migration):
    dependencies = [
        ("corpus", "0002_loaded_over_the_network"),
    ]

    operations = [
        migrations.CreateModel(
            name="SynonymGroup",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "language",
                    models.CharField(
                        choices=corpus.synonyms.languages, default="en", max_length=10, verbose_name="language"
                    ),
                ),
                (
                    "words",
                    models.JSONField(
                        default=list,
                        help_text="Words or phrases that mean the same, one a line. Who asks for one finds the others.",
                        validators=[corpus.synonyms.validate_words],
                        verbose_name="words",
                    ),
                ),
            ],
            options={
                "verbose_name": "synonyms",
                "verbose_name_plural": "synonyms",
                "ordering": ["language", "pk"],
            },
        ),
        migrations.CreateModel(
            name="SynonymEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("language", models.CharField(max_length=10)),
                ("first", models.CharField(max_length=64)),
                ("key", models.CharField(max_length=300)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="corpus.synonymgroup"
                    ),
                ),
            ],
            options={
                "verbose_name": "synonyms",
                "verbose_name_plural": "synonyms",
                "indexes": [models.Index(fields=["language", "first"], name="synonym_by_first")],
            },
        ),
    ]
