"""What stands before the first line of a document: settings and commands of Typst and LaTeX."""

SETTING = """#set page(paper: "a4", margin: 2.2cm, numbering: "1")
#set text(size: 10.5pt)
#set par(leading: 0.6em)
#show heading.where(level: 1): set text(size: 14pt)
#show heading.where(level: 2): set text(size: 11pt, fill: luma(70))
#show heading: set block(above: 1.3em, below: 0.7em)
#let tall(body) = pad(y: 0.45em, body)
// Formulas reach out of their lines by 0.7 of the leading: those of a negative one keep apart.
#let apart(leading, top, bottom, body) = {
  set par(leading: leading)
  set text(top-edge: top, bottom-edge: bottom)
  body
}
#let long(body) = pad(top: -0.45em, bottom: -0.35em, block(apart(-0.4em, 0.95em, -0.6em, body)))
// A formula and its reason stay on one page, unless they fill it.
#let together(body) = context {
  block(breakable: measure(block(width: 14cm, body)).height > 15cm, body)
}
#let why(body) = text(size: 8.5pt, fill: luma(100), body)
#let cell(width, body) = box(width: width, baseline: 50% - 0.3em,
  apart(-0.1em, 0.85em, -0.35em, body))
#let fit(room, body) = context {
  let part = room.to-absolute() / measure(body).width
  if part >= 1 { body }
  else { box(baseline: 50% - 0.4em, scale(100% * part, reflow: true, body)) }
}
"""

PREAMBLE = r"""\documentclass[11pt,a4paper]{article}
\usepackage{iftex}
\ifPDFTeX
  \usepackage[utf8]{inputenc}
  \usepackage[T1]{fontenc}
  \IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\fi
\usepackage{amsmath,amssymb,graphicx,textcomp}
% straight quotes in code
\makeatletter
\begingroup\catcode`'=\active \catcode``=\active
\gdef\straight{\let`\textasciigrave \let'\textquotesingle}\endgroup
\g@addto@macro\@noligs{\straight}
\makeatother
\usepackage[margin=2.2cm]{geometry}
\setlength{\parindent}{0pt}
\setlength{\parskip}{2pt}
\setlength{\lineskip}{3pt}
\setlength{\lineskiplimit}{2pt}
\setcounter{MaxMatrixCols}{100}
\renewcommand{\arraystretch}{1.2}
\emergencystretch=8em
\raggedright
\allowdisplaybreaks
% a reason at the right end of the line, or of the next one if there is no room
\newcommand{\why}[1]{\unskip\nobreak\hfil\penalty50\hskip1.5em\hbox{}\nobreak\hfill
  \mbox{\footnotesize #1}}
% a long reason, below its line
\newcommand{\whybelow}[1]{\par{\leftskip=8em plus 1fil \rightskip=0pt \parfillskip=0pt
  \footnotesize #1\par}}
% a place where a product may go on in the next line
\newcommand{\orbreak}{\penalty800 }
% what is made as small as there is room for, and an entry of a matrix of a given width
\newsavebox{\tried}
\newcommand{\fit}[2]{\vcenter{\hbox{\sbox{\tried}{$\displaystyle #2$}%
  \ifdim\wd\tried>#1em \resizebox{#1em}{!}{\usebox{\tried}}\else\usebox{\tried}\fi}}}
\newcommand{\cell}[2]{\parbox{#1em}{\raggedright\vspace{3pt}$#2$\vspace{3pt}}}
"""
FOREIGN = r"""\newcommand{\foreign}[2]{\ifPDFTeX
  \ifcsname u8:\detokenize{#1}\endcsname\else\DeclareUnicodeCharacter{#2}{\texttt{[U+#2]}}\fi
  \else\iffontchar\font"#2 \else\begingroup\lccode`~="#2 \lowercase{\endgroup\protected\def~}%
  {\texttt{[U+#2]}}\catcode"#2=\active\fi\fi}
"""
