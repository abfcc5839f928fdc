/** Showing a widget that has just been added: selected, in view, with the caret in the first field of its Config. */

import { propertiesOf } from '#flow/definition.ts';
import { widgetIds } from '#flow/graph.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { firstFieldToFill } from '../../inspector/first-field.ts';
import { newBranchPlace } from '../../inspector/focus-control.ts';
import type { OpenFlow } from '../document/open-flow.ts';
import { selectWidgets } from '../view-store.ts';

/** Selects the widget alone, opens its Config and requests the focus for its first field that is to be filled in. */
export function openConfig({ document, view }: Pick<OpenFlow, 'document' | 'view'>, widget: string): void {
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
