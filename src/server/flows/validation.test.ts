/** Validating definitions before they are stored: small ones here, large ones in a thread. */

import { describe, expect, it } from 'vitest';
import { emptyDefinition, type FlowDefinition, type State } from '#flow/definition.ts';
import { validate } from '#flow/validation/validate.ts';
import { validateInThread } from './definition-queue.ts';
import { requireValidDefinition } from './validation.ts';

/** A definition of more than 64 kB, with a warning for each widget that nothing leads to. */
function large(next: string): FlowDefinition {
  const states = Array.from({ length: 100 }, (_, at): State => {
    const body = `{{flow.data.name}} ${'x'.repeat(1_000)}`;
    return {
      ...{ name: `tell_${at}`, type: 'send-message', properties: { from: '+15005550006', body } },
      transitions: [{ event: 'sent', next }],
    };
  });
  return { ...emptyDefinition(), states: [...emptyDefinition().states, ...states] };
}

describe('a large definition', () => {
  it('has the same findings as one that is validated here', async () => {
    const findings = await validateInThread(JSON.stringify(large('gone')), {});
    expect(findings).toEqual(validate(large('gone')));
    expect(findings.filter(({ code }) => code === 'next-widget')).toHaveLength(100);
  });

  it('is accepted with its warnings, or refused with its errors', async () => {
    const { warnings } = await requireValidDefinition(large('tell_0'));
    expect(warnings.length).toBeGreaterThan(0);
    await expect(requireValidDefinition(large('gone'))).rejects.toMatchObject({
      kind: 'invalid-definition',
      details: { errors: { length: 100 } },
    });
  });

  it('waits for its turn, unless too many wait already', async () => {
    const text = JSON.stringify(large('tell_0'));
    const accepted = Array.from({ length: 32 }, () => validateInThread(text, {}));
    await expect(validateInThread(text, {})).rejects.toThrow(
      expect.objectContaining({ kind: 'too-many', retryAfterSeconds: 1 }),
    );
    expect(new Set((await Promise.all(accepted)).map(({ length }) => length)).size).toBe(1);
    expect(await validateInThread(text, {})).toEqual(validate(large('tell_0')));
  });
});
