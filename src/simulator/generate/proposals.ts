/** Generated tests as an author is offered them: each with a name, and with the branches that no test takes yet. */

import type { FlowDefinition } from '#flow/definition.ts';
import { outletsOf } from '#flow/graph.ts';
import { canonicalType } from '#flow/widgets/widget-types.ts';
import { hitsOf, transitionKey } from '../coverage.ts';
import { writeFlowTest } from '../flow-test/record.ts';
import { runFlowTest } from '../flow-test/run.ts';
import { generateTests } from './generate.ts';

/** A way out of a widget, as the author sees it. */
export type Branch = { widget: string; label: string };

/** `adds` are the branches that no test before this one takes; `yaml` is the test. */
export type TestProposal = { name: string; adds: readonly Branch[]; yaml: string };

/** Longest name of a kept test. */
const maxName = 100;

/**
 * Tests that take what the kept ones do not, those that add most first. `covered` are the keys of transitions that kept
 * tests take, `names` the names of those tests, which a proposal does not replace.
 */
export function proposeTests(
  definition: FlowDefinition,
  covered: ReadonlySet<string>,
  names: readonly string[],
): TestProposal[] {
  const branches = branchesOf(definition);
  const taken = new Set(covered);
  const used = new Set(names);
  return generateTests(definition).tests.flatMap((test) => {
    const { steps } = runFlowTest(test, { definition }).simulation;
    const added = [...hitsOf(steps).keys()].filter((key) => !taken.has(key));
    for (const key of added) taken.add(key);
    const adds = added.flatMap((key) => branches.get(key) ?? []);
    const [first] = adds.toSorted((a, b) => Number(b.isSplit) - Number(a.isSplit));
    if (first === undefined) return [];
    const name = freeName(`${first.widget}: ${first.label}`, used);
    used.add(name);
    const plain = adds.map(({ widget, label }) => ({ widget, label }));
    return [{ name, adds: plain, yaml: writeFlowTest({ name, ...test }) }];
  });
}

/** Splits come first: a branch of one says most about a run. */
type NamedBranch = Branch & { isSplit: boolean };

function branchesOf(definition: FlowDefinition): Map<string, NamedBranch> {
  return new Map(
    definition.states.flatMap((state) =>
      outletsOf(state).flatMap(({ label, transition }) => {
        const widget = state.name ?? definition.initial_state;
        const isSplit = canonicalType(state.type) === 'split-based-on';
        return transition === null
          ? []
          : [[transitionKey(widget, transition), { widget, label, isSplit }] as const];
      }),
    ),
  );
}

function freeName(wanted: string, used: ReadonlySet<string>): string {
  const name = wanted.replace(/\p{Cc}+/gu, ' ').slice(0, maxName);
  if (!used.has(name)) return name;
  let number = 2;
  const numbered = () => `${name.slice(0, maxName - 5)} ${number}`;
  while (used.has(numbered())) number += 1;
  return numbered();
}
