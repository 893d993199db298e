"""What a site generator adds to Markdown leaves no noise in an article, and the text inside of it stays."""

from __future__ import annotations

import pytest

from corpus.loaders.dialects import plain_markdown
from corpus.passages import cut
from tests.gate.hostile import cpu_seconds, growth, repeated

VALUES = {"title": "The lamp", "version": "2.1", "tags": ["a"]}


def text_of(body: str, *, is_mdx: bool = False) -> str:
    """What the passages of a body say, its paragraphs parted by one space."""
    passages = cut(plain_markdown(body, VALUES, is_mdx=is_mdx), "markdown", "en")
    return " ".join(" ".join(passage.text.split()) for passage in passages)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("{{< note >}}\nMind the *step*.\n{{< /note >}}", "Mind the step."),
        ("{{% note %}}\nMind the step.\n{{% /note %}}", "Mind the step."),
        ('Before. {{< youtube id="w7Ft2ymGmfc" >}} After.', "Before. After."),
        ("{{< youtube\n  w7Ft2ymGmfc\n>}}\n\nAfter.", "After."),
        ('{{< figure src="/a.jpg" title="The lamp at night" width="300" >}}', "The lamp at night"),
        ("{{< details summary=`How it burns` >}}\nParaffin.\n{{< /details >}}", "How it burns Paraffin."),
        ('{{< tabs >}}\n{{< tab title="Boat" >}}\nBy sea.\n{{< /tab >}}\n{{< /tabs >}}', "Boat By sea."),
        ('See [the guide]({{< relref "guide.md" >}}).', "See the guide."),
        ('Version {{< param "version" >}} is out.', "Version 2.1 is out."),
        ("Write `{{< note >}}` before it.", "Write `{{< note >}}` before it."),
        ("Write {{</* note */>}} before it.", "Write {{< note >}} before it."),
        ("One.\n\n<!--more-->\n\nTwo.", "One. Two."),
    ],
)
def test_hugos_shortcodes_go_and_what_stands_in_them_stays(body, text):
    """Captions and titles too: a visitor reads them."""
    assert text_of(body).replace("`", "") == text.replace("`", "")


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("{% if site.x %}Open.{% else %}Shut.{% endif %}", "Open.Shut."),
        ("{%- assign x = 'a' -%}\nText.", "Text."),
        ("{% include toc.html %}\n\nText.", "Text."),
        ('{% include note.html content="Mind the step." %}', "Mind the step."),
        ("Read [this]({{ site.baseurl }}/guide/) first.", "Read this first."),
        ("Read [this]({% link guide.md %}) first.", "Read this first."),
        ("Read [this]({% post_url 2024-01-02-lamp %}) first.", "Read this first."),
        ("{{ page.title }} burns. {{ site.time | date: '%Y' }}", "The lamp burns."),
        ("{% comment %}Not for readers.{% endcomment %}Text.", "Text."),
        ("{% raw %}Write {{ page.title }}.{% endraw %} Then stop.", "Write {{ page.title }}. Then stop."),
        ("Text.\n{: .lead #first }", "Text."),
        ("* TOC\n{:toc}\n\nText.", "Text."),
        ('A [link](https://tarn.example){:target="_blank"} here.', "A link (https://tarn.example) here."),
        ("{::comment}Not for readers.{:/comment}\n\nText.", "Text."),
        ("Text{:.small} and {braces} and {a: 1}.", "Text and {braces} and {a: 1}."),
    ],
)
def test_jekylls_tags_go(body, text):
    """Liquid and kramdown; what a tag takes from the front matter is put in its place."""
    assert text_of(body) == text


