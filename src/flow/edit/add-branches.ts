/** Edit command: add a branch to a split for each answer of a typed or pasted list. */

import type { Condition, FlowDefinition } from '../definition.ts';
import type { ConditionType } from '../widgets/conditions.ts';
import { addBranch, newCondition } from './branches.ts';
import { findWidget } from './definition-access.ts';

/**
 * Adds a branch for each answer of `text`, in their order, after the others. Nothing changes without an answer.
 * Grows: n² in answers.
 */
export function addBranches(definition: FlowDefinition, id: string, text: string): FlowDefinition {
  return splitAnswers(text).reduce((extended, answer) => {
    const split = findWidget(extended, id);
    if (split === null) return extended;
    const { type, value } = readComparison(answer);
    return addBranch(extended, id, [newCondition(split.state, type, value)]).definition;
  }, definition);
}

/**
 * The answers of a list: one on each line, or separated by commas or semicolons; bullets and quotes are removed.
 * Grows: n in answers.
 */
export function splitAnswers(text: string): string[] {
  const separator = text.trim().includes('\n') ? '\n' : /[,;]/;
  const answers = text.split(separator).map((each) =>
    each
      .replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '')
      .replace(/^\s*["“']|["”']\s*$/g, '')
      .trim(),
  );
  return [...new Set(answers)].filter((each) => each !== '');
}

const written: readonly (readonly [RegExp, ConditionType])[] = [
  [/^(?:>|more than|greater than|mehr als|größer als)\s*(.+)$/i, 'greater_than'],
  [/^(?:<|less than|weniger als|kleiner als)\s*(.+)$/i, 'less_than'],
  [/^(?:contains|enthält)\s+(.+)$/i, 'contains'],
  [/^(?:starts with|beginnt mit)\s+(.+)$/i, 'starts_with'],
  [/^(?:!=|is not|ist nicht)\s+(.+)$/i, 'not_equal_to'],
  [/^(?:=|is|ist)\s+(.+)$/i, 'equal_to'],
];

/** A comparison as branch labels of the page's languages write it: `> 0`, `contains late`, `yes`. A list of values is one of several (`yes, y`). */
export function readComparison(text: string): Pick<Condition, 'type' | 'value'> {
  for (const [pattern, type] of written) {
    const value = pattern.exec(text.trim())?.[1]?.trim();
    if (value !== undefined) return { type: type === 'equal_to' ? equalityOf(value) : type, value };
  }
  return { type: equalityOf(text), value: text.trim() };
}

/** The comparison with one value, or with any of a list. */
export function equalityOf(value: string): ConditionType {
  return value.includes(',') ? 'matches_any_of' : 'equal_to';
}
