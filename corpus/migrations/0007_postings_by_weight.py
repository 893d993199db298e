import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """A question reads a bounded part of the index however large it is: where its common terms weigh most."""

    dependencies = [
        ("corpus", "0006_index_runs_say_who_and_what"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="posting",
            name="posting_by_term",
        ),
        migrations.AlterField(
            model_name="posting",
            name="passage",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="postings",
                to="corpus.passage",
            ),
        ),
        migrations.AddIndex(
            model_name="posting",
            index=models.Index(fields=["term", "-weight", "passage"], name="posting_by_weight"),
        ),
        migrations.AddIndex(
            model_name="posting",
            index=models.Index(fields=["passage", "term", "weight"], name="posting_by_passage"),
        ),
    ]
