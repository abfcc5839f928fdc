/** Suppression lists and unsubscribe groups over HTTP. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import { suppressionLists } from '#api/email/statuses.ts';
import type { Group, Suppression } from '#api/email/suppressions.ts';
import { testStartTime } from '../../testing/server.ts';
import { type EmailApi, openEmailApi } from '../testing/email-api.ts';
import { upsertSuppressions } from './store.ts';

let email: EmailApi;

beforeAll(async () => {
  email = await openEmailApi();
});
afterAll(() => email.close());

async function ask(...request: Parameters<EmailApi['call']>): Promise<{ status: number; json: unknown }> {
  const { status, json } = await email.call(...request);
  return { status, json };
}

const notFound = { status: 404, json: { errors: [{ field: null, message: 'not found' }] } };
const created = Math.floor(testStartTime / 1000);

describe.each(suppressionLists)('the list of %s', (list) => {
  const where = `/v3/suppression/${list}`;
  const one = emailPaths.suppression(list, 'a@x.test');

  it('adds, shows and deletes addresses', async () => {
    const body = { recipient_emails: ['A@x.test', 'b@x.test', 'a@x.test'] };
    expect(await ask('POST', where, { body })).toEqual({
      status: 201,
      json: { recipient_emails: ['a@x.test', 'b@x.test'] },
    });
    expect((await ask('GET', where)).json).toMatchObject([
      { email: 'b@x.test', created },
      { email: 'a@x.test', created },
    ]);
    expect((await ask('GET', `${where}?limit=1&offset=1`)).json).toMatchObject([{ email: 'a@x.test' }]);
    expect((await ask('GET', one)).json).toMatchObject([{ email: 'a@x.test' }]);
    expect(await ask('DELETE', one)).toEqual({ status: 204, json: null });
    expect(await ask('DELETE', one)).toEqual(notFound);
    expect(await ask('GET', one)).toEqual({ status: 200, json: [] });
    expect((await ask('DELETE', where, { body: { emails: ['b@x.test'] } })).status).toBe(204);
    expect((await ask('GET', where)).json).toEqual([]);
  });

  it('is cleared only with delete_all', async () => {
    await ask('POST', where, { body: { recipient_emails: ['c@x.test'] } });
    for (const body of [
      {},
      { emails: [] },
      { delete_all: false },
      { delete_all: true, emails: ['c@x.test'] },
    ]) {
      expect(await ask('DELETE', where, { body })).toMatchObject({
        status: 400,
        json: { errors: [{ help: {} }] },
      });
    }
    expect((await ask('GET', where)).json).toHaveLength(1);
    expect((await ask('DELETE', where, { body: { delete_all: true } })).status).toBe(204);
    expect((await ask('GET', where)).json).toEqual([]);
  });
});

it('shows reasons, filters by time, newest first', async () => {
  const { account, ctx } = email.server;
  const entry = (address: string, seconds: number) => ({
    account: account.account_sid,
    region: 'global' as const,
    list: 'bounces' as const,
    email: address,
    reason: '550 no such user',
    status: '5.1.1',
    ip: '',
    created_at: seconds * 1000 + 500,
  });
  await ctx.database.write((tx) =>
    upsertSuppressions(
      tx,
      [1, 2, 3, 4].map((n) => entry(`${n}@x.test`, n * 100)),
    ),
  );
  const list = async (query: string) =>
    ((await ask('GET', `${emailPaths.bounces}?${query}`)).json as Suppression[]).map((each) => each.email);
  expect(await list('start_time=200&end_time=300')).toEqual(['3@x.test', '2@x.test']);
  expect(await list('start_time=301')).toEqual(['4@x.test']);
  expect(await list('email=1@x.test')).toEqual(['1@x.test']);
  expect((await ask('GET', emailPaths.suppression('bounces', '1@x.test'))).json).toEqual([
    { created: 100, email: '1@x.test', reason: '550 no such user', status: '5.1.1' },
  ]);
  for (const [field, query] of [
    ['end_time', 'start_time=5&end_time=4'],
    ['start_time', 'start_time=now'],
    ['limit', 'limit=501'],
  ]) {
    expect(await ask('GET', `${emailPaths.bounces}?${query}`)).toMatchObject({
      status: 400,
      json: { errors: [{ field }] },
    });
  }
});

it('counts bounces and blocks by day and classification', async () => {
  const { account, ctx } = email.server;
  const entry = (
    list: 'bounces' | 'blocks',
    address: string,
    status: string,
    reason: string,
    day: number,
  ) => ({
    ...{
      account: account.account_sid,
      region: 'global' as const,
      list,
      email: address,
      reason,
      status,
      ip: '',
    },
    created_at: Date.UTC(2020, 0, day, 12),
  });
  const many = Array.from({ length: 1_001 }, (_, at) =>
    entry('blocks', `${at}@m.test`, '5.6.0', '554 5.6.0 No', 3),
  );
  await ctx.database.write((tx) =>
    upsertSuppressions(tx, [
      entry('bounces', 'one@a.test', '5.1.1', '550 5.1.1 Unknown', 1),
      entry('bounces', 'two@b.test', '5.1.1', '550 5.1.1 Unknown', 1),
      entry('bounces', 'three@a.test', '', '', 1),
      entry('blocks', 'four@a.test', '5.4.4', '554 5.4.4 No route', 2),
      ...many,
    ]),
  );
  const where = emailPaths.bounceClassifications;
  const days = 'start_date=2020-01-01&end_date=2020-01-03';
  expect(await ask('GET', `${where}?${days}`)).toEqual({
    status: 200,
    json: {
      result: [
        {
          date: '2020-01-01',
          stats: [
            { classification: 'Invalid Address', count: 2 },
            { classification: 'Unclassified', count: 1 },
          ],
        },
        { date: '2020-01-02', stats: [{ classification: 'Technical Failure', count: 1 }] },
        { date: '2020-01-03', stats: [{ classification: 'Content', count: 1_001 }] },
      ],
    },
  });
  const one = emailPaths.bounceClassification('Invalid Address');
  expect((await ask('GET', `${one}?${days}`)).json).toEqual({
    result: [
      {
        date: '2020-01-01',
        stats: [
          { domain: 'a.test', count: 1 },
          { domain: 'b.test', count: 1 },
        ],
      },
    ],
  });
  expect((await ask('GET', where)).json).toEqual({ result: [] });
  expect((await ask('GET', emailPaths.bounceClassification('Bad luck'))).status).toBe(404);
  expect((await ask('GET', `${where}?start_date=2020-02-30`)).status).toBe(400);
  expect((await ask('GET', `${where}?start_date=2020-01-02&end_date=2020-01-01`)).status).toBe(400);
});

it('stores global suppressions', async () => {
  await ask('POST', emailPaths.globalSuppressions, { body: { recipient_emails: ['no@x.test'] } });
  const where = emailPaths.globalSuppression('no@x.test');
  expect(await ask('GET', where)).toEqual({ status: 200, json: { recipient_email: 'no@x.test' } });
  expect((await ask('GET', emailPaths.unsubscribes)).json).toEqual([{ created, email: 'no@x.test' }]);
  expect((await ask('DELETE', where)).status).toBe(204);
  expect(await ask('GET', where)).toEqual({ status: 200, json: {} });
  for (const wrong of [[], ['no'], 'a@x.test', [7]]) {
    const refused = await ask('POST', emailPaths.globalSuppressions, { body: { recipient_emails: wrong } });
    expect(refused).toMatchObject({ status: 400, json: { errors: [{ help: {} }] } });
  }
});

describe('an unsubscribe group', () => {
  const make = async (body: object) => {
    const response = await ask('POST', emailPaths.groups, { body });
    expect(response.status).toBe(201);
    return response.json as Group;
  };

  it('is created, updated, and suppresses addresses', async () => {
    const news = await make({ name: 'News', description: 'What is new', is_default: true });
    expect(news).toEqual({
      id: expect.any(Number),
      name: 'News',
      description: 'What is new',
      is_default: true,
      unsubscribes: 0,
    });
    email.server.advanceClock(1000);
    const offers = await make({ name: 'Offers', description: 'What is cheap', is_default: true });
    expect((await ask('GET', emailPaths.group(news.id))).json).toEqual({ ...news, is_default: false });
    expect(
      (await ask('PATCH', emailPaths.group(news.id), { body: { name: 'All news' } })).json,
    ).toMatchObject({
      name: 'All news',
      description: 'What is new',
    });
    const leave = { body: { recipient_emails: ['A@x.test'] } };
    expect(await ask('POST', emailPaths.groupSuppressions(offers.id), leave)).toEqual({
      status: 201,
      json: { recipient_emails: ['a@x.test'] },
    });
    expect((await ask('GET', emailPaths.groupSuppressions(offers.id))).json).toEqual(['a@x.test']);
    expect((await ask('GET', emailPaths.groups)).json).toMatchObject([
      { unsubscribes: 0 },
      { unsubscribes: 1 },
    ]);
    expect((await ask('GET', emailPaths.allGroupSuppressions)).json).toEqual([
      { email: 'a@x.test', group_id: offers.id, group_name: 'Offers', created_at: created + 1 },
    ]);
    expect((await ask('GET', emailPaths.suppressionsOf('a@x.test'))).json).toMatchObject({
      suppressions: [
        { id: news.id, suppressed: false },
        { id: offers.id, suppressed: true },
      ],
    });
    const search = { body: { recipient_emails: ['B@x.test', 'A@x.test'] } };
    expect(await ask('POST', emailPaths.groupSuppressionSearch(offers.id), search)).toEqual({
      status: 200,
      json: ['a@x.test'],
    });
    expect((await ask('POST', emailPaths.groupSuppressionSearch(news.id), search)).json).toEqual([]);
    const events = async () => {
      const rows = await email.server.ctx.database.read.selectFrom('mail_events').selectAll().execute();
      return rows
        .filter(({ kind }) => kind === 'group_resubscribe')
        .map(({ payload }) => JSON.parse(payload));
    };
    expect((await ask('DELETE', emailPaths.groupSuppression(offers.id, 'A@x.test'))).status).toBe(204);
    expect(await events()).toMatchObject([
      { event: 'group_resubscribe', email: 'a@x.test', asm_group_id: offers.id },
    ]);
    expect(await ask('DELETE', emailPaths.groupSuppression(offers.id, 'a@x.test'))).toEqual(notFound);
    expect(await events()).toHaveLength(1);
    await ask('POST', emailPaths.groupSuppressions(offers.id), leave);
    expect((await ask('DELETE', emailPaths.group(offers.id))).status).toBe(204);
    expect((await ask('GET', emailPaths.allGroupSuppressions)).json).toEqual([]);
  });

  it('is not found where there is none', async () => {
    for (const id of ['1', 'none', '99999999999999999']) {
      expect(await ask('GET', emailPaths.group(id)), id).toEqual(notFound);
      const body = { recipient_emails: ['a@x.test'] };
      expect(await ask('POST', emailPaths.groupSuppressions(id), { body }), id).toEqual(notFound);
      expect(await ask('POST', emailPaths.groupSuppressionSearch(id), { body }), id).toEqual(notFound);
    }
    expect(await ask('POST', emailPaths.groups, { body: { name: '' } })).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'description' }, { field: 'name' }] },
    });
  });
});
