"""Random problems, put through the whole pipeline in search of a wrong answer.

`python -m campaign --cases 1000 --seed 1` runs a campaign, `--case 1:17` repeats one case of it.
"""
