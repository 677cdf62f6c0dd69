"""A classifier in the manner of scikit-learn, trained with the derived gradients."""

from __future__ import annotations

from typing import Any

from matgrad.nets.data import Data
from matgrad.nets.training import Settings, Trained, train
from matgrad.optional import load

_base: Any = load("sklearn.base")
_validation: Any = load("sklearn.utils.validation")
_multiclass: Any = load("sklearn.utils.multiclass")


class MatgradClassifier(_base.ClassifierMixin, _base.BaseEstimator):
    """A network with dense layers and softmax cross-entropy.

    >>> from matgrad.nets.estimator import MatgradClassifier
    >>> MatgradClassifier(hidden=(4,), seed=1).get_params()["hidden"]
    (4,)
    """

    def __init__(  # noqa: PLR0913, PLR0917 - scikit-learn takes each setting by name
        self, hidden: tuple[int, ...] = (128,), activation: str = "relu", optimizer: str = "adam",
        rate: float | None = None, momentum: float = 0.9, batch_size: int = 32, epochs: int = 200,
        decay: float = 1e-3, patience: int = 20, validation: float = 0.1, seed: int = 0,
        code: str = "numpy",
    ) -> None:  # fmt: skip
        self.hidden = hidden
        self.activation = activation
        self.optimizer = optimizer
        self.rate = rate
        self.momentum = momentum
        self.batch_size = batch_size
        self.epochs = epochs
        self.decay = decay
        self.patience = patience
        self.validation = validation
        self.seed = seed
        self.code = code

    def fit(self, X: Any, y: Any) -> MatgradClassifier:
        """Train on samples in rows."""
        X, y = _validation.validate_data(self, X, y, dtype="float64")
        _multiclass.check_classification_targets(y)
        if len(set(y.tolist())) < 2:  # scikit-learn expects this kind of error
            raise ValueError("the labels have one class only; two are needed")
        np: Any = load("numpy")
        given: dict[str, Any] = {
            **self.get_params(),
            "hidden": tuple(np.atleast_1d(self.hidden).tolist()),
        }
        settings = Settings(**given)
        self.trained_: Trained = train(Data(X, y, "data"), settings)
        self.classes_ = self.trained_.classes
        self.n_iter_ = len(self.trained_.state.history)
        return self

    def predict_proba(self, X: Any) -> Any:
        """The probability of each class."""
        _validation.check_is_fitted(self)
        X = _validation.validate_data(self, X, dtype="float64", reset=False)
        return self.trained_.probabilities(X)

    def predict(self, X: Any) -> Any:
        """The likeliest class of each sample."""
        _validation.check_is_fitted(self)
        return self.classes_[self.predict_proba(X).argmax(axis=-1)]
