/** Adding a widget, or a connection to an existing one, where a placement says. */

import { findOutlet } from '#flow/edit/definition-access.ts';
import { connectLabel } from '../document/edit-labels.ts';
import type { OpenFlow } from '../document/open-flow.ts';
import { connectWidget, type Placement, placeWidget } from '../document/place-widget.ts';
import { openConfig } from './open-config.ts';

/** Adds a widget of `type` as one undo step, and opens its Config with the caret in the first field. */
export function addPlacedWidget(
  flow: Pick<OpenFlow, 'document' | 'view'>,
  type: string,
  placement: Placement,
): void {
  const { document, view } = flow;
  const { definition } = document.getState().history.present;
  const added = placeWidget(definition, type, placement);
  const outlet = placement.kind === 'outlet' ? findOutlet(definition, placement.from)?.outlet : null;
  const isInserted = typeof outlet?.next === 'string';
  document.apply(
    { name: isInserted ? 'insertWidget' : 'addWidget', widget: added.id },
    () => added.definition,
  );
  view.setState({ quickAdd: null });
  openConfig(flow, added.id);
}

/** Connects the outlet that quick add was opened from to an existing widget, and closes the list. */
export function connectPlacement({ document, view }: OpenFlow, { from }: Placement, widget: string): void {
  const { definition } = document.getState().history.present;
  if (from !== null)
    document.apply(connectLabel(definition, from, widget), (now) => connectWidget(now, from, widget));
  view.setState({ quickAdd: null });
}
