/**
 * Service functions of signing in by an identity provider. A sign-in under way is a row, bound to the browser that began it
 * by a cookie, and works once. Whatever goes wrong is a code for the sign-in page and a line of the log, and never a session.
 */

import * as oauth from 'oauth4webapi';
import type { SignInFailure } from '#api/people/sign-in-failures.ts';
import { noteActor } from '../../platform/audit/recording.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { IdentityProviderRow, SignInAttemptRow } from '../../platform/database/schema/people.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { hashToken, matchesTokenHash } from '../../platform/token-hash.ts';
import { replaceGrants } from '../people/grants.ts';
import { hasPowerOver, powerOfProvider } from '../people/power-over-people.ts';
import { deleteOldChallenges, insertUsedChallenge } from '../people/second-factor-store.ts';
import { deletePerson, findPersonByEmail, insertPerson, listMembershipsOf } from '../people/store.ts';
import { createSession, signOut } from '../session-service.ts';
import { matchesRule, nameOf, verifiedEmailOf } from './claims.ts';
import {
  AccessRefused,
  authorizationUrl,
  discover,
  endSessionUrl,
  finishSignIn as finishAtProvider,
  type OidcClaims,
  ProviderAway,
  validateLogoutToken,
} from './oidc-client.ts';
import { readProvider } from './providers-service.ts';
import {
  endProviderSessions,
  findActiveProvider,
  findPersonBySubject,
  findProviderOfSession,
  insertAttempt,
  insertIdentity,
  insertProviderSession,
  listRulesOfProvider,
  takeAttempt,
} from './store.ts';

/** How long a person may take at the provider. */
export const attemptLifetimeMs = 10 * 60_000;

/** A hint that is longer makes addresses longer than some servers take. */
const maxHintLength = 6_000;

/** Why a sign-in failed, for the sign-in page; `reason` is for the log. */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed';
  readonly failure: SignInFailure;
  readonly provider: string | null;

  constructor(failure: SignInFailure, reason: string, provider: string | null) {
    super(reason);
    this.failure = failure;
    this.provider = provider;
  }
}

/** What the browser is sent to the provider with, and the token of the cookie by which it is known again. */
export type StartedSignIn = { url: string; browser: string };

/** @throws SignInFailed */
export async function startSignIn(
  ctx: ServiceContext,
  sid: string,
  { redirectUri, returnPath }: { redirectUri: string; returnPath: string },
): Promise<StartedSignIn> {
  const row = await findActiveProvider(ctx.database.read, sid);
  if (row === undefined) throw new SignInFailed('expired', 'There is no such provider', null);
  const provider = readProvider(ctx, row);
  const [state, browser] = [ctx.ids.token() + ctx.ids.token(), ctx.ids.token() + ctx.ids.token()];
  const nonce = oauth.generateRandomNonce();
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const server = await discover(ctx, provider).catch((error: unknown) => {
    throw failureOf(error, sid);
  });
  const url = await authorizationUrl(server, provider, { state, nonce, codeVerifier, redirectUri });
  const now = ctx.clock.now();
  const attempt: SignInAttemptRow = {
    state_hash: hashToken(state),
    browser_hash: hashToken(browser),
    provider: sid,
    nonce,
    code_verifier: ctx.secrets.encrypt(codeVerifier),
    redirect_uri: redirectUri,
    return_path: returnPath,
    expires_at: now + attemptLifetimeMs,
  };
  await ctx.database.write((tx) => insertAttempt(tx, attempt, now));
  return { url: url.href, browser };
}

/** The answer of a provider, as the browser brings it. */
export type SignInAnswer = {
  parameters: URLSearchParams;
  /** Of the cookie. */
  browser: string | undefined;
  device: string | undefined;
};

/**
 * Begins a session for who signed in at the provider, after what its rules give is as its claims now say.
 *
 * @throws SignInFailed
 */
