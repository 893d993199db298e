"""What a site may switch (spec 1, §4): one field a switch, each with its default and why."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GateRules:
    """The switches of one gate. The base checks (range, missing, values, voice) have none: they always run."""

    #: Proper names of a cited sentence must occur in a supplied source or in the question. Only where the language's
    #: module says that names are checked (English): measured, it stops far more inventions than grounded sentences.
    names: bool = True
    #: An uncited sentence that holds a proper name needs a marker, however short. Follows ``names``: it reads the
    #: same names, and a claim about somebody is what a short sentence can still smuggle in.
    names_need_marker: bool = True
    #: A value is vouched for by the source cited in its own clause. On: a figure moved from one source to the other
    #: is an invention, and models put markers where they mean them.
    per_clause: bool = True
    #: The visitor's question vouches for names and plain counts. On: repeating them is no invention.
    question_vouches: bool = True
    #: ``about 1,200`` is vouched for by 1,187. On, strictly: loose rounding would pass "at least 18".
    rounding: bool = True
    #: ``more than 300`` is vouched for by 340. On, within a quarter: it reads as the careful reader does.
    bounds: bool = True
    #: First-person words inside quotation marks pass when the quoted words stand in a cited source. On: the words
    #: are then another's.
    quoted_first_person: bool = True
