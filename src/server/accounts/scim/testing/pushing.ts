/** An identity provider that pushes to a test server, and people who are there otherwise. */

import type { Role } from '#api/people/roles.ts';
import { scimUrns } from '#api/scim/schemas.ts';
import type { TestRequest, TestServer } from '../../../testing/server.ts';
import { createSession } from '../../session-service.ts';

export type Answer = {
  status: number;
  json: ReturnType<typeof JSON.parse>;
  headers: Record<string, unknown>;
};

export type Pusher = {
  sid: string;
  token: string;
  send(method: TestRequest['method'], path: string, body?: object | string): Promise<Answer>;
  /** A PATCH with these operations. */
  patch(path: string, ...operations: object[]): Promise<Answer>;
  /** Pushes a user of that name. */
  user(name: string, more?: object): Promise<string>;
};

/** Adds a provider with a token to the account of the server, or to the other one. */
export async function addPusher(
  server: TestServer,
  name = 'Directory',
  by = server.account,
): Promise<Pusher> {
  const form = { Name: name, Issuer: `https://${name.toLowerCase()}.example.org`, ClientId: 'patchbay' };
  const { sid } = (await server.send({ url: '/v1/IdentityProviders', form, by })).json();
  const made = await server.send({ method: 'POST', url: `/v1/IdentityProviders/${sid}/ScimToken`, by });
  const { token } = made.json();
  const send: Pusher['send'] = async (method, path, body) => {
    const response = await server.send({
      ...{ method: method ?? 'GET', url: `/scim/v2${path}`, by: null },
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json; charset=utf-8' }),
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { statusCode: status, headers, body: text } = response;
    return { status, headers, json: text === '' ? null : JSON.parse(text) };
  };
  return {
    sid,
    token,
    send,
    patch: (path, ...Operations) => send('PATCH', path, { schemas: [scimUrns.patch], Operations }),
    async user(each, more = {}) {
      const { status, json } = await send('POST', '/Users', { userName: `${each}@example.org`, ...more });
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(json)}`);
      return json.id;
    },
  };
}

/** A person who is a member in another way. */
export async function addLocal(
  { ctx, account }: TestServer,
  email: string,
  role: Role,
  password_hash = 'a password',
): Promise<string> {
  const [sid, created_at] = [ctx.ids.sid('US'), ctx.clock.now()];
  await ctx.database.write(async (tx) => {
    await tx.insertInto('people').values({ sid, email, name: email, password_hash, created_at }).execute();
    const grant = { account: account.account_sid, person: sid, role };
    await tx
      .insertInto('members')
      .values({ ...grant, created_at, blocked_at: null, seen_at: null })
      .execute();
    await tx
      .insertInto('member_grants')
      .values({ ...grant, source: 'direct' })
      .execute();
  });
  return sid;
}

/** As after a sign-in at the provider with a verified address. */
export async function signedInBefore({ ctx }: TestServer, provider: string, person: string): Promise<void> {
  const row = { provider, subject: person, person, created_at: ctx.clock.now() };
  await ctx.database.write((tx) => tx.insertInto('identities').values(row).execute());
}

/** What a page of the person that is open now gets. */
export async function openPage(server: TestServer, person: string) {
  const { ctx, account } = server;
  const token = await ctx.database.write((tx) =>
    createSession(ctx, tx, { account: account.account_sid, person }),
  );
  const headers = { cookie: `patchbay_session=${token}`, 'sec-fetch-site': 'same-origin' };
  return async () => {
    const answer = await server.send({ url: '/v1/Me', by: null, headers });
    return answer.statusCode === 200 ? answer.json().role : answer.statusCode;
  };
}
