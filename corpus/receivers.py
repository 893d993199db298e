"""Keeps the index in step with the articles, whoever saves or deletes one."""
