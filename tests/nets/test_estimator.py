"""The classifier obeys the rules of scikit-learn."""

import pickle
import warnings

import numpy as np
import pytest

from matgrad.optional import available, load

if not available("sklearn.utils.estimator_checks"):
    pytest.skip("scikit-learn is not installed", allow_module_level=True)

import matgrad as mg

X = np.random.default_rng(0).standard_normal((80, 3))
Y = np.where(X[:, 0] > 0, "up", "down")


def test_it_passes_the_checks_of_scikit_learn():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        load("sklearn.utils.estimator_checks").check_estimator(
            mg.MatgradClassifier(hidden=(16,), epochs=100)
        )


def test_a_fitted_classifier_can_be_pickled():
    fitted = mg.MatgradClassifier(hidden=(4,), epochs=3).fit(X, Y)
    again = pickle.loads(pickle.dumps(fitted))
    np.testing.assert_array_equal(again.predict_proba(X), fitted.predict_proba(X))


def test_probabilities_sum_to_one():
    fitted = mg.MatgradClassifier(hidden=(4,), epochs=3).fit(X, Y)
    np.testing.assert_allclose(fitted.predict_proba(X).sum(axis=1), 1)
