"""The panel on a page of another site: two real servers on two origins, and pages that make it hard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FrameLocator, Locator, Page, Request, expect

from tests.servers.pages import PageServer, Reply, serve_pages

from .conftest import ARTICLE, FIRST, QUESTION, TITLE, Panel, ScriptedSite, scripted

pytestmark = pytest.mark.browser

#: What a host page needs in its own policy, and no more; the README says the same.
POLICY = "default-src 'none'; script-src {site}; frame-src {site}; require-trusted-types-for 'script'"
SAID = FIRST.replace(" [S1]", "")


@dataclass
class HostPage:
    """A page of another site with the script on it."""

    page: Page
    site: ScriptedSite
    pages: PageServer
    #: The assistant's site as this page names it.
    address: str
    #: Questions that were posted, in order.
    asked: list[dict[str, Any]] = field(default_factory=list)
    #: What the page or the frame complained of.
    complaints: list[str] = field(default_factory=list)
    #: Parts of complaints that the test provokes itself.
    expected: list[str] = field(default_factory=list)

    @property
    def allowed(self) -> str:
        """The host's origin that the site's owner allows."""
        return f"http://localhost:{self.pages.port}"

    @property
    def same_site(self) -> str:
        """The assistant's address at which a browser takes both for one site, as www. and ask. of one domain."""
        return f"http://localhost:{self.site.server.port}"

    def tag(self, **attributes: str) -> str:
        """The one tag."""
        more = "".join(f' data-{name}="{value}"' for name, value in attributes.items())
        return f'<script src="{self.address}/assistant/embed.js" defer{more}></script>'

    def put(self, path: str, body: str, *, html: str = "lang=en", head: str = "", policy: str = POLICY) -> None:
        """A page at ``path``: the article's own text in ``body``."""
        headers = {"Content-Type": "text/html; charset=utf-8"}
        if policy:
            headers["Content-Security-Policy"] = policy.format(site=self.address)
        page = f"<!doctype html><html {html}><head><title>Host</title>{head}</head><body>{body}</body></html>"
        self.pages.answers[path] = Reply(page, headers=headers)

    def visit(self, path: str, origin: str = "") -> None:
        """Go there; the launcher is there then."""
        self.page.goto((origin or self.allowed) + path)
        self.launcher.wait_for(state="attached")

    @property
    def launcher(self) -> Locator:
        """The button that opens the panel."""
        return self.page.locator("site-assistant button")

    @property
    def frame(self) -> Locator:
        """The frame as an element of the host page."""
        return self.page.locator("site-assistant iframe")

    @property
    def inside(self) -> FrameLocator:
        """What is in the frame."""
        return self.page.frame_locator("site-assistant iframe")

    @property
    def question(self) -> Locator:
        """Where the question is typed."""
        return self.inside.locator("[data-part=field]")

    def ask(self, question: str = QUESTION) -> Locator:
        """Ask and wait for the end; the turn."""
        self.question.fill(question)
        self.question.press("Enter")
        turn = self.inside.locator(".turn:last-child[data-status=answered]")
        turn.wait_for()
        return turn


@pytest.fixture(scope="module")
def host_pages() -> Iterator[PageServer]:
    """Another site's server: ``localhost`` is allowed, ``127.0.0.1`` is not."""
    with serve_pages({"/favicon.ico": Reply("", 204)}) as pages:
        yield pages


@pytest.fixture(scope="module")
def embedded_site(
    tmp_path_factory: pytest.TempPathFactory, sample_database: Path, host_pages: PageServer
) -> Iterator[ScriptedSite]:
    """A site whose owner allows that one origin."""
    allowed = f"http://localhost:{host_pages.port}"
    folder = tmp_path_factory.mktemp("embedded")
    with scripted(folder, sample_database, ASSISTANT_EMBED_ORIGINS=allowed) as site:
        yield site


@pytest.fixture
def open_host(
    browser: Browser, embedded_site: ScriptedSite, host_pages: PageServer
) -> Iterator[Callable[..., HostPage]]:
    """``open_host(**context)``: a fresh browser for a page of the other site; checked for complaints afterwards."""
    opened: list[HostPage] = []

    def start(**options: Any) -> HostPage:
        settings = {"viewport": {"width": 1280, "height": 800}, "locale": "en", "service_workers": "block"} | options
        page = browser.new_context(**settings).new_page()
        page.set_default_timeout(10_000)
        host = HostPage(page, embedded_site, host_pages, embedded_site.url)

        def note(request: Request) -> None:
            if request.url.endswith("/assistant/ask"):
                host.asked.append(request.post_data_json)

        page.on("request", note)
        page.on("pageerror", lambda error: host.complaints.append(str(error)))
        page.on("console", lambda message: message.type == "error" and host.complaints.append(message.text))
        embedded_site.script(FIRST)
        opened.append(host)
        return host

    yield start
    for host in opened:
        host.page.context.close()
        unexpected = [text for text in host.complaints if not any(part in text for part in host.expected)]
        assert not unexpected, f"the page complained: {unexpected}"


