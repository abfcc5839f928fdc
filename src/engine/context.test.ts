import { describe, expect, it } from 'vitest';
import { WorkBudget } from '#flow/work-budget/work-budget.ts';
import {
  applyChanges,
  channelAddress,
  emptyContext,
  maxContextBytes,
  updateContext,
  valueAt,
} from './context.ts';

const update = (value: string, context = emptyContext()) =>
  updateContext(context, [{ path: ['widgets', 'w'], value }], new WorkBudget(), false);

describe('a context', () => {
  it('has empty texts for what is not known yet', () => {
    expect(emptyContext()).toEqual({
      flow: { sid: '', flow_sid: '', channel: { address: '' }, data: {}, variables: {} },
      trigger: {},
      contact: { channel: { address: '' } },
      widgets: {},
    });
  });

  it('may be two megabytes large and no byte larger', () => {
    const around = JSON.stringify(update('').context).length;
    const largest = update('x'.repeat(maxContextBytes - around));
    expect(JSON.stringify(largest.context)).toHaveLength(maxContextBytes);
    expect(() => update('x'.repeat(maxContextBytes - around + 1))).toThrow(
      'The limit of 2 MB of variables was exceeded.',
    );
  });

  it('counts the bytes of what changed, with the path', () => {
    expect(update('abc').bytes).toBe('"abc"'.length + '["widgets","w"]'.length);
    expect(update('abc', update('abc').context)).toMatchObject({ bytes: 0, changes: [] });
  });

  it('replaces what is in the way of a path, and is shared where nothing changes', () => {
    const context = { ...emptyContext(), widgets: { w: 'text', other: { a: 1 } } };
    const changed = applyChanges(context, [{ path: ['widgets', 'w', 'a'], value: 1 }]);
    expect(changed.widgets).toEqual({ w: { a: 1 }, other: { a: 1 } });
    expect(changed.widgets.other).toBe(context.widgets.other);
    expect(changed.flow).toBe(context.flow);
    expect(context.widgets.w).toBe('text');
  });

  it('is read by its own keys only', () => {
    const context = { ...emptyContext(), widgets: { w: { a: 1 } } };
    expect(valueAt(context, ['widgets', 'w', 'a'])).toBe(1);
    expect(valueAt(context, ['widgets', 'w', 'a', 'b'])).toBeUndefined();
    expect(valueAt(context, ['widgets', 'toString'])).toBeUndefined();
    expect(valueAt(context, [])).toBe(context);
  });

  it('has the address of a channel, empty where there is none', () => {
    expect(channelAddress({ channel: { address: '+15550100' } })).toBe('+15550100');
    expect(channelAddress({ channel: { address: 15_550_100 } })).toBe('15550100');
    expect(channelAddress({ channel: {} })).toBe('');
    expect(channelAddress({ channel: 'none' })).toBe('');
    expect(channelAddress({})).toBe('');
  });
});
