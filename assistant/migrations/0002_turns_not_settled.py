from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("assistant", "0001_initial"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="turn",
            index=models.Index(
                condition=models.Q(("month__isnull", False), ("settled_at__isnull", True)),
                fields=["opened_at"],
                name="turns_not_settled",
            ),
        ),
    ]
