/**
 * Finds what a variable must be for one transition of split-based-on. The comparisons are written a second
 * time here, so that the engine is held against something other than itself.
 */

import { parseRegex, type RegexNode } from '#engine/matching/regex-parser.ts';
import { type Condition, propertiesOf, type State, transitionsOf } from '#flow/definition.ts';
import { textOf } from '#flow/json/json.ts';
import { variableReferences } from '#flow/template/variable-references.ts';
import { renderSeeded, type Seed, type SeededExecution, seedExecution } from './seeded-context.ts';

const oddTexts = [
  'qzx 7',
  'qzx',
  '',
  '0',
  '1',
  '-999999',
  '999999',
  '2001-01-01',
  '2099-01-01',
  '00:00',
  '23:59',
];

/** The transition that a beginning leads to: its index, or -1 for noMatch. */
export function matchAt(beginning: SeededExecution, state: State): number {
  return transitionsOf(state).findIndex(
    ({ event, conditions }) =>
      event === 'match' &&
      Array.isArray(conditions) &&
      conditions.length > 0 &&
      conditions.every((each) => holds(each, beginning, textOf(propertiesOf(state).input))),
  );
}

/** A beginning at which the transition `wanted` (-1 for noMatch) is taken, or null when none was found. */
export function beginningFor(state: State, wanted: number): SeededExecution | null {
  for (const seed of seedsFor(state)) {
    const beginning = seedExecution(seed);
    if (matchAt(beginning, state) === wanted) return beginning;
  }
  return null;
}

/** First one text for all variables that are tested, then one for each of them. */
function* seedsFor(state: State): Generator<Seed> {
  const conditions = transitionsOf(state).flatMap((each) => each.conditions ?? []);
  const bounds = new Set(
    conditions.flatMap((each) => variableReferences(each.value ?? '').map(({ path }) => path)),
  );
  const tested = new Set(
    conditions
      .flatMap((each) => variableReferences(argumentOf(each, state)).map(({ path }) => path))
      .filter((path) => !bounds.has(path)),
  );
  const fixed = new Map([...bounds].map((path): [string, string] => [path, '5']));
  const base = seedExecution(fixed);
  const texts = new Set([
    ...conditions.flatMap((each) => textsFor(each, renderSeeded(base, each.value ?? ''))),
    ...oddTexts,
  ]);
  yield fixed;
  for (const text of texts)
    yield new Map([...fixed, ...[...tested].map((path): [string, string] => [path, text])]);
  for (const path of tested) {
    for (const text of texts) {
      yield new Map([...fixed, [path, text]]);
      for (const other of ['qzx', '0']) {
        yield new Map([
          ...fixed,
          ...[...tested].map((each): [string, string] => [each, each === path ? text : other]),
        ]);
      }
    }
  }
}

function argumentOf(condition: Condition, state: State): string {
  return condition.arguments?.[0] ?? textOf(propertiesOf(state).input);
}

/** Texts for which the condition holds, or nearly. */
function textsFor({ type }: Condition, value: string): string[] {
  const number = Number(value);
  switch (type) {
    case 'matches_any_of':
    case 'does_not_match_any_of':
      return value.split(',').map((item) => item.trim());
    case 'contains':
    case 'starts_with':
      return [value, `${value} qzx`, `qzx ${value}`];
    case 'less_than':
      return [String(number - 1), String(number - 0.5), '0'];
    case 'greater_than':
      return [String(number + 1), String(number + 0.5)];
    case 'regex':
      return samplesOf(value);
    default:
      return [value];
  }
}

/** A few texts that a pattern matches; the conditions are asked afterwards, so that near misses do no harm. */
function samplesOf(pattern: string): string[] {
  try {
    const { node } = parseRegex(pattern);
    return [0, 1, 2, 3].map((turn) => sample(node, turn));
  } catch {
    return [];
  }
}

function sample(node: RegexNode, turn: number): string {
  switch (node.kind) {
    case 'character':
      return [...'a1A z-_.@+éñ0', ...node.source].find(node.test) ?? '';
    case 'sequence':
      return node.nodes.map((each) => sample(each, turn)).join('');
    case 'choice': {
      const chosen = node.nodes[turn % node.nodes.length];
      return chosen === undefined ? '' : sample(chosen, turn);
    }
    case 'repeat':
      return sample(node.node, turn).repeat(Math.min(node.max, node.min + (turn % 2)));
    default:
      return '';
  }
}

function holds(condition: Condition, beginning: SeededExecution, input: string): boolean {
  const tested = renderSeeded(beginning, condition.arguments?.[0] ?? input).trim();
  const value = renderSeeded(beginning, condition.value ?? '').trim();
  const [left, right] = [tested.toLocaleLowerCase('en'), value.toLocaleLowerCase('en')];
  const isAny = () => right.split(/\s*,\s*/).some((item) => item !== '' && item === left);
  const areNumbers = /^-?\d+(\.\d+)?$/.test(left) && /^-?\d+(\.\d+)?$/.test(right);
  const form = /date/.test(condition.type) ? /^\d{4}-\d\d-\d\d$/ : /^\d\d:\d\d$/;
  const areMoments = form.test(left) && form.test(right);
  const answers: Record<string, () => boolean> = {
    equal_to: () => left === right,
    not_equal_to: () => left !== right,
    matches_any_of: isAny,
    does_not_match_any_of: () => !isAny(),
    contains: () => left.includes(right),
    does_not_contain: () => !left.includes(right),
    starts_with: () => left.startsWith(right),
    does_not_start_with: () => !left.startsWith(right),
    is_blank: () => left === '',
    is_not_blank: () => left !== '',
    regex: () => new RegExp(`^(?:${value})$`, 'iu').test(tested),
    less_than: () => areNumbers && Number(left) < Number(right),
    greater_than: () => areNumbers && Number(left) > Number(right),
    is_before_date: () => areMoments && left < right,
    is_after_date: () => areMoments && left > right,
    is_before_time: () => areMoments && left < right,
    is_after_time: () => areMoments && left > right,
  };
  return answers[condition.type]?.() ?? false;
}
