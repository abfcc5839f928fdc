/**
 * Limits of sending to each recipient domain: concurrency and rate, which a domain lowers by replies such as 421 and raises by
 * accepting email. In the memory of each process (docs/decisions/110).
 */

import { backoff } from '../../platform/jobs/retry-backoff.ts';
import { enhancedStatusOf } from '../smtp/classify-reply.ts';
import type { SmtpReply } from '../smtp/client.ts';

/** What the operator sets; `perSecond` is a rate of emails. Infinity for no limit. */
export type DomainLimits = { connections: number; perSecond: number };

export type HoldReason = 'pause' | 'rate' | 'connections';

/** An email that has to wait, until `at` at least. */
export type Hold = { at: number; reason: HoldReason };

/** `accepted` raises the limits of a domain, `throttled` lowers them, `other` says nothing about it. */
export type DomainOutcome = 'accepted' | 'throttled' | 'other';

type DomainState = DomainLimits & {
  active: number;
  /** When the rate lets the next email go. */
  nextAt: number;
  /** Until when emails have been held: each further one is held a little longer, so that they do not come back at once. */
  heldUntil: number;
  pausedUntil: number;
  /** Pauses in a row. */
  pauses: number;
  raisedAt: number;
  /** Emails sent in the minute that began at `countedSince`. */
  sent: number;
  countedSince: number;
  /** Moving average of how long a delivery takes. */
  replyMs: number;
};

/** The domains that a process remembers: a sender chooses their names. */
const maxDomains = 5_000;
/** Of so many that were used longest ago, one without lowered limits is forgotten first. */
const forgetAmong = 50;
const firstPauseMs = 30_000;
const maxPauseMs = 30 * 60_000;
/** Lowered limits are forgotten so long after the last pause. */
const rememberMs = 60 * 60_000;
const raiseIntervalMs = 30_000;
const raiseFactor = 1.5;
/** Six a minute. */
const minPerSecond = 0.1;
/** Learned limits that have grown so far are dropped. */
const learned: DomainLimits = { connections: 50, perSecond: 100 };
const countMs = 60_000;
const maxHoldMs = 10 * 60_000;
const minHoldMs = 50;

export class DomainLimiter {
  readonly #limits: DomainLimits;
  readonly #random: () => number;
  /** In the order of their last use. */
  readonly #domains = new Map<string, DomainState>();

  constructor(limits: DomainLimits, random: () => number) {
    this.#limits = limits;
    this.#random = random;
  }

  get size(): number {
    return this.#domains.size;
  }

  /** Null when an email may be sent to the domain now, of which `end` has to be called. */
  begin(domain: string, now: number): Hold | null {
    const state = this.#touch(domain, now);
    if (now < state.pausedUntil) return this.#hold(state, 'pause', state.pausedUntil);
    if (state.active >= state.connections) return this.#hold(state, 'connections', now);
    if (state.nextAt > now) return this.#hold(state, 'rate', state.nextAt);
    state.active += 1;
    state.nextAt = now + 1000 / state.perSecond;
    if (now - state.countedSince >= countMs) Object.assign(state, { sent: 0, countedSince: now });
    state.sent += 1;
    return null;
  }

  end(domain: string, outcome: DomainOutcome, { now, began }: { now: number; began: number }): void {
    const state = this.#domains.get(domain);
    if (state === undefined) return;
    if (outcome !== 'other') state.replyMs += (now - began - state.replyMs) / 8;
    if (outcome === 'throttled') this.#lower(state, now);
    else if (outcome === 'accepted') this.#raise(state, now);
    state.active -= 1;
  }

