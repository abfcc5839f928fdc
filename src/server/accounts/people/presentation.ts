/** Who is signed in, as the API shows it. */

import type { FastifyReply } from 'fastify';
import { permissionNames } from '#api/people/roles.ts';
import type { SecondStepResource, SessionResource } from '#api/people/schemas.ts';
import { unauthenticated } from '../../platform/errors.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import { mayDo } from '../../platform/permission.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { fetchAccountName } from '../service.ts';
import { setSessionCookie } from '../session-cookie.ts';
import { resumeSession } from '../session-service.ts';
import { withPicture } from './pictures-service.ts';
import { needsOwner } from './profile-service.ts';
import type { SignedIn } from './second-factor-service.ts';

export async function describeSession(ctx: ServiceContext, caller: Caller): Promise<SessionResource> {
  const { account, role, person } = caller;
  return {
    account_sid: account,
    friendly_name: await fetchAccountName(ctx, account),
    person: person === undefined ? null : await withPicture(ctx, person),
    role,
    permissions: permissionNames.filter((each) => mayDo(caller, each)),
    needs_owner: await needsOwner(ctx, caller),
    lacks_second_factor: caller.lacksSecondFactor === true,
  };
}

/**
 * The answer to a sign-in: the session with its cookie, or 202 and the challenge of the second step.
 *
 * @throws Refusal unauthenticated when it was wrong, or the account is not open to the person
 */
export async function answerSignIn(
  ctx: ServiceContext,
  reply: FastifyReply,
  signedIn: SignedIn | null,
): Promise<SessionResource | FastifyReply> {
  if (signedIn === null) throw unauthenticated();
  void reply.header('cache-control', 'no-store');
  if (typeof signedIn !== 'string') {
    const { challenge, expiresAt } = signedIn;
    return reply
      .code(202)
      .send({ challenge, date_expires: dateTime(expiresAt) } satisfies SecondStepResource);
  }
  const session = await resumeSession(ctx, signedIn);
  if (session === null) throw unauthenticated();
  setSessionCookie(ctx, reply, signedIn);
  return describeSession(ctx, session.caller);
}