def test_code_is_left_as_it_stands():
    """Whatever is written in it; only the signs that tell Liquid to leave it alone go."""
    code = "{{< note >}}\n!!! note\n:::tip\nimport x from 'y'\n<Tabs>\n[^1] {: .x}\n{{ page.title }}"
    assert code in cut(plain_markdown(f"Text.\n\n```md\n{code}\n```\n", VALUES, is_mdx=True), "markdown", "en")[0].text
    assert code in cut(plain_markdown(f"~~~~\n{code}\n~~~~\nText.", VALUES), "markdown", "en")[0].text
    assert "{{ x }}" in plain_markdown("```liquid\n{% raw %}{{ x }}{% endraw %}\n```", VALUES)
    assert "raw" not in plain_markdown("```liquid\n{% raw %}{{ x }}{% endraw %}\n```", VALUES).replace("liquid", "")


@pytest.mark.parametrize(
    "body",
    [
        "{{< highlight go >}}\nx := 1 // {{ y }}\n{{< /highlight >}}",
        '{{< highlight go "linenos=table" >}}\nx := 1 // {{ y }}\n{{< / highlight >}}'.replace("/ h", "/h"),
        "{% highlight go linenos %}\nx := 1 // {{ y }}\n{% endhighlight %}",
    ],
)
def test_code_between_tags_is_code(body):
    """Hugo's and Jekyll's."""
    assert plain_markdown(f"Before.\n{body}\nAfter.", VALUES).split("\n") == [
        "Before.",
        "",
        "```go",
        "x := 1 // {{ y }}",
        "```",
        "After.",
    ]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("!!! note\n\n    Mind the step.\n\nAfter.", "Mind the step. After."),
        ('!!! warning "On stairs"\n    Mind the step.\n\nAfter.', "On stairs Mind the step. After."),
        ('??? tip "More"\n    Take a lamp.\n\n    - one\n    - two\n', "More Take a lamp. - one - two"),
        ('!!! danger inline end "Now"\n    Run.', "Now Run."),
        ('=== "Boat"\n\n    By sea.\n\n=== "Foot"\n\n    By land.\n', "Boat By sea. Foot By land."),
        (
            '!!! note ""\n    Outer.\n\n    !!! tip "In"\n        Inner.\n\n    Outer again.\n\nAfter.',
            "Outer. In Inner. Outer again. After.",
        ),
        ("!!! note\n\n\tMind the step.\n", "Mind the step."),
        ("## Hours { #hours .wide }\n\nAt ten.{ .small }", "At ten."),
        ('[TOC]\n\nText.\n\n--8<-- "part.md"\n', "Text."),
        ("It burns.[^1] And :material-lamp: shines.\n\n[^1]: Since 1887.", "It burns. And shines. Since 1887."),
    ],
)
def test_admonitions_that_are_indented_are_their_text(body, text):
    """MkDocs: notes, tabs, lists of attributes, icons, footnotes."""
    assert text_of(body) == text


