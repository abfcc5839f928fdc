/** Summarises a diff in one sentence: the default commit message of a revision. */

import { isObject, type Json, textOf } from '../json/json.ts';
import { pathOf } from '../json/json-pointer.ts';
import type { Change } from './change.ts';

/** Widgets listed by name; the rest is counted. */
const maxNamed = 3;

/** `Adds survey, changes greeting (body) and moves 4 widgets.` Without changes: `Changes nothing.` Grows: n in changes. */
export function summarizeChanges(changes: readonly Change[]): string {
  const parts = [
    ...clause('adds', widgetsOf(changes, 'widget-added')),
    ...clause('removes', widgetsOf(changes, 'widget-removed')),
    ...clause(
      'renames',
      changes.flatMap((each) => (each.kind === 'widget-renamed' ? [`${each.was} to ${each.widget}`] : [])),
    ),
    ...clause('changes', [...changedWidgets(changes), ...changedPartsOfFlow(changes)]),
  ];
  const moved = widgetsOf(changes, 'widget-moved').length;
  if (moved > 0) parts.push(moved === 1 ? 'moves 1 widget' : `moves ${moved} widgets`);
  if (parts.length === 0) return 'Changes nothing.';
  const text = joinWithAnd(parts);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const flowKeyLabels: Record<string, string> = {
  description: 'the description',
  flags: 'the settings of the flow',
  initial_state: 'where the flow starts',
  ui: 'notes and groups',
  notes: 'notes and groups',
  groups: 'notes and groups',
};

/** Each part once. A key that only another program knows has no label. */
function changedPartsOfFlow(changes: readonly Change[]): string[] {
  const labels = changes.flatMap((each) =>
    each.kind === 'flow-changed' ? [flowKeyLabels[keyOf(each)] ?? 'other data of the flow'] : [],
  );
  return [...new Set(labels)];
}

function widgetsOf(
  changes: readonly Change[],
  kind: 'widget-added' | 'widget-removed' | 'widget-moved',
): string[] {
  return changes.flatMap((change) => (change.kind === kind ? [change.widget ?? ''] : []));
}

/** Each widget once, with what changed in it: `greeting (body, sent)`. */
function changedWidgets(changes: readonly Change[]): string[] {
  const details = new Map<string, Set<string>>();
  for (const change of changes) {
    const detail = detailOf(change);
    if (detail === null) continue;
    const { widget = '' } = change;
    details.set(widget, (details.get(widget) ?? new Set()).add(detail));
  }
  return [...details].map(([widget, what]) => `${widget} (${[...what].slice(0, maxNamed).join(', ')})`);
}

function detailOf({ kind, path, before, after }: Change): string | null {
  switch (kind) {
    case 'property-changed':
      return pathOf(path).at(-1) ?? '';
    case 'connection-changed':
      return eventOf(after) ?? eventOf(before) ?? 'connections';
    case 'condition-changed':
      return 'conditions';
    case 'widget-added':
    case 'widget-removed':
    case 'widget-renamed':
    case 'widget-moved':
    case 'flow-changed':
      return null;
  }
}

function eventOf(connection: Json | undefined): string | undefined {
  return isObject(connection) ? textOf(connection.event) : undefined;
}

function keyOf({ path }: Change): string {
  return pathOf(path)[0] ?? '';
}

function clause(predicate: string, names: string[]): string[] {
  if (names.length === 0) return [];
  const rest = names.length - maxNamed;
  return [`${predicate} ${joinWithAnd(rest > 0 ? [...names.slice(0, maxNamed), `${rest} more`] : names)}`];
}

function joinWithAnd(items: string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
