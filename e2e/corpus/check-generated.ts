/**
 * Generates tests for a real flow: how many of its reachable transitions they take, and how long the search takes.
 * Reachable is what the walk has fired, of widgets that are led to by such transitions, without what no values that the
 * flow can have lead to: each of these is named with its reason.
 */

import { type FlowDefinition, transitionsOf } from '#flow/definition.ts';
import { readDefinition } from '#flow/import-export/read-definition.ts';
import { canonicalType } from '#flow/widgets/widget-types.ts';
import { transitionKey } from '#simulator/coverage.ts';
import { runFlowTest } from '#simulator/flow-test/run.ts';
import { generateTests } from '#simulator/generate/generate.ts';
import { unreachableTransitions } from '#simulator/unreachable/unreachable-transitions.ts';
import type { Result } from './check-flow.ts';
import { walk, withAddresses } from './walk.ts';

export const generatedHeads = ['generated', 'of reachable', 'time', 'turns'];

/** The share that tests have to reach, within the turns that a search has by itself: never a time. */
const leastShare = 0.95;

/** Transitions of all flows that were checked: those that are reachable, and of these those that tests take. */
export const generatedTotal = { reachable: 0, reached: 0 };

export function checkGenerated(text: string): Result {
  const opened = readDefinition(text);
  if (!opened.ok || opened.definition.states.some(({ type }) => canonicalType(type) === undefined))
    return { cells: ['–', '–', '–', '–'], passed: 0, failures: [] };
  const definition = withAddresses(opened.definition);
  const { fired } = walk(opened.definition);
  const unreachable = unreachableTransitions(definition);
  const reachable = reachableTransitions(definition, fired, unreachable);
  const began = performance.now();
  const { tests, reached, turns } = generateTests(definition);
  const seconds = (performance.now() - began) / 1000;
  // What was taken is reachable, whatever is concluded from the definition.
  const wrong = [...reached].filter((key) => unreachable.has(key));
  const missed = [...reachable].filter((key) => !reached.has(key));
  const share = reachable.size === 0 ? 1 : 1 - missed.length / reachable.size;
  generatedTotal.reachable += reachable.size;
  generatedTotal.reached += reachable.size - missed.length;
  const broken = tests.flatMap((test) => runFlowTest(test, { definition }).failures.slice(0, 1));
  const failures = [
    ...(share < leastShare ? [`generated tests do not reach: ${missed.join(', ')}`] : []),
    ...wrong.map((key) => `is taken and counts as unreachable: ${key} (${unreachable.get(key)})`),
    ...broken.map(({ what, expected, actual }) => `a generated test fails: ${what} ${expected} ${actual}`),
  ];
  return {
    cells: [
      `${tests.length} tests`,
      `${reachable.size - missed.length} of ${reachable.size} (${Math.round(share * 100)} %)`,
      `${seconds.toFixed(2)} s`,
      `${turns}`,
    ],
    passed: 3 - Math.min(3, failures.length),
    failures,
    unreachable: [...fired].flatMap((key) =>
      reachable.has(key) ? [] : [`${key}: ${unreachable.get(key) ?? 'led to by what the walk left'}`],
    ),
  };
}

function reachableTransitions(
  definition: FlowDefinition,
  fired: ReadonlySet<string>,
  unreachable: ReadonlyMap<string, string>,
): Set<string> {
  const byName = new Map(definition.states.map((state) => [state.name ?? '', state]));
  const reachable = new Set<string>();
  const seen = new Set<string>();
  const queue = [definition.initial_state];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const state = byName.get(name);
    if (state === undefined || seen.has(name)) continue;
    seen.add(name);
    transitionsOf(state).forEach(({ next }, index) => {
      const key = transitionKey(state.name ?? '', index);
      if (!fired.has(key) || unreachable.has(key)) return;
      reachable.add(key);
      if (typeof next === 'string' && next !== '') queue.push(next);
    });
  }
  return reachable;
}
