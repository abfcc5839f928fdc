/** Members of an account who are signed in to the page, for tests. */

import type { Role } from '#api/people/roles.ts';
import type { Credentials } from '../accounts/service.ts';
import { createSession } from '../accounts/session-service.ts';
import type { TestRequest, TestServer } from './server.ts';

export type TestMember = {
  sid: string;
  /** Of the session. */
  token: string;
  /** Sends a request by the member's session. */
  send(request: TestRequest): ReturnType<TestServer['send']>;
};

/** A member of `home` with that role, whose session is in `at`. */
export async function addMember(
  server: TestServer,
  role: Role,
  { home = server.account, at = home }: { home?: Credentials; at?: Credentials } = {},
): Promise<TestMember> {
  const { ctx } = server;
  const person = ctx.ids.sid('US');
  const now = ctx.clock.now();
  const token = await ctx.database.write(async (tx) => {
    const row = { sid: person, email: `${person}@example.org`, name: `Some ${role}`, created_at: now };
    await tx
      .insertInto('people')
      .values({ ...row, password_hash: '' })
      .execute();
    const membership = { account: home.account_sid, person, role };
    await tx
      .insertInto('members')
      .values({ ...membership, created_at: now, blocked_at: null, seen_at: null })
      .execute();
    await tx
      .insertInto('member_grants')
      .values({ ...membership, source: 'direct' })
      .execute();
    return createSession(ctx, tx, { account: at.account_sid, person });
  });
  const headers = { cookie: `patchbay_session=${token}`, 'sec-fetch-site': 'same-origin' };
  return { sid: person, token, send: (request) => server.send({ ...request, by: null, headers }) };
}
