/** Whom publishing a revision would affect: active executions go on with the revision that they began with. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PublishImpact } from '#api/flows/resources.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { alteredWidgets } from '#flow/diff/behaviour.ts';
import { fetchRevision } from '../../flows/revisions/service.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { countActiveByWidget } from './store.ts';

/**
 * The active executions of the flow, and of those how many are at a widget that `requested` (as for `fetchRevision`)
 * removes or alters against the revision that they run.
 *
 * @throws Refusal not-found, bad-revision
 */
export async function fetchPublishImpact(
  ctx: ServiceContext,
  caller: Caller,
  flowSid: string,
  requested: string,
): Promise<PublishImpact> {
  const { flow, row } = await fetchRevision(ctx, caller, flowSid, requested);
  const counts = await countActiveByWidget(ctx.database.read, flowSid);
  const target = JSON.parse(row.definition) as FlowDefinition;
  const byRevision = Map.groupBy(counts, ({ revision }) => revision);
  const waiting = new Map<string, PublishImpact['waiting'][number]>();
  for (const [revision, widgets] of byRevision) {
    if (revision === row.revision) continue;
    const running = await fetchRevision(ctx, caller, flowSid, String(revision));
    const altered = alteredWidgets(JSON.parse(running.row.definition) as FlowDefinition, target);
    for (const { widget, executions } of widgets) {
      const change = altered.get(widget ?? '');
      if (widget === null || change === undefined) continue;
      const key = `${change} ${widget}`;
      const before = waiting.get(key)?.executions ?? 0;
      waiting.set(key, { widget, change, executions: before + executions });
    }
    // Each comparison may take some milliseconds; other requests go between them.
    await nextTurn();
  }
  return {
    revision: row.revision,
    published_revision: flow.published_revision,
    active: sum(counts),
    by_revision: [...byRevision]
      .map(([revision, widgets]) => ({ revision, executions: sum(widgets) }))
      .sort((a, b) => a.revision - b.revision),
    waiting: [...waiting.values()].sort(
      (a, b) => b.executions - a.executions || (a.widget < b.widget ? -1 : 1),
    ),
  };
}

function sum(counts: readonly { executions: number }[]): number {
  return counts.reduce((all, { executions }) => all + executions, 0);
}
