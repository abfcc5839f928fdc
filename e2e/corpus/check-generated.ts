/**
 * Generates tests for a real flow: how many of its reachable transitions they take, and how long the search takes.
 * Reachable is what the walk has fired, of widgets that are led to by such transitions. A condition on variables that the
 * flow sets to nothing but constants is decided by them.
 */

import { type FlowDefinition, propertiesOf, type State, transitionsOf } from '#flow/definition.ts';
import { readDefinition } from '#flow/import-export/read-definition.ts';
import { isObject, textOf } from '#flow/json/json.ts';
import { hasTemplate, variableReferences } from '#flow/template/template.ts';
import { canonicalType } from '#flow/widgets/widget-types.ts';
import { transitionKey } from '#simulator/coverage.ts';
import { runFlowTest } from '#simulator/flow-test/run.ts';
import { generateTests } from '#simulator/generate/generate.ts';
import type { Result } from './check-flow.ts';
import { seedExecution } from './seeded-context.ts';
import { walk, withAddresses } from './walk.ts';
import { matchAt } from './walk-split.ts';

export const generatedHeads = ['generated', 'of reachable', 'time'];

const bounds = { share: 0.95, seconds: 10 };

/** Transitions of all flows that were checked: those that are reachable, and of these those that tests take. */
export const generatedTotal = { reachable: 0, reached: 0 };

/** Why the tests of all flows together are too few; null when they are not. */
export function generatedFailure(): string | null {
  const { reachable, reached } = generatedTotal;
  return reached >= bounds.share * reachable ? null : `generated tests reach ${reached} of ${reachable}`;
}

export function checkGenerated(text: string): Result {
  const opened = readDefinition(text);
  if (!opened.ok || opened.definition.states.some(({ type }) => canonicalType(type) === undefined))
    return { cells: ['–', '–', '–'], passed: 0, failures: [] };
  const definition = withAddresses(opened.definition);
  const reachable = reachableTransitions(definition, walk(opened.definition).fired);
  const began = performance.now();
  const { tests, reached } = generateTests(definition);
  const seconds = (performance.now() - began) / 1000;
  const missed = [...reachable].filter((key) => !reached.has(key));
  const share = reachable.size === 0 ? 1 : 1 - missed.length / reachable.size;
  generatedTotal.reachable += reachable.size;
  generatedTotal.reached += reachable.size - missed.length;
  const broken = tests.flatMap((test) => runFlowTest(test, { definition }).failures.slice(0, 1));
  const failures = [
    ...(seconds > bounds.seconds ? [`tests are generated in ${seconds.toFixed(1)} s`] : []),
    ...broken.map(({ what, expected, actual }) => `a generated test fails: ${what} ${expected} ${actual}`),
  ];
  return {
    cells: [
      `${tests.length} tests`,
      `${reachable.size - missed.length} of ${reachable.size} (${Math.round(share * 100)} %)`,
      `${seconds.toFixed(2)} s`,
    ],
    passed: 2 - Math.min(2, failures.length),
    failures,
    ...(share < bounds.share && { left: [`generated tests do not reach: ${missed.join(', ')}`] }),
  };
}

function reachableTransitions(definition: FlowDefinition, fired: ReadonlySet<string>): Set<string> {
  const byName = new Map(definition.states.map((state) => [state.name ?? '', state]));
  const reachable = new Set<string>();
  const seen = new Set<string>();
  const queue = [definition.initial_state];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const state = byName.get(name);
    if (state === undefined || seen.has(name)) continue;
    seen.add(name);
    const decided = decidedTransitions(definition, state);
    transitionsOf(state).forEach(({ next, event }, index) => {
      const key = transitionKey(state.name ?? '', index);
      if (!fired.has(key)) return;
      if (decided !== null && !decided.has(event === 'match' ? index : -1)) return;
      reachable.add(key);
      if (typeof next === 'string' && next !== '') queue.push(next);
    });
  }
  return reachable;
}

/** The matches that constants lead to, -1 for none; null where a condition reads anything else. */
function decidedTransitions(definition: FlowDefinition, state: State): Set<number> | null {
  if (canonicalType(state.type) !== 'split-based-on') return null;
  const paths = new Set(
    transitionsOf(state)
      .flatMap(({ conditions = [] }) => conditions)
      .flatMap((each) => [each.arguments?.[0] ?? textOf(propertiesOf(state).input), each.value])
      .flatMap((template) => variableReferences(template).map(({ path }) => path)),
  );
  const values = [...paths].map((path) => ({ path, constants: constantsOf(definition, path) }));
  const seeds = values.reduce<[string, string][][] | null>(
    (products, { path, constants }) => {
      if (products === null || constants === null) return null;
      return products.flatMap((product) =>
        constants.map((value): [string, string][] => [...product, [path, value]]),
      );
    },
    [[]],
  );
  if (seeds === null) return null;
  return new Set(seeds.map((seed) => matchAt(seedExecution(new Map(seed)), state)));
}

/** The texts that a variable may have, '' while it is not set; null where it is set by more than constants. */
function constantsOf(definition: FlowDefinition, path: string): string[] | null {
  const [, widget] = /^widgets\.([^.[]+)/.exec(path) ?? [];
  if (widget !== undefined && !definition.states.some(({ name }) => name === widget)) return [''];
  const [, key] = /^flow\.variables\.(\w+)$/.exec(path) ?? [];
  if (key === undefined) return null;
  const constants = [''];
  for (const state of definition.states) {
    const { variables, save_response_as: saved } = propertiesOf(state);
    if (textOf(saved).trim() === key) return null;
    if (canonicalType(state.type) !== 'set-variables' || !Array.isArray(variables)) continue;
    for (const entry of variables.filter(isObject)) {
      if (textOf(entry.key).trim() !== key) continue;
      const value = String(entry.value ?? '');
      if (hasTemplate(value)) return null;
      constants.push(value);
    }
  }
  return constants;
}
