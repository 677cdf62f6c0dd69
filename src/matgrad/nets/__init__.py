"""Networks as expressions: built from layers, differentiated by the same engine, trained."""

from matgrad.nets.layers import Dense, dense
from matgrad.nets.network import Network, network
from matgrad.nets.sequences import attention, lstm, rnn

__all__ = ["Dense", "Network", "attention", "dense", "lstm", "network", "rnn"]
