import { describe, expect, it } from 'vitest';
import { DomainLimiter, outcomeOf } from './domain-limiter.ts';

const none = { connections: Number.POSITIVE_INFINITY, perSecond: Number.POSITIVE_INFINITY };
const second = 1_000;
const minute = 60 * second;

/** A limiter with a clock; `random` is 0, so nothing is earlier or later than it would be. */
function open(limits = none, random = () => 0) {
  const limiter = new DomainLimiter(limits, random);
  let now = 1_000_000;
  return {
    limiter,
    now: () => now,
    advance: (ms: number) => {
      now += ms;
    },
    begin: (domain = 'a.test') => limiter.begin(domain, now),
    end: (outcome: 'accepted' | 'throttled' | 'other', domain = 'a.test', began = now) =>
      limiter.end(domain, outcome, { now, began }),
  };
}

describe('limits of a recipient domain', () => {
  it('are none until a domain asks for less', () => {
    const { begin } = open();
    expect(Array.from({ length: 500 }, () => begin())).toEqual(Array(500).fill(null));
  });

  it('hold what exceeds the connections, each a little longer, and no other domain', () => {
    const { begin, end, advance, now } = open({ connections: 2, perSecond: Number.POSITIVE_INFINITY });
    const began = now();
    expect([begin(), begin()]).toEqual([null, null]);
    advance(16 * second);
    end('accepted', 'a.test', began);
    expect(begin()).toBeNull();
    // A moving average: two seconds for one of 16, and two connections.
    expect([begin(), begin()]).toEqual([
      { at: now() + second, reason: 'connections' },
      { at: now() + 2 * second, reason: 'connections' },
    ]);
    expect(begin('b.test')).toBeNull();
  });

  it('hold what exceeds the rate', () => {
    const { begin, end, advance, now } = open({ connections: 10, perSecond: 2 });
    expect(begin()).toBeNull();
    end('accepted');
    expect(begin()).toEqual({ at: now() + second, reason: 'rate' });
    advance(500);
    expect(begin()).toBeNull();
  });

  it('pause and halve at a reply that asks for less, longer each time, and grow back', () => {
    const { begin, end, advance, now } = open();
    for (let sent = 0; sent < 40; sent += 1) begin();
    advance(second);
    for (let sent = 0; sent < 40; sent += 1) end('throttled');
    // One pause for all forty.
    expect(begin()).toMatchObject({ reason: 'pause' });
    advance(30 * second);
    expect(begin()).toBeNull();
    // Half of forty a second.
    expect(begin()).toEqual({ at: expect.any(Number), reason: 'rate' });
    end('throttled');
    advance(30 * second);
    expect(begin()).toMatchObject({ reason: 'pause' });
    advance(30 * second);
    let sent = 0;
    for (const start = now(); now() - start < 20 * minute; advance(second)) {
      if (begin() !== null) continue;
      sent += 1;
      end('accepted');
    }
    expect(sent).toBeGreaterThan(900);
    expect(Array.from({ length: 200 }, () => begin())).toEqual(Array(200).fill(null));
  });

  it('pause for half an hour at most, and are forgotten after an hour', () => {
    const { begin, end, advance, now, limiter } = open();
    for (let at = 0; at < 30; at += 1) {
      for (let hold = begin(); hold !== null; hold = begin()) advance(Math.max(1, hold.at - now()));
      end('throttled');
    }
    const hold = limiter.begin('a.test', now());
    expect(hold?.reason).toBe('pause');
    expect((hold?.at ?? 0) - now()).toBeLessThanOrEqual(40 * minute);
    advance(30 * minute + 60 * minute);
    expect(Array.from({ length: 100 }, () => begin())).toEqual(Array(100).fill(null));
  });

  it('hold an email for ten minutes at most beyond a pause, and spread those that come back', () => {
    let at = 0;
    const random = () => {
      at += 0.37;
      return at % 1;
    };
    const { begin, end, now } = open({ connections: 1, perSecond: 1 }, random);
    begin();
    end('accepted');
    const holds = Array.from({ length: 5_000 }, () => (begin()?.at ?? 0) - now());
    expect(Math.max(...holds)).toBeLessThanOrEqual(10 * minute + 2 * second);
    expect(new Set(holds.map((each) => Math.floor(each / minute))).size).toBeGreaterThan(9);
  });

  it('are remembered of 5,000 domains, and longest of those that asked for less', () => {
    const { begin, end, limiter } = open();
    begin('slow.test');
    end('throttled', 'slow.test');
    for (let at = 0; at < 20_000; at += 1) {
      begin(`${at}.test`);
      end('accepted', `${at}.test`);
    }
    expect(limiter.size).toBe(5_000);
    expect(begin('slow.test')).toMatchObject({ reason: 'pause' });
  });
});

describe('what a reply says about a domain', () => {
  it.each([
    [{ code: 250, text: '250 2.0.0 Ok' }, 'accepted'],
    [{ code: 421, text: '421 4.7.0 Try again later' }, 'throttled'],
    [{ code: 451, text: '451 4.7.28 Unusual rate of email' }, 'throttled'],
    [{ code: 452, text: '452 Insufficient system storage' }, 'throttled'],
    [{ code: 451, text: '451 4.2.1 The mailbox is busy' }, 'other'],
    [{ code: 452, text: '452 4.2.2 Over quota' }, 'other'],
    [{ code: 450, text: '450 4.7.1 Greylisted, see you later' }, 'other'],
    [{ code: 550, text: '550 5.1.1 No such user' }, 'other'],
    [{ code: null, text: 'Connection refused' }, 'throttled'],
  ] as const)('%j: %s', (reply, outcome) => {
    expect(outcomeOf(reply, 'throttled')).toBe(outcome);
  });
});
