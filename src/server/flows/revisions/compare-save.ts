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

/** `definition` is an index of the texts of the request. */
type SentContent = { name: string; definition: number };

export type SaveRequest = {
  /** Each once: the working copy and the revisions often have the same, of up to 1 MB. */
  definitions: readonly string[];
  /** Distinguishes the widgets that are new. */
  id: string;
  /** The working copy. */
  head: SentContent & { widgets: readonly string[] };
  before: SentContent;
  after: SentContent;
  /** False for a revision that is made of the working copy, in which it changes nothing. */
  changesCopy: boolean;
  /** The definition that the summary is compared with; null for no summary. */
  summarized: number | null;
  /** Null where nothing is published, or the new revision is. */
  published: SentContent | null;
};

export type SaveComparison = {
  operations: readonly Operation[];
  /** The same as JSON. */
  operationsText: string;
  /** The widgets of the working copy then, where that is the revision and nothing else; null otherwise. */
  widgets: readonly string[] | null;
  summary: string | null;
  /** How many parts of the working copy are not published then; null where that was not asked. */
  unpublished: number | null;
};

/** Runs in a thread: parsing takes part of the time. */
export function compareSave(request: SaveRequest): SaveComparison {
  const { id, changesCopy, summarized, published } = request;
  const definitions = request.definitions.map(definitionOf);
  const contentAt = ({ name, definition }: SentContent) => ({
    name,
    definition: definitions[definition] as FlowDefinition,
  });
  const [before, after] = [contentAt(request.before), contentAt(request.after)];
  const head = { ...contentAt(request.head), widgets: request.head.widgets };
  const operations = changesCopy ? operationsOfRevision(head, id, { before, after }) : [];
  const copy = applyOperations(head, operations).copy;
  return {
    operations,
    operationsText: JSON.stringify(operations),
    widgets: isContent(copy, after) ? copy.widgets : null,
    summary:
      summarized === null ? null : summaryOf(definitions[summarized] as FlowDefinition, after.definition),
    unpublished: published === null ? null : changedParts(contentAt(published), copy).length,
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
