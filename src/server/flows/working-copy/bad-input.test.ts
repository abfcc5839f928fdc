/** What a program or a page of another version can send to a working copy: each is answered, and the log stays as it is. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowEditAnswer, WorkingCopyResource } from '#api/flows/working-copy.ts';
import { paths } from '#api/paths.ts';
import { type EventStream, openEventStream } from '../../testing/event-stream.ts';
import {
  addFlow,
  type MultiServer,
  openMultiServer,
  type ServerInstance,
} from '../../testing/multi-server.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';
import { definition } from '../testing/flow-form.ts';

const label = { name: 'changeProperty' };
const command = (id: string, ...operations: unknown[]) => ({ id, label, operations });
const typed = (id: string, text = 'x') =>
  command(id, { kind: 'edit-text', widget: 'hello', path: ['properties', 'body'], edit: [text] });

/** What is sent instead of a good request, and a part of the sentence that answers it. */
const refused: [string, Record<string, unknown>, number, string][] = [
  ['no commands', { Commands: undefined }, 400, 'Commands'],
  ['text that is no JSON', { Commands: '[{' }, 400, 'Commands'],
  ['something else than a list', { Commands: { id: 'a' } }, 400, 'must be a list of commands'],
  ['an empty list', { Commands: [] }, 400, 'must be 1 to 100 commands'],
  [
    'too many commands',
    { Commands: Array.from({ length: 101 }, (_, at) => typed(`m-${at}`)) },
    400,
    'must be 1 to 100 commands',
  ],
  ['a command that is no object', { Commands: [3] }, 400, 'must be JSON objects'],
  ['a command without an id', { Commands: [{ label, operations: [] }] }, 400, 'need an id'],
  ['an id with a space', { Commands: [typed('a b')] }, 400, 'need an id'],
  ['a command without a label', { Commands: [{ id: 'a', operations: [] }] }, 400, 'need a label'],
  ['a command without operations', { Commands: [{ id: 'a', label }] }, 400, 'need a list'],
  ['too many operations', { Commands: [command('a', ...Array(2_001).fill({}))] }, 400, 'at most 2000'],
  ['a command of 65 kB', { Commands: [typed('a', 'x'.repeat(66_000))] }, 400, 'larger than 64 kB'],
  ['an operation of another version', { Commands: [command('a', { kind: 'rotate' })] }, 400, 'not known'],
  ['commands of another version', { Format: '1' }, 409, 'knows version 2 of commands, not 1'],
  [
    'a path to the prototype',
    { Commands: [command('a', { kind: 'set', widget: 'hello', path: ['__proto__', 'x'], to: 1 })] },
    400,
    'not known',
  ],
  [
    'a path into the list of widgets',
    { Commands: [command('a', { kind: 'set', widget: null, path: ['definition', 'states'], to: [] })] },
    400,
    'not known',
  ],
  ['no base', { Base: undefined }, 400, 'Base'],
  ['a base below 0', { Base: '-1' }, 400, 'Base'],
  ['a base that is no number', { Base: 'newest' }, 400, 'Base'],
  ['no client', { Client: undefined }, 400, 'Client'],
  ['a client with a space', { Client: 'a b' }, 400, 'Client must be'],
];

