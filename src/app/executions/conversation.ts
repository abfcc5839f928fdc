/** The messages of an execution, its calls, and what was said and pressed in them, in the order of time. Pure. */

import type { ExecutionView } from '#api/executions/schemas.ts';
import type { CallResource, CallStatus, MessageResource, MessageStatus } from '#api/messaging/operations.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { isObject, type Json } from '#flow/json/json.ts';

export type ConversationEntry = {
  key: string;
  at: number;
  /** Who it came from; `call` is the beginning or the state of a call. */
  from: 'contact' | 'flow' | 'call';
  /** Null once the personal data was removed. */
  text: string | null;
  media: number;
  /** How it was given: a message, a key, speech, or a spoken text as it is in the flow. */
  kind: 'message' | 'keys' | 'speech' | 'said' | 'call';
  status: MessageStatus | CallStatus | null;
};

type Step = ExecutionView['steps'][number];

export function conversationOf(
  messages: readonly MessageResource[],
  calls: readonly CallResource[],
  steps: readonly Step[],
  definition: FlowDefinition | null,
): ConversationEntry[] {
  const entries = [
    ...messages.map(messageEntry),
    ...calls.map(callEntry),
    ...(calls.length === 0 ? [] : steps.flatMap((step) => spokenEntries(step, definition))),
  ];
  // What has the same second stays in the order in which it is here: what the flow said comes before the answer.
  return entries.toSorted((a, b) => a.at - b.at);
}

function messageEntry(message: MessageResource): ConversationEntry {
  const isInbound = message.direction === 'inbound';
  return {
    key: message.sid,
    at: Date.parse(message.date_created),
    from: isInbound ? 'contact' : 'flow',
    text: message.body,
    media: message.media?.length ?? 0,
    kind: 'message',
    status: isInbound ? null : message.status,
  };
}

function callEntry(call: CallResource): ConversationEntry {
  return {
    key: call.sid,
    at: Date.parse(call.date_created),
    from: 'call',
    text: '',
    media: 0,
    kind: 'call',
    status: call.status,
  };
}

function spokenEntries(step: Step, definition: FlowDefinition | null): ConversationEntry[] {
  const at = Date.parse(step.date_created);
  const entry = (kind: 'said' | 'keys' | 'speech', text: Json | undefined): ConversationEntry[] =>
    typeof text !== 'string' || text === ''
      ? []
      : [
          {
            ...{ key: `${step.seq} ${kind}`, at, text, kind, media: 0, status: null },
            from: kind === 'said' ? 'flow' : 'contact',
          },
        ];
  const state = definition?.states.find(({ name }) => name === step.transitioned_from);
  const said = isObject(state?.properties) ? state.properties.say : undefined;
  const given = (key: string) =>
    step.changes.flatMap(({ path, value }) => {
      if (path[0] !== 'widgets') return [];
      if (path.length === 3 && path[2] === key) return [value];
      return path.length === 2 && isObject(value) ? [value[key]] : [];
    })[0];
  return [
    ...entry('said', said),
    ...entry('keys', given('Digits')),
    ...entry('speech', given('SpeechResult')),
  ];
}
