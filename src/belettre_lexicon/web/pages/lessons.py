"""Guided lessons: a game is learnt by playing one of its rounds with all cards open, a step at a time.

The lesson of a kind of game is at ``/learn/LESSON`` (``Kind.LESSON``). Nothing of it is stored: the address has the
step, what the person does in it, and the words that they said in earlier steps. The kind replays the round with its
engine up to there (``kinds.*.lesson``), so the rules are those of every other game. Start reading at ``lesson_route``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import urlencode

from litestar import Response
from litestar.handlers import HTTPRouteHandler

from ...french.letters import MAX_WORD
from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue
from ..edge.request_context import COOKIE_LIFETIME, language_of
from ..services import Request, services_of
from ..tables.kind import catalogue
from .render import page, render_page

#: The name of the catalogue with the sentences of lessons.
CATALOGUE = "learn"
#: The cookie with the step that a person has reached in a lesson, after the name of the lesson.
_COOKIE = "learn-"
#: The act of a person who asks to be shown a good move.
SHOW = "show"


class Answer(NamedTuple):
    """What a person does in a step of a lesson.

    step  the number of the step, from 1
    act   the button that they pressed: "show" for a good move, or one of the acts of the game; "" if none yet
    card  the card that they chose, as text; "" if none
    word  the word that they typed; "" if none
    said  the words that they said in earlier steps, by the number of the step
    """

    step: int
    act: str
    card: str
    word: str
    said: dict[int, str]


class Shown(NamedTuple):
    """What a step of a lesson shows.

    done     whether the person has done what the step asks for
    text     what to do or, once it is done, what has happened: two sentences at most
    refused  whether the rules refused what the person did, which is shown instead of what to do
    problem  why the person has to try again; "" if they have not tried, or have done it
    said     the words that the person has said, by the number of the step
    values   the values for the template of the game
    """

    done: bool
    text: str
    refused: bool
    problem: str
    said: dict[int, str]
    values: dict[str, Any]


class LessonPlace(NamedTuple):
    """A player around the table of a lesson.

    name    the name of the player
    side    the side of the table, as the felt names it; "bottom" for the person
    laid    the card that they have laid in the pli that is shown, as the game keeps it; None if they have not
    down    whether it lies face down
    number  their position in that pli, from 1
    holds   whether they hold the pli or, if it is finished, take it
    fresh   how many cards were laid between the person's and this one; 0 if it lay there before
    hand    the cards that they still hold, as the game keeps them
    """

    name: str
    side: str
    laid: Any
    down: bool
    number: int
    holds: bool
    fresh: int
    hand: Any


class Lesson(NamedTuple):
    """The lesson of a kind of game.

    name      its name in addresses and messages: the page is ``/learn/NAME``, the template ``learn_NAME.html``
    steps     the number of its steps
    show      returns what a step shows, for an answer, the lexicon and a language
    """

    name: str
    steps: int
    show: Callable[[Answer, Lexicon, str], Shown]

    def url(self, step: int, said: dict[int, str] | None = None) -> str:
        """Return the address of a step, with the words that were said in the steps before it."""
        words = {f"w{number}": word for number, word in (said or {}).items() if number < step}
        return f"/learn/{self.name}?{urlencode({'step': step, **words})}"


def lesson_route(lesson: Lesson) -> HTTPRouteHandler:
    """Return the route of the page of a lesson."""

    @page(f"/learn/{lesson.name}", words=True)
    def lesson_page(request: Request) -> Response[bytes]:
        """Return a step of the lesson. It remembers the step, so that the person can go on from there another day."""
        language = language_of(request)
        answer = read_answer(request.query_params, lesson.steps)
        shown = lesson.show(answer, services_of(request).games.lexicon, language)
        response = render_page(
            request,
            f"learn_{lesson.name}.html",
            tell=learn_catalogue(language),
            lesson=lesson,
            step=answer.step,
            answer=answer,
            shown=shown,
            back=lesson.url(answer.step - 1, shown.said) if answer.step > 1 else "/learn",
            onward=lesson.url(answer.step + 1, shown.said) if answer.step < lesson.steps else "",
            retry=lesson.url(answer.step, shown.said),
            **shown.values,
        )
        reached = 1 if shown.done and answer.step == lesson.steps else answer.step
        response.set_cookie(f"{_COOKIE}{lesson.name}", str(reached), max_age=COOKIE_LIFETIME, samesite="strict")
        return response

    return lesson_page


@page("/learn", words=True)
def learn_page(request: Request) -> Response[bytes]:
    """Return the page that lists the lessons, each with the step that the person has reached."""
    kinds = services_of(request).games.kinds
    lessons = [kind.LESSON for kind in kinds if kind.LESSON]
    reached = {name: _number(request.cookies.get(f"{_COOKIE}{name}", "")) for name in lessons}
    return render_page(request, "learn.html", tell=learn_catalogue(language_of(request)), reached=reached)


def learn_catalogue(language: str) -> Catalogue:
    """Return the sentences of the lessons and of the pages with rules, in a language."""
    return catalogue(language, CATALOGUE)


def read_answer(fields: Any, steps: int) -> Answer:
    """Return what a person does, from the parameters of an address; what is not understood counts as missing.

    fields  the parameters, as a mapping of texts
    steps   the number of steps of the lesson
    """
    step = min(max(_number(fields.get("step", "")), 1), steps)
    said = {number: fields.get(f"w{number}", "")[:MAX_WORD] for number in range(1, step)}
    return Answer(
        step,
        fields.get("do", "")[:MAX_WORD],
        fields.get("card", "")[:MAX_WORD],
        fields.get("word", "").strip()[:MAX_WORD],
        {number: word for number, word in said.items() if word},
    )


def _number(text: str) -> int:
    """Return a number of one or two digits; 0 for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0
