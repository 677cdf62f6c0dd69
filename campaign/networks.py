"""Random networks: layers of all kinds, recurrent cells and attention, with every loss."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from matgrad.core.walk import count
from matgrad.nets import Dense, Network, attention, dense, lstm, network, rnn
from matgrad.nets.layers import ACTIVATIONS
from matgrad.nets.losses import LOSSES

WIDTHS = ("n", "k", "m", 1, 2, 3)
LARGEST = 150  # nodes; a cell of LSTM has more than a hundred


class Question(NamedTuple):
    """A network, and what is asked about it."""

    kind: str
    wrt: tuple[str, ...]
    network: Network
    as_built: bool  # or as it reads when it was printed


def question(random: Random) -> Question:
    """A network and some of its parameters, or its input, to differentiate by."""
    while _size(net := _drawn(random)) > LARGEST:
        pass
    variables = [*net.parameters, net.inputs] if net.inputs in net.symbols else net.parameters
    number = min(len(variables), random.choice((1, 1, 2, 3)))
    kind = random.choice(("gradient", "gradient", "gradient", "differential"))
    return Question(kind, tuple(random.sample(variables, number)), net, random.random() < 0.5)


def _size(net: Network) -> int:
    return count(*(d.value for d in net.definitions), net.function)


def _drawn(random: Random) -> Network:
    loss = random.choice([*LOSSES])
    kind = random.random()
    if kind < 0.06:
        return attention(loss=loss)
    if kind < 0.12:
        return rnn(random.choice((1, 2, 3)), loss=loss)
    if kind < 0.15:
        return lstm(1, loss=loss)
    batch = random.choice((None, None, "N", 2))
    inputs = random.choice(WIDTHS)
    layers, width = list[Dense](), inputs
    for _ in range(random.choice((1, 2, 2, 3, 4))):
        same = random.random() < 0.3
        width = width if same else random.choice(WIDTHS)
        layers.append(_layer(width, same, random))
    plain = random.random() < 0.8
    decay = random.random() < 0.2
    last = dense(random.choice(WIDTHS)) if plain else layers.pop()
    return network([inputs, *layers, last], loss=loss, weight_decay=decay, batch=batch)


def _layer(width: int | str, same: bool, random: Random) -> Dense:
    return dense(
        width,
        random.choice([*ACTIVATIONS]),
        bias=random.random() < 0.8,
        residual=same and random.random() < 0.6,
        dropout=random.random() < 0.1,
        layer_norm=random.random() < 0.1,
    )
