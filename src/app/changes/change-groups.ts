/** The changes of a comparison by widget, as the list shows them and as the canvas marks them. */

import { type FlowDefinition, offsetOf } from '#flow/definition.ts';
import { type Change, type ChangeKind, isLayoutChange } from '#flow/diff/change.ts';
import type { ChangeMark } from '../canvas/canvas-props.ts';
import type { Tone } from '../ui/marks/pill.tsx';

/** Everything that changed in one widget; `widget` is null for the flow itself. `mark` is the most telling change. */
export type ChangeGroup = { widget: string | null; mark: ChangeMark; changes: readonly Change[] };

/** The marks from the most telling to the least, which is also the order of the legend. */
export const changeMarks: readonly ChangeMark[] = ['added', 'removed', 'changed', 'renamed', 'moved'];

export const markTones: { readonly [M in ChangeMark]: Tone } = {
  added: 'live',
  removed: 'danger',
  changed: 'warn',
  renamed: 'warn',
  moved: 'neutral',
};

const markOfKind: { readonly [K in ChangeKind]: ChangeMark } = {
  'widget-added': 'added',
  'widget-removed': 'removed',
  'widget-renamed': 'renamed',
  'widget-moved': 'moved',
  'property-changed': 'changed',
  'condition-changed': 'changed',
  'connection-changed': 'changed',
  'flow-changed': 'changed',
};

/** The changes by widget in reading order of the canvas, what belongs to the flow first. */
export function groupChanges(
  changes: readonly Change[],
  before: FlowDefinition,
  after: FlowDefinition,
): ChangeGroup[] {
  const places = new Map(
    [...before.states, ...after.states].map((state) => [state.name ?? '', offsetOf(state)]),
  );
  const placeOf = ({ widget }: ChangeGroup) => (widget === null ? null : (places.get(widget) ?? null));
  return [...Map.groupBy(changes, ({ widget }) => widget ?? null)]
    .map(([widget, own]) => ({ widget, mark: markOfChanges(own), changes: own }))
    .sort((a, b) => {
      if (a.widget === null || b.widget === null)
        return Number(b.widget === null) - Number(a.widget === null);
      const [one, other] = [placeOf(a) ?? farAway, placeOf(b) ?? farAway];
      return one.y - other.y || one.x - other.x;
    });
}

/** The changes without those of positions, notes and the description. */
export function withoutLayout(changes: readonly Change[]): Change[] {
  return changes.filter((each) => !isLayoutChange(each));
}

const farAway = { x: Number.MAX_SAFE_INTEGER, y: Number.MAX_SAFE_INTEGER };

/** The most telling of what changed in one place. */
export function markOfChanges(changes: readonly Change[]): ChangeMark {
  const marks = new Set(changes.map(({ kind }) => markOfKind[kind]));
  return changeMarks.find((mark) => marks.has(mark)) ?? 'changed';
}
