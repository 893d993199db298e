"""Providers by name, and the one that the settings choose."""

from __future__ import annotations

from importlib import import_module

from ..conf import conf
from .base import Provider, ProviderError

#: Name of the setting → where its class is, and what the class is called. Imported only when chosen.
PROVIDERS = {
    "extractive": ("assistant.providers.extractive", "ExtractiveProvider"),
    "scripted": ("assistant.providers.scripted", "ScriptedProvider"),
    "anthropic": ("assistant.providers.anthropic", "AnthropicProvider"),
    "openai": ("assistant.providers.openai", "OpenAIProvider"),
}


class ProviderMissing(ProviderError):
    """The settings choose a provider that this installation does not have. The message says which and why."""


def get_provider(name: str = "") -> Provider:
    """The provider called ``name``, else the one that the settings choose. Raises ``ProviderMissing``."""
    name = name or conf.provider
    if name not in PROVIDERS:
        raise ProviderMissing(f"There is no provider {name!r}; there are {', '.join(PROVIDERS)}.")
    module, class_name = PROVIDERS[name]
    try:
        provider: Provider = getattr(import_module(module), class_name)()
    except ImportError as error:
        missing = error.name or module
        raise ProviderMissing(f"The provider {name!r} is not installed: {missing} is missing.") from error
    return provider
