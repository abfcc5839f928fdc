/** Working copies over real sockets, on both databases: several editors, several processes. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryPage } from '#api/flows/history.ts';
import type { FlowEdit, FlowEditAnswer, FlowEditPage, WorkingCopyResource } from '#api/flows/working-copy.ts';
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
import { deleteExpiredEdits } from './cleanup.ts';

let commands = 0;
const newId = () => `c-${++commands}`;
const label = { name: 'changeProperty', widget: 'hello', field: 'Body' };
const set = (body: string, id = newId()) => ({
  id,
  label,
  operations: [{ kind: 'set', widget: 'hello', path: ['properties', 'body'], to: body }],
});
const type = (edit: (number | string)[], id = newId()) => ({
  id,
  label,
  operations: [{ kind: 'edit-text', widget: 'hello', path: ['properties', 'body'], edit }],
});

describe.each(databaseKinds)('the working copy of a flow, %s', (kind) => {
  let cluster: MultiServer;
  let server: ServerInstance;

  beforeAll(async () => {
    cluster = await openMultiServer(kind);
    server = await cluster.start();
  }, startTimeoutMs);
  afterAll(() => cluster.close(), startTimeoutMs);

  const newFlow = () => addFlow(server, cluster.account, definition);
  const request = async (path: string, form?: object, by: Credentials = cluster.account, at = server) => {
    const response = await fetch(at.url + path, {
      headers: {
        authorization: basicAuthorization(by),
        ...(form !== undefined && { 'content-type': 'application/json' }),
      },
      ...(form !== undefined && { method: 'POST', body: JSON.stringify(form) }),
    });
    return { status: response.status, body: (await response.json().catch(() => null)) as unknown };
  };
  const fetchCopy = async (flow: string, at = server) =>
    (await request(paths.workingCopy(flow), undefined, cluster.account, at)).body as WorkingCopyResource;
  const send = async (flow: string, base: number, list: unknown, client = 'page-1', at = server) => {
    const form = { Base: `${base}`, Client: client, AuthorName: 'Ann', Commands: JSON.stringify(list) };
    return request(paths.edits(flow), form, cluster.account, at);
  };
  const edit = async (flow: string, base: number, ...list: object[]) => {
    const { status, body } = await send(flow, base, list);
    expect(status).toBe(200);
    return body as FlowEditAnswer;
  };
  const bodyOf = ({ definition: { states } }: { definition: WorkingCopyResource['definition'] }) =>
    states.find(({ name }) => name === 'hello')?.properties?.body;

  it('is the newest revision until somebody edits it, and may have errors then', async () => {
    const flow = await newFlow();
    expect(await fetchCopy(flow)).toMatchObject({
      flow_sid: flow,
      seq: 0,
      revision: 1,
      saved_seq: 0,
      friendly_name: expect.any(String),
      definition,
      widgets: ['Trigger', 'hello'],
    });
    const answer = await edit(flow, 0, {
      id: newId(),
      label: { name: 'deleteWidgets' },
      operations: [{ kind: 'set', widget: 'hello', path: ['type'], to: 'nonsense' }],
    });
    expect(answer).toMatchObject({ seq: 1, results: [{ seq: 1, skipped: 0 }], snapshot: null });
    const copy = await fetchCopy(flow);
    expect(copy).toMatchObject({ seq: 1, revision: 1, saved_seq: 0 });
    expect(copy.definition.states[1]?.type).toBe('nonsense');
    expect((await request(paths.flow(flow))).body).toMatchObject({ revision: 1, definition });
  });

  it('keeps what two people write in one text at once', async () => {
    const flow = await newFlow();
    await edit(flow, 0, type([5, ' Ann']));
    const answer = await edit(flow, 0, type(['Oh, ']));
    expect(answer.edits.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(answer.edits[1]?.author_name).toBe('Ann');
    expect(bodyOf(await fetchCopy(flow))).toBe('Oh, Hello Ann');
  });

  it('applies a command that is sent again once', async () => {
    const flow = await newFlow();
    const command = type([5, '!']);
    await edit(flow, 0, command);
    const again = await edit(flow, 0, command, type([6, '?']));
    expect(again.results.map(({ seq }) => seq)).toEqual([1, 2]);
    const late = await edit(flow, 2, command);
    expect(late).toMatchObject({ seq: 2, results: [{ seq: 1 }] });
    expect(bodyOf(await fetchCopy(flow))).toBe('Hello!?');
    // A page that does not know whether it was sent sends it again at once: both may be in one commit.
    const impatient = type([0, 'Oh, ']);
    const both = await Promise.all([edit(flow, 2, impatient), edit(flow, 2, impatient)]);
    expect(both.map(({ results }) => results[0]?.seq)).toEqual([3, 3]);
    expect(bodyOf(await fetchCopy(flow))).toBe('Oh, Hello!?');
  });

  it('says which commands had nothing left to apply to', async () => {
    const flow = await newFlow();
    await edit(flow, 0, {
      id: newId(),
      label,
      operations: [{ kind: 'remove-widget', widget: 'hello' }],
    });
    expect((await edit(flow, 0, set('Hi'))).results).toMatchObject([{ seq: 2, skipped: 1 }]);
    expect((await fetchCopy(flow)).definition.states).toHaveLength(1);
  });

  it('has what a program saves, on top of what is not saved yet', async () => {
    const flow = await newFlow();
    await edit(flow, 0, type([5, ' Ann']));
    const [trigger, hello] = definition.states;
    const renamed = {
      ...definition,
      states: [
        {
          ...trigger,
          transitions: [{ event: 'incomingMessage', next: 'greeting' }, { event: 'incomingCall' }],
        },
        { ...hello, name: 'greeting' },
      ],
    };
    await request(paths.flow(flow), { Status: 'draft', Definition: renamed });
    const copy = await fetchCopy(flow);
    // Ann's edit is in no revision yet.
    expect(copy).toMatchObject({ seq: 2, revision: 2, saved_seq: 0, widgets: ['Trigger', 'hello'] });
    expect(copy.definition.states[1]).toMatchObject({ name: 'greeting', properties: { body: 'Hello Ann' } });
    // Saving the working copy itself changes nothing in it.
    await request(paths.flow(flow), { Status: 'draft', Definition: copy.definition });
    const saved = await fetchCopy(flow);
    expect(saved).toMatchObject({ seq: 3, revision: 3, saved_seq: 3, definition: copy.definition });
    await edit(flow, 0, set('By its old name'));
    expect((await fetchCopy(flow)).definition.states[1]?.properties?.body).toBe('By its old name');
  });

  const save = (flow: string, form: object) => request(paths.flow(flow), { Status: 'draft', ...form });

  it('is saved and published as it was after an edit, and the revision keeps its number', async () => {
    const flow = await newFlow();
    await edit(flow, 0, type([5, ' Ann']));
    await edit(flow, 1, type([9, '!']));
    const saved = await save(flow, { EditSeq: '1', CommitMessage: 'What I saw' });
    expect(saved).toMatchObject({ status: 200, body: { revision: 2, status: 'draft' } });
    expect(bodyOf(saved.body as WorkingCopyResource)).toBe('Hello Ann');
    // The edit after it is in no revision yet, and stays.
    const copy = await fetchCopy(flow);
    expect(copy).toMatchObject({ seq: 3, revision: 2, saved_seq: 1 });
    expect(bodyOf(copy)).toBe('Hello Ann!');
    const published = await save(flow, { Status: 'published', EditSeq: '3', NewestEditOnly: true });
    expect(published).toMatchObject({ status: 200, body: { revision: 3, status: 'published' } });
    expect(bodyOf(published.body as WorkingCopyResource)).toBe('Hello Ann!');
    expect(await fetchCopy(flow)).toMatchObject({ seq: 4, revision: 3, saved_seq: 4 });
    const { history } = (await request(paths.flowHistory(flow))).body as HistoryPage;
    expect(history.map(({ revision, edit_seq }) => [revision, edit_seq])).toEqual([
      [3, 4],
      [2, 1],
      [1, null],
    ]);
    const { edits } = (await request(`${paths.edits(flow)}?After=2`)).body as FlowEditPage;
    expect(edits.map(({ revision, operations }) => [revision, operations])).toEqual([
      [2, []],
      [3, []],
    ]);
    // An edit of the log that only bears a revision changes nothing, so that nobody has to look again.
    expect((await save(flow, { EditSeq: '3', NewestEditOnly: true })).status).toBe(200);
  });

  it('bears the page that made a revision of it, and its author as others see them', async () => {
    const flow = await newFlow();
    await edit(flow, 0, type([5, ' Ann']));
    await save(flow, { EditSeq: '1', Client: 'page-7', AuthorName: 'Robin' });
    await save(flow, { Definition: definition });
    const { edits } = (await request(`${paths.edits(flow)}?After=1`)).body as FlowEditPage;
    expect(edits.map(({ client, author_name }) => [client, author_name])).toEqual([
      ['page-7', 'Robin'],
      ['api', ''],
    ]);
    expect((await save(flow, { Client: 'no page' })).status).toBe(400);
  });

  it('makes no revision of an edit that others have gone on from, where the caller asks for that', async () => {
    const flow = await newFlow();
    await edit(flow, 0, type([5, ' Ann']));
    await edit(flow, 1, type([9, '!']));
    const late = await save(flow, { EditSeq: '1', NewestEditOnly: true });
    expect(late).toMatchObject({ status: 409, body: { details: { latest_edit: 2 } } });
    expect((late.body as { message: string }).message).toBe(
      'The flow has been edited since edit 1: it is at edit 2 now',
    );
    const ahead = await save(flow, { EditSeq: '7' });
    expect(ahead).toMatchObject({ status: 409, body: { details: { latest_edit: 2 } } });
    await save(flow, { EditSeq: '2' });
    const older = await save(flow, { EditSeq: '1' });
    expect((older.body as { message: string }).message).toBe(
      'Revision 2 has edits after edit 1 already, up to 3',
    );
    for (const form of [
      { EditSeq: '2', Definition: definition },
      { EditSeq: '2', FriendlyName: 'Other' },
      { NewestEditOnly: true },
      { EditSeq: '-1' },
      { EditSeq: 'x' },
    ])
      expect((await save(flow, form)).status).toBe(400);
    expect(await fetchCopy(flow)).toMatchObject({ seq: 3, revision: 2, saved_seq: 3 });
  });

  it('makes no revision of a copy with errors', async () => {
    const flow = await newFlow();
    await edit(flow, 0, {
      id: newId(),
      label,
      operations: [{ kind: 'set', widget: 'hello', path: ['type'], to: 'nonsense' }],
    });
    const refused = await save(flow, { EditSeq: '1' });
    expect(refused).toMatchObject({ status: 400, body: { code: 81022 } });
    expect(await fetchCopy(flow)).toMatchObject({ seq: 1, revision: 1 });
    // A flow that nobody has edited is at edit 0.
    const untouched = await newFlow();
    expect((await save(untouched, { Status: 'published', EditSeq: '0' })).status).toBe(200);
  });

  it('is followed by everybody, in any process, and resumed by the number of an edit', async () => {
    const flow = await newFlow();
    const second = await cluster.start();
    const here = await openEventStream(server.url + paths.workingCopyEvents(flow), cluster.account);
    const there = await openEventStream(second.url + paths.workingCopyEvents(flow), cluster.account);
    await edit(flow, 0, set('One'));
    await send(flow, 1, [set('Two')], 'page-2', second);
    for (const stream of [here, there]) {
      await stream.receives(2);
      expect(stream.received.map(({ id, event }) => [event, id])).toEqual([
        ['opened', '0'],
        ['edit', '1'],
        ['edit', '2'],
      ]);
    }
    there.close();
    await edit(flow, 2, set('Three'));
    const resumed = await openEventStream(second.url + paths.workingCopyEvents(flow), cluster.account, '1');
    await resumed.receives(2);
    expect(resumed.received[0]?.data).toEqual({ beginning: 'resumed', seq: 1 });
    expect(resumed.received.slice(1).map(({ data }) => (data as FlowEdit).seq)).toEqual([2, 3]);
    const state = { name: 'Ann', widget: 'hello' };
    // Whatever the page says.
    const by = { person: null, name: 'First' };
    expect((await request(paths.presence(flow), { Client: 'page-2', State: state })).status).toBe(204);
    await here.receives(4);
    expect(here.received.at(-1)).toEqual({
      id: null,
      event: 'presence',
      data: { client: 'page-2', state, by },
    });
    await fetch(server.url + paths.flow(flow), {
      method: 'DELETE',
      headers: { authorization: basicAuthorization(cluster.account) },
    });
    await expect.poll(() => here.received.at(-1)?.event, { timeout: 30_000 }).toBe('deleted');
    here.close();
    resumed.close();
  });

  it('has a thousand widgets, and each can be edited', async () => {
    const [trigger, hello] = definition.states;
    const states = Array.from({ length: 998 }, (_, at) => ({ ...hello, name: `hello_${at}` }));
    const flow = await addFlow(server, cluster.account, {
      ...definition,
      states: [trigger, hello, ...states],
    } as typeof definition);
    expect(await edit(flow, 0, set('Edited'))).toMatchObject({ seq: 1 });
    const last = { id: newId(), label, operations: [{ ...set('Last').operations[0], widget: 'hello_997' }] };
    expect(await edit(flow, 1, last)).toMatchObject({ seq: 2, results: [{ skipped: 0 }] });
    const copy = await fetchCopy(flow);
    expect(copy.widgets).toHaveLength(1_000);
    expect(copy.definition.states.at(-1)?.properties).toMatchObject({ body: 'Last' });
  });

  it('orders what several processes write at once, and loses nothing', async () => {
    const flow = await newFlow();
    const second = await cluster.start();
    const writers = Array.from({ length: 6 }, (_, writer) => writer);
    await Promise.all(
      writers.map(async (writer) => {
        for (let nth = 0; nth < 10; nth += 1) {
          const letter = String.fromCharCode(97 + writer);
          const at = writer % 2 === 0 ? server : second;
          const { status } = await send(flow, 0, [type([letter])], `page-${writer}`, at);
          expect(status).toBe(200);
        }
      }),
    );
    const { edits, seq } = (await request(`${paths.edits(flow)}?After=0`)).body as FlowEditPage;
    expect(seq).toBe(60);
    expect(edits.map((each) => each.seq)).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
    const body = String(bodyOf(await fetchCopy(flow)));
    for (const writer of writers)
      expect(body.split(String.fromCharCode(97 + writer)).length).toBeGreaterThanOrEqual(11);
    expect(body).toHaveLength('Hello'.length + 60);
  });

  it('whose edits are large is read and listed in pieces', async () => {
    const flow = await newFlow();
    const count = 160;
    for (let seq = 0; seq < count; seq += 8) {
      const list = Array.from({ length: 8 }, (_, at) => set(`${seq + at + 1} ${'x'.repeat(50_000)}`));
      expect((await send(flow, seq, list)).status).toBe(200);
      cluster.advanceClock(1_000);
    }
    /** The number of edits in each page; a page follows the last edit of the one before. */
    const pages = async (first: string, next: (last: number) => string) => {
      const listed: FlowEdit[][] = [];
      for (let query = first; query !== ''; ) {
        const { edits } = (await request(`${paths.edits(flow)}?${query}`)).body as FlowEditPage;
        listed.push(edits);
        const last = edits.at(-1);
        query = last === undefined || last.seq === count ? '' : next(last.seq);
      }
      for (const edits of listed) expect(JSON.stringify(edits).length).toBeLessThan(2_500_000);
      return listed.flat().map(({ seq }) => seq);
    };
    const all = Array.from({ length: count }, (_, at) => at + 1);
    expect(await pages('After=0', (last) => `After=${last}`)).toEqual(all);
    const newestFirst = await pages('Before=161&Limit=1000', (last) => `Before=${last}&Limit=1000`);
    expect(newestFirst).toEqual(all.reverse());
    // Nothing of it is in the memory of this one.
    const fresh = await cluster.start();
    const late = await send(flow, 20, [set('Late')], 'page-1', fresh);
    expect(late.body).toMatchObject({ seq: count, edits: [], results: [], snapshot: { seq: count } });
    expect(String(bodyOf(await fetchCopy(flow, fresh))).slice(0, 5)).toBe('160 x');
    const earlier = await request(`${paths.workingCopy(flow)}?Edit=131`);
    expect(String(bodyOf(earlier.body as WorkingCopyResource)).slice(0, 5)).toBe('131 x');
  });

  it('is read from a snapshot after many edits, and edits are kept for thirty days', async () => {
    const flow = await newFlow();
    let seq = 0;
    for (let batch = 0; batch < 5; batch += 1) {
      const list = Array.from({ length: 50 }, () => type(['x']));
      ({ seq } = await edit(flow, seq, ...list));
      cluster.advanceClock(10_000);
    }
    expect(seq).toBe(250);
    expect(bodyOf(await fetchCopy(flow))).toBe(`${'x'.repeat(250)}Hello`);
    const listed = async (query: string) =>
      ((await request(`${paths.edits(flow)}?${query}`)).body as FlowEditPage).edits.map((each) => each.seq);
    const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
    expect(await listed('After=30')).toEqual(numbers(31, 250));
    expect(await listed('Before=120&Limit=40')).toEqual(numbers(80, 119).reverse());
    expect(await listed('Before=20')).toEqual(numbers(1, 19).reverse());
    // An edit of long ago that is sent again is answered with its number.
    const [old] = ((await request(`${paths.edits(flow)}?After=41&Limit=1`)).body as FlowEditPage).edits;
    const again = await edit(flow, 250, type(['x'], old?.id));
    expect(again).toMatchObject({ seq: 250, edits: [], results: [{ id: old?.id, seq: 42 }] });
    cluster.advanceClock(31 * 86_400_000);
    const deleted = await deleteExpiredEdits(server.ctx);
    expect(deleted).toBeGreaterThanOrEqual(200);
    expect(bodyOf(await fetchCopy(flow))).toBe(`${'x'.repeat(250)}Hello`);
    expect((await request(`${paths.edits(flow)}?After=10`)).body).toEqual({
      seq: 250,
      expired: true,
      edits: [],
    });
    const late = await edit(flow, 10, set('Late'));
    expect(late).toMatchObject({ seq: 250, edits: [], results: [], snapshot: { seq: 250 } });
    const stream = await openEventStream(server.url + paths.workingCopyEvents(flow), cluster.account, '10');
    expect(stream.received[0]?.data).toEqual({ beginning: 'expired', seq: 250 });
    stream.close();
  });

  it('is shown as it was after any edit that is kept', async () => {
    const flow = await newFlow();
    let seq = 0;
    for (let batch = 0; batch < 14; batch += 1) {
      const list = Array.from({ length: 100 }, () => type(['x']));
      const { body } = await send(flow, seq, list, `page-${batch}`);
      ({ seq } = body as FlowEditAnswer);
    }
    const copyAfter = (edit: number | string) => request(`${paths.workingCopy(flow)}?Edit=${edit}`);
    for (const edit of [0, 1, 250, 999, 1_050, 1_400]) {
      const { status, body } = await copyAfter(edit);
      expect(status).toBe(200);
      expect(body).toMatchObject({ seq: edit, widgets: ['Trigger', 'hello'] });
      expect(bodyOf(body as WorkingCopyResource)).toBe(`${'x'.repeat(edit)}Hello`);
    }
    expect(await copyAfter(1_401)).toMatchObject({ status: 409, body: { details: { latest_edit: 1_400 } } });
    expect((await copyAfter('x')).status).toBe(400);
    // What was made on a copy of long ago follows on the newest copy.
    expect(await send(flow, 900, [set('Late')], 'late')).toMatchObject({
      body: { seq: 1_400, snapshot: { seq: 1_400 } },
    });
    cluster.advanceClock(31 * 86_400_000);
    await deleteExpiredEdits(server.ctx);
    expect((await copyAfter(250)).status).toBe(409);
    expect(bodyOf((await copyAfter(1_400)).body as WorkingCopyResource)).toBe(`${'x'.repeat(1_400)}Hello`);
  });

  it('refuses what is malformed, foreign or too much, and leaves the log as it is', async () => {
    const flow = await newFlow();
    const other = await request(paths.workingCopy(flow), undefined, cluster.other);
    expect(other).toMatchObject({ status: 404 });
    const foreign = { Base: '0', Client: 'x', Commands: JSON.stringify([set('x')]) };
    expect((await request(paths.edits(flow), foreign, cluster.other)).status).toBe(404);
    const refused = [
      await send(flow, 0, 'nothing'),
      await send(flow, 0, []),
      await send(flow, 0, [{ id: 'a' }]),
      await send(flow, 0, [set('x'.repeat(70_000))]),
      await send(flow, 0, [set('x')], 'a b'),
      await send(flow, -1, [set('x')]),
      await request(`${paths.workingCopyEvents(flow)}?LastEventId=x`),
      await request(paths.presence(flow), { Client: 'x', State: { text: 'x'.repeat(3_000) } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
    for (const { body } of refused) expect(body).toMatchObject({ code: 20001, message: expect.any(String) });
    expect(await fetchCopy(flow)).toMatchObject({ seq: 0 });
    const many = Array.from({ length: 100 }, () => set('x'));
    const answers = [];
    for (let batch = 0; batch < 6; batch += 1) answers.push(await send(flow, 0, many, 'greedy'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
