"""What every process of a campaign needs, loaded and used once: the processes are copies of one.

Importing this does it. The libraries are loaded and not used, as JAX starts threads where it runs,
and threads are not copied.
"""

from __future__ import annotations

import gc

from campaign.case import case
from campaign.judge import judge
from campaign.oracles import asked

TRIED = 50  # cases, so that tables which fill as they are used are copied as well

asked()
for index in range(TRIED):
    judge(case(0, index))
gc.collect()
gc.freeze()
