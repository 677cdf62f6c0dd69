"""Words that many patterns search for, each in one place."""

from __future__ import annotations

import re

DERIVATIVE = r"(?:gradient|derivative|hessian|jacobian)"
MADE = (  # of another function, where words have no formula: its reciprocal
    r"(?:(?:natural\s+)?log(?:arithm)?|square(?:\s+root)?|reciprocal|exponential|cube|negative|inverse"
    r"|root|absolute\s+value|sine|cosine|(?:second|third|fourth)\s+power)"
)
RESPECT = r"(?:with respect to|w\.?\s?r\.?\s?t\.?|with regard to)"
ABOUT = r"(?:about|roughly|approximately|approx\.?|around|nearly|close\s+to)"
JUST = r"(?:(?:just|simply|really|indeed|then|always|also|again|still)\s+)*"  # before an answer
SMOOTHLY = r"(?:(?:smooth|differentiab|continuous|analytical)ly\s+)?"  # depends
ENTRYWISE = r"(?:element|component|entry|coordinate|point)-?\s?wise"
# Behind “are”: what is said of derivatives, not of the variables before it.
WANTED = (
    r"(?:\s+(?:all|both|also|now|still|then|usually|often|only))*\s+(?:needed|required|wanted|asked|sought"
    r"|requested|desired|missing|necessary|of\s+interest|what|computed|found|obtained|derived"
    r"|calculated|evaluated|called\s+for|to\s+be\s+(?:computed|found|derived|determined)|as\s+follows|easy|hard|straightforward|unclear)\b"
)
# Letters for a derivative that is given: by a matrix, and by a vector.
GIVEN_MATRICES, GIVEN_VECTORS = "GHKQ", "gqkp"
# The function itself, not one that is made of it.
RELU = r"(?<!leaky[- ])(?<!parametric )(?<!squared )(?<!smooth )(?<!shifted )\bre-?lu\b"
RECTIFIED = r"(?<!leaky[- ])(?<!parametric )(?<!squared )\brectif"
# What makes a gradient zero under another name: the maximum likelihood estimate, the MLE.
ESTIMATE = (
    r"(?:(?:least[- ]squares|OLS|WLS|GLS|ridge|MAP|closed[- ]form|maximum[- ]likelihood|ML)\s+"
    r"(?:solution|estimat\w+)|MLE)"
)
# Nouns for a point at which something is evaluated.
POINT = (
    r"(?:minim(?:um|i[sz]er)|maxim(?:um|i[sz]er)|optim(?:um|i[sz]er)|extremum|extremi[sz]er|saddle"
    r"|points?|vertex|corner|position|location|place|spot|guess|iterate|start|cent(?:er|re)"
    r"|equilibrium|configuration|peak|apex|coordinates?|inflection)"
)
ALL_NUMBERS = "All letters are numbers."
# Words for what is measured by numbers.
QUANTITIES = re.compile(
    r"\b(?:radius|diameter|heights?|areas?|volumes?|spheres?|cylinders?|cones?|temperatures?"
    r"|mass(?:es)?|speed|velocity|acceleration|kinetic|energy|power|heat(?:ing)?|pressure|charges?"
    r"|voltage|currents?|resistances?|resistor|capacit(?:or|ance)|induct(?:or|ance)|circuit|ohmic"
    r"|forces?|gravitational|springs?|pendulum|deflection|beam|cable|wire|gas|moment of inertia"
    r"|torque|revenue|profits?|prices?|demand|supply|wages?|income|tax(?:es)?|monopol\w+"
    r"|duopol\w+|firms?|marginal|fixed costs?|total costs?|production function|population"
    r"|concentration|momentum|stiffness|entropy|enthalpy|electric\w*|magnet\w*|frequency|distance"
    r"|friction|density of (?:the )?(?:air|water|gas)|drag|elastic|potential energy)\b",
    re.I,
)
