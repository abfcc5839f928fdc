/** Whom a publish would affect among 100,000 active executions, beside a count of them one by one. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PublishImpact } from '#api/flows/schemas.ts';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { removeWidgets } from '#flow/edit/remove-widgets.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { flowOf, widget } from '../../flows/testing/flows.ts';
import { addActiveExecutions } from '../../testing/active-executions.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';

const count = 100_000;
const names = ['first', 'second', 'third', 'fourth'];
const question = (name: string, next: string | null) =>
  widget(
    'send-and-wait-for-reply',
    name,
    { body: `${name}?`, from: '{{flow.channel.address}}', timeout: '3600' },
    { incomingMessage: next, timeout: null, deliveryFailure: null },
  );
const original = flowOf(...names.map((name, index) => question(name, names[index + 1] ?? null)));
/** The revisions that executions run, and the one that is to be published. */
const running = [original, setProperty(original, 'second', 'body', 'Now?')];
const published = setProperty(removeWidgets(original, ['fourth']), 'first', 'timeout', '60');

/** What the published revision does to a widget of a revision: by its definition, without the product's comparison. */
function fateOf(definition: FlowDefinition | undefined, name: string): 'removed' | 'altered' | 'kept' {
  const [was, is] = [definition, published].map((flow) => flow?.states.find((state) => state.name === name));
  if (is === undefined) return 'removed';
  return JSON.stringify(was) === JSON.stringify(is) ? 'kept' : 'altered';
}

describe.each(databaseKinds)('the impact of a publish on 100,000 executions, %s', (kind) => {
  let server: RunningServer;
  let sid: string;
  beforeAll(async () => {
    server = await openRunningServer(kind);
    sid = await server.addFlow(running[0] ?? original);
    await server.startExecution(sid, server.contact());
    for (const [definition, Status] of [
      [running[1], 'published'],
      [published, 'draft'],
    ] as const)
      await server.send(paths.flow(sid), { form: { Status, Definition: JSON.stringify(definition) } });
    await addActiveExecutions(server.ctx.database, { flow: sid, count, revisions: 2, widgets: names });
  }, startTimeoutMs);
  afterAll(() => server.close());

  it('is that of a count of them one by one', async () => {
    const rows = await server.ctx.database.read
      .selectFrom('executions')
      .select(['revision', 'widget'])
      .where('flow', '=', sid)
      .execute();
    expect(rows).toHaveLength(count + 1);
    const waiting = new Map<string, number>();
    for (const { revision, widget: at } of rows) {
      const change = fateOf(running[revision - 1], at ?? '');
      const key = `${at} ${change}`;
      if (change !== 'kept') waiting.set(key, (waiting.get(key) ?? 0) + 1);
    }
    const impact = (await server.send(`${paths.publishImpact(sid)}?Revision=3`)).json<PublishImpact>();
    expect(impact.active).toBe(rows.length);
    expect(impact.by_revision).toEqual(
      [1, 2].map((revision) => ({
        revision,
        executions: rows.filter((row) => row.revision === revision).length,
      })),
    );
    expect(
      new Map(impact.waiting.map(({ widget: at, change, executions }) => [`${at} ${change}`, executions])),
    ).toEqual(waiting);
    expect([...waiting.keys()].sort()).toEqual([
      'first altered',
      'fourth removed',
      'second altered',
      'third altered',
    ]);
  });
});
