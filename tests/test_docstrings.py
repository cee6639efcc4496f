"""The docstrings of the public names: each in the form of this project, all arguments explained, and examples that run.

Those of the core are why they run here: `pytest --doctest-modules` does not see into a compiled module.
"""

import doctest
import inspect
from collections.abc import Iterator

import pytest

import intrigue


def documented() -> Iterator[tuple[str, object]]:
    """List what people see: functions, classes, and the members of those of the core."""
    for name in intrigue.__all__:
        value = getattr(intrigue, name)
        if callable(value):
            yield name, value
        if value in (intrigue.Rules, intrigue.Deal, intrigue.Position, intrigue.Result):
            yield from ((f"{name}.{member}", getattr(value, member)) for member in vars(value) if member[0] != "_")


DOCUMENTED = dict(documented())


@pytest.mark.parametrize("name", DOCUMENTED)
def test_a_docstring_says_first_in_one_sentence_what_is_done(name: str) -> None:
    text = inspect.getdoc(DOCUMENTED[name])
    assert text, name
    first, _, rest = text.partition("\n")
    assert first[0].isupper(), first
    assert first[-1] == ".", first
    assert not rest or rest.startswith("\n"), "a blank line after the first"


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_argument_is_explained(name: str) -> None:
    value = DOCUMENTED[name]
    if not callable(value) or (inspect.isclass(value) and value not in (intrigue.Deal, intrigue.Position)):
        return  # no function, and no class that callers make
    signature = inspect.signature(value)
    text = inspect.getdoc(value) or ""
    for argument in signature.parameters.values():
        if argument.name != "self":
            assert f"    {str(argument).partition('=')[0].partition(':')[0]}: " in text, argument


@pytest.mark.parametrize("name", DOCUMENTED)
def test_examples_run(name: str) -> None:
    text = inspect.getdoc(DOCUMENTED[name]) or ""
    examples = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_there_are_examples() -> None:
    examples = [name for name, value in DOCUMENTED.items() if ">>> " in (inspect.getdoc(value) or "")]
    assert len(examples) >= 12, examples
