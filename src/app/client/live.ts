/**
 * What happens in a flow's executions, as the server tells it: one stream for each flow that is looked at, as long
 * as the page can be seen. Browsers open few connections to a site, so nobody else follows a flow for themselves.
 */

import { type LiveEnvelope, liveKinds } from '#api/live.ts';
import { paths } from '#api/paths.ts';
import { isObject } from '#flow/json.ts';

export type Follower = {
  /** The stream has begun, anew or for the first time: whatever happened before it may not have been told. */
  onBegin(): void;
  /** Something happened in that execution; `isStep` for the end of a step, else its start or its end. */
  onEvent(execution: string, isStep: boolean): void;
  /** Nothing is told any more until the next beginning. */
  onBreak(): void;
};

/** When a stream that the server refused is asked for again, in ms. A broken one the browser opens again itself. */
const restMs = 15_000;

const live = new Set<string>();

/** Whether what happens in the flow is being told, so that nobody need ask. */
export function isLive(flowSid: string): boolean {
  return live.has(flowSid);
}

/** Follows a flow until the function that it gives back is called. */
export function followFlow(flowSid: string, follower: Follower): () => void {
  let source: EventSource | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    clearTimeout(again);
    source?.close();
    source = null;
    live.delete(flowSid);
  };
  const open = () => {
    close();
    if (document.visibilityState === 'hidden') return;
    const own = new EventSource(paths.flowEvents(flowSid));
    source = own;
    own.addEventListener('snapshot', () => {
      live.add(flowSid);
      follower.onBegin();
    });
    for (const kind of liveKinds) {
      own.addEventListener(kind, ({ data }) => {
        const execution = executionIn(data);
        if (execution !== null) follower.onEvent(execution, kind === 'flow.step.ended');
      });
    }
    own.addEventListener('error', () => {
      if (own.readyState === EventSource.CLOSED) again = setTimeout(open, restMs);
      if (live.delete(flowSid)) follower.onBreak();
    });
  };

  document.addEventListener('visibilitychange', open);
  window.addEventListener('pagehide', close);
  open();
  return () => {
    document.removeEventListener('visibilitychange', open);
    window.removeEventListener('pagehide', close);
    close();
  };
}

function executionIn(text: unknown): string | null {
  const envelope = JSON.parse(String(text)) as Partial<LiveEnvelope>;
  return isObject(envelope.data) && typeof envelope.data.execution_sid === 'string'
    ? envelope.data.execution_sid
    : null;
}
