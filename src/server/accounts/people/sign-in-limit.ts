/**
 * Slows the guessing of passwords, which people choose: wrong ones are counted by email address, by client address and by both,
 * whether there is such a person or not. What is over a limit is refused without a look at the password.
 */

import type { FastifyRequest } from 'fastify';
import { clientBlock } from '../../platform/address-block.ts';
import { serverActor } from '../../platform/audit/event.ts';
import { appendServerEvent, outsideRecording } from '../../platform/audit/recording.ts';
import { Refusal } from '../../platform/errors.ts';
import { perServer } from '../../platform/per-server.ts';
import { RateLimiter } from '../../platform/rate-limiter.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { normalizeEmail } from './email-address.ts';
import { findPersonByEmail, listMembershipsOf } from './store.ts';

const windowMs = 15 * 60_000;

/**
 * Wrong passwords in a window, in each process. A person who mistypes stays far below the first; the last is high enough that
 * a person is not locked out of their own address by someone elsewhere who guesses a few times.
 */
const limits = { personFromAddress: 10, address: 60, person: 200 };

const maxCounts = 20_000;

const countsOf = perServer(() => new Map<string, { wrong: number; endsAt: number }>());

/**
 * What `verify` finds; null, and counted, when the password is wrong. Where it throws nothing was guessed.
 *
 * @throws Refusal too-many, with the seconds until the window ends
 */
export async function limitGuesses<T>(
  ctx: ServiceContext,
  request: FastifyRequest,
  email: string,
  verify: () => Promise<T | null>,
): Promise<T | null> {
  const counts = countsOf(ctx);
  const address = clientBlock(request.ip);
  const limited = [
    [`${email} ${address}`, limits.personFromAddress],
    [address, limits.address],
    [email, limits.person],
  ] as const;
  const now = ctx.clock.now();
  for (const [key, limit] of limited) {
    const count = counts.get(key);
    if (count === undefined || count.endsAt <= now || count.wrong < limit) continue;
    const retryAfterSeconds = Math.ceil((count.endsAt - now) / 1_000);
    const minutes = Math.ceil(retryAfterSeconds / 60);
    throw new Refusal('too-many', `Too many attempts: try again in ${minutes} minutes`, {
      retryAfterSeconds,
    });
  }
  // Counted before it is known to be wrong, so that attempts at the same time are all counted.
  for (const [key] of limited) count(counts, key, now, 1);
  let found: T | null;
  let isWrong = false;
  try {
    found = await verify();
    isWrong = found === null;
  } finally {
    if (!isWrong) for (const [key] of limited) count(counts, key, now, -1);
  }
  // Once in a window: at the attempt that reaches the limit.
  if (limited.some(([key, limit]) => counts.get(key)?.wrong === limit)) {
    await outsideRecording(() => recordLimit(ctx, request, email));
  }
  return found;
}

/** Links that are asked for in an hour, in each process: for one address, and by one client, which may be a whole office. */
const askedLinks = {
  email: { count: 5, windowMs: 60 * 60_000 },
  client: { count: 50, windowMs: 60 * 60_000 },
};

const askedLinksOf = perServer(() => new RateLimiter());

/** @throws Refusal too-many, whether a person has the address or not */
export function limitAskedLinks(ctx: ServiceContext, request: FastifyRequest, email: string): void {
  const limits = [
    [`client ${clientBlock(request.ip)}`, askedLinks.client],
    [`email ${normalizeEmail(email)}`, askedLinks.email],
  ] as const;
  const refused = askedLinksOf(ctx).take(limits, 1, ctx.clock.now());
  if (refused === null) return;
  const { retryAfterSeconds } = refused;
  throw new Refusal('too-many', 'Too many links were asked for: try again later', { retryAfterSeconds });
}

/** Into the audit log of the account of who has the address; whom it was about is not kept where no one has it. */
async function recordLimit(ctx: ServiceContext, request: FastifyRequest, email: string): Promise<void> {
  const person = await findPersonByEmail(ctx.database.read, email);
  const memberships = person === undefined ? [] : await listMembershipsOf(ctx.database.read, person.sid);
  await ctx.database.write((tx) =>
    appendServerEvent(ctx, tx, {
      operation: 'SignInLimited',
      account: memberships[0]?.account ?? '',
      actor: serverActor,
      ...(person !== undefined && { object: { kind: 'member', sid: person.sid, name: person.name } }),
      changes: [{ field: 'Minutes', before: null, after: String(windowMs / 60_000) }],
      ...{ address: request.ip, request: request.id },
    }),
  );
  ctx.wake('audit');
}

function count(
  counts: Map<string, { wrong: number; endsAt: number }>,
  key: string,
  now: number,
  change: 1 | -1,
): void {
  const known = counts.get(key);
  const current = known === undefined || known.endsAt <= now ? { wrong: 0, endsAt: now + windowMs } : known;
  counts.delete(key);
  counts.set(key, { ...current, wrong: Math.max(0, current.wrong + change) });
  for (const oldest of counts.keys()) {
    if (counts.size <= maxCounts) return;
    counts.delete(oldest);
  }
}
