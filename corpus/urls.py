"""The pages that visitors read."""

from django.urls import path

from . import views

app_name = "corpus"
urlpatterns = [
    path("", views.home, name="home"),
    path("sitemap.xml", views.sitemap, name="sitemap"),
    path("articles/<str:slug>/", views.article, name="article"),
]
