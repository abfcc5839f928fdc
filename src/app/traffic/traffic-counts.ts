/** Counts by name, as the server has them, on the widgets and cords of a definition. Pure. */

import type { FlowDefinition } from '#flow/definition.ts';
import { outletsOf, widgetIds } from '#flow/graph.ts';
import type { Traffic } from '../canvas/canvas-props.ts';
import type { FlowTraffic } from '../client/executions/traffic.ts';

/** Events that say that something did not go as the author wished. */
const failures = /fail|error|timeout|noanswer|busy|noaudio|limitexceeded/i;

export type TrafficCounts = Pick<Traffic, 'waiting' | 'passed'> & {
  /** The events by which executions failed or timed out, the most frequent first. */
  failures: { widget: string; event: string; count: number }[];
  /** With those of `elsewhere`: all of `waiting` and these add up to it. */
  waitingInAll: number;
  /** Executions that wait at widgets that the definition does not have, by their revision, the newest first. */
  elsewhere: { revision: number; executions: number }[];
};

/** Of one revision, or of all when it is null: widgets of other revisions count where one has the same name. */
export function trafficCounts(
  traffic: FlowTraffic,
  definition: FlowDefinition,
  revision: number | null,
): TrafficCounts {
  const ids = widgetIds(definition);
  const idOf = new Map(definition.states.map(({ name }, index) => [name, ids[index] ?? name]));
  const isWanted = (each: { revision: number }) => revision === null || each.revision === revision;
  const waiting = new Map<string, number>();
  const elsewhere = new Map<number, number>();
  let waitingInAll = 0;
  for (const { widget, revision: own, executions } of traffic.waiting.filter(isWanted)) {
    waitingInAll += executions;
    const id = idOf.get(widget);
    if (id === undefined) elsewhere.set(own, (elsewhere.get(own) ?? 0) + executions);
    else waiting.set(id, (waiting.get(id) ?? 0) + executions);
  }
  const passed = new Map<string, { count: number; event: string; isFailure: boolean }>();
  const failed = new Map<string, TrafficCounts['failures'][number]>();
  for (const { widget, event, target, passed: count } of traffic.passed.filter(isWanted)) {
    const isFailure = failures.test(event);
    if (isFailure) {
      const key = `${widget} ${event}`;
      failed.set(key, { widget, event, count: (failed.get(key)?.count ?? 0) + count });
    }
    const state = definition.states.find(({ name }) => name === widget);
    const id = idOf.get(widget);
    if (state === undefined || id === undefined) continue;
    const leaving = outletsOf(state).filter((outlet) => outlet.event === event);
    // A split has several outlets for `match`: the one that leads where the execution went.
    const outlet = leaving.find(({ next }) => next === target);
    if (outlet === undefined) continue;
    const cord = `${id} ${outlet.key}`;
    passed.set(cord, { count: (passed.get(cord)?.count ?? 0) + count, event, isFailure });
  }
  return {
    waiting,
    passed,
    failures: [...failed.values()].sort((a, b) => b.count - a.count),
    waitingInAll,
    elsewhere: [...elsewhere]
      .map(([own, executions]) => ({ revision: own, executions }))
      .sort((a, b) => b.revision - a.revision),
  };
}