export async function finishSignIn(
  ctx: ServiceContext,
  { parameters, browser, device }: SignInAnswer,
): Promise<{ token: string; returnPath: string }> {
  const state = parameters.get('state') ?? '';
  const attempt = await ctx.database.write((tx) => takeAttempt(tx, hashToken(state), ctx.clock.now()));
  if (attempt === undefined) throw new SignInFailed('expired', 'The state is unknown, used or too old', null);
  const { provider: sid, nonce, redirect_uri: redirectUri, return_path: returnPath } = attempt;
  if (browser === undefined || !matchesTokenHash(attempt.browser_hash, browser)) {
    throw new SignInFailed('browser', 'The state was begun in another browser', sid);
  }
  const row = await findActiveProvider(ctx.database.read, sid);
  if (row === undefined) throw new SignInFailed('expired', 'The provider was disabled meanwhile', sid);
  const codeVerifier = ctx.secrets.decrypt(attempt.code_verifier);
  const request = { state, nonce, codeVerifier, redirectUri };
  const { claims, idToken } = await finishAtProvider(ctx, readProvider(ctx, row), request, parameters).catch(
    (error: unknown) => {
      throw failureOf(error, sid);
    },
  );
  // A failure is no error of the transaction: what the claims took away is taken away all the same.
  const token = await ctx.database.write(async (tx) => {
    const account = await admit(ctx, tx, row, claims);
    if (account instanceof SignInFailed) return account;
    const created = await createSession(ctx, tx, { ...account, device, proof: 'provider' });
    await insertProviderSession(tx, {
      token_hash: hashToken(created),
      provider: sid,
      id_token: idToken.length > maxHintLength ? null : ctx.secrets.encrypt(idToken),
      provider_session: typeof claims.sid === 'string' ? claims.sid.slice(0, 500) : null,
    });
    return created;
  });
  if (token instanceof SignInFailed) throw token;
  return { token, returnPath };
}

/**
 * Who the subject is, after what the rules give is as the claims now say, and the account in which the session begins. The
 * subject is known from before; else it is the person of the verified address; else a new one, when a rule admits them. A
 * provider answers for the people of its account alone: who belongs to others, too, would open those by it.
 */
async function admit(
  ctx: ServiceContext,
  tx: Queries,
  provider: IdentityProviderRow,
  claims: OidcClaims,
): Promise<{ person: string; account: string } | SignInFailed> {
  const { sid } = provider;
  const known = await findPersonBySubject(tx, sid, claims.sub);
  if (known !== undefined) {
    await applyRules(ctx, tx, provider, { person: known.sid, claims });
    if (!(await hasPowerOver(tx, powerOfProvider(provider.account), known.sid)))
      return elsewhere(known.sid, sid);
    return admitted(tx, provider, known.sid);
  }
  const email = verifiedEmailOf(claims);
  if (email === null) return new SignInFailed('unverified', 'The email address is not verified', sid);
  const now = ctx.clock.now();
  const present = await findPersonByEmail(tx, email);
  if (present !== undefined && !(await hasPowerOver(tx, powerOfProvider(provider.account), present.sid)))
    return elsewhere(present.sid, sid);
  const person = present?.sid ?? (await addPerson(ctx, tx, claims, email));
  if (!(await insertIdentity(tx, { provider: sid, subject: claims.sub, person, created_at: now })))
    return new SignInFailed('answer', `${person} is another subject of this provider already`, sid);
  await applyRules(ctx, tx, provider, { person, claims });
  const result = await admitted(tx, provider, person);
  if (result instanceof SignInFailed && present === undefined) await deletePerson(tx, person);
  return result;
}

const elsewhere = (person: string, provider: string) =>
  new SignInFailed('elsewhere', `${person} belongs to other accounts, too`, provider);

/** Without a password: nothing is one until they set it by a link. */
async function addPerson(
  ctx: ServiceContext,
  tx: Queries,
  claims: OidcClaims,
  email: string,
): Promise<string> {
  const sid = ctx.ids.sid('US');
  const created_at = ctx.clock.now();
  await insertPerson(tx, { sid, email, name: nameOf(claims, email), password_hash: '', created_at });
  return sid;
}

