/** Service functions of passkeys (WebAuthn Level 3): adding, listing and removing them, and proving by one who one is. */

import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import ipaddr from 'ipaddr.js';
import type { PasskeyRow } from '../../platform/database/schema/people.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { confirmSession, createSession } from '../session-service.ts';
import { requirePerson } from './members-service.ts';
import { lastAccountOf } from './profile-service.ts';
import { openChallenge, type SealedChallenge, sealChallenge, spendChallenge } from './sealed-challenge.ts';
import {
  deletePasskeyRow,
  findPasskey,
  insertPasskey,
  listPasskeysOf,
  updatePasskey,
} from './second-factor-store.ts';

export type { PasskeyRow };

/** Loaded when it is first used: it takes a third of a second and 26 MB. */
const webAuthn = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256 (COSE, RFC 9053): what authenticators have, without those that are experiments in Node. */
const supportedAlgorithmIDs = [-8, -7, -257];

const maxPasskeys = 20;
const maxCredentialLength = 1_400;

/** To whom a passkey belongs, as the browser sees it: the host name of the page, and its origin. */
export type RelyingParty = { id: string; origin: string };

/** @throws Refusal conflict for an address of numbers, which browsers give no passkeys for */
export function relyingPartyOf(pageUrl: string): RelyingParty {
  const { hostname, origin } = new URL(pageUrl);
  if (!ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''))) return { id: hostname, origin };
  throw new Refusal('conflict', 'Passkeys need a host name: open the page by its name, or as localhost');
}

type Options = SealedChallenge & { options: object };

