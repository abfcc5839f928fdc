/** What a new revision changed: compared for its history, for those who edit the flow, and for what is not published. */

import { applyOperations } from '#flow/change/apply.ts';
import { operationsBetween } from '#flow/change/derive.ts';
import type { Operation } from '#flow/change/operation.ts';
import type { FlowContent, WorkingCopy } from '#flow/change/working-copy.ts';
import { rebaseAll } from '#flow/commands/log.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { FlowDiff } from '#flow/diff/change.ts';
import { changedParts } from '#flow/diff/changed-parts.ts';
import { diff } from '#flow/diff/diff.ts';
import { summarizeChanges } from '#flow/diff/summarize-changes.ts';
import { jsonEqual } from '#flow/json/json-equal.ts';

/** A name, and the JSON of a definition. */
export type StoredContent = { name: string; definition: string };

export type SaveRequest = {
  /** Distinguishes the widgets that are new. */
  id: string;
  /** The working copy. */
  head: StoredContent & { widgets: readonly string[] };
  before: StoredContent;
  after: StoredContent;
  /** False for a revision that is made of the working copy, in which it changes nothing. */
  changesCopy: boolean;
  /** The definition that the summary is compared with; null for no summary. */
  summarized: string | null;
  /** Null where nothing is published, or the new revision is. */
  published: StoredContent | null;
};

export type SaveComparison = {
  operations: readonly Operation[];
  /** The widgets of the working copy then, where that is the revision and nothing else; null otherwise. */
  widgets: readonly string[] | null;
  summary: string | null;
  /** How many parts of the working copy are not published then; null where that was not asked. */
  unpublished: number | null;
};

/** Runs in a thread: parsing takes part of the time. */
export function compareSave(request: SaveRequest): SaveComparison {
  const { id, changesCopy, summarized } = request;
  const [before, after] = [contentOf(request.before), contentOf(request.after)];
  const head = { ...contentOf(request.head), widgets: request.head.widgets };
  const operations = changesCopy ? operationsOfRevision(head, id, { before, after }) : [];
  const copy = applyOperations(head, operations).copy;
  return {
    operations,
    widgets: isContent(copy, after) ? copy.widgets : null,
    summary: summarized === null ? null : summaryOf(definitionOf(summarized), after.definition),
    unpublished: request.published === null ? null : changedParts(contentOf(request.published), copy).length,
  };
}

/** What the revision changed, as it is on a working copy with edits that are in no revision yet. */
export function operationsOfRevision(
  head: WorkingCopy,
  id: string,
  { before, after }: { before: FlowContent; after: FlowContent },
): readonly Operation[] {
  if (isContent(head, after)) return [];
  const back = operationsBetween(head, before, (nth) => `${id}.before.${nth}`);
  const base = applyOperations(head, back).copy;
  const operations = operationsBetween(base, after, (nth) => `${id}.${nth}`);
  return rebasedOperations(operations, base, head);
}

/** Operations that were made on one copy, as they are on another one. */
export function rebasedOperations(
  operations: readonly Operation[],
  from: WorkingCopy,
  to: WorkingCopy,
): readonly Operation[] {
  return rebaseAll([{ operations }], from, to).commands.flatMap((each) => each.operations);
}

export function isContent(copy: WorkingCopy, { name, definition }: FlowContent): boolean {
  return copy.name === name && jsonEqual(copy.definition, definition);
}

/** Characters of a summary: names of widgets may be long. */
const maxSummary = 240;

export function summaryOf(before: FlowDefinition, after: FlowDefinition): string {
  const { changes } = diff(before, after);
  const summary = summarizeChanges(changes);
  return summary.length <= maxSummary ? summary : `${summary.slice(0, maxSummary - 1)}…`;
}

/** What differs between two definitions, given as JSON. */
export function diffOfTexts(before: string, after: string): FlowDiff {
  return diff(definitionOf(before), definitionOf(after));
}

export function contentOf({ name, definition }: StoredContent): FlowContent {
  return { name, definition: definitionOf(definition) };
}

function definitionOf(text: string): FlowDefinition {
  return JSON.parse(text) as FlowDefinition;
}