/** Gives what the rules that match give, and ends what others gave before. */
async function applyRules(
  ctx: ServiceContext,
  tx: Queries,
  provider: IdentityProviderRow,
  { person, claims }: { person: string; claims: OidcClaims },
): Promise<void> {
  const rules = await listRulesOfProvider(tx, provider.sid);
  const matching = rules.filter((rule) => matchesRule(claims, rule));
  await replaceGrants(tx, {
    person,
    sources: rules.map(({ sid }) => sid),
    grants: matching.map(({ sid, account, role }) => ({ source: sid, account, role })),
    now: ctx.clock.now(),
    lastOwner: 'keep',
  });
}

/** In the account that was used last, or else in that of the provider. */
async function admitted(
  tx: Queries,
  { sid, account: own }: IdentityProviderRow,
  person: string,
): Promise<{ person: string; account: string } | SignInFailed> {
  const memberships = await listMembershipsOf(tx, person);
  const [last] = memberships.toSorted(
    (one, other) =>
      (other.seen_at ?? 0) - (one.seen_at ?? 0) ||
      Number(other.account === own) - Number(one.account === own),
  );
  if (last === undefined) return new SignInFailed('nobody', `${person} is a member of no account`, sid);
  return { person, account: last.account };
}

/**
 * Ends a session here, and says where the browser ends it at its provider; null where it began otherwise, or the provider has no
 * such place.
 */
export async function signOutWithProvider(
  ctx: ServiceContext,
  sessionToken: string,
  returnTo: string,
): Promise<string | null> {
  const row = await findProviderOfSession(ctx.database.read, hashToken(sessionToken));
  await signOut(ctx, sessionToken);
  if (row === undefined) return null;
  const provider = readProvider(ctx, row);
  const idToken = row.id_token === null ? null : ctx.secrets.decrypt(row.id_token);
  try {
    return endSessionUrl(await discover(ctx, provider), provider, { idToken, returnTo });
  } catch (error) {
    ctx.log.warn({ provider: row.sid, reason: messageOf(error) }, 'Could not sign out at the provider');
    return null;
  }
}

/**
 * Ends sessions because their provider says so (OpenID Connect Back-Channel Logout 1.0). The sender of the token is believed by its
 * signature alone, and each token once.
 *
 * @throws Refusal not-found; bad-request for a token that is not to be believed; unavailable where the provider does not answer,
 *   which the sender may try again
 */
export async function logOutByProvider(ctx: ServiceContext, sid: string, token: string): Promise<void> {
  const row = await findActiveProvider(ctx.database.read, sid);
  if (row === undefined) throw notFound();
  const {
    jti,
    exp,
    sub,
    sid: session,
  } = await validateLogoutToken(ctx, readProvider(ctx, row), token).catch((error: unknown) => {
    ctx.log.warn({ provider: sid, reason: messageOf(error) }, 'No logout by an identity provider');
    if (error instanceof ProviderAway)
      throw new Refusal('unavailable', 'The provider does not answer: its keys cannot be read');
    throw new Refusal('bad-request', `Parameter logout_token: ${messageOf(error)}`, {
      field: 'logout_token',
    });
  });
  await ctx.database.write(async (tx) => {
    await deleteOldChallenges(tx, ctx.clock.now());
    const once = { challenge_hash: hashToken(`logout ${sid} ${jti}`), expires_at: (exp + 120) * 1_000 };
    if (!(await insertUsedChallenge(tx, once)))
      throw new Refusal('bad-request', 'Parameter logout_token: it was used before', {
        field: 'logout_token',
      });
    const person = sub === null ? null : await findPersonBySubject(tx, sid, sub);
    // No one has signed in by that subject: there is nothing to end, which is no failure.
    if (person === undefined) return false;
    const [ended] = await endProviderSessions(tx, sid, { person: person?.sid ?? null, session });
    if (ended === undefined) return false;
    noteActor(ended.account, ended.person);
    return true;
  });
}

function failureOf(error: unknown, provider: string): SignInFailed {
  const failure =
    error instanceof ProviderAway ? 'away' : error instanceof AccessRefused ? 'refused' : 'answer';
  return new SignInFailed(failure, messageOf(error), provider);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
