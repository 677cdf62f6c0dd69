"""How Sphinx sets the documentation; `make site` calls it."""

from matgrad import __version__

project, author = "matgrad", "matgrad contributors"
version = release = __version__
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "matgrad"
html_copy_source = False
html_show_sourcelink = False
myst_heading_anchors = 3
suppress_warnings = ["myst.xref_missing"]  # links to files that are not in this folder
