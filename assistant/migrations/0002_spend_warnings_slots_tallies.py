from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("assistant", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="SharedSlot",
            fields=[
                ("number", models.PositiveIntegerField(primary_key=True, serialize=False)),
                ("holder", models.UUIDField(editable=False, null=True)),
                ("lapses_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.AddField(
            model_name="monthlyspend",
            name="cap_micros",
            field=models.BigIntegerField(blank=True, null=True, verbose_name="cap"),
        ),
        migrations.CreateModel(
            name="SpendWarning",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("month", models.DateField(verbose_name="month")),
                (
                    "kind",
                    models.CharField(
                        choices=[("near", "near the cap"), ("reached", "cap reached")],
                        max_length=8,
                        verbose_name="kind",
                    ),
                ),
                ("cap_micros", models.BigIntegerField(default=0, verbose_name="cap")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("next_attempt_at", models.DateTimeField(editable=False, null=True)),
                ("sent_at", models.DateTimeField(blank=True, null=True, verbose_name="sent")),
            ],
            options={
                "verbose_name": "spend warning",
                "verbose_name_plural": "spend warnings",
                "ordering": ["-month", "kind"],
                "constraints": [models.UniqueConstraint(fields=("month", "kind"), name="one_warning_a_kind_and_month")],
            },
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("metric", models.CharField(max_length=40)),
                ("label", models.CharField(blank=True, max_length=160)),
                ("total", models.BigIntegerField(default=0)),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("metric", "label"), name="one_tally_a_metric_and_label")
                ],
            },
        ),
    ]
