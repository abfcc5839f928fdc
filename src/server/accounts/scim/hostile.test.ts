/** Requests whose work would grow with more than their length are refused by what they are, each with an error of SCIM. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../testing/server.ts';
import { addPusher, type Pusher } from './testing/pushing.ts';

let server: TestServer;
let provider: Pusher;
let group: string;
let user: string;

beforeAll(async () => {
  server = await openTestServer();
  provider = await addPusher(server);
  group = (await provider.send('POST', '/Groups', { displayName: 'Team' })).json.id;
  user = await provider.user('ann');
});
afterAll(() => server.close());

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

it.each([
  ['parentheses', '('.repeat(900), 'only up to 5 comparisons'],
  ['names', 'a'.repeat(999), 'only up to 5 comparisons'],
  ['parts of a URN', `urn:${'a:'.repeat(490)}`, 'only up to 5 comparisons'],
  ['escapes', `id eq "${'\\"'.repeat(490)}`, 'only up to 5 comparisons'],
  ['conditions', times(30, () => 'id eq "a"').join(' and '), 'only up to 5 comparisons'],
  ['characters', `id eq "${'a'.repeat(9_000)}"`, 'longer than 1000 characters'],
])('a filter of many %s', async (_, filter, detail) => {
  const answer = await provider.send('GET', `/Groups?filter=${encodeURIComponent(filter)}`);
  expect(answer).toMatchObject({
    status: 400,
    json: { status: '400', scimType: 'invalidFilter', detail: expect.stringContaining(detail) },
  });
});

it('more operations and members than a change may have', async () => {
  const operation = { op: 'add', path: 'members', value: [{ value: user }] };
  const members = (count: number) => times(count, (index) => ({ value: `US${index}` }));
  const refused = async (
    answer: Promise<{ status: number; json: unknown }>,
    detail: string,
    scimType = 'tooMany',
  ) =>
    expect(await answer).toMatchObject({
      status: 400,
      json: { scimType, detail: expect.stringContaining(detail) },
    });
  const path = `/Groups/${group}`;
  await refused(
    provider.patch(path, ...times(1_001, () => operation)),
    'more than 1000 items',
    'invalidSyntax',
  );
  const put = { displayName: 'Team', members: members(30_000) };
  await refused(provider.send('PUT', path, put), 'more than 5000 items', 'invalidSyntax');
  await refused(provider.patch(path, { ...operation, value: members(30_000) }), 'at most 10000 members');
  const often = times(1_000, () => ({ ...operation, op: 'replace', value: members(20) }));
  await refused(provider.patch(path, ...often), 'at most 10000 members');
  await refused(provider.patch(path, { ...operation, value: members(5_001) }), 'at most 5000 members');
  expect((await provider.send('GET', path)).json.members).toEqual([]);
});

it('the wrong entry of a long list is named, wherever it stands', async () => {
  const members: object[] = times(5_000, () => ({ value: user }));
  members[4_321] = { value: 1 };
  const answer = await provider.send('PUT', `/Groups/${group}`, { displayName: 'Team', members });
  expect(answer).toMatchObject({
    status: 400,
    json: { scimType: 'invalidSyntax', detail: 'Parameter members.4321.value must be string' },
  });
  const none = await provider.send('POST', '/Groups', { members: [] });
  expect(none.json.detail).toBe('Parameter body must have required properties displayName');
});

it('values and depth of a body have a bound before they are looked at', async () => {
  const deep = `{"userName":"x@example.org","a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  expect(await provider.send('POST', '/Users', deep)).toMatchObject({
    status: 400,
    json: { detail: expect.stringContaining('nested deeper') },
  });
  const many = await provider.patch(`/Users/${user}`, {
    op: 'add',
    path: 'emails',
    value: times(60_000, () => ({ a: 1 })),
  });
  expect(many).toMatchObject({ status: 400, json: { detail: expect.stringContaining('100,000 values') } });
});