def test_code_in_an_admonition_is_code():
    """Without the admonition's indentation, and with its own."""
    body = '!!! note "Do"\n\n    ```py\n    if x:\n        y()\n\n    # !!! note\n    ```\n\n    Then rest.\n\nAfter.'
    (passage,) = cut(plain_markdown(body, VALUES), "markdown", "en")
    assert passage.text == "Do\n\n```\nif x:\n    y()\n\n# !!! note\n```\n\nThen rest.\n\nAfter."


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (":::note\n\nMind the *step*.\n\n:::\n\nAfter.", "Mind the step. After."),
        (":::tip[Your **lamp**]\nTake it.\n:::", "Your lamp Take it."),
        (":::caution Beware\nTake it.\n:::", "Beware Take it."),
        ("::: warning\nTake it.\n:::", "Take it."),
        ("::::note\nOuter.\n:::tip\nInner.\n:::\n::::", "Outer. Inner."),
        (":::note{.wide}\nText.\n:::", "Text."),
        ("::youtube{#w7Ft2ymGmfc}\n\nText.", "Text."),
        ("> [!NOTE]\n> Mind the step.", "Mind the step."),
        ("> [!WARNING] On stairs\n> Mind the step.", "On stairs Mind the step."),
        ("At 10:::30 it opens.", "At 10:::30 it opens."),
    ],
)
def test_admonitions_between_lines_of_colons_are_their_text(body, text):
    """Docusaurus, Starlight, GitHub."""
    assert text_of(body) == text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("import Tabs from '@theme/Tabs';\nimport { a } from \"b\"\n\nText.", "Text."),
        ("export const meta = {\n  a: 1,\n\n  b: 2,\n};\n\nText.", "Text."),
        ("export const Red = ({children}) => (\n  <b style={{color: 'red'}}>{children}</b>\n);\n\nText.", "Text."),
        (
            "Exports fell.\nimports rose.\n\nimport duties rose too.",
            "Exports fell. imports rose. import duties rose too.",
        ),
        (
            '<Tabs>\n  <TabItem value="sea" label="By boat" default>\n\nIt sails.\n\n  </TabItem>\n</Tabs>',
            "By boat It sails.",
        ),
        ('<Card title="Hours" icon="clock">\nAt ten.\n</Card>', "Hours At ten."),
        ("<Chart data={[{a: 1, b: {c: '}'}}]} onClick={() => { x > 1 }} />\n\nText.", "Text."),
        ("<Aside.Note>Text.</Aside.Note>", "Text."),
        ("<div className=\"a\" style={{ color: 'red' }}>Text.</div>", "Text."),
        ("{/* Not for readers. */}\n\nText.", "Text."),
        ("{frontmatter.title} burns{' '}still. {props.x}", "The lamp burns still."),
        ("<>Text.</>", "Text."),
        ("<Code text={`a`} />\n\nText with `code <Tabs> {x}` in it.", "Text with code <Tabs> {x} in it."),
    ],
)
def test_components_go_and_what_stands_in_them_stays(body, text):
    """MDX: imports, exports, components, expressions, remarks."""
    assert text_of(body, is_mdx=True).replace("`", "") == text


def test_a_markdown_file_that_imports_is_mdx():
    """Docusaurus reads every file so. In another file braces are braces."""
    assert text_of("import X from './x';\n\n<X a={1} /> Text {props.x}.") == "Text ."
    assert text_of("Text {props.x}, a < b and List<T>.").startswith("Text {props.x}, a < b")


@pytest.mark.parametrize("is_mdx", [True, False])
@pytest.mark.parametrize(
    "body",
    [
        "Plain *text*, a [link](/a), 3 < 4, {x} and 5 > 4.\n\n- one\n- two\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n",
        "Ein Satz. Noch einer!\n\n## Überschrift\n\n> Zitat.\n\n```\ncode\n```\n",
        "یک جمله. جمله‌ای دیگر؟\n\n开放时间：十点。\n",
    ],
)
def test_plain_markdown_stays_as_it_is(body, is_mdx):
    """To the letter, but for expressions in MDX."""
    assert plain_markdown(body, {}, is_mdx=is_mdx) == (body.replace("{x}", "") if is_mdx else body)


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "{{< ",
            "{% ",
            "{{ ",
            "{",
            "{/* ",
            "{% raw %}",
            "{% comment %}",
            "{: .a ",
            "{a",
            "(]{a=1",
            "[",
            "[^",
            "<",
            "`",
        ),
        *("<Tag ", '<Tag a="', "<Tag a={", "``` ", "!!! note\n    ", ":::", "\n\n"),
        *("import x from 'y'\n", "export const a = {\n"),
    ],
)
def test_four_times_a_hostile_file_takes_about_four_times_as_long(piece):
    """Whatever a file repeats; a quadratic reader would take sixteen times as long."""

    def cost(text: str) -> float:
        return cpu_seconds(lambda: plain_markdown(text, VALUES, is_mdx=True))

    assert growth(cost, repeated(piece, 40_000), repeated(piece, 160_000), at_most=8) < 8
