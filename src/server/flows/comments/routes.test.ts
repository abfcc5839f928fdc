/** Comments on flows over real sockets, on both databases. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CommentPage, CommentResource } from '#api/flows/comments.ts';
import type { FlowEditAnswer } from '#api/flows/working-copy.ts';
import { paths } from '#api/paths.ts';
import type { Credentials } from '../../accounts/service.ts';
import { openEventStream } from '../../testing/event-stream.ts';
import {
  addFlow,
  type MultiServer,
  openMultiServer,
  type ServerInstance,
} from '../../testing/multi-server.ts';
import { databaseKinds, startTimeoutMs } from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';
import { definition } from '../testing/flow-form.ts';

const ann = { Client: 'browser-a', AuthorName: 'Ann' };
const bob = { Client: 'browser-b', AuthorName: 'Bob' };

describe.each(databaseKinds)('the comments on a flow, %s', (kind) => {
  let servers: MultiServer;
  let server: ServerInstance;
  let flow: string;

  beforeAll(async () => {
    servers = await openMultiServer(kind);
    server = await servers.start();
  }, startTimeoutMs);
  beforeEach(async () => {
    flow = await addFlow(server, servers.account, definition);
  });
  afterAll(() => servers.close(), startTimeoutMs);

  const request = async <Body = { message: string }>(
    path: string,
    form?: object,
    { by = servers.account, method }: { by?: Credentials; method?: string } = {},
  ) => {
    const response = await fetch(server.url + path, {
      headers: {
        authorization: basicAuthorization(by),
        ...(form !== undefined && { 'content-type': 'application/json' }),
      },
      method: method ?? (form === undefined ? 'GET' : 'POST'),
      ...(form !== undefined && { body: JSON.stringify(form) }),
    });
    return { status: response.status, body: (await response.json().catch(() => null)) as Body };
  };
  const add = async (form: object) => {
    const { status, body } = await request<CommentResource>(paths.flowComments(flow), form);
    expect(status).toBe(201);
    return body;
  };
  const list = async () => (await request<CommentPage>(paths.flowComments(flow))).body.comments;
  const one = (sid: string) => paths.flowComment(flow, sid);

  it('call widgets by their present names', async () => {
    const written = await add({ ...ann, Text: 'Is `hello` or {{widgets.hello.x}} read? hello!' });
    const operations = [{ kind: 'rename-widget', widget: 'hello', from: 'hello', to: 'say_hello' }];
    const Commands = JSON.stringify([{ id: 'r1', label: { name: 'renameWidget' }, operations }]);
    expect((await request(paths.edits(flow), { Base: '0', Client: 'a', Commands })).status).toBe(200);
    const [read] = await list();
    expect(read?.text).toBe('Is `say_hello` or {{widgets.say_hello.x}} read? hello!');
    expect((await request<CommentResource>(one(written.sid))).body).toEqual(read);
  });

  it('are written at a widget, at a place and about the flow, replied to, and listed newest first', async () => {
    const atWidget = await add({ ...ann, Text: ' Too long?\r\nSee @Bob ', Widget: 'hello' });
    expect(atWidget).toMatchObject({
      flow_sid: flow,
      text: 'Too long?\nSee @Bob',
      author_name: 'Ann',
      client: 'browser-a',
      widget: 'hello',
      widget_name: 'hello',
      x: null,
      y: null,
      thread_sid: null,
      status: 'open',
      date_edited: null,
    });
    const atPlace = await add({ ...bob, Text: 'Here?', X: '-20', Y: '300' });
    expect(atPlace).toMatchObject({ widget: null, x: -20, y: 300 });
    const about = await add({ ...bob, Text: 'Nice' });
    const reply = await add({ ...bob, Text: 'No', ReplyTo: atWidget.sid });
    expect(reply).toMatchObject({ thread_sid: atWidget.sid, status: null, widget: null });
    expect((await list()).map(({ sid }) => sid)).toEqual([reply.sid, about.sid, atPlace.sid, atWidget.sid]);
    expect((await request(one(reply.sid))).body).toEqual(reply);
    const page = await request<CommentPage>(`${paths.flowComments(flow)}?PageSize=3`);
    const next = new URL(page.body.meta.next_page_url ?? '');
    const rest = await request<CommentPage>(next.pathname + next.search);
    expect(rest.body.comments).toEqual([atWidget]);
  });

  it('keep their widget when it is renamed', async () => {
    const edit = {
      id: 'rename',
      label: { name: 'renameWidget', widget: 'hello' },
      operations: [{ kind: 'rename-widget', widget: 'hello', from: 'hello', to: 'greeting' }],
    };
    const { Client } = ann;
    const answer = await request<FlowEditAnswer>(paths.edits(flow), {
      ...{ Base: '0', Client },
      Commands: JSON.stringify([edit]),
    });
    expect(answer.status).toBe(200);
    expect(await add({ ...ann, Text: 'Hm', Widget: 'hello' })).toMatchObject({
      widget: 'hello',
      widget_name: 'greeting',
    });
  });

  it('are changed by their author only, and resolved and reopened by everybody', async () => {
    const { sid } = await add({ ...ann, Text: 'Helo', Widget: 'hello' });
    const changed = await request<CommentResource>(one(sid), { ...ann, Text: 'Hello' });
    expect(changed.body).toMatchObject({ text: 'Hello', status: 'open', date_edited: expect.any(String) });
    expect((await request(one(sid), { ...bob, Text: 'Mine' })).status).toBe(403);
    const resolved = await request<CommentResource>(one(sid), { ...bob, Status: 'resolved' });
    expect(resolved.body).toMatchObject({ text: 'Hello', status: 'resolved', resolved_by_name: 'Bob' });
    const reopened = await request<CommentResource>(one(sid), { ...ann, Status: 'open' });
    expect(reopened.body).toMatchObject({ status: 'open', resolved_by_name: null });
    const reply = await add({ ...bob, Text: 'Yes', ReplyTo: sid });
    expect((await request(one(reply.sid), { ...bob, Status: 'resolved' })).status).toBe(400);
  });

  it('go with their thread and with their flow', async () => {
    const thread = await add({ ...ann, Text: 'Why?' });
    const reply = await add({ ...bob, Text: 'Because', ReplyTo: thread.sid });
    const other = await add({ ...ann, Text: 'Fine' });
    expect((await request(one(thread.sid), undefined, { method: 'DELETE' })).status).toBe(204);
    expect(await list()).toEqual([other]);
    expect((await request(one(reply.sid))).status).toBe(404);
    expect((await request(one(thread.sid), undefined, { method: 'DELETE' })).status).toBe(404);
    await request(paths.flow(flow), undefined, { method: 'DELETE' });
    expect((await request(one(other.sid))).status).toBe(404);
    const rows = servers.database.read.selectFrom('flow_comments').select('sid').where('flow', '=', flow);
    expect(await rows.execute()).toEqual([]);
  });

  it('that cannot be are refused with the field', async () => {
    const { sid } = await add({ ...ann, Text: 'First' });
    const reply = await add({ ...ann, Text: 'Second', ReplyTo: sid });
    const refused: [object, RegExp][] = [
      [{}, /Text/],
      [{ Text: ' \n ' }, /Text/],
      [{ Text: 'x'.repeat(2_001) }, /Text/],
      [{ Text: 'a\u0000b' }, /Text/],
      [{ Text: 'x', Widget: 'nobody' }, /Widget/],
      [{ Text: 'x', X: '1' }, /X and Y/],
      [{ Text: 'x', X: '1', Y: '2', Widget: 'hello' }, /one of/],
      [{ Text: 'x', ReplyTo: reply.sid }, /ReplyTo/],
      [{ Text: 'x', ReplyTo: `CM${'0'.repeat(32)}` }, /ReplyTo/],
      [{ Text: 'x', Client: 'a b' }, /Client/],
    ];
    for (const [form, message] of refused) {
      const { status, body } = await request(paths.flowComments(flow), form);
      expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
    }
  });

  it('belong to the account of the flow', async () => {
    const { sid } = await add({ ...ann, Text: 'Own' });
    const by = servers.other;
    expect((await request(paths.flowComments(flow), undefined, { by })).status).toBe(404);
    expect((await request(paths.flowComments(flow), { ...ann, Text: 'Foreign' }, { by })).status).toBe(404);
    expect((await request(one(sid), undefined, { by })).status).toBe(404);
    expect((await request(one(sid), { ...ann, Text: 'Foreign' }, { by })).status).toBe(404);
    expect((await request(one(sid), undefined, { by, method: 'DELETE' })).status).toBe(404);
    expect((await list()).map(({ text }) => text)).toEqual(['Own']);
  });

  it('are at most 60 in a minute and 1,000 in all', async () => {
    const { account_sid } = servers.account;
    const first = await add({ ...ann, Text: 'First' });
    const row = await servers.database.read
      .selectFrom('flow_comments')
      .selectAll()
      .where('sid', '=', first.sid)
      .executeTakeFirstOrThrow();
    expect(row.account).toBe(account_sid);
    const more = (count: number, start: number) =>
      servers.database.write((tx) =>
        tx
          .insertInto('flow_comments')
          .values(
            Array.from({ length: count }, (_, index) => ({
              ...row,
              sid: `${first.sid.slice(0, 28)}${String(start + index).padStart(6, '0')}`,
            })),
          )
          .execute(),
      );
    await more(59, 0);
    const tooSoon = await request(paths.flowComments(flow), { ...ann, Text: 'x' });
    expect([tooSoon.status, tooSoon.body.message]).toEqual([429, expect.stringContaining('in a minute')]);
    servers.advanceClock(61_000);
    await add({ ...ann, Text: 'x' });
    await more(940, 1_000);
    servers.advanceClock(61_000);
    expect((await request(paths.flowComments(flow), { ...ann, Text: 'x' })).status).toBe(403);
  });

  it('are told to those who follow the working copy', async () => {
    const stream = await openEventStream(server.url + paths.workingCopyEvents(flow), servers.account);
    const told = () => stream.received.filter(({ event }) => event === 'comment').map(({ data }) => data);
    const { sid } = await add({ ...ann, Text: 'Look' });
    await expect.poll(told).toContainEqual({ sid, deleted: false });
    const { length } = told();
    await request(one(sid), { ...bob, Status: 'resolved' });
    await expect.poll(() => told().length).toBeGreaterThan(length);
    await request(one(sid), undefined, { method: 'DELETE' });
    await expect.poll(told).toContainEqual({ sid, deleted: true });
    stream.close();
  });
});
