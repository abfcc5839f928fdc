import { describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { requireRate } from './rate-limit.ts';

function openLimits() {
  let now = 0;
  const ctx = { changes: {}, clock: { now: () => now } } as ServiceContext;
  const send = (caller: Caller, client: string, count: number, kind: 'edits' | 'presences' = 'edits') => {
    try {
      requireRate(ctx, caller, client, kind, count);
      return null;
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      throw error;
    }
  };
  return { send, pass: (ms: number) => (now += ms) };
}

const token: Caller = { account: 'AC1', user: null, role: 'owner' };
const keyed = (sid: string): Caller => ({ ...token, key: { sid, name: sid, approvesPublishing: false } });
const clientMessage = 'A client may send 50 edits in a second';
const accountMessage = 'An account may send 500 edits in a second';

describe('the rate of edits and presences', () => {
  it.each(['edits', 'presences'] as const)(
    'gives invented client names no more than the account has: %s',
    (kind) => {
      const { send, pass } = openLimits();
      const round = () => Array.from({ length: 100 }, (_, n) => send(token, `name-${n}`, 100, kind));
      const answers = round();
      expect(answers.filter((answer) => answer === null)).toHaveLength(50);
      expect(new Set(answers.slice(50))).toEqual(new Set([`An account may send 500 ${kind} in a second`]));
      pass(1_000);
      expect(round().filter((answer) => answer === null)).toHaveLength(5);
    },
  );

  it('keeps the limit of the account when more names are invented than buckets are kept', () => {
    const { send, pass } = openLimits();
    let accepted = 0;
    for (let n = 0; n < 30_000; n += 1) {
      if (send(token, `name-${n}`, 1) === null) accepted += 1;
      pass(1);
    }
    expect(accepted).toBeGreaterThan(10_000);
    expect(accepted).toBeLessThanOrEqual(5_000 + 30 * 500);
  });

  it('limits a client of a credential, apart from the same name with another credential or account', () => {
    const { send, pass } = openLimits();
    expect(send(keyed('SK1'), 'page', 500)).toBeNull();
    expect(send(keyed('SK1'), 'page', 1)).toBe(clientMessage);
    const others = [
      keyed('SK2'),
      token,
      { ...token, isSession: true as const },
      { ...token, account: 'AC2' },
    ];
    expect(others.map((caller) => send(caller, 'page', 500))).toEqual(others.map(() => null));
    expect(send(keyed('SK1'), 'page', 1, 'presences')).toBeNull();
    pass(1_000);
    expect(send(keyed('SK1'), 'page', 50)).toBeNull();
    expect(send(keyed('SK1'), 'page', 1)).toBe(clientMessage);
  });

  it('takes nothing from a client when the account is refused', () => {
    const { send, pass } = openLimits();
    for (let n = 0; n < 10; n += 1) send(token, `name-${n}`, 500);
    expect(send(token, 'late', 500)).toBe(accountMessage);
    pass(1_000);
    expect(send(token, 'late', 500)).toBeNull();
  });

  it('never meets twenty people with one credential who type, and come back online', () => {
    const { send, pass } = openLimits();
    const people = Array.from({ length: 20 }, (_, n) => `page-${n}`);
    expect(people.map((client) => send(token, client, 200))).toEqual(people.map(() => null));
    for (let second = 0; second < 60; second += 1) {
      pass(1_000);
      expect(people.map((client) => send(token, client, 20))).toEqual(people.map(() => null));
    }
  });
});
