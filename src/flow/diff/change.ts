/** The changes from one definition to another, as programs read them and as people do. */

import { annotationKeys } from '../canonical/canonical.ts';
import type { Json } from '../json/json.ts';
import { type Pointer, pathOf } from '../json/json-pointer.ts';

export const changeKinds = [
  'widget-added',
  'widget-removed',
  'widget-renamed',
  'widget-moved',
  'property-changed',
  'condition-changed',
  'connection-changed',
  'flow-changed',
] as const;

export type ChangeKind = (typeof changeKinds)[number];

/**
 * One change. `widget` is the name after (before, where it was removed), `was` the former name of a renamed one.
 * `path` is the place in the later definition (in the earlier one for what was removed). `before` and `after` are whole
 * values, absent where there was or is none: texts whole, states whole, connections as `{event, next}` with null for
 * no target. `label` is the English title of the field, or label of the outlet, where there is one. `text` is a sentence
 * for people, in English.
 */
export type Change = {
  kind: ChangeKind;
  widget?: string;
  was?: string;
  path: Pointer;
  before?: Json;
  after?: Json;
  label?: string;
  text: string;
};

/** `behaviour` is `same` when both definitions do the same for every contact: only layout, notes or names differ. */
export type FlowDiff = { behaviour: 'same' | 'changed'; changes: Change[] };

/** True for changes that only people see on the canvas: positions, notes, groups and the description. */
export function isLayoutChange({ kind, path }: Change): boolean {
  if (kind === 'widget-moved') return true;
  const [key = ''] = pathOf(path);
  return kind === 'flow-changed' && annotationKeys.includes(key);
}

/** The renames among changes, old names to new ones. Grows: n in changes. */
export function renamesOf(changes: readonly Change[]): Map<string, string> {
  return new Map(
    changes.flatMap(({ kind, was, widget }) =>
      kind === 'widget-renamed' && was !== undefined && widget !== undefined ? [[was, widget]] : [],
    ),
  );
}
