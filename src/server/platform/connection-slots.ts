/**
 * Which connections are served when more clients come than there are slots: an address and its network have a share, and the
 * connection that has been idle longest gives way to a new one. What is activity, the protocol decides.
 */

import { clientBlock, networkBlock } from './address-block.ts';

export type SlotLimits = {
  connections: number;
  /** Of one IPv4 address or IPv6 /64. */
  perAddress: number;
  /** Of one IPv4 /24 or IPv6 /48. */
  perNetwork: number;
};

type Slot = {
  address: string;
  network: string;
  openedAt: number;
  activeAt: number;
  isBusy: boolean;
  hasWorked: boolean;
};

/** What becomes of a new connection: served, in place of `evicted` where one gave way, or not. */
export type Admission<Connection> =
  | { admitted: true; evicted: Connection | null }
  | { admitted: false; evicted: null };

/** Times are milliseconds of one clock. Everything takes constant time but `expired`, and `admit` while all others are busy. */
export class ConnectionSlots<Connection> {
  readonly #limits: SlotLimits;
  /** By activity: the one that has been idle longest is first. */
  readonly #slots = new Map<Connection, Slot>();
  readonly #counts = new Map<string, number>();

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** `hasShare` is false for a proxy, whose connections are those of many clients: only the number of all limits it. */
  admit(connection: Connection, remoteAddress: string, now: number, hasShare = true): Admission<Connection> {
    const address = clientBlock(remoteAddress);
    const network = `${networkBlock(remoteAddress)} network`;
    const { connections, perAddress, perNetwork } = this.#limits;
    const isOver = this.#count(address) >= perAddress || this.#count(network) >= perNetwork;
    if (hasShare && isOver) return { admitted: false, evicted: null };
    const evicted = this.#slots.size < connections ? null : this.#longestIdle();
    if (evicted === undefined) return { admitted: false, evicted: null };
    if (evicted !== null) this.release(evicted);
    const times = { openedAt: now, activeAt: now };
    this.#slots.set(connection, { address, network, ...times, isBusy: false, hasWorked: false });
    this.#counts.set(address, this.#count(address) + 1);
    this.#counts.set(network, this.#count(network) + 1);
    return { admitted: true, evicted };
  }

  noteActivity(connection: Connection, now: number): void {
    this.#update(connection, { activeAt: now });
  }

  /** A message or a request is being received or answered: the connection does not give way until `endWork`. */
  beginWork(connection: Connection, now: number): void {
    this.#update(connection, { activeAt: now, isBusy: true });
  }

  endWork(connection: Connection, now: number): void {
    this.#update(connection, { activeAt: now, isBusy: false, hasWorked: true });
  }

  release(connection: Connection): void {
    const slot = this.#slots.get(connection);
    if (slot === undefined) return;
    this.#slots.delete(connection);
    for (const block of [slot.address, slot.network]) {
      const count = this.#count(block) - 1;
      if (count === 0) this.#counts.delete(block);
      else this.#counts.set(block, count);
    }
  }

  /** Those that have been idle for `idleMs`, or open for `withoutWorkMs` without any work, and are not at work. */
  expired(now: number, { idleMs, withoutWorkMs }: { idleMs: number; withoutWorkMs: number }): Connection[] {
    const isOver = ({ isBusy, hasWorked, activeAt, openedAt }: Slot) =>
      !isBusy && (now - activeAt >= idleMs || (!hasWorked && now - openedAt >= withoutWorkMs));
    return [...this.#slots].filter(([, slot]) => isOver(slot)).map(([connection]) => connection);
  }

  #count(block: string): number {
    return this.#counts.get(block) ?? 0;
  }

  #longestIdle(): Connection | undefined {
    for (const [connection, { isBusy }] of this.#slots) if (!isBusy) return connection;
    return undefined;
  }

  #update(connection: Connection, change: Partial<Slot>): void {
    const slot = this.#slots.get(connection);
    if (slot === undefined) return;
    this.#slots.delete(connection);
    this.#slots.set(connection, { ...slot, ...change });
  }
}
