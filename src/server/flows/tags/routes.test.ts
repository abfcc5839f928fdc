/** The tags of flows over HTTP. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyDefinition } from '#flow/definition.ts';
import { openTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let flow: string;
beforeAll(async () => {
  server = await openTestServer();
  flow = await newFlow('Recall by text');
});
afterAll(() => server.close());

async function newFlow(FriendlyName: string): Promise<string> {
  const form = { FriendlyName, Status: 'draft', Definition: JSON.stringify(emptyDefinition()) };
  return (await server.send({ url: '/v2/Flows', form })).json().sid;
}

const url = () => `/v1/Flows/${flow}/Tags`;
const set = (...Tags: string[]) => server.send({ url: url(), form: { Tags } });
const summaries = async (query = '') =>
  (await server.send({ url: `/v1/FlowSummaries${query}` })).json().flow_summaries as {
    sid: string;
    tags: string[];
  }[];

it('are none at first, replaced as a whole, and cleared', async () => {
  expect((await server.send({ url: url() })).json()).toMatchObject({ sid: flow, tags: [] });
  const stored = (await set(' front  desk', 'Recalls', 'FRONT DESK')).json();
  expect(stored.tags).toEqual(['front desk', 'Recalls']);
  expect(stored.url).toContain(url());
  expect((await server.send({ url: url() })).json().tags).toEqual(['front desk', 'Recalls']);
  expect((await set('')).json().tags).toEqual([]);
});

it('are in the summaries, which they filter whatever their case', async () => {
  await set('Front desk');
  await newFlow('Other');
  expect((await summaries()).map(({ tags }) => tags)).toContainEqual(['Front desk']);
  expect((await summaries('?Tag=front%20DESK')).map(({ sid }) => sid)).toEqual([flow]);
  expect(await summaries('?Tag=nobody')).toEqual([]);
});

it('stay with the flow through its revisions, and are not in its documented resource', async () => {
  await set('kept');
  const { date_updated } = (await server.send({ url: `/v2/Flows/${flow}` })).json();
  await server.send({ url: `/v2/Flows/${flow}`, form: { Status: 'published' } });
  expect((await server.send({ url: url() })).json().tags).toEqual(['kept']);
  const documented = (await server.send({ url: `/v2/Flows/${flow}` })).json();
  expect(documented).not.toHaveProperty('tags');
  expect(date_updated).toBeNull();
});

it.each([
  ['too many', Array.from({ length: 21 }, (_, index) => `tag ${index}`)],
  ['a long one', ['a'.repeat(41)]],
])('are refused: %s', async (_, tags) => {
  await set('before');
  const refused = await set(...tags);
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    expect.stringContaining('Parameter Tags'),
  ]);
  expect((await server.send({ url: url() })).json().tags).toEqual(['before']);
});

it('of a flow of another account are not found', async () => {
  const other = `/v1/Flows/FW${'0'.repeat(32)}/Tags`;
  expect((await server.send({ url: other })).statusCode).toBe(404);
  expect((await server.send({ url: other, form: { Tags: ['x'] } })).statusCode).toBe(404);
});