@pytest.fixture
def host(open_host: Callable[..., HostPage]) -> HostPage:
    """A desktop browser."""
    return open_host()


def test_one_tag_is_enough_under_the_policy_that_the_readme_names(host: HostPage) -> None:
    """By keyboard: in, ask, out. Nothing of the policy is broken, Trusted Types included; focus comes back."""
    host.put("/post?from=a#b", "<h1>Post</h1>", head=host.tag())
    host.pages.answers["/post?from=a"] = host.pages.answers["/post?from=a#b"]
    host.visit("/post?from=a#b")
    assert not any("/assistant/panel/" in frame.url for frame in host.page.frames), "loaded before it is opened"
    expect(host.launcher).to_have_attribute("aria-expanded", "false")
    host.page.keyboard.press("Tab")
    host.page.keyboard.press("Enter")
    expect(host.question).to_be_focused()
    expect(host.launcher).to_have_attribute("aria-expanded", "true")
    expect(host.frame).to_have_attribute("title", "Ask the articles")
    expect(host.ask().locator("[data-part=answer]")).to_have_text(SAID)
    assert host.asked[0]["page"] == f"{host.allowed}/post"
    host.page.keyboard.press("Escape")
    expect(host.frame).to_be_hidden()
    expect(host.launcher).to_be_visible()
    assert host.page.evaluate("document.activeElement.localName") == "site-assistant"
    host.page.keyboard.press("Enter")
    expect(host.inside.locator(".turn")).to_have_count(1)
    assert host.page.context.cookies() == []


def test_our_own_article_tells_what_is_being_read_as_well(panel: Panel) -> None:
    """The same field, from the page itself."""
    panel.site.script(FIRST)
    panel.open()
    panel.ask()
    panel.wait_for("answered")
    assert panel.asked[0]["page"] == panel.site.url + ARTICLE


def test_the_address_that_the_page_calls_its_own_is_what_is_being_read(host: HostPage) -> None:
    """A canonical link wins, and what a page without reload has made of it since counts."""
    host.put("/p", "", head=host.tag() + '<link rel="canonical" href="https://host.example/the-post/">')
    host.visit("/p")
    host.launcher.click()
    host.ask()
    host.page.evaluate("document.querySelector('link').remove(); history.pushState(null, '', '/next?x=1')")
    host.inside.locator("[data-action=close]").click()
    host.launcher.click()
    host.ask()
    assert [asked["page"] for asked in host.asked] == ["https://host.example/the-post/", f"{host.allowed}/next"]


@pytest.mark.parametrize(
    "style",
    [
        "body *, site-assistant {display: none !important; all: unset !important}",
        "* {visibility: hidden !important; opacity: 0 !important; pointer-events: none !important}",
        "body {transform: rotate(3deg); filter: blur(1px)} body > div {position: fixed; inset: 0; z-index: 2147483647}",
        "button, iframe {width: 1px !important; position: static !important; color: red !important}",
        ":root {--light: red; font-size: 4px; direction: ltr; writing-mode: vertical-rl; zoom: 1}",
    ],
)
def test_styles_of_the_page_reach_neither_launcher_nor_panel(host: HostPage, style: str) -> None:
    """Where it stands, how large it is, that it can be clicked."""
    host.put("/", "<div>Over all</div>", head=f"<style>{style}</style>" + host.tag(), policy="")
    host.visit("/")
    box = host.launcher.bounding_box()
    assert box and 1280 - 26 <= box["x"] + box["width"] <= 1280 and 800 - 26 <= box["y"] + box["height"] <= 800
    assert box["height"] >= 44
    host.launcher.click()
    expect(host.ask().locator("[data-part=answer]")).to_have_text(SAID)
    frame = host.frame.bounding_box()
    assert frame and (frame["width"], frame["height"]) == (400, 640)


