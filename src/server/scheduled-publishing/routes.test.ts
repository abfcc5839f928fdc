/** Publishing at a time and by a second person, and ending the executions that a publish leaves behind. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HistoryPage } from '#api/flows/history.ts';
import type {
  ExecutionEndingPage,
  ExecutionEndingResource,
  PublishRequestPage,
  PublishRequestResource,
} from '#api/flows/publishing.ts';
import type { FlowResource } from '#api/flows/schemas.ts';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import type { Credentials } from '../accounts/service.ts';
import { ask, flowOf } from '../flows/testing/flows.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../testing/running-server.ts';

const minute = 60_000;
const flow = flowOf(ask('first', 'First?', 3600, 'second', null), ask('second', 'Second?', 3600, null, null));
const asking = (body: string) => setProperty(flow, 'first', 'body', body);

describe.each(databaseKinds)('publishing, %s', (kind) => {
  let server: RunningServer;
  let approver: Credentials;
  let deployer: Credentials;
  let sid: string;
  beforeAll(async () => {
    server = await openRunningServer(kind);
    const addKey = async (form: Record<string, string>) => {
      const key = (await server.send(paths.apiKeys, { form })).json<{ sid: string; secret: string }>();
      return { account_sid: key.sid, auth_token: key.secret };
    };
    approver = await addKey({ FriendlyName: 'Ada', ApprovesPublishing: 'true' });
    deployer = await addKey({ FriendlyName: 'Deploy' });
  }, startTimeoutMs);
  afterAll(() => server.close());

  /** Revision 1 is published, 2 a draft. */
  beforeEach(async () => {
    sid = await server.addFlow(flow);
    await save(asking('Draft?'));
  });

  const save = async (definition: FlowDefinition, Status = 'draft', by?: Credentials) =>
    await server.send(paths.flow(sid), {
      form: { Status, Definition: JSON.stringify(definition) },
      ...(by && { by }),
    });
  const inMinutes = (count: number) => new Date(server.ctx.clock.now() + count * minute).toISOString();
  const request = (form: Record<string, string>, by?: Credentials) =>
    server.send(paths.publishRequests(sid), {
      form: { Revision: 'LatestRevision', ...form },
      ...(by && { by }),
    });
  const decide = (made: PublishRequestResource, Status: string, by?: Credentials) =>
    server.send(paths.publishRequest(sid, made.sid), { form: { Status }, ...(by && { by }) });
  const latest = async () =>
    (await server.send(paths.publishRequests(sid))).json<PublishRequestPage>().publish_requests[0];
  const eventually = (wanted: object) => expect.poll(latest).toMatchObject(wanted);
  const stored = async () => (await server.send(paths.flow(sid))).json<FlowResource>();
  const history = async () => (await server.send(paths.flowHistory(sid))).json<HistoryPage>().history;
  const needApproval = () => server.send(paths.flowPublishing(sid), { form: { NeedsApproval: 'true' } });

  describe('at a time', () => {
    it('publishes the revision when it is due, and a newer draft goes on', async () => {
      const made = (await request({ PublishAt: inMinutes(10), Message: 'At night' })).json();
      expect(made).toMatchObject({ status: 'scheduled', revision: 2, closed_by: null });
      await save(asking('Newer?'));
      server.advanceClock(10 * minute);
      await eventually({ status: 'published', published_as: 4 });
      expect(await stored()).toMatchObject({ revision: 5, status: 'draft', definition: asking('Newer?') });
      const published = (await server.send(paths.revision(sid, 'LatestPublished'))).json();
      expect(published).toMatchObject({ revision: 4, definition: asking('Draft?') });
      expect((await history())[1]).toMatchObject({
        source: 'scheduled',
        source_revision: 2,
        message: 'At night',
      });
    });

    it('is refused with a note when the flow was published meanwhile', async () => {
      await request({ PublishAt: inMinutes(10) });
      await save(asking('Quicker?'), 'published');
      server.advanceClock(10 * minute);
      await eventually({ status: 'refused', note: 'Revision 3 was published meanwhile' });
      expect(await stored()).toMatchObject({ revision: 3 });
    });

    it('is canceled, and the next one can be requested', async () => {
      const made = (await request({ PublishAt: inMinutes(10) })).json<PublishRequestResource>();
      expect((await request({ PublishAt: inMinutes(20) })).statusCode).toBe(409);
      expect((await decide(made, 'canceled')).json()).toMatchObject({ status: 'canceled' });
      expect((await decide(made, 'canceled')).statusCode).toBe(409);
      await request({ PublishAt: inMinutes(20) });
      server.advanceClock(10 * minute);
      expect(await stored()).toMatchObject({ revision: 2 });
    });

    it.each([
      ['a time that is past', { PublishAt: '2020-01-01T00:00:00Z' }, 400, 'PublishAt must be in the future'],
      ['a time that is none', { PublishAt: 'soon' }, 400, 'PublishAt must be an ISO 8601 date or date-time'],
      ['a time too far ahead', { PublishAt: '2099-01-01T00:00:00Z' }, 400, 'more than a year'],
      ['no time', {}, 400, 'PublishAt must be given'],
      ['a revision that is no number', { Revision: 'x' }, 400, 'must be an integer'],
      ['a revision that does not exist', { Revision: '99' }, 404, ''],
      ['an unknown choice', { EndExecutions: 'some' }, 400, 'EndExecutions must be'],
    ])('with %s is refused', async (_, form, status, message) => {
      const response = await request(form);
      expect(response.statusCode).toBe(status);
      expect(response.json<{ message: string }>().message).toContain(message);
    });
  });

  describe('by a second person', () => {
    beforeEach(needApproval);

    it('refuses a publish that nobody has approved, of whichever credentials', async () => {
      for (const by of [undefined, approver, deployer]) {
        const response = await save(asking('Alone?'), 'published', by);
        expect(response.statusCode).toBe(403);
        expect(response.json<{ message: string }>().message).toContain('approval of a second person');
      }
      expect((await save(asking('A draft'), 'draft', deployer)).statusCode).toBe(200);
      // Nor that of the draft as it is, without a definition.
      const form = { Status: 'published' };
      expect((await server.send(paths.flow(sid), { form, by: deployer })).statusCode).toBe(403);
    });

    it('publishes what another person approves, and the history says who', async () => {
      const made = (await request({}, deployer)).json<PublishRequestResource>();
      expect(made).toMatchObject({ status: 'requested', may_approve: false });
      expect((await decide(made, 'approved', deployer)).statusCode).toBe(403);
      const approved = (await decide(made, 'approved', approver)).json();
      expect(approved).toMatchObject({
        status: 'published',
        published_as: 3,
        requested_by: { key: { friendly_name: 'Deploy' } },
        approved_by: { key: { friendly_name: 'Ada' } },
      });
      expect(await stored()).toMatchObject({ revision: 3, status: 'published' });
      expect((await history())[0]).toMatchObject({ source: 'approved', key: { friendly_name: 'Deploy' } });
      expect((await decide(made, 'approved', approver)).statusCode).toBe(409);
    });

    it('needs another person than the one who requested, and a key with the right to approve', async () => {
      const own = (await request({})).json<PublishRequestResource>();
      expect((await decide(own, 'approved')).statusCode).toBe(403);
      expect((await decide(own, 'rejected')).statusCode).toBe(403);
      expect((await decide(own, 'approved', deployer)).statusCode).toBe(403);
      expect((await decide(own, 'rejected', approver)).json()).toMatchObject({
        status: 'rejected',
        closed_by: { key: { friendly_name: 'Ada' } },
      });
      const byKey = (await request({}, approver)).json<PublishRequestResource>();
      expect((await decide(byKey, 'approved', approver)).statusCode).toBe(403);
      expect((await decide(byKey, 'approved')).json()).toMatchObject({ status: 'published' });
    });

    it('publishes at its time what was approved before', async () => {
      const made = (await request({ PublishAt: inMinutes(10) }, deployer)).json<PublishRequestResource>();
      server.advanceClock(minute);
      expect((await decide(made, 'approved')).json()).toMatchObject({ status: 'scheduled' });
      server.advanceClock(9 * minute);
      await eventually({ status: 'published' });
    });

    it('is required and waived by the account only, not by its keys', async () => {
      const form = { NeedsApproval: 'false' };
      expect((await server.send(paths.flowPublishing(sid), { form, by: approver })).statusCode).toBe(403);
      expect((await server.send(paths.flowPublishing(sid), { form })).json()).toMatchObject({
        needs_approval: false,
      });
      expect((await save(asking('Alone?'), 'published')).statusCode).toBe(200);
    });

    it('belongs to its account', async () => {
      const made = (await request({})).json<PublishRequestResource>();
      expect((await decide(made, 'canceled', server.other)).statusCode).toBe(404);
      expect((await server.send(paths.flowPublishing(sid), { by: server.other })).statusCode).toBe(404);
    });
  });

  describe('ending executions', () => {
    const end = async (Executions: string) =>
      await server.send(paths.executionEndings(sid), { form: { Executions } });
    const completed = async () => {
      const list = async () =>
        (await server.send(paths.executionEndings(sid))).json<ExecutionEndingPage>().execution_endings;
      await expect.poll(async () => (await list())[0]?.status).toBe('completed');
      return (await list())[0];
    };
    /** Three wait at the first widget, two at the second. */
    const startFive = async () => {
      for (let n = 0; n < 5; n += 1) {
        const contact = server.contact();
        await server.startExecution(sid, contact);
        if (n < 3) continue;
        await server.postWebhook(sid, {
          MessageSid: `SM${contact.slice(1).padStart(32, '0')}`,
          ...{ From: contact, To: '+15559999', Body: 'x' },
        });
      }
    };
    const active = async () =>
      (await server.executionsOf(sid)).filter(({ status }) => status === 'active').length;

    it('ends those at a changed widget, and nobody else', async () => {
      await startFive();
      await save(asking('Changed?'), 'published');
      await server.startExecution(sid, server.contact());
      const begun = (await end('affected')).json<ExecutionEndingResource>();
      expect(begun).toMatchObject({ revision: 3, status: 'running', ended: 0 });
      expect(await completed()).toMatchObject({ total: 3, ended: 3, failed: 0 });
      expect(await active()).toBe(3);
    });

    it('ends all of other revisions, with the publish that is scheduled', async () => {
      await startFive();
      await request({ PublishAt: inMinutes(10), EndExecutions: 'all' });
      server.advanceClock(10 * minute);
      await eventually({ status: 'published' });
      expect(await completed()).toMatchObject({ total: 5, ended: 5 });
      expect(await active()).toBe(0);
      await end('all');
      expect(await completed()).toMatchObject({ total: 0, ended: 0 });
    });

    it.each([
      ['some', 400],
      ['', 400],
    ])('of %j is refused', async (executions, status) => {
      expect((await end(executions)).statusCode).toBe(status);
    });
  });
});
