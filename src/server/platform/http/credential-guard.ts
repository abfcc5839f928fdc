/**
 * Bounds the guessing of credentials: wrong ones are counted by client address, and after WRONG_CREDENTIALS_LIMIT of them
 * in a minute the address can only use credentials that were verified before.
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { Refusal } from '../errors.ts';
import { perServer } from '../per-server.ts';
import type { ServiceContext } from '../service-context.ts';
import { hashToken } from '../token-hash.ts';

const windowMs = 60_000;

/** Wrong credentials are answered this many milliseconds late, and those of one address one after the other. */
const wrongPauseMs = 50;

/** So many addresses and verified credentials are kept; the oldest go first. */
const maxAddresses = 10_000;
const maxVerified = 10_000;

/** Wrong credentials of an address in its window, which ends at `endsAt`; `stale` are those that count once. */
type WrongCredentials = { count: number; endsAt: number; stale: Set<string> };

type Guard = {
  byAddress: Map<string, WrongCredentials>;
  /** Hashes of credentials that were right when they were last used. */
  verified: Set<string>;
  /** The last attempt of each address at credentials that are not known. */
  lastAttempts: Map<string, Promise<unknown>>;
};

const guardOf = perServer(
  (): Guard => ({ byAddress: new Map(), verified: new Set(), lastAttempts: new Map() }),
);

type Credential = {
  /** The whole credential with its kind; kept as a hash only. */
  text: string;
  /** A session that is over is sent again and again by its browser, and is no guess the second time. */
  repeats?: 'count' | 'once';
};

/**
 * What `verify` finds by the credential, null when it is wrong. Counts a wrong one; a credential that was verified before is
 * always tried, so that somebody who guesses does not lock out the programs behind the same address.
 *
 * @throws Refusal too-many, with the seconds until the window ends
 */
export async function guardCredential<T>(
  ctx: ServiceContext,
  request: FastifyRequest,
  { text, repeats = 'count' }: Credential,
  verify: () => Promise<T | null>,
): Promise<T | null> {
  if (ctx.config.wrongCredentialsLimit === 0) return verify();
  const guard = guardOf(ctx);
  const hash = hashToken(text);
  const address = addressBlock(request.ip);
  const attempt = async () => {
    const found = await verify();
    if (found !== null) remember(guard.verified, hash);
    else if (noteWrong(ctx, address, repeats === 'once' ? hash : null)) await pause(wrongPauseMs);
    if (found === null) guard.verified.delete(hash);
    return found;
  };
  if (guard.verified.has(hash)) return attempt();
  requireAttemptsLeft(ctx, address);
  const outcome = await inTurn(guard.lastAttempts, address, async () => {
    if (guard.verified.has(hash)) return 'known';
    requireAttemptsLeft(ctx, address);
    return { found: await attempt() };
  });
  return outcome === 'known' ? attempt() : outcome.found;
}

/** Runs `work` after the work of the same key that was begun before. */
async function inTurn<T>(
  lastByKey: Map<string, Promise<unknown>>,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const own = (lastByKey.get(key) ?? Promise.resolve()).then(work, work);
  lastByKey.set(key, own);
  try {
    return await own;
  } finally {
    if (lastByKey.get(key) === own) lastByKey.delete(key);
  }
}

function requireAttemptsLeft(ctx: ServiceContext, address: string): void {
  const now = ctx.clock.now();
  const wrong = guardOf(ctx).byAddress.get(address);
  if (wrong === undefined || wrong.endsAt <= now || wrong.count < ctx.config.wrongCredentialsLimit) return;
  const retryAfterSeconds = Math.ceil((wrong.endsAt - now) / 1000);
  throw new Refusal(
    'too-many',
    `Too many wrong credentials from this address: try again in ${retryAfterSeconds} seconds`,
    { retryAfterSeconds },
  );
}

/** Counts a wrong credential and logs the first of a window; false for a `stale` one that was counted before. */
function noteWrong(ctx: ServiceContext, address: string, stale: string | null): boolean {
  const { byAddress } = guardOf(ctx);
  const now = ctx.clock.now();
  const current = byAddress.get(address);
  const isNew = current === undefined || current.endsAt <= now;
  const wrong = isNew ? { count: 0, endsAt: now + windowMs, stale: new Set<string>() } : current;
  if (stale !== null && wrong.stale.has(stale)) return false;
  if (stale !== null) wrong.stale.add(stale);
  wrong.count += 1;
  if (!isNew) return true;
  ctx.log.warn({ address }, 'Wrong credentials from an address; further ones are logged after a minute');
  // A window that begins again goes to the end, so that the first entries are the oldest.
  byAddress.delete(address);
  dropOldest(byAddress, maxAddresses - 1);
  byAddress.set(address, wrong);
  return true;
}

function remember(verified: Set<string>, hash: string): void {
  verified.delete(hash);
  dropOldest(verified, maxVerified - 1);
  verified.add(hash);
}

/** Keeps the newest `limit` entries. */
function dropOldest(entries: Map<string, unknown> | Set<string>, limit: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= limit) return;
    entries.delete(key);
  }
}

/** An IPv4 address, or the /64 of an IPv6 address: a client of the latter has all the addresses in it. */
function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString();
}
