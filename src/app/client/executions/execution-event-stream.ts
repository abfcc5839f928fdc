/**
 * Server-sent events of executions: one EventSource for the flow, or the account, that is shown, open as long as the
 * page is visible.
 */

import { type CloudEvent, eventTypes } from '#api/live/events.ts';
import { paths } from '#api/paths.ts';
import { isObject } from '#flow/json/json.ts';

export type ExecutionEventListener = {
  /** The stream has connected or reconnected: earlier events may have been missed. */
  onConnect(): void;
  /** Something happened in that execution; `isStep` for the end of a step, else its start or its end. */
  onEvent(execution: string, isStep: boolean): void;
  /** The stream has disconnected; no events until it connects again. */
  onDisconnect(): void;
};

/** Delay before a stream that the server rejected is opened again, in ms. The browser reopens broken ones itself. */
const reconnectMs = 15_000;

const connected = new Set<string>();

/** Whether the flow's stream is connected, so that polling can slow down. */
export function isStreaming(flowSid: string): boolean {
  return connected.has(paths.flowEvents(flowSid));
}

/** Subscribes to the events of a flow; returns the function that unsubscribes. */
export function subscribeToFlow(flowSid: string, listener: ExecutionEventListener): () => void {
  return subscribe(paths.flowEvents(flowSid), listener);
}

/** Whether the account's stream is connected. */
export function isAccountStreaming(): boolean {
  return connected.has(paths.accountEvents);
}

/** Subscribes to the events of all flows of the account; returns the function that unsubscribes. */
export function subscribeToAccount(listener: ExecutionEventListener): () => void {
  return subscribe(paths.accountEvents, listener);
}

function subscribe(path: string, listener: ExecutionEventListener): () => void {
  let source: EventSource | null = null;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    clearTimeout(reconnectTimer);
    source?.close();
    source = null;
    connected.delete(path);
  };
  const open = () => {
    close();
    if (document.visibilityState === 'hidden') return;
    const opened = new EventSource(path);
    source = opened;
    opened.addEventListener('snapshot', () => {
      connected.add(path);
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
      if (connected.delete(path)) listener.onDisconnect();
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