describe.each(databaseKinds)('what a working copy does not take, %s', (kind) => {
  let cluster: MultiServer;
  let server: ServerInstance;
  beforeAll(async () => {
    cluster = await openMultiServer(kind);
    server = await cluster.start();
  }, startTimeoutMs);
  afterAll(() => cluster.close(), startTimeoutMs);

  const request = async (
    path: string,
    form?: object,
    by = cluster.account,
    method = form ? 'POST' : 'GET',
  ) => {
    const response = await fetch(server.url + path, {
      method,
      headers: {
        authorization: basicAuthorization(by),
        ...(form !== undefined && { 'content-type': 'application/json' }),
      },
      ...(form !== undefined && { body: JSON.stringify(form) }),
    });
    return { status: response.status, body: (await response.json().catch(() => null)) as unknown };
  };
  const send = (flow: string, more: Record<string, unknown>, by = cluster.account) => {
    const { Commands, ...form } = { Base: '0', Client: 'page', Commands: [typed('good')], ...more };
    const text = Array.isArray(Commands) ? JSON.stringify(Commands) : Commands;
    return request(paths.edits(flow), { ...form, Commands: text }, by);
  };
  const seqOf = async (flow: string) =>
    ((await request(paths.workingCopy(flow))).body as WorkingCopyResource).seq;

  it('is said in a sentence, and changes nothing', async () => {
    const flow = await addFlow(server, cluster.account, definition);
    for (const [what, more, status, sentence] of refused) {
      const answer = await send(flow, more);
      const { message } = answer.body as { message: string };
      expect({ what, status: answer.status, message }).toEqual({
        what,
        status,
        message: expect.stringContaining(sentence),
      });
    }
    expect(await seqOf(flow)).toBe(0);
    expect((await send(flow, { Format: '2' })).status).toBe(200);
    expect(await seqOf(flow)).toBe(1);
  });

  it('is not found when the flow is another account’s, or deleted', async () => {
    const flow = await addFlow(server, cluster.account, definition);
    expect((await send(flow, {}, cluster.other)).status).toBe(404);
    expect((await send(`FW${'0'.repeat(32)}`, {})).status).toBe(404);
    expect((await send('FWnonsense', {})).status).toBe(404);
    expect(await seqOf(flow)).toBe(0);
    await request(paths.flow(flow), undefined, cluster.account, 'DELETE');
    expect((await send(flow, {})).status).toBe(404);
    expect((await request(paths.workingCopy(flow))).status).toBe(404);
  });

  it('is answered again when it was applied before', async () => {
    const flow = await addFlow(server, cluster.account, definition);
    for (const base of ['0', '0', '1']) {
      const { status, body } = await send(flow, { Base: base });
      expect(status).toBe(200);
      expect((body as FlowEditAnswer).results).toEqual([expect.objectContaining({ id: 'good', seq: 1 })]);
    }
    // Of one id twice in a request the second is the same command.
    await send(flow, { Base: '1', Commands: [typed('twin'), typed('twin')] });
    expect(await seqOf(flow)).toBe(2);
  });

  it('gets the copy when its base is unknown', async () => {
    const flow = await addFlow(server, cluster.account, definition);
    const { status, body } = await send(flow, { Base: '7' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ seq: 0, edits: [], results: [], snapshot: { seq: 0 } });
    expect(await seqOf(flow)).toBe(0);
  });

  it('waits when a client sends too much, or too many have the flow open', async () => {
    const flow = await addFlow(server, cluster.account, definition);
    const many = (base: number, length: number) => ({
      Client: 'greedy',
      Base: `${base}`,
      Commands: Array.from({ length }, (_, at) => typed(`${base}-${at}`)),
    });
    for (let base = 0; base < 500; base += 100) expect((await send(flow, many(base, 100))).status).toBe(200);
    cluster.advanceClock(1_000);
    const limited = await send(flow, many(500, 51));
    expect(limited).toMatchObject({
      status: 429,
      body: { message: 'A client may send 50 edits in a second' },
    });
    expect(await seqOf(flow)).toBe(500);
    expect((await send(flow, many(500, 50))).status).toBe(200);
    const streams: EventStream[] = [];
    for (let nth = 0; nth < 50; nth += 1)
      streams.push(await openEventStream(server.url + paths.workingCopyEvents(flow), cluster.account));
    const one = await request(paths.workingCopyEvents(flow));
    expect(one).toMatchObject({
      status: 429,
      body: { message: 'No more than 50 editors may have one flow open' },
    });
    for (const stream of streams) stream.close();
    expect(await seqOf(flow)).toBe(550);
  });
});
