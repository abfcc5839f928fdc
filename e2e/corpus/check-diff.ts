/** The diff and the merge of random edits of one flow: what was edited is found, and what is found can be applied. */

import fc from 'fast-check';
import { canonicalText } from '#flow/canonical/canonical.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { applyDiff } from '#flow/diff/apply.ts';
import { diff, hasUniqueNames } from '#flow/diff/diff.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { readDefinition } from '#flow/import-export/read-definition.ts';
import { merge } from '#flow/merge/merge.ts';
import { type ExpectedChange, knownEdits, performKnown } from '#flow/testing/known-edits.ts';
import { editScript, perform } from '#flow/testing/random-edits.ts';
import { validate } from '#flow/validation/validate.ts';
import type { Result } from './check-flow.ts';

export const diffHeads = ['diffs', 'merges'];

const seed = 20_261_122;

/** `runs` random scripts each for the diff and for the merge. */
export function checkDiff(text: string, runs: number): Result {
  const opened = readDefinition(text);
  if (!opened.ok || !hasUniqueNames(opened.definition)) return { cells: ['–', '–'], passed: 0, failures: [] };
  const { definition } = opened;
  const scripts = fc.sample(fc.tuple(editScript, knownEdits, knownEdits), { numRuns: runs, seed });
  const diffFailures = scripts.flatMap(([script, known]) => [
    ...checkApplied(definition, script.reduce(perform, definition)),
    ...checkExact(definition, performKnown(definition, known)),
  ]);
  const mergeFailures = scripts.flatMap(([, first, second]) => checkMerge(definition, first, second));
  const failures = [...diffFailures, ...mergeFailures];
  return {
    cells: [`${2 * runs - diffFailures.length}`, `${2 * runs - mergeFailures.length}`],
    passed: 4 * runs - failures.length,
    failures,
  };
}

function checkApplied(before: FlowDefinition, after: FlowDefinition): string[] {
  const applied = applyDiff(before, diff(before, after));
  const isSame = applied.ok && canonicalText(applied.definition) === canonicalText(after);
  return isSame ? [] : [`a diff cannot be applied: ${applied.ok ? 'another result' : applied.reason}`];
}

function checkExact(
  before: FlowDefinition,
  { flow, expected }: { flow: FlowDefinition; expected: ExpectedChange[] },
): string[] {
  const { behaviour, changes } = diff(before, flow);
  const isSame = expected.every(({ kind }) => kind === 'widget-renamed' || kind === 'widget-moved');
  const [found, wanted] = [listed(changes), listed(expected)];
  if (found !== wanted) return [`a diff lists ${found} instead of ${wanted}`];
  return behaviour === (isSame ? 'same' : 'changed') ? [] : [`${wanted} is no ${behaviour} behaviour`];
}

function checkMerge(
  base: FlowDefinition,
  first: Parameters<typeof performKnown>[1],
  second: Parameters<typeof performKnown>[1],
): string[] {
  const taken = new Set<string>();
  const [ours, theirs] = [performKnown(base, first, taken), performKnown(base, second, taken)];
  const merged = merge({ base, ours: ours.flow, theirs: theirs.flow });
  const wanted = listed([...ours.expected, ...theirs.expected]);
  const failures: string[] = [];
  if (!merged.ok) failures.push(`a merge of ${wanted} has conflicts`);
  else {
    if (listed(diff(base, merged.definition).changes) !== wanted) failures.push(`a merge lost of ${wanted}`);
    const known = new Set([ours.flow, theirs.flow].flatMap(errorsOf));
    if (errorsOf(merged.definition).some((error) => !known.has(error)))
      failures.push(`a merge of ${wanted} is invalid`);
  }
  const [name = ''] = base.states.flatMap((state) => state.name ?? []);
  const [mine, yours] = ['ours', 'theirs'].map((value) => setProperty(base, name, 'note_of_the_test', value));
  const overlapping = merge({ base, ours: mine ?? base, theirs: yours ?? base });
  if (overlapping.ok) failures.push(`two values of ${name} are no conflict`);
  return failures;
}

function listed(changes: readonly { kind: string; widget?: string }[]): string {
  return changes
    .map(({ kind, widget = '' }) => `${kind} ${widget}`)
    .sort()
    .join(', ');
}

function errorsOf(definition: FlowDefinition): string[] {
  return validate(definition)
    .filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);
}