  /** Those sent before the first reply came may all be refused: one pause answers them together. */
  #lower(state: DomainState, now: number): void {
    if (now < state.pausedUntil) return;
    const observed = state.sent / Math.max(1, (now - state.countedSince) / 1000);
    state.perSecond = Math.max(minPerSecond, Math.min(state.perSecond, observed) / 2);
    state.connections = Math.max(1, Math.floor(Math.min(state.connections, state.active) / 2));
    state.pauses += 1;
    const delay = { now, attempts: state.pauses, firstMs: firstPauseMs, maxMs: maxPauseMs };
    state.pausedUntil = backoff(this.#random, delay);
    state.raisedAt = state.pausedUntil;
  }

  #raise(state: DomainState, now: number): void {
    const { connections, perSecond } = this.#limits;
    const isLowered = state.perSecond < perSecond || state.connections < connections;
    if (!isLowered || now - state.raisedAt < raiseIntervalMs) return;
    state.raisedAt = now;
    state.pauses = Math.max(0, state.pauses - 1);
    state.perSecond = grown(state.perSecond * raiseFactor, perSecond, learned.perSecond);
    state.connections = grown(Math.ceil(state.connections * raiseFactor), connections, learned.connections);
  }

  #hold(state: DomainState, reason: HoldReason, from: number): Hold {
    const spacing = Math.max(minHoldMs, 1000 / state.perSecond, state.replyMs / state.connections);
    const at = Math.max(state.heldUntil, from) + spacing;
    const latest = from + maxHoldMs;
    state.heldUntil = Math.min(at, latest);
    // Beyond the latest they share the second half of it.
    if (at > latest) return { at: Math.ceil(latest - (maxHoldMs / 2) * this.#random()), reason };
    return { at: Math.ceil(at + spacing * this.#random()), reason };
  }

  #touch(domain: string, now: number): DomainState {
    const found = this.#domains.get(domain);
    if (found !== undefined) {
      this.#domains.delete(domain);
      this.#domains.set(domain, found);
      const isOver = found.pausedUntil > 0 && now - found.pausedUntil >= rememberMs;
      return isOver ? Object.assign(found, this.#limits, { pausedUntil: 0, pauses: 0 }) : found;
    }
    if (this.#domains.size >= maxDomains) this.#forgetOne();
    const state: DomainState = {
      ...this.#limits,
      ...{ active: 0, nextAt: 0, heldUntil: 0, pausedUntil: 0, pauses: 0, raisedAt: 0 },
      ...{ sent: 0, countedSince: now, replyMs: 0 },
    };
    this.#domains.set(domain, state);
    return state;
  }

  /** One that is being sent to stays: the number of those is bounded by the worker. */
  #forgetOne(): void {
    let oldest: string | undefined;
    let seen = 0;
    for (const [domain, { active, pausedUntil }] of this.#domains) {
      if (active > 0) continue;
      oldest ??= domain;
      seen += 1;
      if (pausedUntil === 0) oldest = domain;
      if (pausedUntil === 0 || seen === forgetAmong) break;
    }
    if (oldest !== undefined) this.#domains.delete(oldest);
  }
}

/** A limit that was raised: up to that of the operator; where there is none, a high one is dropped. */
function grown(raised: number, set: number, high: number): number {
  return Number.isFinite(set) ? Math.min(raised, set) : raised >= high ? set : raised;
}

/**
 * What the reply says about the domain. A transient reply that is about one mailbox (RFC 3463: X.1 and X.2), or greylists a
 * sender that it does not know yet (RFC 6647), does not ask for less. Without a reply the server could not be reached, which is
 * `unreachableIs`.
 */
export function outcomeOf(
  { code, text }: Pick<SmtpReply, 'code' | 'text'>,
  unreachableIs: DomainOutcome,
): DomainOutcome {
  if (code === null) return unreachableIs;
  if (code < 400) return 'accepted';
  if (code >= 500) return 'other';
  if (code === 421) return 'throttled';
  const isOfMailbox = /^4\.[12]\./.test(enhancedStatusOf(text, ''));
  return isOfMailbox || /gr[ea]y-?\s?list/i.test(text) ? 'other' : 'throttled';
}
