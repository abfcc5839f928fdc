/** The history of a flow: who made each revision, how, and what changed. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryPage } from '#api/flows/history.ts';
import type { FlowResource } from '#api/flows/schemas.ts';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import type { Credentials } from '../../accounts/service.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';
import { flowOf, send } from '../testing/flows.ts';

const flow = flowOf(send('greet', 'Hello', null));
const saying = (body: string) => setProperty(flow, 'greet', 'body', body);

describe.each(databaseKinds)('the history of a flow, %s', (kind) => {
  let server: RunningServer;
  let sid: string;
  let key: Credentials;
  beforeAll(async () => {
    server = await openRunningServer(kind);
    const made = await server.send(paths.apiKeys, { form: { FriendlyName: 'Deploy 100%' } });
    const { sid: keySid, secret } = made.json<{ sid: string; secret: string }>();
    key = { account_sid: keySid, auth_token: secret };
    sid = await server.addFlow(flow, 'draft');
    await save(saying('Hi'));
    await save(saying('Hey'), { Status: 'published', CommitMessage: 'Shorter_greeting' });
    server.advanceClock(60_000);
    await save(saying('Good day'), { by: key, Source: 'cli' });
    await save(undefined, { Status: 'published' });
    await save(undefined, { Source: 'restore', SourceRevision: '1' });
  }, startTimeoutMs);
  afterAll(() => server.close());

  const save = async (
    definition: FlowDefinition | undefined,
    { by, ...fields }: { by?: Credentials; [field: string]: unknown } = {},
  ) => {
    const form = {
      Status: 'draft',
      ...(definition && { Definition: JSON.stringify(definition) }),
      ...(fields as Record<string, string>),
    };
    const response = await server.send(paths.flow(sid), { form, ...(by && { by }) });
    expect(response.body).toContain('"sid"');
    return response.json<FlowResource>();
  };
  const list = async (query = '') =>
    (await server.send(`${paths.flowHistory(sid)}${query}`)).json<HistoryPage>();
  const numbers = async (query: string) => (await list(query)).history.map(({ revision }) => revision);

  it('says of each revision who made it and how, with its message or a summary', async () => {
    const { history } = await list();
    const told = history.map(({ revision, status, key: by, source, source_revision, message, summary }) => [
      revision,
      status,
      by?.friendly_name ?? null,
      source,
      source_revision,
      message,
      summary,
    ]);
    expect(told).toEqual([
      [6, 'draft', null, 'restore', 1, null, 'Changes greet (body).'],
      [5, 'published', null, 'api', null, null, 'Changes greet (body).'],
      [4, 'draft', 'Deploy 100%', 'cli', null, null, 'Changes greet (body).'],
      [3, 'published', null, 'api', null, 'Shorter_greeting', null],
      [2, 'draft', null, 'api', null, null, 'Changes greet (body).'],
      [1, 'draft', null, 'api', null, null, null],
    ]);
    expect(history[0]).toMatchObject({ author_sid: expect.stringMatching(/^US/) });
  });

  it('restores the content of the revision that is named', async () => {
    const restored = (await server.send(paths.flow(sid))).json<FlowResource>();
    expect(restored.definition).toEqual(flow);
  });

  it('leaves the documented revision as it is', async () => {
    const revision = (await server.send(paths.revision(sid, 4))).json<object>();
    expect(Object.keys(revision)).not.toContain('source');
    expect(Object.keys(revision)).not.toContain('summary');
  });

  it('is filtered by status, author, source, text and date, all combined', async () => {
    expect(await numbers('?Status=published')).toEqual([5, 3]);
    expect(await numbers(`?Author=${key.account_sid}`)).toEqual([4]);
    const user = (await list()).history[0]?.author_sid ?? '';
    expect(await numbers(`?Author=${user}`)).toEqual([6, 5, 3, 2, 1]);
    expect(await numbers('?Source=cli')).toEqual([4]);
    expect(await numbers('?Search=shorter_')).toEqual([3]);
    expect(await numbers('?Search=r%25')).toEqual([]);
    expect(await numbers('?Search=GREET%20(BODY)')).toEqual([6, 5, 4, 2]);
    const moved = new Date(server.ctx.clock.now()).toISOString();
    expect(await numbers(`?DateCreatedFrom=${moved}`)).toEqual([6, 5, 4]);
    expect(await numbers(`?DateCreatedTo=${moved}&Status=draft`)).toEqual([2, 1]);
  });

  it('comes in pages that keep the filters', async () => {
    const first = await list('?Status=draft&PageSize=2');
    expect(first.history.map(({ revision }) => revision)).toEqual([6, 4]);
    const next = new URL(first.meta.next_page_url ?? '');
    const second = await list(next.search);
    expect(second.history.map(({ revision }) => revision)).toEqual([2, 1]);
    expect(second.meta.next_page_url).toBeNull();
  });

  it.each([
    ['?Status=live', 400],
    ['?Author=Ada', 400],
    ['?Source=fax', 400],
    ['?DateCreatedFrom=yesterday', 400],
    ['?PageToken=x', 400],
    [`?Search=${'x'.repeat(201)}`, 400],
  ])('refuses %s with %i', async (query, status) => {
    expect((await server.send(paths.flowHistory(sid) + query)).statusCode).toBe(status);
  });

  it.each([
    [{ Source: 'page' }, 400],
    [{ Source: 'restore' }, 400],
    [{ Source: 'restore', SourceRevision: 'x' }, 400],
    [{ Source: 'restore', SourceRevision: '99' }, 404],
  ])('a save with %j is refused with %i', async (fields, status) => {
    const form = { Status: 'draft', ...fields };
    expect((await server.send(paths.flow(sid), { form })).statusCode).toBe(status);
  });

  it('belongs to its account', async () => {
    expect((await server.send(paths.flowHistory(sid), { by: server.other })).statusCode).toBe(404);
  });
});
