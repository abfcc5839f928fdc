/** Shares and order of connections, with small limits. */

import { describe, expect, it } from 'vitest';
import { ConnectionSlots } from './connection-slots.ts';

const limits = { connections: 6, perAddress: 3, perNetwork: 4 };
const served = { admitted: true, evicted: null };
const refused = { admitted: false, evicted: null };

describe('connection slots', () => {
  it('an address has a share, and so have its network and the /64 and /48 of IPv6', () => {
    const slots = new ConnectionSlots<string>(limits);
    for (const id of ['a', 'b', 'c']) expect(slots.admit(id, '192.0.2.1', 0)).toEqual(served);
    expect(slots.admit('d', '192.0.2.1', 0)).toEqual(refused);
    expect(slots.admit('e', '::ffff:192.0.2.2', 0)).toEqual(served);
    expect(slots.admit('f', '192.0.2.3', 0)).toEqual(refused);
    expect(slots.admit('g', '192.0.3.1', 0)).toEqual(served);
    slots.release('a');
    expect(slots.admit('h', '192.0.2.3', 0)).toEqual(served);

    const six = new ConnectionSlots<string>(limits);
    for (const [index, host] of ['::1', '::2', '::3'].entries())
      expect(six.admit(`${index}`, `2001:db8:1:2${host}`, 0)).toEqual(served);
    expect(six.admit('3', '2001:db8:1:2::4', 0)).toEqual(refused);
    expect(six.admit('4', '2001:db8:1:3::1', 0)).toEqual(served);
    expect(six.admit('5', '2001:db8:1:4::1', 0)).toEqual(refused);
  });

  it('a proxy has all of them', () => {
    const slots = new ConnectionSlots<number>(limits);
    for (const n of [0, 1, 2, 3, 4, 5]) expect(slots.admit(n, '10.0.0.1', 0, false)).toEqual(served);
    expect(slots.admit(6, '10.0.0.1', 0, false)).toEqual({ admitted: true, evicted: 0 });
  });

  it('the connection that has been idle longest gives way when all slots are taken', () => {
    const slots = new ConnectionSlots<number>(limits);
    for (const n of [0, 1, 2, 3, 4, 5]) slots.admit(n, `198.51.${n}.1`, n);
    slots.noteActivity(0, 6);
    slots.beginWork(1, 7);
    expect(slots.admit(6, '198.51.6.1', 8)).toEqual({ admitted: true, evicted: 2 });
    for (const n of [0, 3, 4, 5, 6]) slots.beginWork(n, 9);
    expect(slots.admit(7, '198.51.7.1', 10)).toEqual(refused);
    slots.endWork(4, 11);
    expect(slots.admit(7, '198.51.7.1', 12)).toEqual({ admitted: true, evicted: 4 });
  });

  it('is over after its idle time, or after a while without any work, but not within it', () => {
    const slots = new ConnectionSlots<string>({ ...limits, perAddress: 6, perNetwork: 6 });
    for (const id of ['idle', 'asking', 'working', 'done']) slots.admit(id, '192.0.2.1', 0);
    slots.beginWork('working', 10);
    const times = { idleMs: 60, withoutWorkMs: 300 };
    for (let now = 0; now < 300; now += 50) {
      slots.noteActivity('asking', now);
      slots.noteActivity('done', now);
    }
    slots.endWork('done', 300);
    expect(slots.expired(59, times)).toEqual([]);
    expect(slots.expired(60, times)).toEqual(['idle']);
    expect(slots.expired(300, times).sort()).toEqual(['asking', 'idle']);
  });
});
