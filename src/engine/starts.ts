/** How an execution starts: the event, and what flows read as `trigger` and `flow.data`. */

import type { JsonObject } from '#flow/json/json.ts';
import type { TriggerSignal } from './behaviours/trigger.ts';

/** The part of a trigger signal that depends on what starts the execution. */
export type Start = Pick<TriggerSignal, 'event' | 'trigger' | 'data' | 'call'>;

/** A message between two addresses. `fields` are the carrier's. */
export function startByMessage(fields: JsonObject): Start {
  return { event: 'incomingMessage', trigger: { message: fields }, data: {}, call: null };
}

/** A message in a conversation. */
export function startByConversation(fields: JsonObject): Start {
  return {
    event: 'incomingConversationMessage',
    trigger: { conversation: fields },
    data: {},
    call: null,
  };
}

/** A call, live from then on. */
export function startByCall(call: string, fields: JsonObject): Start {
  return { event: 'incomingCall', trigger: { call: fields }, data: {}, call };
}

/** A request of the REST API to run the flow for the contact `to`. */
export function startByRequest(from: string, to: string, parameters: JsonObject): Start {
  return {
    event: 'incomingRequest',
    trigger: { request: { from, to, parameters } },
    data: parameters,
    call: null,
  };
}
