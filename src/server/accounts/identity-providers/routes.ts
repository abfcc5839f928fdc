/** Routes of identity providers: /v1/IdentityProviders, /v1/SignInRules, /v1/SignInSettings; and the sign-in by one. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '#api/paths.ts';
import * as operations from '#api/people/sign-in-operations.ts';
import type {
  IdentityProviderResource,
  SignInRuleResource,
  SignInSettingsResource,
} from '#api/people/sign-in-schemas.ts';
import { clientBlock } from '../../platform/address-block.ts';
import type { SignInSettingRow } from '../../platform/database/schema/people.ts';
import { Refusal } from '../../platform/errors.ts';
import { dateTime, dateTimeOrNull } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { bySid, queryOf } from '../../platform/http/paging.ts';
import { perServer } from '../../platform/per-server.ts';
import { RateLimiter } from '../../platform/rate-limiter.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { sendsLinks } from '../people/link-mail.ts';
import { createScimToken, deleteScimToken } from '../scim/token-service.ts';
import { sessionToken, setSessionCookie } from '../session-cookie.ts';
import { signOut } from '../session-service.ts';
import { browserToken, setBrowserCookie } from './cookie.ts';
import {
  checkProvider,
  createProvider,
  createRule,
  deleteProvider,
  deleteRule,
  fetchProvider,
  fetchRule,
  fetchSettings,
  type IdentityProviderRow,
  listProviders,
  listRules,
  listShownProviders,
  type SignInRuleRow,
  updateProvider,
  updateSettings,
} from './providers-service.ts';
import { finishSignIn, logOutByProvider, SignInFailed, startSignIn } from './sign-in-service.ts';

export function identityProviderRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.createIdentityProvider, async ({ base, caller, form }) => {
    const { Name: name, Issuer: issuer, ClientId: clientId, ClientSecret: secret, Scopes: scopes } = form;
    const enabled = form.Status !== 'disabled';
    return presentProvider(
      base,
      await createProvider(ctx, caller, { name, issuer, clientId, secret, scopes, enabled }),
    );
  });

  serveOperation(app, operations.listIdentityProviders, ({ page, base, caller }) =>
    page('identity_providers', bySid('IP'), {
      list: (wanted) => listProviders(ctx, caller, wanted),
      present: (row) => presentProvider(base, row),
    }),
  );

  serveOperation(app, operations.fetchIdentityProvider, async ({ base, caller, params }) =>
    presentProvider(base, await fetchProvider(ctx, caller, params.Sid)),
  );

  serveOperation(app, operations.updateIdentityProvider, async ({ base, caller, params, form }) => {
    const { Name: name, ClientId: clientId, ClientSecret: secret, Scopes: scopes, Status: status } = form;
    const enabled = status === undefined ? undefined : status === 'active';
    const change = { name, clientId, secret, scopes, enabled };
    return presentProvider(base, await updateProvider(ctx, caller, params.Sid, change));
  });

  serveOperation(app, operations.deleteIdentityProvider, ({ caller, params }) =>
    deleteProvider(ctx, caller, params.Sid),
  );

  serveOperation(app, operations.checkIdentityProvider, async ({ caller, params }) => {
    const refused = limiterOf(ctx).take([[caller.account, perAccount]], 1, ctx.clock.now());
    if (refused !== null) throw new Refusal('too-many', 'Try again in a minute', refused);
    const { problem, signsOut } = await checkProvider(ctx, caller, params.Sid);
    return { problem, signs_out: signsOut };
  });

  serveOperation(app, operations.createScimToken, async ({ base, caller, params }) => {
    const { token, createdAt } = await createScimToken(ctx, caller, params.Sid);
    return {
      ...{ provider_sid: params.Sid, token, scim_url: base + paths.scim },
      date_created: dateTime(createdAt),
    };
  });

  serveOperation(app, operations.deleteScimToken, ({ caller, params }) =>
    deleteScimToken(ctx, caller, params.Sid),
  );

  serveOperation(app, operations.createSignInRule, async ({ base, caller, form }) => {
    const rule = {
      provider: form.ProviderSid,
      name: form.Name,
      claim: form.Claim,
      operator: form.Operator ?? ('is' as const),
      value: form.Value,
      account: form.AccountSid ?? caller.account,
      role: form.Role,
    };
    return presentRule(base, await createRule(ctx, caller, rule));
  });

  serveOperation(app, operations.listSignInRules, ({ page, base, caller }) =>
    page('rules', bySid('SR'), {
      list: (wanted) => listRules(ctx, caller, wanted),
      present: (row) => presentRule(base, row),
    }),
  );

  serveOperation(app, operations.fetchSignInRule, async ({ base, caller, params }) =>
    presentRule(base, await fetchRule(ctx, caller, params.Sid)),
  );

  serveOperation(app, operations.deleteSignInRule, ({ caller, params }) =>
    deleteRule(ctx, caller, params.Sid),
  );

  serveOperation(app, operations.fetchSignInSettings, async ({ caller }) =>
    presentSettings(await fetchSettings(ctx, caller)),
  );

  serveOperation(app, operations.updateSignInSettings, async ({ caller, form }) => {
    const { TokenSignIn: tokenSignIn, SecondFactor: secondFactor } = form;
    return presentSettings(await updateSettings(ctx, caller, { tokenSignIn, secondFactor }));
  });
}

const presentSettings = (row: SignInSettingRow): SignInSettingsResource => ({
  account_sid: row.account,
  token_sign_in: row.token_sign_in === 1,
  second_factor: row.second_factor === 1,
});

/** Sign-ins that an address may begin in a minute, in each process: a company begins its day at one. */
const perAddress = { count: 100, windowMs: 60_000 };

