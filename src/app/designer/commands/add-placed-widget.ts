/** Adding a widget, or a connection to an existing one, where a placement says. */

import { type FlowDefinition, propertiesOf } from '#flow/definition.ts';
import { findOutlet } from '#flow/edit/definition-access.ts';
import { widgetIds } from '#flow/graph.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { firstFieldToFill } from '../../inspector/first-field.ts';
import { newBranchPlace } from '../../inspector/focus-control.ts';
import { connectLabel } from '../document/edit-labels.ts';
import type { OpenFlow } from '../document/open-flow.ts';
import { connectWidget, type Placement, placeWidget } from '../document/place-widget.ts';
import { isReadyMade, type ReadyMade } from '../finding/ready-made.ts';
import { selectWidgets } from '../view-store.ts';

/**
 * Adds a widget of `type` as one undo step, and opens its Config with the caret in the first field. What is ready-made
 * opens its composer.
 */
export function addPlacedWidget(
  flow: Pick<OpenFlow, 'document' | 'view'>,
  type: string,
  placement: Placement,
): void {
  const { document, view } = flow;
  const { definition } = document.getState().history.present;
  if (isReadyMade(type)) {
    const composing = startingPlace(definition, type, placement);
    view.setState({ quickAdd: null, dialog: type, composing });
    return;
  }
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

/** Ask begins at a message and Phone menu at a call: at that event of the trigger, when it is free. */
function startingPlace(definition: FlowDefinition, type: ReadyMade, placement: Placement): Placement {
  const trigger = definition.states.findIndex((state) => state.type === 'trigger');
  const widget = widgetIds(definition)[trigger];
  if (widget === undefined) return placement;
  const { from } = placement;
  const isOther =
    from === null
      ? definition.states.length === 1
      : from.widget === widget &&
        (type === 'ask' ? from.outlet === 'incomingCall' : from.outlet !== 'incomingCall');
  const start = { widget, outlet: type === 'ask' ? 'incomingMessage' : 'incomingCall' };
  const isFree = findOutlet(definition, start)?.outlet.next === null;
  return isOther && isFree ? { kind: 'outlet', from: start } : placement;
}

/** Connects the outlet that quick add was opened from to an existing widget, and closes the list. */
export function connectPlacement({ document, view }: OpenFlow, { from }: Placement, widget: string): void {
  const { definition } = document.getState().history.present;
  if (from !== null)
    document.apply(connectLabel(definition, from, widget), (now) => connectWidget(now, from, widget));
  view.setState({ quickAdd: null });
}

/** Selects the widget alone, opens its Config and requests the focus for its first field that is to be filled in. */
function openConfig({ document, view }: Pick<OpenFlow, 'document' | 'view'>, widget: string): void {
  const { definition } = document.getState().history.present;
  const index = widgetIds(definition).indexOf(widget);
  const state = definition.states[index];
  const type = widgetType(state?.type);
  selectWidgets(view, new Set([widget]));
  if (state === undefined || type === undefined) return;
  const field = firstFieldToFill(state);
  // A split that knows what it tests waits for its conditions.
  const isFilled = type.repeats !== undefined && propertiesOf(state)[field ?? ''] !== '';
  const place = isFilled ? newBranchPlace : field === null ? 'name' : `properties/${field}`;
  view.setState({
    tab: 'config',
    settingsOpen: true,
    reveal: [widget],
    focusRequest: { pointer: `#/states/${index}/${place}` },
  });
}
