/** Limits of a turn, a context and an execution: what happens beyond them, and that they are deterministic. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { State } from '#flow/definition.ts';
import type { Json, JsonObject } from '#flow/json/json.ts';
import { jsonSize } from '#flow/work-budget/json-size.ts';
import { maxWork, WorkBudget, workPrices } from '#flow/work-budget/work-budget.ts';
import { advance, newExecution, type Turn } from './advance.ts';
import { emptyContext, updateContext } from './context.ts';
import type { VariableChange } from './execution.ts';
import { contextAfter } from './testing/context-after.ts';
import { begin, flowOf, messageStart } from './testing/start-flow.ts';

const setVariables = (name: string, next: string, variables: Record<string, string>): State => ({
  name,
  type: 'set-variables',
  transitions: [{ event: 'next', next }],
  properties: { variables: Object.entries(variables).map(([key, value]) => ({ key, value })) },
});

const endless = '{{ "now" | date: "%H" }}'.repeat(300);
const storedBytes = ({ steps }: Turn) => jsonSize(steps.map(({ changes }) => changes) as Json);
const lastNotes = ({ steps }: Turn) => steps.at(-1)?.notes.map(({ message }) => message);

describe('a turn', () => {
  it('stores a large value once while a loop sets it again and again', () => {
    const data = { long: 'x'.repeat(16_000) };
    const turn = begin(
      flowOf(
        setVariables('a', 'b', { a: '{{flow.data.long}}' }),
        setVariables('b', 'a', { b: '{{flow.variables.a}}' }),
      ),
      { data },
    );
    expect(turn.execution.status).toBe('ended');
    expect(storedBytes(turn)).toBeLessThan(6 * 16_000);
    expect(contextAfter(turn.steps)).toEqual(turn.execution.context);
  });

  it('ends with an error that names the limit when a loop makes new values without end', () => {
    const data = { a: 'a'.repeat(16_000), b: 'b'.repeat(16_000) };
    const turn = begin(
      flowOf(
        setVariables('a', 'b', { x: '{{flow.data.a}}', y: '{{flow.data.b}}' }),
        setVariables('b', 'a', { x: '{{flow.data.b}}', y: '{{flow.data.a}}' }),
      ),
      { data },
    );
    expect(turn.execution.status).toBe('ended');
    expect(turn.steps.at(-1)?.name).toBe('limitExceeded');
    expect(lastNotes(turn)).toEqual(['The limit of 5,000,000 units of work was exceeded.']);
    expect(storedBytes(turn)).toBeLessThan(5_000_000);
  });

  const failing = (name: string, next: string, body: string): State => ({
    name,
    type: 'make-http-request',
    transitions: [{ event: 'success' }, { event: 'failed', next }],
    properties: { method: 'POST', url: 'https://host.example/', body, content_type: 'text/plain' },
  });

  it('leaves the widget that exceeds the budget by its event for failure, and goes on with a reserve', () => {
    const turn = begin(
      flowOf(failing('ask', 'sorry', endless), setVariables('sorry', '', { text: '{{flow.sid}}' })),
    );
    expect(turn.steps.map(({ name }) => name)).toEqual(['incomingMessage', 'failed', 'next']);
    expect(turn.steps[1]?.notes[0]?.message).toBe('The limit of 5,000,000 units of work was exceeded.');
    expect(turn.commands).toEqual([]);
  });

  it('ends when a limit is exceeded for the second time', () => {
    const turn = begin(flowOf(failing('ask', 'again', endless), failing('again', 'ask', endless)));
    expect(turn.steps.map(({ name }) => name)).toEqual(['incomingMessage', 'failed', 'limitExceeded']);
    expect(turn.execution.status).toBe('ended');
  });

  it('spends the same each time, whatever is cached', () => {
    const flow = flowOf(
      setVariables('a', 'b', { x: '{{ flow.data.list | where: "k", 2 | size }} {{ "now" | date: "%H" }}' }),
      {
        name: 'b',
        type: 'split-based-on',
        transitions: [
          {
            event: 'match',
            next: '',
            conditions: [
              {
                friendly_name: '',
                arguments: ['{{flow.variables.x}}'],
                type: 'regex',
                value: '(?=.*\\d)[0-9 ]+',
              },
            ],
          },
        ],
        properties: {},
      },
    );
    const data = { list: Array.from({ length: 50 }, (_, k) => ({ k })) };
    const spent = [1, 2, 3].map(() => {
      const work = new WorkBudget();
      const { steps } = advance(flow, newExecution(), { ...messageStart, data }, 0, 'UTC', work);
      expect(steps.at(-1)?.name).toBe('match');
      return work.left;
    });
    expect(new Set(spent).size).toBe(1);
    expect(spent[0]).toBeLessThan(5_000_000);
  });

  it('shortens long notes', () => {
    const turn = begin(flowOf(failing('ask', '', ''), setVariables('x', '', {})), {});
    expect(turn.execution.status).toBe('active');
    const noAddress: State = { ...failing('ask', '', ''), properties: { url: 'x'.repeat(10_000) } };
    const note = begin(flowOf(noAddress)).steps[1]?.notes[0]?.message;
    expect(note).toHaveLength(300);
  });
});

describe('a context', () => {
  it('has at most 2 MB as JSON, where a value that stands in it twice counts twice', () => {
    const half = 'x'.repeat(1_030_000);
    const fits = begin(flowOf(setVariables('a', '', {})), { data: { half } });
    expect(fits.steps.at(-1)?.name).toBe('next');
    const twice = begin(flowOf(setVariables('a', '', {})), {
      data: { half },
      trigger: { request: { half, more: 'x'.repeat(40_000) } },
    });
    expect(twice.steps.map(({ name }) => name)).toEqual(['limitExceeded']);
    expect(lastNotes(twice)).toEqual(['The limit of 2 MB of variables was exceeded.']);
    expect(twice.execution.context).toEqual(emptyContext());
  });

  it('takes no value that is nested more than 100 levels deep', () => {
    const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) as Json;
    const turn = begin(flowOf(setVariables('a', '', {})), { data: { deep } });
    expect(lastNotes(turn)).toEqual(['A value is nested more than 100 levels deep.']);
    const parsed: State = {
      ...setVariables('a', '', {}),
      properties: {
        variables: [{ key: 'a', value: '['.repeat(2_000) + ']'.repeat(2_000), type: 'json_object' }],
      },
    };
    expect(begin(flowOf(parsed)).steps.at(-1)?.name).toBe('next');
  });

  const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'ü"');
  const value = fc.jsonValue({ maxDepth: 3 }).map((each) => JSON.parse(JSON.stringify(each)) as Json);
  const change = fc.record({ path: fc.array(key, { minLength: 1, maxLength: 3 }), value });

  it('is measured as it changes: the same as its text has bytes', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), fc.boolean(), (changes: VariableChange[], first) => {
        const large = { long: 'x'.repeat(1_000) };
        const all = [...changes, { path: ['a'], value: large as JsonObject }, ...changes];
        const updated = updateContext(emptyContext(), all, new WorkBudget(), first);
        const again = updateContext(updated.context, all, new WorkBudget(), first);
        for (const { context } of [updated, again]) {
          const copy = JSON.parse(JSON.stringify(context)) as typeof context;
          expect(jsonSize(context)).toBe(new TextEncoder().encode(JSON.stringify(context)).length);
          const work = new WorkBudget();
          const grown = [{ path: ['z'], value: 'x' }];
          expect(updateContext(context, grown, work, false)).toEqual(updateContext(copy, grown, work, false));
        }
      }),
    );
  });

  it('that is the sum of the changes of its steps stays so when only a part of a large value changes', () => {
    const before = updateContext(
      emptyContext(),
      [{ path: ['widgets', 'w'], value: { body: 'x'.repeat(5_000), status: 200 } }],
      new WorkBudget(),
      false,
    );
    const after = updateContext(
      before.context,
      [{ path: ['widgets', 'w'], value: { body: 'x'.repeat(5_000), status: 500 } }],
      new WorkBudget(),
      false,
    );
    expect(after.changes).toEqual([{ path: ['widgets', 'w', 'status'], value: 500 }]);
  });
});

describe('understanding a text', () => {
  const spent = (characters: number, keywords: number) => {
    const words = Array.from({ length: keywords }, () => 'a');
    const properties = { text: 'x'.repeat(characters), intents: [{ name: 'b', keywords: words }] };
    const work = new WorkBudget();
    const flow = flowOf({ name: 'read', type: 'understand', properties, transitions: [] });
    advance(flow, newExecution(), messageStart, 0, 'UTC', work);
    return maxWork - work.left;
  };

  it('costs its keywords, and them again for each thousand characters', () => {
    const { keyword, byte } = workPrices;
    expect(spent(1, 4) - spent(1, 2)).toBeCloseTo(2 * (byte + keyword * 1.001));
    expect(spent(1_001, 2) - spent(1, 2)).toBeCloseTo(1_000 * byte + 2 * keyword);
  });
});

describe('an execution', () => {
  it('stores at most 16 MB of changes', () => {
    const reply: State = {
      name: 'ask',
      type: 'send-and-wait-for-reply',
      transitions: [{ event: 'incomingMessage', next: 'ask' }],
      properties: { body: 'More?', timeout: '3600' },
    };
    const between = setVariables('between', 'ask', {});
    const flow = flowOf({ ...reply, transitions: [{ event: 'incomingMessage', next: 'between' }] }, between);
    let turn = begin(flow);
    let stored = 0;
    for (let count = 0; count < 60 && turn.execution.status === 'active'; count++) {
      const message = { Body: String(count).repeat(300_000).slice(0, 500_000) };
      turn = advance(flow, turn.execution, { kind: 'message', message }, 0);
      stored += storedBytes(turn);
    }
    expect(turn.execution.status).toBe('ended');
    expect(lastNotes(turn)?.[0]).toBe('The limit of 16 MB of stored steps was exceeded.');
    expect(stored).toBeLessThan(17 * 1024 * 1024);
  });
});
