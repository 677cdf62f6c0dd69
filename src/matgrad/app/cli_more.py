"""The commands that take something other than one expression."""

from matgrad.app.cli_ask import ask, report
from matgrad.app.cli_network import network
from matgrad.app.cli_train import train

MORE = (network, train, ask, report)