/** Providers that an account may check in a minute. */
const perAccount = { count: 30, windowMs: 60_000 };

const limiterOf = perServer(() => new RateLimiter());

/** Only a GET of a browser: a HEAD, as of who previews a link, would begin or use up a sign-in. */
const noHead = { exposeHeadRoute: false };

/** Public: the caller is not signed in yet. What they change is bound to the browser that asks, by a cookie and a state. */
export function oidcRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listSessionProviders, async ({ base, reply }) => {
    void reply.header('cache-control', 'no-store');
    const rows = await listShownProviders(ctx);
    return {
      providers: rows.map(({ sid, name }) => ({ sid, name, url: base + paths.oidcStart(sid) })),
      sends_password_links: sendsLinks(ctx),
    };
  });

  serveOperation(
    app,
    operations.startOidcSignIn,
    ({ request, reply, base, params, query }) =>
      redirecting(ctx, request, reply, async () => {
        limit(ctx, request, params.Sid);
        const { url, browser } = await startSignIn(ctx, params.Sid, {
          redirectUri: base + paths.oidcCallback,
          returnPath: localPath(query.return),
        });
        setBrowserCookie(ctx, reply, browser);
        return url;
      }),
    noHead,
  );

  serveOperation(
    app,
    operations.finishOidcSignIn,
    ({ request, reply }) =>
      redirecting(ctx, request, reply, async () => {
        const browser = browserToken(ctx, request);
        const device = request.headers['user-agent'];
        const answer = { parameters: queryOf(request), browser, device };
        const { token, returnPath } = await finishSignIn(ctx, answer);
        // The session from before ends: its cookie is replaced, and nothing else would.
        const before = sessionToken(request);
        if (before !== undefined) await signOut(ctx, before);
        setBrowserCookie(ctx, reply, null);
        setSessionCookie(ctx, reply, token);
        return returnPath;
      }),
    noHead,
  );
}

/** Tokens of logout that a provider may send in a minute, and that may come from an address: each asks for its keys. */
const logouts = { count: 600, windowMs: 60_000 };

/** Sent by the provider itself: there is no browser. */
export function oidcLogoutRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.logOutByProvider, async ({ request, reply, params, form }) => {
    void reply.header('cache-control', 'no-store');
    const subjects = [`logout ${params.Sid}`, `logout ${clientBlock(request.ip)}`];
    const refused = limiterOf(ctx).take(
      subjects.map((each) => [each, logouts] as const),
      1,
      ctx.clock.now(),
    );
    if (refused !== null) throw new Refusal('too-many', 'Too many logouts', refused);
    await logOutByProvider(ctx, params.Sid, form.logout_token);
  });
}

/** A path of this site, which no browser takes for another one. */
function localPath(path: string | undefined): string {
  const isLocal = path !== undefined && path.length <= 1_000 && /^\/(?![/\\])[\x21-\x7e]*$/.test(path);
  return isLocal && !path.includes('\\') ? path : '/flows';
}

/** @throws SignInFailed */
function limit(ctx: ServiceContext, { ip }: FastifyRequest, provider: string): void {
  const refused = limiterOf(ctx).take([[clientBlock(ip), perAddress]], 1, ctx.clock.now());
  if (refused !== null) throw new SignInFailed('limited', 'Too many from this address', provider);
}

/** Sends the browser where `target` says, or to the sign-in page with what went wrong. */
async function redirecting(
  ctx: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
  target: () => Promise<string>,
): Promise<FastifyReply> {
  void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  try {
    return reply.redirect(await target(), 303);
  } catch (error) {
    if (!(error instanceof SignInFailed)) throw error;
    const { failure, provider, message: reason } = error;
    ctx.log.warn({ provider, failure, reason, address: request.ip }, 'No sign-in by an identity provider');
    const failed = provider === null ? failure : `${failure}.${provider}`;
    return reply.redirect(`/sign-in?failed=${failed}`, 303);
  }
}

function presentProvider(base: string, row: IdentityProviderRow): IdentityProviderResource {
  return {
    sid: row.sid,
    account_sid: row.account,
    name: row.name,
    issuer: row.issuer,
    client_id: row.client_id,
    has_secret: row.client_secret !== null,
    scopes: row.scopes,
    status: row.enabled === 1 ? 'active' : 'disabled',
    redirect_url: base + paths.oidcCallback,
    signed_out_url: `${base}/sign-in`,
    backchannel_logout_uri: base + paths.oidcLogout(row.sid),
    scim_url: base + paths.scim,
    date_scim_token_created: dateTimeOrNull(row.scim_created_at),
    date_scim_token_used: dateTimeOrNull(row.scim_used_at),
    date_created: dateTime(row.created_at),
    url: base + paths.identityProvider(row.sid),
  };
}

function presentRule(base: string, row: SignInRuleRow): SignInRuleResource {
  return {
    sid: row.sid,
    provider_sid: row.provider,
    name: row.name,
    claim: row.claim,
    operator: row.operator,
    value: row.value,
    account_sid: row.account,
    role: row.role,
    date_created: dateTime(row.created_at),
    url: base + paths.signInRule(row.sid),
  };
}
