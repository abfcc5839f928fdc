import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/json.ts';
import { LimitExceeded } from '../work-budget/work-budget.ts';
import { viewWidget } from './rules/rule.ts';
import { templateReads } from './rules/template-reads.ts';
import { boundedReads, validate } from './validate.ts';

const widgetWith = (text: string, index = 0) =>
  viewWidget({ name: `w${index}`, type: 'send-message', properties: { body: text } } as JsonObject, index);

describe('reading the templates of a flow', () => {
  it('happens once for each widget', () => {
    let count = 0;
    const readsOf = boundedReads((widget) => {
      count += 1;
      return templateReads(widget);
    });
    const widget = widgetWith('{{flow.data.a}}');
    expect(readsOf(widget)).toBe(readsOf(widget));
    expect(count).toBe(1);
  });

  it('ends at the budget, for every rule', () => {
    const readsOf = boundedReads(templateReads);
    const large = '{{flow.data.a}}'.repeat(5_000);
    const read = (index: number) => readsOf(widgetWith(large, index));
    expect(read(0)).toHaveLength(5_000);
    expect(read(1)).toHaveLength(5_000);
    expect(() => read(2)).toThrow(LimitExceeded);
    expect(() => read(3)).toThrow(LimitExceeded);
  });

  it('spends nothing on texts without variables', () => {
    const list = Array.from({ length: 15_000 }, () => 'flow.data.a');
    const state = { name: 'w', type: 'send-message', properties: { list } };
    expect(boundedReads(templateReads)(viewWidget(state, 0))).toEqual([]);
  });

  it('leaves out what is never rendered', () => {
    const nested = '{% if flow.data.a %}'.repeat(200) + '{% endif %}'.repeat(200);
    expect(templateReads(widgetWith(nested))).toEqual([]);
    expect(templateReads(widgetWith('{{flow.data.a}}'.repeat(10_000)))).toEqual([]);
  });

  it('beyond the budget is no finding, and no error', () => {
    const states = Array.from({ length: 4 }, (_, index) => ({
      name: `w${index}`,
      type: 'set-variables',
      properties: { variables: [{ key: 'a', value: '{{flow.variables.missing}}'.repeat(3_800) }] },
      transitions: [],
    }));
    const definition = { description: '', initial_state: 'Trigger', states };
    expect(new Set(validate(definition).map(({ code }) => code))).toEqual(new Set(['initial-state']));
  });
});
