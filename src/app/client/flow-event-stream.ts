/**
 * What happens in a flow's executions, as the server tells it: one stream for each flow that is looked at, as long
 * as the page can be seen. Browsers open few connections to a site, so nobody else follows a flow for themselves.
 */

import { type CloudEvent, eventTypes } from '#api/live/events.ts';
import { paths } from '#api/paths.ts';
import { isObject } from '#flow/json/json.ts';

export type FlowEventListener = {
  /** The stream has begun, anew or for the first time: whatever happened before it may not have been told. */
  onConnect(): void;
  /** Something happened in that execution; `isStep` for the end of a step, else its start or its end. */
  onEvent(execution: string, isStep: boolean): void;
  /** Nothing is told any more until the next beginning. */
  onDisconnect(): void;
};

/** When a stream that the server refused is asked for again, in ms. A broken one the browser opens again itself. */
const reconnectMs = 15_000;

const connectedFlows = new Set<string>();

/** Whether what happens in the flow is being told, so that nobody need ask. */
export function isStreaming(flowSid: string): boolean {
  return connectedFlows.has(flowSid);
}

/** Follows a flow until the function that it gives back is called. */
export function subscribeToFlow(flowSid: string, listener: FlowEventListener): () => void {
  let source: EventSource | null = null;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    clearTimeout(reconnectTimer);
    source?.close();
    source = null;
    connectedFlows.delete(flowSid);
  };
  const open = () => {
    close();
    if (document.visibilityState === 'hidden') return;
    const opened = new EventSource(paths.flowEvents(flowSid));
    source = opened;
    opened.addEventListener('snapshot', () => {
      connectedFlows.add(flowSid);
      listener.onConnect();
    });
    for (const kind of eventTypes) {
      opened.addEventListener(kind, ({ data }) => {
        const execution = executionSidIn(data);
        if (execution !== null) listener.onEvent(execution, kind === 'flow.step.ended');
      });
    }
    opened.addEventListener('error', () => {
      if (opened.readyState === EventSource.CLOSED) reconnectTimer = setTimeout(open, reconnectMs);
      if (connectedFlows.delete(flowSid)) listener.onDisconnect();
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

function executionSidIn(text: unknown): string | null {
  const envelope = JSON.parse(String(text)) as Partial<CloudEvent>;
  return isObject(envelope.data) && typeof envelope.data.execution_sid === 'string'
    ? envelope.data.execution_sid
    : null;
}