def test_a_service_worker_that_answers_everything_of_its_own_is_none_of_ours(
    open_host: Callable[..., HostPage],
) -> None:
    """It intercepts every request of the page; the frame is another origin's."""
    host = open_host(service_workers="allow")
    worker = (
        "onactivate = e => e.waitUntil(clients.claim());"
        "onfetch = e => e.respondWith(new URL(e.request.url).origin === location.origin"
        " ? new Response('<h1>Kept</h1>', {headers: {'Content-Type': 'text/html'}}) : fetch(e.request))"
    )
    host.pages.answers["/sw.js"] = Reply(worker, headers={"Content-Type": "text/javascript"})
    host.put("/sw", "", head=host.tag(), policy="")
    host.visit("/sw")
    host.page.evaluate(
        "new Promise(done => { navigator.serviceWorker.oncontrollerchange = done;"
        " navigator.serviceWorker.register('/sw.js') })"
    )
    host.launcher.click()
    expect(host.ask().locator("[data-part=answer]")).to_have_text(SAID)


@pytest.mark.parametrize(
    "change",
    [
        "document.body.replaceWith(document.createElement('body'))",
        "document.body.replaceChildren('Next page')",
        "document.querySelector('site-assistant').remove()",
        "document.documentElement.replaceChildren(document.createElement('head'), document.createElement('body'))",
        "document.documentElement.replaceWith(document.documentElement.cloneNode(false))",
    ],
    ids=["body replaced", "body emptied", "taken out", "page emptied", "document replaced"],
)
def test_a_framework_that_changes_the_page_does_not_lose_it(host: HostPage, change: str) -> None:
    """The launcher stays or comes back, and works."""
    host.put("/", "<p>Page</p>", head=host.tag())
    host.visit("/")
    host.page.evaluate(change)
    expect(host.launcher).to_have_count(1)
    host.launcher.click()
    expect(host.ask().locator("[data-part=answer]")).to_have_text(SAID)


def test_an_open_panel_that_is_taken_out_comes_back_with_its_conversation(host: HostPage) -> None:
    """It loads again, and the tab remembers: two origins of one site, so the browser lets it."""
    host.address = host.same_site
    host.put("/", "<p>Page</p>", head=host.tag())
    host.visit("/")
    host.launcher.click()
    host.ask()
    host.page.evaluate("document.querySelector('site-assistant').remove()")
    expect(host.frame).to_be_visible()
    expect(host.inside.locator(".turn [data-part=answer]")).to_have_text(SAID)


def test_the_tag_twice_is_one_launcher(host: HostPage) -> None:
    """Also where a framework runs it again later."""
    host.put("/", host.tag(), head=host.tag(), policy="")
    host.visit("/")
    with host.page.expect_response("**/assistant/embed.js?again"):
        host.page.evaluate(
            "address => { const tag = document.createElement('script'); tag.src = address; document.body.append(tag) }",
            f"{host.site.url}/assistant/embed.js?again",
        )
    expect(host.page.locator("site-assistant")).to_have_count(1)


@pytest.mark.parametrize(
    ("html", "locale", "label", "lang", "at_left"),
    [
        ("lang=fa dir=rtl", "", "از نوشته‌ها بپرسید", "fa", True),
        ("lang=en", "fa", "از نوشته‌ها بپرسید", "fa", False),
        ("lang=zh-Hant", "", "向文章提问", "zh-hans", False),
        ("lang=pt-BR", "", "Perguntar aos artigos", "pt", False),
        ("lang=tlh", "constructor", "Ask the articles", "en", False),
        ("lang=ar dir=rtl", "de", "Artikel befragen", "de", True),
    ],
)
def test_language_and_side(host: HostPage, html: str, locale: str, label: str, lang: str, at_left: bool) -> None:
    """The tag's language, else the page's, else English; the side is the page's inline end."""
    host.put("/", "", html=html, head=host.tag(locale=locale) if locale else host.tag())
    host.visit("/")
    expect(host.launcher).to_have_text(label)
    host.launcher.click()
    expect(host.inside.locator("html")).to_have_attribute("lang", lang)
    frame = host.frame.bounding_box()
    assert frame and frame["x"] == (24 if at_left else 1280 - 424)


def test_where_the_origin_is_not_allowed_the_launcher_becomes_a_link(host: HostPage) -> None:
    """The browser refuses the frame; the panel as a page of its own is the way on, and nothing else breaks."""
    host.expected = ["frame-ancestors", "Framing", "ERR_BLOCKED_BY_RESPONSE"]
    host.put("/", "", head=host.tag(locale="de"))
    host.visit("/", f"http://127.0.0.1:{host.pages.port}")
    host.launcher.focus()
    host.page.keyboard.press("Enter")
    link = host.page.locator("site-assistant a")
    expect(link).to_be_focused()
    expect(link).to_contain_text("Artikel befragen")
    expect(host.launcher).to_be_hidden()
    expect(host.frame).to_be_hidden()
    with host.page.expect_popup() as popup:
        link.click()
    popup.value.locator("assistant-panel:defined").wait_for(state="attached")
    expect(popup.value.locator(".window")).to_be_visible()
    expect(popup.value.locator("[data-action=close]")).to_be_hidden()


