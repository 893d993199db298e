import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("corpus", "0003_synonyms"),
    ]

    operations = [
        migrations.CreateModel(
            name="VectorIndex",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("embedder", models.CharField(max_length=400, unique=True)),
                ("dimensions", models.PositiveIntegerField(default=0)),
                ("generation", models.PositiveBigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="PassageVector",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text_hash", models.CharField(max_length=64)),
                ("values", models.BinaryField()),
                (
                    "passage",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="vector", to="corpus.passage"
                    ),
                ),
                (
                    "index",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="vectors", to="corpus.vectorindex"
                    ),
                ),
            ],
        ),
    ]
