import { describe, expect, it } from 'vitest';
import { diff } from '#flow/diff/diff.ts';
import { appointmentFlow } from '#flow/testing/test-flow.ts';
import { compareAtOnce, compareDefinitions } from './comparison.ts';

const flow = appointmentFlow();
const [before, after] = [flow, { ...flow, description: 'x'.repeat(100_000) }];
const [old, young] = [JSON.stringify(before), JSON.stringify(after)];

describe('a comparison of stored definitions', () => {
  it('of large ones is made in a thread, with the same result', async () => {
    let sent = 0;
    const result = await compareDefinitions(old, young);
    expect(result).toEqual(diff(before, after));
    const send = async () => {
      sent += 1;
      return result;
    };
    await compareDefinitions(old, young, { send });
    await compareDefinitions('{"states":[]}', '{"states":[]}', { send });
    expect(sent).toBe(1);
  });

  it('that takes the time or memory of the thread is refused with the reason', async () => {
    const compared = compareDefinitions(old, young, { send: async () => null });
    await expect(compared).rejects.toMatchObject({
      kind: 'too-complex',
      message: expect.stringContaining('too much to be compared'),
    });
  });

  it('is left out of a save where it might take long', () => {
    expect(compareAtOnce(old, young)?.changes).toHaveLength(1);
    expect(compareAtOnce(old, `"${'x'.repeat(1_100_000)}"`)).toBeNull();
  });
});
