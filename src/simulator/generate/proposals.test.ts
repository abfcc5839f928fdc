import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '#flow/definition.ts';
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

  it('are named by a branch of a split first, in one line of at most 100 characters', () => {
    const flow = (ask: string): FlowDefinition => ({
      description: '',
      initial_state: 'Trigger',
      states: [
        { name: 'Trigger', type: 'trigger', transitions: [{ event: 'incomingMessage', next: ask }] },
        {
          ...{ name: ask, type: 'split-based-on', properties: { input: '{{trigger.message.Body}}' } },
          transitions: [
            { event: 'noMatch' },
            {
              event: 'match',
              conditions: [
                {
                  friendly_name: 'X',
                  arguments: ['{{trigger.message.Body}}'],
                  type: 'equal_to',
                  value: 'x',
                },
              ],
            },
          ],
        },
      ],
    });
    const named = (definition: FlowDefinition, names: string[] = []) =>
      proposeTests(definition, new Set(), names).map(({ name, adds }) => ({ name, adds }));
    const trigger = { widget: 'Trigger', label: 'Incoming message' };
    expect(named(flow('a\n\tb'))).toEqual([
      { name: 'a b: No match', adds: [trigger, { widget: 'a\n\tb', label: 'No match' }] },
      { name: 'a b: is x', adds: [{ widget: 'a\n\tb', label: 'is x' }] },
    ]);
    const long = 'a'.repeat(120);
    expect(named(flow(long)).map(({ name }) => name)).toEqual(['a'.repeat(100), `${'a'.repeat(95)} 2`]);
    expect(named(flow('a'), ['a: No match', 'a: No match 2']).map(({ name }) => name)).toEqual([
      'a: No match 3',
      'a: is x',
    ]);
  });
});
