/**
 * Service functions of the second factor: codes of an authenticator app (TOTP, RFC 6238) and recovery codes, which a password
 * needs besides once they are set up.
 */

import { Secret, TOTP } from 'otpauth';
import type { Queries } from '../../platform/database/database.ts';
import type { SecondFactorRow } from '../../platform/database/schema/people.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { hashToken } from '../../platform/token-hash.ts';
import { rotateSession } from '../session-rotation.ts';
import { createSession } from '../session-service.ts';
import { deleteSessionsOf, forgetCodes } from '../session-store.ts';
import { requireChangeable, requirePerson } from './members-service.ts';
import { hasPowerOver } from './power-over-people.ts';
import { openChallenge, type SealedChallenge, sealChallenge, spendChallenge } from './sealed-challenge.ts';
import {
  countRecoveryCodes,
  deleteFactor,
  deletePasskeysOf,
  deleteRecoveryCode,
  findFactor,
  lockFactor,
  replaceFactor,
  replaceRecoveryCodes,
  updateFactor,
} from './second-factor-store.ts';
import { findPerson } from './store.ts';

/** The token of a session, or what must be answered with a code first. */
export type SignedIn = string | SealedChallenge;

const stepMs = 30_000;
const recoveryCodeCount = 10;

/** So many wrong codes in a day, from all senders: who knows the password must not guess a code of six digits. */
const maxWrong = 30;
const wrongWindowMs = 24 * 60 * 60 * 1000;

/** Begins the session of a person whose password was right, or asks for the second factor. */
export async function openSession(
  ctx: ServiceContext,
  tx: Queries,
  { account, person, device }: { account: string; person: string; device?: string | undefined },
): Promise<SignedIn> {
  const factor = await findFactor(tx, person);
  if (factor === undefined || factor.enabled_at === null) {
    return createSession(ctx, tx, { account, person, device });
  }
  return sealChallenge(ctx, { kind: 'second-factor', person, account, device: device ?? '' });
}

/** Whose code a challenge asks for. @throws Refusal bad-request for one that is over */
export const personOfChallenge = (ctx: ServiceContext, challenge: string): string =>
  openChallenge(ctx, 'second-factor', challenge).person;

/**
 * The session of who has given the password before; null when the code is wrong.
 *
 * @throws Refusal bad-request for a challenge that was used or is over; too-many after 30 wrong codes in a day
 */
export function completeSignIn(
  ctx: ServiceContext,
  { challenge, code }: { challenge: string; code: string },
): Promise<string | null> {
  const { person, account, device } = openChallenge(ctx, 'second-factor', challenge);
  return ctx.database.write(async (tx) => {
    if (!(await takeCode(ctx, tx, person, code))) return null;
    await spendChallenge(ctx, tx, challenge);
    return createSession(ctx, tx, { account, person, device, proof: 'code' });
  });
}

/** Whether it is a code of the person's second factor, which then does not work again. Wrong ones are counted. */
export async function takeCode(
  ctx: ServiceContext,
  tx: Queries,
  person: string,
  code: string,
): Promise<boolean> {
  const factor = await lockFactor(tx, person);
  if (factor === undefined || factor.enabled_at === null) return false;
  refuseAfterTooMany(ctx, factor);
  const step = stepOf(ctx, factor, code);
  const isRight =
    step === null ? await deleteRecoveryCode(tx, person, hashRecoveryCode(code)) : step > factor.last_step;
  await (isRight
    ? updateFactor(tx, person, { last_step: step ?? factor.last_step, wrong: 0 })
    : noteWrong(ctx, tx, factor));
  return isRight;
}

export type FactorState = { enabledAt: number | null; recoveryCodes: number; hasPassword: boolean };

export async function fetchFactor(ctx: ServiceContext, caller: Caller): Promise<FactorState> {
  const { sid } = requirePerson(caller);
  const { read } = ctx.database;
  return {
    enabledAt: (await findFactor(read, sid))?.enabled_at ?? null,
    recoveryCodes: await countRecoveryCodes(read, sid),
    hasPassword: ((await findPerson(read, sid))?.password_hash ?? '') !== '',
  };
}

/**
 * Makes a secret, which counts once a code of it was confirmed. `uri` is for a QR code.
 *
 * @throws Refusal conflict when the person has a second factor; forbidden for a program
 */
export async function createFactor(
  ctx: ServiceContext,
  caller: Caller,
): Promise<{ secret: string; uri: string }> {
  const { sid, email } = requirePerson(caller);
  const secret = Secret.fromHex(`${ctx.ids.token()}${ctx.ids.token()}`.slice(0, 40));
  await ctx.database.write(async (tx) => {
    requireNone(await findFactor(tx, sid));
    const now = ctx.clock.now();
    await replaceFactor(tx, {
      ...{ person: sid, secret: ctx.secrets.encrypt(secret.base32), created_at: now, enabled_at: null },
      ...{ last_step: 0, wrong: 0, wrong_since: now },
    });
  });
  return { secret: secret.base32, uri: totpOf(secret, email).toString() };
}

