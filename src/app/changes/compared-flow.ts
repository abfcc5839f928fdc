/** Two definitions as one drawing: the later one, with what it no longer has as ghosts at their old places. */

import { renameWidgets } from '#flow/change/rename-widgets.ts';
import { type FlowDefinition, offsetOf, propertiesOf, type State } from '#flow/definition.ts';
import type { Change } from '#flow/diff/change.ts';
import { renamesOf } from '#flow/diff/change.ts';
import { type Cord, cordsOf, type Outlet, outletsOf } from '#flow/graph.ts';
import type { ChangeMark, ChangeMarks } from '../canvas/canvas-props.ts';
import type { ChangeGroup } from './change-groups.ts';

export type ComparedFlow = { definition: FlowDefinition; marks: ChangeMarks };

/** Steps by which a ghost moves aside where a widget stands at its old place, in canvas units. */
const aside = 40;

/**
 * What the canvas draws for the changes from `before` to `after`. `groups` are those to mark: of a removed widget that
 * is not among them there is no ghost.
 */
export function comparedFlow(
  before: FlowDefinition,
  after: FlowDefinition,
  changes: readonly Change[],
  groups: readonly ChangeGroup[],
): ComparedFlow {
  const earlier = renameWidgets(before, renamesOf(changes));
  const widgets = new Map(
    groups.flatMap(({ widget, mark }): [string, ChangeMark][] => (widget === null ? [] : [[widget, mark]])),
  );
  const ghosts = ghostsOf(earlier, after, widgets);
  const definition = { ...after, states: [...after.states, ...ghosts] };
  const [drawn, former] = [cordsOf(definition), cordsOf(earlier)];
  const known = countConnections(former);
  const isShown = (cord: Cord) => widgets.has(cord.from) || widgets.has(cord.to);
  const cords = new Map<string, 'added' | 'removed'>();
  for (const cord of drawn) {
    if (widgets.get(cord.from) === 'removed') cords.set(cord.id, 'removed');
    else if (!takeConnection(known, cord) && isShown(cord)) cords.set(cord.id, 'added');
  }
  const left = countConnections(drawn);
  const gone = former.filter((cord) => !takeConnection(left, cord) && isShown(cord));
  return { definition, marks: { widgets, cords, removedCords: removedCords(gone, earlier, definition) } };
}

/** The removed widgets, each at its old place or next to a widget that stands there now. */
function ghostsOf(
  earlier: FlowDefinition,
  after: FlowDefinition,
  marks: ReadonlyMap<string, ChangeMark>,
): State[] {
  const taken = new Set(after.states.map((state) => placeKey(offsetOf(state))));
  return earlier.states.flatMap((state) => {
    if (marks.get(state.name ?? '') !== 'removed') return [];
    const place = offsetOf(state);
    if (place === null) return [state];
    let { x, y } = place;
    while (taken.has(placeKey({ x, y }))) [x, y] = [x + aside, y + aside];
    taken.add(placeKey({ x, y }));
    return [{ ...state, properties: { ...propertiesOf(state), offset: { x, y } } }];
  });
}

/** Widgets at places of the same cell of a coarse grid hide each other. */
function placeKey(place: { x: number; y: number } | null): string {
  return place === null ? '' : `${Math.round(place.x / aside)} ${Math.round(place.y / aside)}`;
}

/** Cords that only the earlier definition has, from outlets of widgets that are still there; ghosts draw their own. */
function removedCords(
  gone: readonly Cord[],
  earlier: FlowDefinition,
  drawn: FlowDefinition,
): ChangeMarks['removedCords'] {
  const [was, is] = [byName(earlier), byName(drawn)];
  return gone.flatMap(({ id, from, outlet: key, event, to }) => {
    const [source, target] = [is.get(from), is.get(to)];
    if (source === undefined || target === undefined) return [];
    const label = outletsOf(was.get(from) ?? {}).find((each) => each.key === key)?.label;
    const outlet = sameOutlet(outletsOf(source), event, label);
    return outlet === undefined ? [] : [{ id: `removed ${id}`, from, outlet: outlet.key, to }];
  });
}

function byName({ states }: FlowDefinition): Map<string, State> {
  return new Map(states.map((state) => [state.name ?? '', state]));
}

/** The outlet from which a removed cord is drawn: that of its event and label; for a removed branch a neighbour. */
function sameOutlet(
  outlets: readonly Outlet[],
  event: string,
  label: string | undefined,
): Outlet | undefined {
  const ofEvent = outlets.filter((each) => each.event === event);
  return ofEvent.find((each) => each.label === label) ?? ofEvent.at(-1) ?? outlets.at(-1);
}

/** How often each connection occurs: branches of one event may lead to the same widget. */
function countConnections(cords: readonly Cord[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const cord of cords) counts.set(connectionKey(cord), (counts.get(connectionKey(cord)) ?? 0) + 1);
  return counts;
}

/** Takes one connection like `cord` from the counts; false when none is left. */
function takeConnection(counts: Map<string, number>, cord: Cord): boolean {
  const count = counts.get(connectionKey(cord)) ?? 0;
  if (count > 0) counts.set(connectionKey(cord), count - 1);
  return count > 0;
}

function connectionKey({ from, event, to }: Cord): string {
  return JSON.stringify([from, event, to]);
}
