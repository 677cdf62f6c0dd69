"""Random tests repeat exactly; HYPOTHESIS_PROFILE=deep looks further, and elsewhere each time."""

import os

from hypothesis import settings

settings.register_profile("quick", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("deep", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
