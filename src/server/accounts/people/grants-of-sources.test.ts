/** A pushed group of thousands: what its roles change is done in short transactions, and is right after each interruption. */

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { roles } from '#api/people/roles.ts';
import { createAddressGuard, createOutboundAgent } from '../../platform/outbound/address-guard.ts';
import { openTestServer, type TestServer } from '../../testing/server.ts';
import { countedDatabase } from '../scim/testing/counted-database.ts';
import { addPusher, type Pusher } from '../scim/testing/pushing.ts';
import { grantsAtOnce, handleGrantsJob } from './grants-of-sources.ts';

const many = 2_000;
/** What one transaction may take: some statements for each membership. */
const maxStatements = 20 + 12 * grantsAtOnce;

let server: TestServer;
let pusher: Pusher;
let group: string;
let people: string[];

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(async () => {
  await server.freshAccounts();
  pusher = await addPusher(server);
  group = (await pusher.send('POST', '/Groups', { displayName: 'Everybody' })).json.id;
  people = Array.from({ length: many }, (_, index) => `US${index.toString(16).padStart(32, '0')}`);
  await server.ctx.database.write(async (tx) => {
    for (let at = 0; at < many; at += 500) {
      const some = people.slice(at, at + 500);
      await tx
        .insertInto('people')
        .values(
          some.map((sid) => ({
            sid,
            email: `${sid}@example.org`,
            name: sid,
            password_hash: '',
            created_at: 0,
          })),
        )
        .execute();
      await tx
        .insertInto('group_people')
        .values(some.map((person) => ({ group_sid: group, person })))
        .execute();
    }
  });
});
afterAll(() => server.close());

const counting = (allowed?: number) => countedDatabase(server.ctx, allowed);

const give = (memberships: object) =>
  server.send({ url: `/v1/Groups/${group}`, form: { Memberships: JSON.stringify(memberships) } });
const jobs = () =>
  server.ctx.database.read.selectFrom('jobs').selectAll().where('kind', '=', 'grants').execute();
const rolesNow = async () => {
  const rows = await server.ctx.database.read
    .selectFrom('members')
    .select(['role'])
    .where('person', 'in', people.slice(0, 10_000))
    .execute();
  return Object.fromEntries(
    roles.flatMap((role) => {
      const count = rows.filter((row) => row.role === role).length;
      return count === 0 ? [] : [[role, count]];
    }),
  );
};

/** Runs the jobs until there are none. */
async function work(ctx = server.ctx): Promise<void> {
  const tools = { agent: createOutboundAgent(createAddressGuard([])) };
  for (let [job] = await jobs(); job !== undefined; [job] = await jobs())
    await handleGrantsJob(ctx, tools, job);
  await tools.agent.close();
}

it('gets its roles by jobs of short transactions, killed in the middle or not', {
  timeout: 120_000,
}, async () => {
  const { account_sid } = server.account;
  const response = await give({ [account_sid]: 'viewer' });
  expect(response.statusCode, response.body).toBe(200);
  expect(await rolesNow()).toEqual({});
  const killed = counting(30);
  await expect(work(killed.ctx)).rejects.toThrow('killed');
  const { viewer = 0 } = await rolesNow();
  expect(viewer).toBeGreaterThan(20 * grantsAtOnce);
  expect(viewer).toBeLessThan(many / 2);
  const counted = counting();
  await work(counted.ctx);
  expect(await rolesNow()).toEqual({ viewer: many });
  for (const { counts } of [killed, counted]) expect(Math.max(...counts)).toBeLessThan(maxStatements);

  // Somebody leaves while the roles change once more.
  expect((await give({ [account_sid]: 'author' })).statusCode).toBe(200);
  await expect(work(counting(10).ctx)).rejects.toThrow('killed');
  const [first = '', last = ''] = [people[0], people.at(-1)];
  for (const each of [first, last]) {
    const left = await pusher.patch(`/Groups/${group}`, {
      op: 'remove',
      path: `members[value eq "${each}"]`,
    });
    expect(left.status).toBe(204);
  }
  await work();
  expect(await rolesNow()).toEqual({ author: many - 2 });

  expect(
    (await server.send({ method: 'DELETE', url: `/v1/IdentityProviders/${pusher.sid}` })).statusCode,
  ).toBe(204);
  await work();
  expect(await rolesNow()).toEqual({});
  expect(await server.ctx.database.read.selectFrom('member_grants').selectAll().execute()).toEqual([]);
});

it('cannot take the last owner away, however many there are', { timeout: 120_000 }, async () => {
  const { account_sid } = server.account;
  expect((await give({ [account_sid]: 'owner' })).statusCode).toBe(200);
  await work();
  expect(await rolesNow()).toEqual({ owner: many });
  const refused = await give({ [account_sid]: 'admin' });
  expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('only owner')]);
  expect(await jobs()).toEqual([]);
  expect(await rolesNow()).toEqual({ owner: many });
});
