"""How names of programs are called in formulas: as they are, unless they mean something there."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from matgrad.errors import UnknownNameError
from matgrad.programs.listings.values import bare
from matgrad.syntax.scope import check_declared

_DIFFERENTIAL = re.compile(r"d_?([A-Za-z]\w*)")
CALLED = "{0} of the program is called {1} here"
ANEW = "{0} is set anew in the program; what it is then is called {1}"
_DIGITS = re.compile(r"\d+$")
_SHORT = {"weight": "W", "bias": "b"}  # of layers
_LETTERS = {"lambda_": "lam", "lmbda": "lam", "lambd": "lam", "lam": "lam"}


@dataclass
class Naming:
    """Which names are taken, and what each name of the program is called at the moment."""

    taken: set[str] = field(default_factory=set[str])
    called: dict[str, str] = field(default_factory=dict[str, str])
    notes: list[str] = field(default_factory=list[str])
    suffixes: dict[str, str] = field(default_factory=dict[str, str])  # of the parts of objects

    def label(self, label: str, *, has_arrays: bool, is_only: bool) -> None:
        """Choose how the parts of an object are called: W1 for fc1.W, W for those of only one."""
        above, _, last = label.rpartition(".")
        digits = _DIGITS.search(last)
        if last.isdigit():
            beside = [x for x in self.suffixes if above and x.rpartition(".")[0] == above]
            count = sum(1 for x in beside if self.suffixes[x].isdigit())
            found = "" if is_only else str(count + 1) if has_arrays else f"_{last}"
        else:
            found = digits[0] if digits else "" if is_only else f"_{last}"
        is_taken = found and found in self.suffixes.values()
        self.suffixes[label] = f"_{label.replace('.', '_')}" if is_taken else found

    def of_parts(self) -> dict[str, str]:
        """What parts of objects are called here, and their names: W1 for fc1.weight."""
        return {x: name for name, x in self.called.items() if "." in name}

    def _plain(self, name: str) -> str:
        """The name of a part of an object as if it were that of a value."""
        label, _, own = name.rpartition(".")
        if not label:
            return name
        own, end = _SHORT.get(own, own), self.suffixes.get(label, "")
        return f"{own}_{end}" if own[-1].isdigit() and end[:1].isdigit() else f"{own}{end}"

    def of(self, name: str) -> str:
        """What an input is called."""
        return self._keep(name, self._free(_allowed(self._plain(name))))

    def new(self, name: str, *, is_told: bool = True) -> str:
        """What a value is called that the program computes, perhaps not the first of its name."""
        if name in self.called:
            plain = self._plain(name)
            return self._keep(name, self._numbered(plain, 2), ANEW if is_told else "")
        chosen = self._free(_allowed(self._plain(name)))
        return self._keep(name, chosen, CALLED if is_told else "")

    def current(self, name: str) -> str:
        """What it is called now."""
        return self.called.get(name, "")

    def free(self, name: str) -> None:
        """Its last value has no name any more."""
        self.taken.discard(self.called.pop(name))

    def fresh(self, *letters: str) -> str:
        """A letter that nothing is called."""
        found = next((x for x in letters if x not in self.taken), letters[0])
        return self._keep(f"({found})", self._free(found), "")

    def _keep(self, name: str, chosen: str, words: str = CALLED) -> str:
        self.taken.add(chosen)
        self.called[name] = chosen
        is_derivative = "." in name and bare(name).startswith("d")
        if words and not is_derivative and chosen not in (name, bare(name), _turned(name)):
            self.notes.append(words.format(name, chosen))
        return chosen

    def _free(self, name: str) -> str:
        return name if name not in self.taken else self._numbered(name, 2)

    def _numbered(self, name: str, number: int) -> str:
        base = _allowed(name)
        base = base if not base[-1].isdigit() else f"{base}_"
        while (found := f"{base}_{number}".replace("__", "_")) in self.taken:
            number += 1
        return found


def _turned(name: str) -> str:
    """A derivative keeps its name for the eye: dW is d_W."""
    return f"d_{name[1:].lstrip('_')}" if name.startswith("d") else name


def _allowed(name: str) -> str:
    """A name that formulas can have: dx would be a differential there, sum a function."""
    name = _LETTERS.get(name, name.strip("_") or "v")
    if found := _DIFFERENTIAL.fullmatch(name):
        name = f"d_{found[1]}" if len(found[1]) < 3 else name
    try:
        check_declared(name, None)
    except UnknownNameError:
        return f"{name}_1"
    return name
