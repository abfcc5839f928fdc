/** What conditions have said of one text whose value is not known, and whether all of it can be true at once. */

import { conditionHolds } from '#engine/matching/condition.ts';
import { compareNumbers, numberInText } from '#flow/number/numeric.ts';
import { foldText } from '#flow/text/fold-text.ts';
import { WorkBudget } from '#flow/work-budget/work-budget.ts';

/** A comparison that was made: `type` is never a negated one. */
export type Comparison = { type: string; value: string };

/** Whether each comparison held, by its key. */
export type Facts = ReadonlyMap<string, Fact>;

type Fact = Comparison & { held: boolean };

/** The comparison whose opposite each of these is. */
const opposites: Readonly<Record<string, string>> = {
  not_equal_to: 'equal_to',
  does_not_match_any_of: 'matches_any_of',
  does_not_contain: 'contains',
  does_not_start_with: 'starts_with',
  is_not_blank: 'is_blank',
};

/** True for comparisons of days and times. */
export function isMoment(type: string): boolean {
  return type.endsWith('_date') || type.endsWith('_time');
}

/** The facts with one more; null where they contradict each other. */
export function withFact(facts: Facts, comparison: Comparison, held: boolean): Facts | null {
  const more = withSameFact(facts, comparison, held);
  return more === null || (more !== facts && contradict([...more.values()])) ? null : more;
}

/** The facts with one more; null where the same comparison is known to be otherwise. Values are not looked at. */
export function withSameFact(facts: Facts, comparison: Comparison, held: boolean): Facts | null {
  const opposite = opposites[comparison.type];
  const fact: Fact =
    opposite === undefined
      ? { ...comparison, held }
      : { type: opposite, value: comparison.value, held: !held };
  const key = JSON.stringify([fact.type, fact.type === 'is_blank' ? '' : fact.value]);
  const known = facts.get(key);
  if (known !== undefined) return known.held === fact.held ? facts : null;
  return new Map(facts).set(key, fact);
}

/** Whether the comparison of split-based-on holds for a text. @throws LimitExceeded for a pattern that takes too long */
export function holdsFor(text: string, { type, value }: Comparison): boolean {
  return conditionHolds(type, text, value, { timeZone: 'UTC', work: new WorkBudget() }, () => undefined);
}

function contradict(facts: readonly Fact[]): boolean {
  const texts = onlyTexts(facts);
  if (texts !== null) return !texts.some((text) => facts.every((fact) => mayBe(text, fact)));
  const held = facts.filter((fact) => fact.held);
  const failed = facts.filter((fact) => !fact.held);
  return (
    held.some((fact) => failed.some((other) => implies(fact, other))) ||
    held.some((fact) => held.some((other) => excludes(fact, other)))
  );
}

/** The texts of which the tested one must be one; null where there may be any number. */
function onlyTexts(facts: readonly Fact[]): string[] | null {
  for (const { type, value, held } of facts) {
    if (!held) continue;
    if (type === 'equal_to') return [value];
    if (type === 'is_blank') return [''];
    if (type === 'matches_any_of') return value.split(',');
  }
  return null;
}

const mayBe = (text: string, fact: Fact) => holdsFor(text, fact) === fact.held;

/** Whether a text for which the first holds is one for which the second holds too. */
function implies(first: Comparison, second: Comparison): boolean {
  const [one, other] = [foldText(first.value), foldText(second.value)];
  switch (first.type) {
    case 'contains':
      return second.type === 'contains' && one.includes(other);
    case 'starts_with':
      return (
        (second.type === 'starts_with' && one.trimStart().startsWith(other.trimStart())) ||
        (second.type === 'contains' && one.trim().includes(other))
      );
    case 'less_than':
      return second.type === 'less_than' && order(one, other) <= 0;
    case 'greater_than':
      return second.type === 'greater_than' && order(one, other) >= 0;
    default:
      return false;
  }
}

/** Whether no number is below the one and above the other. */
function excludes(first: Comparison, second: Comparison): boolean {
  return (
    first.type === 'less_than' && second.type === 'greater_than' && order(first.value, second.value) <= 0
  );
}

/** Negative, 0 or positive, as the first is less, the same or more, as the engine compares; NaN where one is no number. */
function order(one: string, other: string): number {
  return compareNumbers(numberInText(one), numberInText(other));
}
