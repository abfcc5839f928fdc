/** The state of flows in the page's views: true after whatever changes a working copy or what is published. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowPublishing } from '#api/flows/publishing.ts';
import type { FlowSummary } from '#api/flows/schemas.ts';
import type { FlowEditPage, WorkingCopyResource } from '#api/flows/working-copy.ts';
import { paths } from '#api/paths.ts';
import { operationsBetween } from '#flow/change/derive.ts';
import type { Operation } from '#flow/change/operation.ts';
import { type FlowContent, workingCopyOf } from '#flow/change/working-copy.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';
import { flowOf, send } from '../testing/flows.ts';

const flow = flowOf(send('first', 'Hello', 'second'), send('second', 'Bye', null));
const withBody = (widget: string, body: string, of = flow) => setProperty(of, widget, 'body', body);

describe.each(databaseKinds)('the state of a flow, %s', (kind) => {
  let server: RunningServer;
  let commands = 0;
  beforeAll(async () => {
    server = await openRunningServer(kind);
  }, startTimeoutMs);
  afterAll(() => server.close());

  const summaryOf = async (sid: string) => {
    const { flow_summaries } = (await server.send(paths.flowSummaries)).json<{
      flow_summaries: FlowSummary[];
    }>();
    return flow_summaries.find((each) => each.sid === sid);
  };
  /** The state by every view, as one text. */
  const stateOf = async (sid: string) => {
    const summary = await summaryOf(sid);
    const setting = (await server.send(paths.flowPublishing(sid))).json<FlowPublishing>();
    expect([setting.state, setting.unpublished_changes]).toEqual([
      summary?.state,
      summary?.unpublished_changes,
    ]);
    return `${summary?.state} ${summary?.published_revision} ${summary?.unpublished_changes}`;
  };
  const copyOf = async (sid: string) =>
    (await server.send(paths.workingCopy(sid))).json<WorkingCopyResource>();
  const edit = async (sid: string, operations: readonly Operation[], more: Record<string, string> = {}) => {
    commands += 1;
    const command = { id: `c-${commands}`, label: { name: 'changeProperty' }, operations };
    const { seq } = await copyOf(sid);
    const form = { Base: `${seq}`, Client: 'page-1', Commands: JSON.stringify([command]), ...more };
    expect((await server.send(paths.edits(sid), { form })).statusCode).toBe(200);
  };
  const editTo = async (sid: string, definition: FlowDefinition, more?: Record<string, string>) => {
    const copy = await copyOf(sid);
    const content: FlowContent = { name: copy.friendly_name, definition };
    const now = { ...workingCopyOf({ name: copy.friendly_name, definition: copy.definition }) };
    await edit(
      sid,
      operationsBetween({ ...now, widgets: copy.widgets }, content, (nth) => `n${nth}`),
      more,
    );
  };
  const store = (sid: string, form: Record<string, string>) => server.send(paths.flow(sid), { form });

  it('is a draft until it is published', async () => {
    const sid = await server.addFlow(flow, 'draft');
    expect(await stateOf(sid)).toBe('draft null null');
    await editTo(sid, withBody('first', 'Hi'));
    expect(await stateOf(sid)).toBe('draft null null');
    const { seq } = await copyOf(sid);
    await store(sid, { Status: 'published', EditSeq: `${seq}` });
    expect(await stateOf(sid)).toBe('published 2 0');
  });

  it('counts what differs, after an edit, its undo, a save and a publish', async () => {
    const sid = await server.addFlow(flow);
    expect(await stateOf(sid)).toBe('published 1 0');
    await editTo(sid, withBody('first', 'Hi'));
    expect(await stateOf(sid)).toBe('changed 1 1');
    await editTo(sid, withBody('second', 'See you', withBody('first', 'Hi')));
    expect(await stateOf(sid)).toBe('changed 1 2');
    await editTo(sid, withBody('first', 'Hi'));
    expect(await stateOf(sid)).toBe('changed 1 1');
    await editTo(sid, flow);
    expect(await stateOf(sid)).toBe('published 1 0');
    await editTo(sid, withBody('first', 'Hey'));
    await store(sid, { Status: 'draft', EditSeq: `${(await copyOf(sid)).seq}` });
    expect(await stateOf(sid)).toBe('changed 1 1');
    await store(sid, { Status: 'published', EditSeq: `${(await copyOf(sid)).seq}` });
    expect(await stateOf(sid)).toBe('published 3 0');
    await store(sid, { Status: 'published', Source: 'roll-back', SourceRevision: '1' });
    expect(await stateOf(sid)).toBe('published 4 0');
    await store(sid, { Status: 'draft', Source: 'restore', SourceRevision: '2' });
    expect(await stateOf(sid)).toBe('changed 4 1');
  });

  it('counts what programs save, also of a flow that nobody has opened', async () => {
    const sid = await server.addFlow(flow);
    await store(sid, { Status: 'draft', Definition: JSON.stringify(withBody('first', 'Hi')), Source: 'cli' });
    expect(await stateOf(sid)).toBe('changed 1 1');
    expect(await summaryOf(sid)).toMatchObject({ last_edit: { author_name: '', client: 'cli' } });
    await store(sid, { Status: 'draft', Definition: JSON.stringify(flow) });
    expect(await stateOf(sid)).toBe('published 1 0');
    const { edits } = (await server.send(paths.edits(sid))).json<FlowEditPage>();
    expect(edits.map(({ client, revision, operations }) => [client, revision, operations.length])).toEqual([
      ['api', 3, 1],
      ['cli', 2, 1],
    ]);
  });

  it('names the key of a program as its author', async () => {
    const sid = await server.addFlow(flow);
    const key = (await server.send(paths.apiKeys, { form: { FriendlyName: 'Clinic sync' } })).json<{
      sid: string;
      secret: string;
    }>();
    const by = { account_sid: key.sid, auth_token: key.secret };
    const Definition = JSON.stringify(withBody('first', 'Hi'));
    await server.send(paths.flow(sid), { form: { Status: 'draft', Definition }, by });
    expect(await summaryOf(sid)).toMatchObject({ last_edit: { author_name: 'Clinic sync', client: 'api' } });
  });

  it('keeps what is edited while something else is published', async () => {
    const sid = await server.addFlow(flow);
    await editTo(sid, withBody('first', 'Hi'));
    const Definition = JSON.stringify(withBody('second', 'See you'));
    await store(sid, { Status: 'published', Definition });
    expect(await stateOf(sid)).toBe('changed 2 1');
  });

  it('is dated by the last edit, not by what was opened, saved or published', async () => {
    const sid = await server.addFlow(flow);
    const created = (await summaryOf(sid))?.date_updated;
    server.advanceClock(60_000);
    await copyOf(sid);
    expect(await summaryOf(sid)).toMatchObject({ date_updated: created, last_edit: null });
    await editTo(sid, withBody('first', 'Hi'), { AuthorName: 'Ann' });
    const edited = await summaryOf(sid);
    expect(edited).toMatchObject({ last_edit: { author_name: 'Ann', client: 'page-1' } });
    expect(edited?.date_updated).not.toBe(created);
    server.advanceClock(60_000);
    await store(sid, { Status: 'published', EditSeq: `${(await copyOf(sid)).seq}` });
    expect((await summaryOf(sid))?.date_updated).toBe(edited?.date_updated);
  });

  it('is counted once for flows that were edited before states were counted', async () => {
    const sid = await server.addFlow(flow);
    await editTo(sid, withBody('first', 'Hi'));
    const { database } = server.ctx;
    const forget = { unpublished: null, published_revision: null };
    await database.write((tx) =>
      tx.updateTable('working_copies').set(forget).where('flow', '=', sid).execute(),
    );
    expect(await stateOf(sid)).toBe('changed 1 1');
    await database.write((tx) =>
      tx.updateTable('working_copies').set(forget).where('flow', '=', sid).execute(),
    );
    await editTo(sid, withBody('second', 'See you', withBody('first', 'Hi')));
    expect(await stateOf(sid)).toBe('changed 1 2');
  });

  it('is not part of the documented flow', async () => {
    const sid = await server.addFlow(flow);
    await editTo(sid, withBody('first', 'Hi'));
    const resource = (await server.send(paths.flow(sid))).json<Record<string, unknown>>();
    expect(resource).toMatchObject({ status: 'published', revision: 1 });
    expect(resource).not.toHaveProperty('state');
    expect(resource).not.toHaveProperty('unpublished_changes');
  });
});
