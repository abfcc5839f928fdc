/** Members on the command line. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../testing/server.ts';
import { blockMember, inviteOwner, listMemberLines, resetMember } from './operator-service.ts';

let server: TestServer;

// Each test has a server: these are about the first account of an installation.
beforeEach(async () => {
  server = await openTestServer({ PUBLIC_URL: 'https://flows.example.org' });
});
afterEach(() => server.close());

const email = 'operator@example.org';
const use = (link: string, password: string) => {
  const form = { Token: new URL(link).hash.slice(1), Name: 'An Operator', Password: password };
  return server.send({ url: '/session/link/use', form, by: null });
};

it('make an owner, and give the same person a link to a new password', async () => {
  expect(await listMemberLines(server.ctx)).toBe('The account has no members.');
  const link = await inviteOwner(server.ctx, email);
  expect(link).toMatch(/^https:\/\/flows\.example\.org\/join#/);
  const joined = await use(link, 'a quiet lamp at noon');
  expect(joined.json()).toMatchObject({ role: 'owner', account_sid: server.account.account_sid });
  expect(await listMemberLines(server.ctx)).toBe(`${email}\towner\tAn Operator`);
  const again = await use(await inviteOwner(server.ctx, 'Operator@example.org'), 'eleven slow ferries');
  expect(again.json().person.sid).toBe(joined.json().person.sid);
});

it('block a member, but not the only owner', async () => {
  await use(await inviteOwner(server.ctx, email), 'a quiet lamp at noon');
  await expect(blockMember(server.ctx, email)).rejects.toThrow('only owner');
  await use(await inviteOwner(server.ctx, 'other@example.org'), 'a quiet lamp at noon');
  expect(await blockMember(server.ctx, email)).toBe(`An Operator <${email}> is blocked.`);
  expect(await listMemberLines(server.ctx)).toContain(`${email}\towner (blocked)`);
});

it('remove the second factor of a member', async () => {
  await use(await inviteOwner(server.ctx, email), 'a quiet lamp at noon');
  expect(await resetMember(server.ctx, email)).toBe(`An Operator <${email}> signs in by password alone.`);
  await expect(resetMember(server.ctx, 'other@example.org')).rejects.toThrow('is no member');
});

it('refuse what is no address, and who is no member', async () => {
  await expect(inviteOwner(server.ctx, 'nonsense')).rejects.toThrow('no email address');
  await expect(blockMember(server.ctx, email)).rejects.toThrow('is no member');
});
