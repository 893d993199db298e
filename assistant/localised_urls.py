"""What a page without scripts posts to; the prefix says in which language the page was."""

from django.urls import path

from . import views

urlpatterns = [path("ask/", views.ask_form, name="ask_form")]
