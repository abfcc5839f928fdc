/** /session and /sign-in: sign in by a sign-in link or the account's credentials, and sign out. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FieldValues } from '#api/operation/operation.ts';
import * as operations from '#api/system/server-operations.ts';
import { Refusal } from '../platform/errors.ts';
import { guardCredential } from '../platform/http/credential-guard.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import { queryOf } from '../platform/http/paging.ts';
import { requireSameOrigin } from '../platform/http/same-origin.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { authenticateAccount } from './authentication.ts';
import { signOutWithProvider } from './identity-providers/sign-in-service.ts';
import { normalizeEmail } from './people/email-address.ts';
import { answerSignIn, describeSession } from './people/presentation.ts';
import { signInPerson } from './people/profile-service.ts';
import type { SignedIn } from './people/second-factor-service.ts';
import { limitGuesses } from './people/sign-in-limit.ts';
import { sessionToken, setSessionCookie } from './session-cookie.ts';
import { signIn, signInByLink } from './session-service.ts';

type SignInForm = FieldValues<(typeof operations.createSession)['form']>;

const missing = (field: string) =>
  new Refusal('bad-request', `Missing required parameter ${field}`, { field });

export function sessionRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  const signInBy = async (request: FastifyRequest, form: SignInForm): Promise<SignedIn | null> => {
    const device = request.headers['user-agent'];
    const { Email: email, Password: password, AccountSid: account, AuthToken: authToken } = form;
    if (account === undefined) {
      if (email === undefined || password === undefined)
        throw missing(email === undefined ? 'Email' : 'Password');
      return limitGuesses(ctx, request, normalizeEmail(email), () =>
        signInPerson(ctx, { email, password, device }),
      );
    }
    if (authToken === undefined) throw missing('AuthToken');
    const credential = { name: account, text: `form ${account}:${authToken}` };
    return guardCredential(ctx, request, credential, () => signIn(ctx, account, authToken, device));
  };

  // 204, not 401: the application asks before it knows whether anybody is signed in.
  serveOperation(app, operations.fetchSession, async ({ request, reply }) => {
    const caller = await authenticateAccount(ctx, request, reply);
    return caller === null ? reply.code(204).send() : describeSession(ctx, caller);
  });

  serveOperation(app, operations.createSession, async ({ request, reply, form }) => {
    requireSameOrigin(ctx, request, 'allow');
    return answerSignIn(ctx, reply, await signInBy(request, form));
  });

  serveOperation(app, operations.deleteSession, async ({ request, reply, base }) => {
    requireSameOrigin(ctx, request, 'allow');
    const token = sessionToken(request);
    const url = token === undefined ? null : await signOutWithProvider(ctx, token, `${base}/sign-in`);
    setSessionCookie(ctx, reply, null);
    return url === null ? reply.code(204).send() : reply.code(200).send({ provider_url: url });
  });

  // A HEAD request must not use up the link.
  app.get('/sign-in', { exposeHeadRoute: false }, async (request, reply) => {
    const link = queryOf(request).get('token');
    if (link === null) return reply.callNotFound();
    void reply.header('cache-control', 'no-store');
    const asked = { caller: null, params: {}, sent: {} };
    const token = await app
      .recordRequest(request, operations.followSignInLink, asked, () =>
        guardCredential(ctx, request, { name: 'sign-in link', text: `link ${link}` }, () =>
          signInByLink(ctx, link, request.headers['user-agent']),
        ),
      )
      .catch((error: unknown) => {
        // A person opened it: the page says so, and its own form says when to try again.
        if (error instanceof Refusal && error.kind === 'too-many') return 'limited' as const;
        throw error;
      });
    if (token === 'limited') return reply.redirect('/sign-in?link=limited', 303);
    if (token === null) return reply.redirect('/sign-in?link=used', 303);
    setSessionCookie(ctx, reply, token);
    return reply.redirect('/', 303);
  });
}
