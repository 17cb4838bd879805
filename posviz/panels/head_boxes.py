"""The controls of one head of attention, which all panels that compute one share."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject

from posviz.model.positional.schemes import SCHEMES
from posviz.panels.forward_pass import has_block
from posviz.session import Session
from posviz.state import State
from posviz.state_fields import MAX_HEAD_WIDTH, MAX_HEADS, MAX_SEED
from posviz.widgets.control_row import ControlRow, show_choice, show_switch


class HeadBoxes(QObject):
    """Controls for scheme, mask, weights, width and seed of the session's head of attention.

    What would change nothing is hidden: the heads where the scheme is the same for all, the
    width where the weights are left out, √d before LayerNorm.

    Parameters
    ----------
    controls
        The row that they are added to.
    session
        What they change.
    with_input
        Whether √d and dropout, which act on the way to Z, are among them.
    """

    def __init__(self, controls: ControlRow, session: Session, *, with_input: bool = True) -> None:
        super().__init__(controls)
        self._session = session
        self._controls = controls
        names = [
            (name, QCoreApplication.translate("SchemesPanel", scheme.title))
            for name, scheme in SCHEMES.items()
        ]
        self._scheme = controls.add_choice(self.tr("scheme"), names, self._on_scheme)
        self._scheme.setAccessibleName(self.tr("How position comes in"))
        self._heads = controls.add_number(
            self.tr("heads"), self._on_heads, 1, MAX_HEADS, name=self.tr("Number of heads")
        )
        self._head = controls.add_number(
            self.tr("head"), self._on_head, 0, MAX_HEADS - 1, name=self.tr("Head, counted from 0")
        )
        self._causal = controls.add_switch(self.tr("causal mask"), self._on_causal)
        self._causal.setToolTip(self.tr("No query sees a later key"))
        self._identity = controls.add_switch(self.tr("q = k = v = z"), self._on_identity)
        self._identity.setAccessibleName(self.tr("Identity weights: q, k and v are z itself"))
        self._identity.setToolTip(self._identity.accessibleName())
        self._width = controls.add_number(
            "h",
            self._on_width,
            2,
            MAX_HEAD_WIDTH,
            geometric=True,
            name=self.tr("Width h of a head"),
        )
        self._scale = self._dropout = None
        if with_input:
            self._scale = controls.add_switch("x · √d", self._on_scale)
            self._scale.setToolTip(self.tr("Multiply x by √d before position comes in"))
            self._dropout = controls.add_switch(self.tr("dropout"), self._on_dropout)
            self._dropout.setToolTip(
                self.tr("Drop a tenth of the numbers, as in training; the seed says which")
            )
        self._seed = controls.add_number(
            self.tr("seed"), self._on_seed, 0, MAX_SEED, name=self.tr("Seed of all that is random")
        )

    def show_values(self, state: State) -> None:
        """Show the values without telling anybody."""
        shown = self._controls.set_shown
        by_head = state.scheme in ("alibi", "t5")
        show_choice(self._scheme, state.scheme)
        self._heads.show_value(state.heads)
        self._head.setRange(0, state.heads - 1)
        self._head.show_value(state.head)
        shown(self._heads, by_head)
        shown(self._head, by_head)
        show_switch(self._causal, state.causal)
        show_switch(self._identity, state.identity_weights)
        self._width.show_value(state.head_width)
        shown(self._width, not state.identity_weights)
        self._seed.show_value(state.seed)
        if self._scale is not None and self._dropout is not None:
            show_switch(self._scale, state.scale)
            shown(self._scale, not has_block(state))
            show_switch(self._dropout, state.dropout)

    def _on_scheme(self, value: str) -> None:
        self._session.update(scheme=value)

    def _on_heads(self, value: float) -> None:
        self._session.update(heads=int(value))

    def _on_head(self, value: float) -> None:
        self._session.update(head=int(value))

    def _on_causal(self, on: bool) -> None:
        self._session.update(causal=on)

    def _on_identity(self, on: bool) -> None:
        self._session.update(identity_weights=on)

    def _on_width(self, value: float) -> None:
        self._session.update(head_width=int(value) // 2 * 2)
        self._width.show_value(self._session.state.head_width)  # an odd one is made even

    def _on_scale(self, on: bool) -> None:
        self._session.update(scale=on)

    def _on_dropout(self, on: bool) -> None:
        self._session.update(dropout=on)

    def _on_seed(self, value: float) -> None:
        self._session.update(seed=int(value))
