/** What acts later may what its maker may at that time; `e2e/roles/acting-later.ts` tries each of it in a whole server. */

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import type { Permission } from '#api/people/roles.ts';
import { addMember } from '../testing/members.ts';
import { openTestServer, type TestServer } from '../testing/server.ts';
import { actsFor, reasonNotToAct } from './acting-later-service.ts';
import { findCallerByKey } from './key-service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(() => server.freshAccounts());

const needed: Permission[] = ['audit.read'];
const reasonFor = (acts_for: string | null, account = server.account.account_sid) =>
  reasonNotToAct(server.ctx, { account, acts_for }, needed);

it('is refused to who may not do it, and says which permission is missing', () => {
  const caller = { account: 'AC1', user: null, role: 'admin' as const };
  expect(() => actsFor({ ...caller, permissions: new Set(['flows.read']) }, needed)).toThrow(/audit\.read/);
  expect(() => actsFor({ ...caller, role: 'author' }, needed)).toThrow(/audit\.read/);
  expect(actsFor(caller, needed)).toBeNull();
});

it('acts for a member with the role that they have there, or above', async () => {
  const below = (await server.send({ url: paths.accounts, form: { FriendlyName: 'Below' } })).json();
  await addMember(server, 'owner');
  const { sid } = await addMember(server, 'admin');
  const acts_for = JSON.stringify({ person: sid });
  expect([await reasonFor(acts_for), await reasonFor(acts_for, below.sid)]).toEqual([null, null]);
  // In another account they have no role.
  expect(await reasonFor(acts_for, server.other.account_sid)).toMatch(/has left/);
  await server.send({ url: paths.member(sid), form: { Role: 'author' } });
  expect(await reasonFor(acts_for)).toMatch(/audit\.read/);
  expect(await reasonFor(acts_for, below.sid)).toMatch(/audit\.read/);
  await server.send({ url: paths.member(sid), form: { Role: 'admin', Status: 'blocked' } });
  expect(await reasonFor(acts_for)).toMatch(/has left/);
  await server.send({ url: paths.member(sid), form: { Status: 'active' } });
  expect(await reasonFor(acts_for)).toBeNull();
  await server.send({ method: 'DELETE', url: paths.member(sid) });
  expect(await reasonFor(acts_for)).toMatch(/has left/);
});

it('acts for a token with its scopes and the role of its member, until it is revoked, expired or not', async () => {
  await addMember(server, 'owner');
  const member = await addMember(server, 'admin');
  const make = async (scopes: string) => {
    const form = { FriendlyName: 'Reports', Scopes: scopes, Days: '1' };
    return (await member.send({ url: paths.tokens, form })).json() as { sid: string; secret: string };
  };
  const { sid, secret } = await make('audit.read');
  const reading = await make('flows.read');
  const caller = await findCallerByKey(server.ctx, sid, secret);
  const acts_for = caller && actsFor(caller, needed);
  expect(acts_for).toBe(JSON.stringify({ key: sid }));
  server.advanceClock(400 * 86_400_000);
  expect(await reasonFor(acts_for)).toBeNull();
  expect(await reasonFor(JSON.stringify({ key: reading.sid }))).toMatch(/audit\.read/);
  expect(await reasonFor(acts_for, server.other.account_sid)).toMatch(/revoked/);
  await server.send({ url: paths.member(member.sid), form: { Role: 'viewer' } });
  expect(await reasonFor(acts_for)).toMatch(/audit\.read/);
  await server.send({ url: paths.member(member.sid), form: { Role: 'admin' } });
  expect(await reasonFor(acts_for)).toBeNull();
  await server.send({ method: 'DELETE', url: paths.token(sid) });
  expect(await reasonFor(acts_for)).toMatch(/revoked/);
});

it('acts for the account where nobody is kept', async () => {
  expect(await reasonFor(null)).toBeNull();
});