/**
 * Switches it on by its first code, ends the other sessions of the person, and gives their session another token. Null when the
 * code is wrong.
 *
 * @throws Refusal conflict when there is none to be confirmed; too-many after 30 wrong codes in a day
 */
export async function confirmFactor(
  ctx: ServiceContext,
  caller: Caller,
  code: string,
  sessionToken: string,
): Promise<{ recoveryCodes: string[]; session: string } | null> {
  const { sid } = requirePerson(caller);
  return ctx.database.write(async (tx) => {
    const factor = await lockFactor(tx, sid);
    requireNone(factor);
    if (factor === undefined) throw new Refusal('conflict', 'Begin to set up the second factor first');
    refuseAfterTooMany(ctx, factor);
    const step = stepOf(ctx, factor, code);
    if (step === null) {
      await noteWrong(ctx, tx, factor);
      return null;
    }
    await updateFactor(tx, sid, { enabled_at: ctx.clock.now(), last_step: step, wrong: 0 });
    await deleteSessionsOf(tx, sid, hashToken(sessionToken));
    return {
      recoveryCodes: await newRecoveryCodes(ctx, tx, sid),
      session: await rotateSession(ctx, tx, sessionToken, {
        ...{ proof: 'code', confirmed_at: ctx.clock.now() },
      }),
    };
  });
}

/** @throws Refusal not-found */
export async function removeFactor(ctx: ServiceContext, caller: Caller): Promise<void> {
  const { sid } = requirePerson(caller);
  await ctx.database.write(async (tx) => {
    if ((await findFactor(tx, sid)) === undefined) throw notFound();
    await deleteFactor(tx, sid);
    await forgetCodes(tx, sid);
  });
}

/** Those from before are void. @throws Refusal not-found without a second factor */
export function createRecoveryCodes(ctx: ServiceContext, caller: Caller): Promise<string[]> {
  const { sid } = requirePerson(caller);
  return ctx.database.write(async (tx) => {
    if (((await findFactor(tx, sid))?.enabled_at ?? null) === null) throw notFound();
    return newRecoveryCodes(ctx, tx, sid);
  });
}

/**
 * Removes the second factor and the passkeys of a member who has lost them, by who has power over them, or an operator.
 *
 * @throws Refusal not-found; forbidden for a role above the caller's; conflict for who may do more in another account
 */
export function resetSecondFactor(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  { byOperator = false } = {},
): Promise<void> {
  return ctx.database.write(async (tx) => {
    await requireChangeable(tx, caller, sid);
    if (!byOperator && !(await hasPowerOver(tx, caller, sid))) {
      throw new Refusal(
        'conflict',
        'This person may do more than you in another account, which it protects as well: ask an owner there',
      );
    }
    await deleteFactor(tx, sid);
    await deletePasskeysOf(tx, sid);
  });
}

const totpOf = (secret: Secret, email: string) => new TOTP({ issuer: 'Patchbay', label: email, secret });

/** The time step of a right code of six digits, one step early or late; null for any other text. */
function stepOf(ctx: ServiceContext, { secret }: SecondFactorRow, code: string): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = ctx.clock.now();
  const totp = totpOf(Secret.fromBase32(ctx.secrets.decrypt(secret)), '');
  const delta = totp.validate({ token, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / stepMs) + delta;
}

async function newRecoveryCodes(ctx: ServiceContext, tx: Queries, person: string): Promise<string[]> {
  // 80 random bits each, in groups that can be read out.
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    (ctx.ids.token().slice(0, 20).match(/.{5}/g) ?? []).join('-'),
  );
  await replaceRecoveryCodes(tx, person, codes.map(hashRecoveryCode));
  return codes;
}

const hashRecoveryCode = (code: string): string => hashToken(code.toLowerCase().replace(/[^\da-f]/g, ''));

function refuseAfterTooMany(ctx: ServiceContext, { wrong, wrong_since }: SecondFactorRow): void {
  const leftMs = wrong_since + wrongWindowMs - ctx.clock.now();
  if (wrong < maxWrong || leftMs <= 0) return;
  throw new Refusal('too-many', 'Too many wrong codes: try again tomorrow, or ask an owner to reset it', {
    retryAfterSeconds: Math.ceil(leftMs / 1000),
  });
}

async function noteWrong(ctx: ServiceContext, tx: Queries, factor: SecondFactorRow): Promise<void> {
  const now = ctx.clock.now();
  const isOver = factor.wrong_since + wrongWindowMs <= now;
  await updateFactor(
    tx,
    factor.person,
    isOver ? { wrong: 1, wrong_since: now } : { wrong: factor.wrong + 1 },
  );
}

function requireNone(factor: SecondFactorRow | undefined): void {
  if (factor !== undefined && factor.enabled_at !== null) {
    throw new Refusal('conflict', 'The second factor is set up already: switch it off first');
  }
}
