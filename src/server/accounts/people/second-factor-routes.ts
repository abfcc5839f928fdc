/** Routes of how a person proves who they are: the second step of sign-in, passkeys, and the confirmation that it is still them. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PasskeyResource } from '#api/people/second-factor-operations.ts';
import * as operations from '#api/people/second-factor-operations.ts';
import { Refusal } from '../../platform/errors.ts';
import { guardCredential } from '../../platform/http/credential-guard.ts';
import { dateTime, dateTimeOrNull } from '../../platform/http/date-time.ts';
import { baseUrl } from '../../platform/http/host.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { requireSameOrigin } from '../../platform/http/same-origin.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { sessionToken, setSessionCookie } from '../session-cookie.ts';
import {
  confirmByPasskey,
  createPasskey,
  createPasskeyOptions,
  createSignInOptions,
  deletePasskey,
  listPasskeys,
  type PasskeyRow,
  relyingPartyOf,
  signInByPasskey,
} from './passkeys-service.ts';
import { answerSignIn } from './presentation.ts';
import { confirmMe } from './profile-service.ts';
import type { SealedChallenge } from './sealed-challenge.ts';
import {
  completeSignIn,
  confirmFactor,
  createFactor,
  createRecoveryCodes,
  fetchFactor,
  personOfChallenge,
  removeFactor,
  resetSecondFactor,
} from './second-factor-service.ts';
import { limitGuesses } from './sign-in-limit.ts';

/** Public: who answers is known by the challenge and the answer alone. */
export function secondStepRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.completeSignIn, async ({ request, reply, form }) => {
    requireSameOrigin(ctx, request, 'allow');
    const { Challenge: challenge, Code: code } = form;
    const session = await limitGuesses(ctx, request, personOfChallenge(ctx, challenge), () =>
      completeSignIn(ctx, { challenge, code }),
    );
    return answerSignIn(ctx, reply, session);
  });

  serveOperation(app, operations.createPasskeySignIn, async ({ request, reply }) => {
    requireSameOrigin(ctx, request, 'allow');
    return presentOptions(reply, await createSignInOptions(ctx, partyOf(ctx, request)));
  });

  serveOperation(app, operations.signInByPasskey, async ({ request, reply, form }) => {
    requireSameOrigin(ctx, request, 'allow');
    const assertion = { challenge: form.Challenge, credential: form.Credential };
    const session = await guardPasskey(ctx, request, form.Challenge, () =>
      signInByPasskey(ctx, partyOf(ctx, request), assertion, request.headers['user-agent']),
    );
    return answerSignIn(ctx, reply, session);
  });
}

export function signInSettingsRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.confirmMe, async ({ caller, request, form }) => {
    const { Password: password, Code: code, Challenge: challenge, Credential: credential } = form;
    const token = sessionToken(request) ?? '';
    if (challenge !== undefined && credential !== undefined) {
      const confirm = () =>
        confirmByPasskey(ctx, caller, partyOf(ctx, request), { challenge, credential }, token);
      const isRight = await guardPasskey(ctx, request, challenge, async () => (await confirm()) || null);
      if (isRight === null) throw wrong('Credential');
      return;
    }
    if (password === undefined && code === undefined) {
      throw new Refusal('bad-request', 'Missing required parameter Password', { field: 'Password' });
    }
    // Whoever uses the page of another person must not find out their password here.
    const confirm = async () => (await confirmMe(ctx, caller, { password, code }, token)) || null;
    if ((await limitGuesses(ctx, request, caller.person?.email ?? '', confirm)) === null) {
      throw wrong(password === undefined ? 'Code' : 'Password');
    }
  });

  serveOperation(app, operations.fetchSecondFactor, async ({ caller }) => {
    const { enabledAt, recoveryCodes, hasPassword } = await fetchFactor(ctx, caller);
    return {
      is_enabled: enabledAt !== null,
      date_enabled: dateTimeOrNull(enabledAt),
      recovery_codes_left: recoveryCodes,
      has_password: hasPassword,
    };
  });

  serveOperation(app, operations.createSecondFactor, ({ caller, reply }) => {
    void reply.header('cache-control', 'no-store');
    return createFactor(ctx, caller);
  });

  serveOperation(app, operations.confirmSecondFactor, async ({ caller, request, reply, form }) => {
    const enabled = await confirmFactor(ctx, caller, form.Code, sessionToken(request) ?? '');
    if (enabled === null) throw wrong('Code');
    setSessionCookie(ctx, reply, enabled.session);
    return presentCodes(reply, enabled.recoveryCodes);
  });

  serveOperation(app, operations.deleteSecondFactor, ({ caller }) => removeFactor(ctx, caller));

  serveOperation(app, operations.createRecoveryCodes, async ({ caller, reply }) =>
    presentCodes(reply, await createRecoveryCodes(ctx, caller)),
  );

  serveOperation(app, operations.listPasskeys, async ({ caller }) => ({
    passkeys: (await listPasskeys(ctx, caller)).map(presentPasskey),
  }));

  serveOperation(app, operations.createPasskeyOptions, async ({ caller, request, reply }) =>
    presentOptions(reply, await createPasskeyOptions(ctx, caller, partyOf(ctx, request))),
  );

  serveOperation(app, operations.createPasskey, async ({ caller, request, form }) => {
    const made = { challenge: form.Challenge, credential: form.Credential, name: form.FriendlyName };
    return presentPasskey(await createPasskey(ctx, caller, partyOf(ctx, request), made));
  });

  serveOperation(app, operations.deletePasskey, ({ caller, params }) =>
    deletePasskey(ctx, caller, params.Sid),
  );

  serveOperation(app, operations.resetSecondFactor, ({ caller, params }) =>
    resetSecondFactor(ctx, caller, params.Sid),
  );
}

const partyOf = (ctx: ServiceContext, request: FastifyRequest) => relyingPartyOf(baseUrl(ctx, request));

const guardPasskey = <T>(
  ctx: ServiceContext,
  request: FastifyRequest,
  challenge: string,
  verify: () => Promise<T | null>,
) => guardCredential(ctx, request, { name: 'passkey', text: `passkey ${challenge}` }, verify);

const wrong = (field: string) => new Refusal('bad-request', `${field}: it is not right`, { field });

function presentOptions(
  reply: FastifyReply,
  { options, challenge, expiresAt }: SealedChallenge & { options: object },
) {
  void reply.header('cache-control', 'no-store');
  return { options, challenge, date_expires: dateTime(expiresAt) };
}

function presentCodes(reply: FastifyReply, recovery_codes: string[]) {
  void reply.header('cache-control', 'no-store');
  return { recovery_codes };
}

function presentPasskey(row: PasskeyRow): PasskeyResource {
  return {
    sid: row.sid,
    friendly_name: row.name,
    is_synced: row.is_synced === 1,
    date_created: dateTime(row.created_at),
    date_last_used: dateTimeOrNull(row.used_at),
  };
}
