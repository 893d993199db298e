"""The pages that visitors read."""

from django.urls import path

from . import views

app_name = "corpus"
urlpatterns = [
    path("", views.home, name="home"),
    path("articles/<str:slug>/", views.article, name="article"),
]
