"""The assistant's own addresses; none has a language prefix, since ``locale`` decides."""

from django.urls import path

from . import frame, health, metrics, views

urlpatterns = [
    path("assistant/ask", views.ask, name="ask"),
    path("assistant/embed.js", frame.script, name="embed_script"),
    path("assistant/panel/<str:language>/", frame.frame, name="panel_frame"),
    path("assistant/theme.css", frame.stylesheet, name="theme"),
    path("assistant/feedback", views.feedback, name="feedback"),
    path("assistant/transcript/<str:token>/", views.transcript, name="transcript"),
    path("assistant/transcript/<str:token>/delete/", views.delete_transcript, name="delete_transcript"),
    path("assistant/why/<str:token>/<int:ordinal>", views.why, name="why"),
    path("healthz", health.healthz, name="healthz"),
    path("metrics", metrics.metrics, name="metrics"),
    path("readyz", health.readyz, name="readyz"),
]
