/** What people do is in the audit log by their names: signing in and out, members, keys, and what an operator does. */

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AuditEventResource } from '#api/audit/operations.ts';
import { paths } from '#api/paths.ts';
import { blockMember, inviteOwner } from '../accounts/people/operator-service.ts';
import { survey } from '../flows/testing/flows.ts';
import { openTestServer, type TestServer } from '../testing/server.ts';

const password = 'a quiet lamp at noon';
const hourMs = 3_600_000;
let server: TestServer;

const openOwn = () => openTestServer({ PUBLIC_URL: 'https://flows.example.org' });
beforeAll(async () => {
  server = await openOwn();
});
beforeEach(() => server.freshAccounts());
afterAll(() => server.close());

const events = async (query: Record<string, string> = {}) => {
  const response = await server.send({ url: `${paths.auditEvents}?${new URLSearchParams(query)}` });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ events: AuditEventResource[] }>().events;
};
const send = (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  cookie: string,
  form?: Record<string, string>,
) =>
  server.send({
    ...{ method, url, by: null, headers: { cookie, 'sec-fetch-site': 'same-origin' } },
    ...(form !== undefined && { form }),
  });
const cookieOf = (response: { headers: Record<string, unknown> }) =>
  String([response.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';

/** Invites a person, who joins; gives their session. */
async function joinAs(name: string, role: string): Promise<{ sid: string; cookie: string; email: string }> {
  const email = `${name.toLowerCase()}@example.org`;
  const invited = await server.send({ url: paths.invitations, form: { Email: email, Role: role } });
  const Token = new URL(invited.json<{ link: string }>().link).hash.slice(1);
  const form = { Token, Name: name, Password: password };
  const joined = await server.send({ url: paths.personLinkUse, form, by: null });
  expect(joined.statusCode, joined.body).toBe(200);
  return { sid: joined.json<{ person: { sid: string } }>().person.sid, cookie: cookieOf(joined), email };
}

it('has who was invited, joined, got another role and was blocked', async () => {
  const { sid } = await joinAs('Nora', 'author');
  await server.send({ url: paths.member(sid), form: { Role: 'publisher' } });
  await server.send({ url: paths.member(sid), form: { Status: 'blocked' } });
  const all = await events();
  expect(all.map(({ operation, by, object_name }) => [operation, by, object_name])).toEqual([
    ['UpdateMember', 'token', 'Nora'],
    ['UpdateMember', 'token', 'Nora'],
    ['UsePersonLink', 'session', 'Nora'],
    ['CreateInvitation', 'token', 'nora@example.org'],
  ]);
  expect(all[1]?.changes).toEqual([
    { field: 'Role', before: 'author', after: 'publisher', is_secret: false },
  ]);
  expect(all[2]).toMatchObject({ actor_sid: sid, actor_name: 'Nora', actor_role: 'author' });
  expect(JSON.stringify(all)).not.toContain(password);
});

it('has sign-ins and sign-outs, by name', async () => {
  const { email, cookie, sid } = await joinAs('Nora', 'author');
  const form = { Email: email, Password: password };
  const signedIn = await server.send({ url: '/session', form, by: null });
  await send('DELETE', '/session', cookieOf(signedIn));
  // There is no session to end any more.
  await send('DELETE', '/session', cookieOf(signedIn));
  expect(await events({ Object: 'session' })).toMatchObject([
    { operation: 'DeleteSession', by: 'session', actor_name: 'Nora' },
    { operation: 'CreateSession', by: 'session', actor_name: 'Nora', actor_sid: sid, address: '127.0.0.1' },
  ]);
  const wrong = await server.send({ url: '/session', form: { ...form, Password: 'wrong' }, by: null });
  expect(wrong.statusCode).toBe(401);
  expect(await events({ Object: 'session' })).toHaveLength(2);
  await send('POST', paths.me, cookie, { Name: 'Nora Lind' });
  expect((await events({ Object: 'person' }))[0]).toMatchObject({
    ...{ operation: 'UpdateMe', object_sid: sid, changes: [{ field: 'Name', after: 'Nora Lind' }] },
  });
});

it('has one event when sign-in is paused, of a member by name, and no address that was typed', async () => {
  const { email } = await joinAs('Nora', 'author');
  const guess = (Email: string) =>
    server.send({ url: '/session', form: { Email, Password: 'wrong guess' }, by: null });
  for (let count = 0; count < 12; count += 1) await guess(email);
  expect((await guess(email)).statusCode).toBe(429);
  expect(await events({ Operation: 'SignInLimited' })).toMatchObject([
    { by: 'server', object_name: 'Nora', changes: [{ field: 'Minutes', after: '15' }], address: '127.0.0.1' },
  ]);
  for (let count = 0; count < 12; count += 1) await guess('stranger@example.org');
  const rows = await server.ctx.database.read.selectFrom('audit_events').selectAll().execute();
  expect(rows.filter(({ account }) => account === '')).toMatchObject([
    { operation: 'SignInLimited', object_sid: null },
  ]);
  expect(JSON.stringify(rows)).not.toContain('stranger');
});

it('has edits of a flow once an hour for each author', async () => {
  const one = await joinAs('Nora', 'author');
  const other = await joinAs('Per', 'author');
  const form = { FriendlyName: 'Survey', Status: 'draft', Definition: JSON.stringify(survey) };
  const { sid } = (await server.send({ url: paths.flows, form })).json<{ sid: string }>();
  let count = 0;
  const edit = async (cookie: string) => {
    count += 1;
    const change = { kind: 'set', widget: null, path: ['name'], to: `Edit ${count}` };
    const commands = [{ id: `c-${count}`, label: { name: 'changeFlow' }, operations: [change] }];
    const response = await send('POST', paths.edits(sid), cookie, {
      ...{ Base: String(count - 1), Client: 'test', AuthorName: 'x', Commands: JSON.stringify(commands) },
    });
    return response;
  };
  const first = await edit(one.cookie);
  expect(first.statusCode, first.body).toBe(200);
  await edit(one.cookie);
  await edit(other.cookie);
  const names = async () =>
    (await events({ Operation: 'CreateFlowEdit' })).map(({ actor_name }) => actor_name);
  expect(await names()).toEqual(['Per', 'Nora']);
  server.advanceClock(hourMs);
  await edit(one.cookie);
  expect(await names()).toEqual(['Nora', 'Per', 'Nora']);
});

it('says what was done on the command line', async () => {
  // Which is about the first account of an installation.
  await server.close();
  server = await openOwn();
  await inviteOwner(server.ctx, 'operator@example.org');
  const { email } = await joinAs('Nora', 'author');
  await blockMember(server.ctx, email);
  const [blocked] = await events();
  expect(blocked).toMatchObject({
    ...{ operation: 'UpdateMember', by: 'operator', actor_sid: null, object_name: 'Nora', address: null },
    changes: [{ field: 'Status', before: 'active', after: 'blocked' }],
  });
  expect((await events({ By: 'operator' })).map(({ operation }) => operation)).toEqual([
    'UpdateMember',
    'CreateInvitation',
  ]);
});
