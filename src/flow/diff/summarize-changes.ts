/** Summarises a diff in one sentence: the default commit message of a revision. */

import { isObject, type Json, textOf } from '../json/json.ts';
import { pathOf } from '../json/json-pointer.ts';
import type { Change } from './change.ts';
import type { ChangeTextKey, ChangeWords } from './change-texts.ts';
import { englishWords } from './describe-change.ts';

/** Widgets listed by name; the rest is counted. */
const maxNamed = 3;

/** `Adds survey, changes greeting (body) and moves 4 widgets.` Without changes: `Changes nothing.` Grows: n in changes. */
export function summarizeChanges(changes: readonly Change[], words = englishWords): string {
  const renames = changes.flatMap(({ kind, was = '', widget = '' }) =>
    kind === 'widget-renamed' ? [words.text('summary.rename', { was, widget })] : [],
  );
  const changed = [...changedWidgets(changes, words), ...changedPartsOfFlow(changes, words)];
  const moved = widgetsOf(changes, 'widget-moved').length;
  const clauses = [
    ...clause('summary.adds', widgetsOf(changes, 'widget-added'), words),
    ...clause('summary.removes', widgetsOf(changes, 'widget-removed'), words),
    ...clause('summary.renames', renames, words),
    ...clause('summary.changes', changed, words),
    ...(moved === 1 ? [words.text('summary.movesOne')] : []),
    ...(moved > 1 ? [words.text('summary.movesSeveral', { number: moved })] : []),
  ];
  if (clauses.length === 0) return words.text('summary.nothing');
  const text = words.text('summary.whole', { clauses: joinWithAnd(clauses, words) });
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

const flowParts: Readonly<Record<string, ChangeTextKey>> = {
  description: 'summary.description',
  flags: 'summary.flags',
  initial_state: 'summary.initial_state',
  ui: 'summary.ui',
  notes: 'summary.ui',
  groups: 'summary.ui',
};

/** Each part once. A key that only another program knows has no label. */
function changedPartsOfFlow(changes: readonly Change[], words: ChangeWords): string[] {
  const parts = changes.flatMap((each) =>
    each.kind === 'flow-changed' ? [flowParts[keyOf(each)] ?? 'summary.other'] : [],
  );
  return [...new Set(parts)].map((part) => words.text(part));
}

function widgetsOf(
  changes: readonly Change[],
  kind: 'widget-added' | 'widget-removed' | 'widget-moved',
): string[] {
  return changes.flatMap((change) => (change.kind === kind ? [change.widget ?? ''] : []));
}

/** Each widget once, with what changed in it: `greeting (body, sent)`. */
function changedWidgets(changes: readonly Change[], words: ChangeWords): string[] {
  const details = new Map<string, Set<string>>();
  for (const change of changes) {
    const detail = detailOf(change, words);
    if (detail === null) continue;
    const { widget = '' } = change;
    details.set(widget, (details.get(widget) ?? new Set()).add(detail));
  }
  return [...details].map(([widget, what]) =>
    words.text('summary.details', { widget, details: [...what].slice(0, maxNamed).join(', ') }),
  );
}

function detailOf({ kind, path, before, after }: Change, words: ChangeWords): string | null {
  switch (kind) {
    case 'property-changed':
      return pathOf(path).at(-1) ?? '';
    case 'connection-changed':
      return eventOf(after) ?? eventOf(before) ?? words.text('summary.connections');
    case 'condition-changed':
      return words.text('summary.conditions');
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

function clause(predicate: ChangeTextKey, names: readonly string[], words: ChangeWords): string[] {
  if (names.length === 0) return [];
  const rest = names.length - maxNamed;
  const named =
    rest > 0 ? [...names.slice(0, maxNamed), words.text('summary.more', { number: rest })] : names;
  return [words.text(predicate, { items: joinWithAnd(named, words) })];
}

function joinWithAnd(items: readonly string[], words: ChangeWords): string {
  const [last = ''] = items.slice(-1);
  return items.length < 2 ? last : words.text('summary.and', { items: items.slice(0, -1).join(', '), last });
}
