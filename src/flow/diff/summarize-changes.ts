/** Summarises a diff in one sentence: the default commit message of a revision. */

import { type Change, isBehaviourChange } from './diff.ts';

/** Widgets listed by name; the rest is counted. */
const maxNamed = 3;

/** `Adds survey, changes greeting (body) and moves 4 widgets.` Without changes: `Changes nothing.` */
export function summarizeChanges(changes: readonly Change[]): string {
  const parts = [
    ...clause('adds', widgetsOf(changes, 'added')),
    ...clause('removes', widgetsOf(changes, 'removed')),
    ...clause(
      'renames',
      changes.flatMap((each) => (each.kind === 'renamed' ? [`${each.before} to ${each.widget}`] : [])),
    ),
    ...clause('changes', changedWidgets(changes)),
    ...clause(
      'sets',
      changes.flatMap((each) => (each.kind === 'flow' ? [flowKeyLabels[each.key] ?? each.key] : [])),
    ),
  ];
  const moved = widgetsOf(changes, 'moved').length;
  if (moved > 0) parts.push(moved === 1 ? 'moves 1 widget' : `moves ${moved} widgets`);
  if (parts.length === 0) return 'Changes nothing.';
  const text = joinWithAnd(parts);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const flowKeyLabels: Record<string, string> = {
  description: 'the description',
  flags: 'the flags',
  initial_state: 'where it begins',
};

function widgetsOf(changes: readonly Change[], kind: 'added' | 'removed' | 'moved'): string[] {
  return changes.flatMap((change) => (change.kind === kind ? [change.widget] : []));
}

/** Each widget once, with what changed in it: `greeting (body, sent)`. */
function changedWidgets(changes: readonly Change[]): string[] {
  const details = new Map<string, Set<string>>();
  for (const change of changes.filter(isBehaviourChange)) {
    const detail = detailOf(change);
    if (detail === null || !('widget' in change)) continue;
    details.set(change.widget, (details.get(change.widget) ?? new Set()).add(detail));
  }
  return [...details].map(([widget, what]) => `${widget} (${[...what].slice(0, maxNamed).join(', ')})`);
}

function detailOf(change: Change): string | null {
  switch (change.kind) {
    case 'property':
      return change.property;
    case 'transition':
    case 'trigger':
      return change.outlet.replace(/~\d+$/, '');
    case 'branches':
      return 'conditions';
    case 'other':
      return change.key;
    case 'added':
    case 'removed':
    case 'renamed':
    case 'moved':
    case 'flow':
      return null;
  }
}

function clause(predicate: string, names: string[]): string[] {
  if (names.length === 0) return [];
  const rest = names.length - maxNamed;
  return [`${predicate} ${joinWithAnd(rest > 0 ? [...names.slice(0, maxNamed), `${rest} more`] : names)}`];
}

function joinWithAnd(items: string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
