import { describe, expect, it } from 'vitest';
import { diff } from '#flow/diff/diff.ts';
import { appointmentFlow } from '#flow/testing/test-flow.ts';
import { compareDefinitions } from './service.ts';

const flow = appointmentFlow();
const [before, after] = [flow, { ...flow, description: 'x'.repeat(100_000) }];
const [old, young] = [JSON.stringify(before), JSON.stringify(after)];

describe('a comparison of stored definitions', () => {
  it('of large ones is made in a thread, with the same result', async () => {
    let sent = 0;
    const result = await compareDefinitions(old, young);
    expect(JSON.parse(result)).toEqual(diff(before, after));
    const inThread = async () => {
      sent += 1;
      return result;
    };
    await compareDefinitions(old, young, inThread);
    await compareDefinitions('{"states":[]}', '{"states":[]}', inThread);
    expect(sent).toBe(1);
  });
});