/** @throws Refusal conflict with 20 passkeys; forbidden for a program */
export async function createPasskeyOptions(
  ctx: ServiceContext,
  caller: Caller,
  { id }: RelyingParty,
): Promise<Options> {
  const person = requirePerson(caller);
  const known = await listPasskeysOf(ctx.database.read, person.sid);
  requireRoom(known);
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    supportedAlgorithmIDs,
    rpName: 'Patchbay',
    rpID: id,
    userID: Uint8Array.from(Buffer.from(person.sid)),
    userName: person.email,
    userDisplayName: person.name,
    challenge: newChallenge(ctx),
    excludeCredentials: known.map((row) => ({ id: row.credential, transports: transportsOf(row) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return {
    options,
    ...sealChallenge(ctx, { kind: 'passkey', challenge: options.challenge, person: person.sid }),
  };
}

/**
 * Adds the passkey that an authenticator has made.
 *
 * @throws Refusal bad-request for an answer that is not one to the challenge; conflict for a known one, or with 20 passkeys
 */
export async function createPasskey(
  ctx: ServiceContext,
  caller: Caller,
  party: RelyingParty,
  { challenge, credential, name }: { challenge: string; credential: object; name: string },
): Promise<PasskeyRow> {
  const person = requirePerson(caller);
  const asked = openChallenge(ctx, 'passkey', challenge);
  const { verifyRegistrationResponse } = await webAuthn();
  const found = await verifyRegistrationResponse({
    supportedAlgorithmIDs,
    response: credential as RegistrationResponseJSON,
    expectedChallenge: asked.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
  }).catch(() => null);
  if (found?.verified !== true || asked.person !== person.sid) throw notAnAnswer();
  const { credential: made, credentialBackedUp } = found.registrationInfo;
  if (made.id.length > maxCredentialLength) throw notAnAnswer();
  const row: PasskeyRow = {
    sid: ctx.ids.sid('PK'),
    person: person.sid,
    credential: made.id,
    public_key: Buffer.from(made.publicKey).toString('base64url'),
    counter: made.counter,
    transports: JSON.stringify(made.transports ?? []),
    is_synced: credentialBackedUp ? 1 : 0,
    name,
    created_at: ctx.clock.now(),
    used_at: null,
  };
  await ctx.database.write(async (tx) => {
    await spendChallenge(ctx, tx, challenge);
    requireRoom(await listPasskeysOf(tx, person.sid));
    if (!(await insertPasskey(tx, row))) throw new Refusal('conflict', 'This passkey is known already');
  });
  return row;
}

/** The newest first. @throws Refusal forbidden for a program */
export function listPasskeys(ctx: ServiceContext, caller: Caller): Promise<PasskeyRow[]> {
  return listPasskeysOf(ctx.database.read, requirePerson(caller).sid);
}

/** @throws Refusal not-found */
export async function deletePasskey(ctx: ServiceContext, caller: Caller, sid: string): Promise<void> {
  const person = requirePerson(caller);
  if (!(await ctx.database.write((tx) => deletePasskeyRow(tx, person.sid, sid)))) throw notFound();
}

/** Any passkey of this page: the person chooses one, and it says whose it is. */
export async function createSignInOptions(ctx: ServiceContext, { id }: RelyingParty): Promise<Options> {
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: id,
    challenge: newChallenge(ctx),
    userVerification: 'required',
  });
  return { options, ...sealChallenge(ctx, { kind: 'passkey-sign-in', challenge: options.challenge }) };
}

type Assertion = { challenge: string; credential: object };

/**
 * Begins the session of the person of a passkey, which is both factors; null when there is no such passkey, the answer is wrong,
 * or the person belongs to no account.
 *
 * @throws Refusal bad-request for a challenge that was used or is over
 */
export async function signInByPasskey(
  ctx: ServiceContext,
  party: RelyingParty,
  assertion: Assertion,
  device: string | undefined,
): Promise<string | null> {
  const row = await takeAssertion(ctx, party, assertion);
  if (row === null) return null;
  return ctx.database.write(async (tx) => {
    const account = await lastAccountOf(tx, row.person);
    return account === null
      ? null
      : createSession(ctx, tx, { account, person: row.person, device, proof: 'passkey' });
  });
}

/** Notes in the session that its person has proven who they are. False when the answer is wrong, or of another person. */
export async function confirmByPasskey(
  ctx: ServiceContext,
  caller: Caller,
  party: RelyingParty,
  assertion: Assertion,
  sessionToken: string,
): Promise<boolean> {
  const person = requirePerson(caller);
  const row = await takeAssertion(ctx, party, assertion);
  if (row?.person !== person.sid) return false;
  await confirmSession(ctx, sessionToken);
  return true;
}

/** The passkey that has answered the challenge, which then works no more; null when it is wrong. */
async function takeAssertion(
  ctx: ServiceContext,
  party: RelyingParty,
  { challenge, credential }: Assertion,
): Promise<PasskeyRow | null> {
  const asked = openChallenge(ctx, 'passkey-sign-in', challenge);
  const response = credential as AuthenticationResponseJSON;
  const row = await findPasskey(ctx.database.read, String(response.id).slice(0, maxCredentialLength));
  if (row === undefined) return null;
  const { verifyAuthenticationResponse } = await webAuthn();
  const found = await verifyAuthenticationResponse({
    response,
    expectedChallenge: asked.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: row.credential,
      publicKey: Uint8Array.from(Buffer.from(row.public_key, 'base64url')),
      counter: row.counter,
      transports: transportsOf(row),
    },
  }).catch(() => null);
  if (found?.verified !== true) return null;
  const { newCounter, credentialBackedUp } = found.authenticationInfo;
  await ctx.database.write(async (tx) => {
    await spendChallenge(ctx, tx, challenge);
    await updatePasskey(tx, row.sid, {
      counter: newCounter,
      is_synced: credentialBackedUp ? 1 : 0,
      used_at: ctx.clock.now(),
    });
  });
  return row;
}

const transportsOf = ({ transports }: PasskeyRow): AuthenticatorTransport[] => JSON.parse(transports);

/** 32 random bytes. */
const newChallenge = (ctx: ServiceContext) =>
  Uint8Array.from(Buffer.from(ctx.ids.token() + ctx.ids.token(), 'hex'));

function requireRoom(known: readonly PasskeyRow[]): void {
  if (known.length >= maxPasskeys)
    throw new Refusal('conflict', `You have ${maxPasskeys} passkeys: remove one`);
}

const notAnAnswer = () =>
  new Refusal('bad-request', 'Credential: it does not answer the challenge of this page', {
    field: 'Credential',
  });
