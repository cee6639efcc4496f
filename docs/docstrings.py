"""Brings docstrings onto the pages: those of the Rust core from the module itself, and every example as code."""

import importlib
import inspect
import re
from typing import Any

import griffe

CORE = "intrigue._core"
# Lines from a prompt to the next blank one, and on if a prompt follows; those under a heading of sections are indented.
EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*(?:\n\n>>> .*(?:\n.+)*)*", re.MULTILINE)


class Docstrings(griffe.Extension):
    """Complete what the sources and the stub say, before pages are written."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Give an object of the stub its docstring, and fence each example that starts at the margin of one."""
        if obj.is_class and "__new__" in obj.members:
            obj.members["__init__"] = obj.members.pop("__new__")  # whose arguments are shown beside the class
        if obj.docstring is None and obj.path.startswith(f"{CORE}.") and obj.name[0] != "_":
            value: Any = importlib.import_module(CORE)
            for name in obj.path.removeprefix(f"{CORE}.").split("."):
                value = getattr(value, name)
            if (inspect.isroutine(value) or inspect.isclass(value) or obj.parent is not obj.module) and value.__doc__:
                obj.docstring = griffe.Docstring(inspect.cleandoc(value.__doc__), parent=obj, parser="google")
        if obj.docstring is not None:
            fenced = EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
            obj.docstring.value = fenced
