/** Who edited each part of a flow last that is not published. Pure. */

import type { FlowEdit } from '#api/flows/working-copy.ts';
import { annotationKeys, layoutKey } from '#flow/canonical/canonical.ts';
import type { Operation } from '#flow/change/operation.ts';
import type { WorkingCopy } from '#flow/change/working-copy.ts';
import type { ChangedPart } from '#flow/diff/changed-parts.ts';

/** A part with its last edit; null where that is no longer kept. */
export type EditedPart = { part: ChangedPart; edit: FlowEdit | null };

/** `edits` are those since what is published, newest first; `copy` is the working copy after them. */
export function withLastEdits(
  parts: readonly ChangedPart[],
  edits: readonly FlowEdit[],
  copy: WorkingCopy,
): EditedPart[] {
  const names = new Map(copy.widgets.map((widget, index) => [widget, copy.definition.states[index]?.name]));
  const last = new Map<string, FlowEdit>();
  for (const edit of edits)
    for (const key of edit.operations.flatMap((operation) => keysOf(operation, edit, names)))
      if (!last.has(key)) last.set(key, edit);
  return parts.map((part) => ({ part, edit: last.get(keyOf(part)) ?? last.get(everything) ?? null }));
}

const everything = 'all';

function keyOf(part: ChangedPart): string {
  return part.kind === 'widget' ? `widget ${part.widget}` : part.kind;
}

/** A widget that is gone is known by the name in the label, or by its identity, which is its first name. */
function keysOf(
  operation: Operation,
  { label }: FlowEdit,
  names: ReadonlyMap<string, string | undefined>,
): string[] {
  if (operation.kind === 'replace' || operation.kind === 'order-widgets') return [everything];
  const { widget } = operation;
  const path = 'path' in operation ? operation.path : [];
  if (widget === null) {
    const isLayout = path[0] === 'definition' && annotationKeys.includes(String(path[1]));
    return [isLayout ? 'layout' : 'flow'];
  }
  if (path[0] === 'properties' && path[1] === layoutKey) return ['layout'];
  const isGone = !names.has(widget);
  return [
    `widget ${names.get(widget) ?? widget}`,
    ...(isGone && typeof label.widget === 'string' ? [`widget ${label.widget}`] : []),
  ];
}

/** What each author has in it; `at` is the newest of their edits, epoch milliseconds. */
export type AuthorShare = { author: string; sid: string | null; client: string; count: number; at: number };

/** Parts whose edit is no longer kept are left out. Authors are told apart by `nameOf`. */
export function sharesOf(
  parts: readonly EditedPart[],
  nameOf: (by: { author: string; client: string }) => string,
): AuthorShare[] {
  const shares = new Map<string, AuthorShare>();
  for (const { edit } of parts) {
    if (edit === null) continue;
    const by = { author: edit.author_name, sid: edit.author, client: edit.client };
    const share = shares.get(nameOf(by)) ?? { ...by, count: 0, at: 0 };
    shares.set(nameOf(by), { ...share, count: share.count + 1, at: Math.max(share.at, edit.at) });
  }
  return [...shares.values()].sort((a, b) => b.at - a.at);
}
