/** Putting chosen changes of a comparison back in a definition that may have gone on since. */

import type { FlowDefinition } from '#flow/definition.ts';
import type { Change, FlowDiff } from '#flow/diff/change.ts';
import { type DanglingConnection, revertChanges } from '#flow/diff/revert-changes.ts';
import { jsonEqual } from '#flow/json/json-equal.ts';
import { merge } from '#flow/merge/merge.ts';

/** Two definitions and what differs between them. */
export type Comparison = { before: FlowDefinition; after: FlowDefinition; diff: FlowDiff };

/** `missing`: connections would lead nowhere, `needed` changes would have to come along. `conflicts` are sentences. */
export type PutBack =
  | { kind: 'fits'; definition: FlowDefinition }
  | { kind: 'missing'; missing: readonly DanglingConnection[]; needed: readonly Change[] }
  | { kind: 'conflicts'; conflicts: readonly string[] };

/** `target` with the chosen changes undone. Where it is not the later side, what changed in it since is kept. */
export function putBack(
  { before, after, diff }: Comparison,
  chosen: readonly Change[],
  target: FlowDefinition,
): PutBack {
  const reverted = revertChanges(before, after, diff.changes, new Set(chosen));
  if (!reverted.ok) return { kind: 'missing', missing: reverted.missing, needed: reverted.needed };
  const isSame = target === after || jsonEqual(target, after);
  if (isSame) return { kind: 'fits', definition: reverted.definition };
  const merged = merge({ base: after, ours: target, theirs: reverted.definition });
  if (merged.ok) return { kind: 'fits', definition: merged.definition };
  const conflicts = merged.conflicts.map(({ text }) => text);
  return { kind: 'conflicts', conflicts: 'refusal' in merged ? [merged.refusal] : conflicts };
}
