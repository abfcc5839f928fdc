import { describe, expect, it } from 'vitest';
import { contextAfter } from './context-after.ts';

const steps = [
  {
    changes: [
      { path: ['flow', 'data'], value: { order: 7 } },
      { path: ['contact', 'channel', 'address'], value: '+15550100' },
    ],
  },
  { changes: [{ path: ['widgets', 'ask'], value: { inbound: { Body: 'yes', NumMedia: 0 } } }] },
  {
    changes: [
      { path: ['flow', 'data', 'order'], value: 8 },
      { path: ['widgets', 'ask', 'inbound', 'Body'], value: 'yes' },
    ],
  },
];

describe('the context after a step', () => {
  it('is the sum of all changes up to it', () => {
    expect(contextAfter(steps, 2).context).toEqual({
      flow: { data: { order: 7 } },
      trigger: {},
      contact: { channel: { address: '+15550100' } },
      widgets: { ask: { inbound: { Body: 'yes', NumMedia: 0 } } },
    });
  });

  it('marks what the step added, with everything inside it counted', () => {
    const { marks, added, changed } = contextAfter(steps, 2);
    expect([...marks]).toEqual([['#/widgets/ask', { mark: 'added' }]]);
    expect({ added, changed }).toEqual({ added: 4, changed: 0 });
  });

  it('marks what the step changed with its old value, and nothing that was set to what it was', () => {
    const { marks, changed } = contextAfter(steps, 3);
    expect([...marks]).toEqual([['#/flow/data/order', { mark: 'changed', old: 7 }]]);
    expect(changed).toBe(1);
  });

  it('is empty before the first step', () => {
    expect(contextAfter(steps, 0)).toMatchObject({ added: 0, changed: 0 });
  });

  it('is not added up again when a step follows', () => {
    const { context } = contextAfter(steps, 3);
    expect(contextAfter([...steps, { changes: [] }], 3).context).toBe(context);
  });

  it('is added up again when a step before it is another one', () => {
    contextAfter(steps, 2);
    const [, second] = steps;
    expect(contextAfter([{ changes: [] }, ...(second ? [second] : [])], 2).context).toMatchObject({
      contact: {},
    });
  });

  it('treats __proto__ and the like as plain keys', () => {
    const { context } = contextAfter(
      [{ changes: [{ path: ['flow', '__proto__', 'polluted'], value: true }] }],
      1,
    );
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.keys(context.flow as object)).toEqual(['__proto__']);
  });
});
