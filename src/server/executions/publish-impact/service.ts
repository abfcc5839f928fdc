/** Whom publishing a revision would affect: active executions go on with the revision that they began with. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PublishImpact } from '#api/flows/schemas.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { alteredWidgets } from '#flow/diff/behaviour.ts';
import { fetchRevision } from '../../flows/revisions/service.ts';
import type { RevisionRow } from '../../platform/database/schema/tables.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { countActiveByWidget, type WidgetCount } from './store.ts';

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
  const waiting = new Map<string, PublishImpact['waiting'][number]>();
  for (const { widget, change, executions } of await affectedBy(ctx, caller, row, counts)) {
    const key = `${change} ${widget}`;
    const before = waiting.get(key)?.executions ?? 0;
    waiting.set(key, { widget, change, executions: before + executions });
  }
  return {
    revision: row.revision,
    published_revision: flow.published_revision,
    active: sum(counts),
    by_revision: [...Map.groupBy(counts, ({ revision }) => revision)]
      .map(([revision, widgets]) => ({ revision, executions: sum(widgets) }))
      .sort((a, b) => a.revision - b.revision),
    waiting: [...waiting.values()].sort(
      (a, b) => b.executions - a.executions || (a.widget < b.widget ? -1 : 1),
    ),
  };
}

type Affected = { revision: number; widget: string; change: 'removed' | 'altered'; executions: number };

/** Those of `counts` that are at a widget which `target` changes or removes against the revision that they run. */
async function affectedBy(
  ctx: ServiceContext,
  caller: Caller,
  target: RevisionRow,
  counts: readonly WidgetCount[],
): Promise<Affected[]> {
  const affected: Affected[] = [];
  const definition = JSON.parse(target.definition) as FlowDefinition;
  for (const [revision, widgets] of Map.groupBy(counts, (count) => count.revision)) {
    if (revision === target.revision) continue;
    const running = await fetchRevision(ctx, caller, target.flow, String(revision));
    const altered = alteredWidgets(JSON.parse(running.row.definition) as FlowDefinition, definition);
    for (const { widget, executions } of widgets) {
      const change = altered.get(widget ?? '');
      if (widget !== null && change !== undefined) affected.push({ revision, widget, change, executions });
    }
    // Each comparison may take some milliseconds; other requests go between them.
    await nextTurn();
  }
  return affected;
}

/** Active executions of one revision at one of `widgets`, at any where that is null. */
export type ExecutionTarget = { revision: number; widgets: (string | null)[] | null };

/**
 * The active executions that a published revision leaves behind: all of other revisions, or the affected ones.
 *
 * @throws Refusal not-found
 */
export async function executionsLeftBehind(
  ctx: ServiceContext,
  caller: Caller,
  { flow, revision, executions }: { flow: string; revision: number; executions: 'affected' | 'all' },
): Promise<{ targets: ExecutionTarget[]; total: number }> {
  const { row } = await fetchRevision(ctx, caller, flow, String(revision));
  const counts = await countActiveByWidget(ctx.database.read, flow);
  const left =
    executions === 'all'
      ? counts.filter((count) => count.revision !== revision)
      : await affectedBy(ctx, caller, row, counts);
  const targets = [...Map.groupBy(left, (each) => each.revision)].map(([number, all]) => ({
    revision: number,
    widgets: executions === 'all' ? null : all.map(({ widget }) => widget),
  }));
  return { targets, total: sum(left) };
}

function sum(counts: readonly { executions: number }[]): number {
  return counts.reduce((all, { executions }) => all + executions, 0);
}
