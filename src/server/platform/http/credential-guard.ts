/**
 * Slows the guessing of credentials: wrong ones are counted by what they claim to be and by client address, and more than
 * WRONG_CREDENTIALS_LIMIT of them in a minute are answered as too many. Right ones are never refused because others send wrong
 * ones from the same address: tokens are long and random, so a limit that locks out their owners would protect nothing.
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { clientBlock } from '../address-block.ts';
import { dropOldest } from '../drop-oldest.ts';
import { Refusal } from '../errors.ts';
import { inTurn } from '../in-turn.ts';
import { perServer } from '../per-server.ts';
import type { ServiceContext } from '../service-context.ts';
import { hashToken } from '../token-hash.ts';

const windowMs = 60_000;

/** Wrong credentials are answered this many milliseconds late. */
const wrongPauseMs = 50;

/** So many addresses, names at each and verified credentials are kept; the oldest addresses and credentials go first. */
const maxAddresses = 10_000;
const maxNames = 20;
const maxNameLength = 64;
const maxVerified = 10_000;

/**
 * Wrong credentials of an address in its window, which ends at `endsAt`, by what they claimed to be; `stale` are those that
 * count once.
 */
type WrongCredentials = { byName: Map<string, number>; endsAt: number; stale: Set<string> };

type Guard = {
  byAddress: Map<string, WrongCredentials>;
  /** Hashes of credentials that were right when they were last used. */
  verified: Set<string>;
  /** The last verification of each address of credentials that are not known. */
  lastAttempts: Map<string, Promise<unknown>>;
};

const guardOf = perServer(
  (): Guard => ({ byAddress: new Map(), verified: new Set(), lastAttempts: new Map() }),
);

type Credential = {
  /** What it claims to be: the SID of an account or of a key, or the kind of a secret that names neither. */
  name: string;
  /** The whole credential with its kind; kept as a hash only. */
  text: string;
  /** A session that is over is sent again and again by its browser, and is no guess the second time. */
  repeats?: 'count' | 'once';
};

/**
 * What `verify` finds by the credential, null when it is wrong. Those of one address that are not known are verified one after
 * the other, so that who guesses on many connections costs no more than on one.
 *
 * @throws Refusal too-many for a wrong one after the limit, with the seconds until the window ends
 */
export async function guardCredential<T>(
  ctx: ServiceContext,
  request: FastifyRequest,
  { name, text, repeats = 'count' }: Credential,
  verify: () => Promise<T | null>,
): Promise<T | null> {
  if (ctx.config.wrongCredentialsLimit === 0) return verify();
  const { verified, lastAttempts } = guardOf(ctx);
  const hash = hashToken(text);
  const address = clientBlock(request.ip);
  const found = verified.has(hash) ? await verify() : await inTurn(lastAttempts, address, verify);
  if (found !== null) {
    remember(verified, hash);
    return found;
  }
  verified.delete(hash);
  const wrong = currentWindow(ctx, address);
  if (repeats === 'once') {
    if (wrong.stale.has(hash)) return null;
    if (wrong.stale.size < maxNames) wrong.stale.add(hash);
  }
  const count = countWrong(wrong, name);
  await pause(wrongPauseMs);
  if (count > ctx.config.wrongCredentialsLimit) throw tooMany(ctx, wrong);
  return null;
}

/** The window of an address, replaced when it is over; logs the first wrong credential of each. */
function currentWindow(ctx: ServiceContext, address: string): WrongCredentials {
  const { byAddress } = guardOf(ctx);
  const now = ctx.clock.now();
  const current = byAddress.get(address);
  if (current !== undefined && current.endsAt > now) return current;
  const wrong: WrongCredentials = { byName: new Map(), endsAt: now + windowMs, stale: new Set() };
  ctx.log.warn({ address }, 'Wrong credentials from an address; further ones are logged after a minute');
  // A window that begins again goes to the end, so that the first entries are the oldest.
  byAddress.delete(address);
  dropOldest(byAddress, maxAddresses - 1);
  byAddress.set(address, wrong);
  return wrong;
}

/** How many wrong ones there are now of that name; names past the limit, which a client may invent, count as one. */
function countWrong({ byName }: WrongCredentials, claimed: string): number {
  const name = claimed.slice(0, maxNameLength);
  const counted = byName.has(name) || byName.size < maxNames ? name : '';
  const count = (byName.get(counted) ?? 0) + 1;
  byName.set(counted, count);
  return count;
}

function tooMany(ctx: ServiceContext, { endsAt }: WrongCredentials): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - ctx.clock.now()) / 1000));
  return new Refusal(
    'too-many',
    `Too many wrong credentials from this address: try again in ${retryAfterSeconds} seconds`,
    { retryAfterSeconds },
  );
}

function remember(verified: Set<string>, hash: string): void {
  verified.delete(hash);
  dropOldest(verified, maxVerified - 1);
  verified.add(hash);
}
