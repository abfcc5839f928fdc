import { describe, expect, it } from 'vitest';
import appointmentReminder from '#flow/samples/appointment-reminder.json' with { type: 'json' };
import { allTransitions, hitsOf, transitionKey } from '../coverage.ts';
import { parseFlowTest } from '../flow-test/parse.ts';
import { runFlowTest } from '../flow-test/run.ts';
import { proposeTests } from './proposals.ts';

const definition = appointmentReminder;
const keys = allTransitions(definition).map(({ widget, index }) => transitionKey(widget, index));

function hitsOfYaml(yaml: string): string[] {
  const parsed = parseFlowTest(yaml);
  if (!parsed.ok) throw new Error(parsed.errors[0]?.message);
  const { failures, simulation } = runFlowTest(parsed.test, { definition });
  expect(failures).toEqual([]);
  return [...hitsOf(simulation.steps).keys()];
}

describe('proposed tests', () => {
  it('pass, have names of their own, and each takes a branch that none before it takes', () => {
    const proposals = proposeTests(definition, new Set(), []);
    expect(new Set(proposals.map(({ name }) => name)).size).toBe(proposals.length);
    const taken = new Set<string>();
    for (const { adds, yaml } of proposals) {
      const before = taken.size;
      for (const key of hitsOfYaml(yaml)) taken.add(key);
      expect(taken.size - before).toBe(adds.length);
      expect(adds.length).toBeGreaterThan(0);
    }
    expect(proposals.map(({ name }) => name)).toContain('check_reply: No match');
  });

  it('leave out what kept tests take, and do not replace those', () => {
    expect(proposeTests(definition, new Set(keys), [])).toEqual([]);
    const [first] = proposeTests(definition, new Set(), []);
    const [again] = proposeTests(definition, new Set(), [first?.name ?? '']);
    expect(again?.name).toBe(`${first?.name} 2`);
  });
});
