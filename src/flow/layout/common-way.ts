/** The way through a flow that most contacts take, as far as the flow itself tells. */

import type { FlowDefinition } from '../definition.ts';
import { type Cord, cordsOf, widgetIds } from '../graph.ts';
import { widgetType } from '../widgets/widget-types.ts';

/**
 * The ids of its cords, from the first of the trigger on: of each widget the first answer of a split that leads on, else the event
 * that its type names first, which is that it went well, else the first cord. It ends where nothing new follows. Grows: n in widgets.
 */
export function commonWay(definition: FlowDefinition): Set<string> {
  const ids = widgetIds(definition);
  const states = new Map(definition.states.map((state, index) => [ids[index] ?? '', state]));
  const cordsFrom = Map.groupBy(cordsOf(definition), ({ from }) => from);
  const way = new Set<string>();
  const passed = new Set<string>();
  let at = ids.find((id) => states.get(id)?.type === 'trigger');
  while (at !== undefined) {
    passed.add(at);
    const onward: Cord[] = (cordsFrom.get(at) ?? []).filter(({ to }) => !passed.has(to));
    const state = states.get(at);
    // How it begins is no matter of success.
    const type = state?.type === 'trigger' ? undefined : widgetType(state?.type);
    const event = type?.repeats ?? type?.events[0]?.name;
    const next: Cord | undefined = onward.find((cord) => cord.event === event) ?? onward[0];
    if (next !== undefined) way.add(next.id);
    at = next?.to;
  }
  return way;
}
