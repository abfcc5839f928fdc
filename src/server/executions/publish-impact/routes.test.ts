/** Whom a publish would affect, counted and compared with the executions one by one. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { moveWidgets } from '#flow/edit/move-widgets.ts';
import { removeWidgets } from '#flow/edit/remove-widgets.ts';
import { renameWidget } from '#flow/edit/rename-widget.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { flowOf, widget } from '../../flows/testing/flows.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';
import { countActiveByWidget } from './store.ts';

const question = (name: string, next: string | null) =>
  widget(
    'send-and-wait-for-reply',
    name,
    { body: `${name}?`, from: '{{flow.channel.address}}', timeout: '3600' },
    { incomingMessage: next, timeout: null, deliveryFailure: null },
  );
const flow = flowOf(question('first', 'second'), question('second', null));

describe.each(databaseKinds)('the impact of a publish, %s', (kind) => {
  let server: RunningServer;
  let sid: string;
  beforeAll(async () => {
    server = await openRunningServer(kind);
    sid = await server.addFlow(flow);
    for (let n = 0; n < 8; n += 1) {
      const contact = server.contact();
      await server.startExecution(sid, contact);
      if (n < 3) await reply(contact);
    }
  }, startTimeoutMs);
  afterAll(() => server.close());

  const reply = (From: string) =>
    server.postWebhook(sid, {
      MessageSid: `SM${From.slice(1).padStart(32, '0')}`,
      From,
      To: '+15559999',
      Body: 'x',
    });
  const save = (definition: FlowDefinition, Status = 'draft') =>
    server.send(paths.flow(sid), { form: { Status, Definition: JSON.stringify(definition) } });
  const impact = async (revision: string | number) =>
    (await server.send(`${paths.publishImpact(sid)}?Revision=${revision}`)).json();

  it('is nothing for changes of names, places and what nobody is at', async () => {
    const renamed = renameWidget(flow, 'first', 'opening');
    if (!renamed.ok) throw new Error(renamed.reason);
    await save(moveWidgets(renamed.definition, new Map([['opening', { x: 9, y: 9 }]])));
    expect(await impact(2)).toEqual({
      revision: 2,
      published_revision: 1,
      active: 8,
      by_revision: [{ revision: 1, executions: 8 }],
      waiting: [],
    });
  });

  it('counts who is at a widget that is removed or altered, by the name that they know', async () => {
    await save(removeWidgets(setProperty(flow, 'first', 'body', 'Now?'), ['second']), 'published');
    const expected = [
      { widget: 'first', change: 'altered', executions: 5 },
      { widget: 'second', change: 'removed', executions: 3 },
    ];
    expect((await impact(3)).waiting).toEqual(expected);
    expect((await impact('LatestPublished')).waiting).toEqual(expected);
    await server.startExecution(sid, server.contact());
    const later = await impact(3);
    expect(later).toMatchObject({
      active: 9,
      by_revision: [
        { revision: 1, executions: 8 },
        { revision: 3, executions: 1 },
      ],
    });
    expect(later.waiting).toEqual(expected);
    expect((await impact(1)).waiting).toEqual([{ widget: 'first', change: 'altered', executions: 1 }]);
  });

  it('is counted in batches as all at once', async () => {
    const views = await Promise.all(
      (await server.executionsOf(sid)).map(({ sid: execution }) => server.view(sid, execution)),
    );
    const bruteForce = Map.groupBy(views, ({ at, execution }) => `${execution.flow_version} ${at}`);
    for (const batchSize of [1, 2, 3, 9, 100]) {
      const counts = await countActiveByWidget(server.ctx.database.read, sid, batchSize);
      expect(
        counts.map(({ revision, widget: at, executions }) => [`${revision} ${at}`, executions]).sort(),
      ).toEqual([...bruteForce].map(([key, all]) => [key, all.length]).sort());
    }
  });

  it.each([
    ['x', 400],
    ['', 400],
    ['99', 404],
  ])('of the revision %j is answered with %i', async (revision, status) => {
    expect((await server.send(`${paths.publishImpact(sid)}?Revision=${revision}`)).statusCode).toBe(status);
  });
});