def test_a_frame_that_may_keep_nothing_answers_all_the_same(host: HostPage) -> None:
    """Storage of a third party is often refused; reading it throws."""
    host.page.context.add_init_script(
        "for (const name of ['sessionStorage', 'localStorage', 'indexedDB'])"
        " Object.defineProperty(window, name, {get() { throw new DOMException('no', 'SecurityError') }})"
    )
    host.put("/", "", head=host.tag())
    host.visit("/")
    host.launcher.click()
    host.ask()
    host.ask("And for how long?")
    assert len(host.asked[1]["history"]) == 1


def test_a_source_opens_beside_the_page_and_never_in_the_frame(host: HostPage) -> None:
    """In a tab of its own, that cannot reach the page it comes from."""
    host.put("/", "", head=host.tag())
    host.visit("/")
    host.launcher.click()
    turn = host.ask()
    with host.page.expect_popup() as popup:
        turn.locator("[data-part=cited] a").first.click()
    popup.value.wait_for_url(f"{host.site.url}{ARTICLE}*")
    expect(popup.value.get_by_role("heading", level=1)).to_have_text(TITLE)
    assert popup.value.evaluate("window.opener") is None
    expect(host.frame).to_be_visible()
    expect(host.inside.locator(".turn")).to_have_count(1)


def test_a_source_on_the_page_s_own_site_is_followed_in_its_place(host: HostPage) -> None:
    """An article of the host, as a sitemap gave it: the visitor is there already, and the conversation stays."""
    host.address = host.same_site
    host.put("/", "", head=host.tag())
    host.put("/own", "<h1>Own article</h1>", head=host.tag())
    host.visit("/")
    host.launcher.click()
    link = host.ask().locator("[data-part=cited] a").first
    link.evaluate("(link, address) => { link.href = address }", f"{host.allowed}/own")
    link.click()
    host.page.wait_for_url("**/own")
    host.launcher.click()
    expect(host.inside.locator(".turn")).to_have_count(1)


@pytest.mark.parametrize(("width", "height"), [(360, 740), (320, 480), (900, 420)])
def test_on_a_small_screen_the_panel_is_all_of_it(open_host: Callable[..., HostPage], width: int, height: int) -> None:
    """No border, no launcher above it; close is inside."""
    host = open_host(viewport={"width": width, "height": height}, has_touch=True)
    host.put("/", "<p>Page</p>" * 80, head=host.tag())
    host.visit("/")
    host.launcher.tap()
    expect(host.frame).to_be_visible()
    frame = host.frame.bounding_box()
    assert frame == {"x": 0, "y": 0, "width": width, "height": height}
    host.inside.locator("[data-action=close]").tap()
    expect(host.launcher).to_be_visible()


def test_messages_from_elsewhere_are_none(host: HostPage) -> None:
    """The page itself and other frames can neither close the panel nor speak for it."""
    host.put("/", '<iframe src="/other"></iframe>', head=host.tag(), policy="")
    host.put("/other", "Other", policy="")
    host.visit("/")
    host.launcher.click()
    expect(host.question).to_be_focused()
    host.page.evaluate(
        "() => { window.postMessage({assistant: 'close'}, '*'); frames[0].eval(\"parent.postMessage({assistant:"
        " 'close'}, '*')\") }"
    )
    host.ask()
    expect(host.frame).to_be_visible()


def test_the_frame_believes_only_the_page_that_its_address_names(host: HostPage) -> None:
    """With another origin behind the #, the page around it is told nothing and is not listened to."""
    host.expected = ["postMessage"]
    host.put("/", f'<iframe src="{host.site.url}/assistant/panel/en/#https://elsewhere.example"></iframe>', policy="")
    host.page.add_init_script("window.told = []; addEventListener('message', e => told.push(e.data))")
    host.page.goto(host.allowed + "/")
    inside = host.page.frame_locator("iframe")
    inside.locator("assistant-panel:defined").wait_for(state="attached")
    host.page.evaluate("frames[0].postMessage({assistant: 'open', page: 'https://planted.example/'}, '*')")
    inside.locator("[data-part=field]").fill(QUESTION)
    inside.locator("[data-part=field]").press("Enter")
    inside.locator(".turn[data-status=answered]").wait_for()
    assert "planted" not in host.asked[0]["page"]
    assert host.page.evaluate("told") == []
