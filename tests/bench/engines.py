"""Search engines that others made, on the same passages, for ``tests.bench.search``.

They are installed by hand for that and for nothing else: ``pip install 'bm25s>=0.3,<0.4' 'tantivy>=0.25,<0.28'``.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from corpus.evaluation import Labelled
from corpus.terms import STEMMERS

#: Gives the keys of the best ten passages for a question.
Engine = Callable[[str], list[str]]
DEPTH = 10


def bm25s(data: Labelled) -> Engine:
    """bm25s with PyStemmer and the stop words that it has."""
    import bm25s
    import Stemmer

    language = data.language.split("-")[0]
    stemmer = Stemmer.Stemmer(STEMMERS[language]) if language in STEMMERS else None
    stop_words = language if language in {"en", "de", "fr", "es", "pt", "ru"} else []

    def tokens(texts: list[str]) -> object:
        try:
            return bm25s.tokenize(texts, stopwords=stop_words, stemmer=stemmer, show_progress=False)
        except ValueError:
            return bm25s.tokenize(texts, stopwords=[], stemmer=stemmer, show_progress=False)

    index = bm25s.BM25()
    index.index(tokens([f"{row.title}\n\n{row.text}" for row in data.passages]), show_progress=False)
    depth = min(DEPTH, len(data.passages))

    def ask(question: str) -> list[str]:
        found, _scores = index.retrieve(tokens([question]), k=depth, show_progress=False)
        return [data.passages[i].key for i in found[0]]

    return ask


def tantivy(data: Labelled) -> Engine:
    """tantivy with its stemmer where it has one, all words of the question joined by OR."""
    import tantivy

    analyser = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple()).filter(tantivy.Filter.lowercase())
    language = data.language.split("-")[0]
    if language in STEMMERS and language != "hi":
        analyser = analyser.filter(tantivy.Filter.stemmer(STEMMERS[language]))
    schema = tantivy.SchemaBuilder()
    schema.add_text_field("text", tokenizer_name="ours")
    schema.add_integer_field("number", stored=True)
    index = tantivy.Index(schema.build())
    index.register_tokenizer("ours", analyser.build())
    writer = index.writer(num_threads=1)
    for number, row in enumerate(data.passages):
        writer.add_document(tantivy.Document(text=f"{row.title}\n\n{row.text}", number=number))
    writer.commit()
    index.reload()
    searcher = index.searcher()

    def ask(question: str) -> list[str]:
        words = " ".join(re.findall(r"\w[\w\u0900-\u0963]*", question.lower()))
        if not words:
            return []
        query = index.parse_query(words, ["text"])
        return [
            data.passages[searcher.doc(address)["number"][0]].key
            for _score, address in searcher.search(query, DEPTH).hits
        ]

    return ask
