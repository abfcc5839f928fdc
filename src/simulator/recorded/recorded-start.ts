/** How an execution began, from its first step. */

import { channelAddress } from '#engine/context.ts';
import { isObject, type Json, type JsonObject } from '#flow/json/json.ts';
import type { SimulationStart } from '../simulation.ts';
import type { RecordedMoment } from './execution-record.ts';
import { messageOf, reportOf } from './recorded-fields.ts';

/** Null where it is not recorded (any more): personal data are removed once their retention period is over. */
export function recordedStart(first: RecordedMoment | undefined): SimulationStart | null {
  if (first === undefined) return null;
  const { context, at: clock, name: event } = first;
  const [contact, channel] = [channelAddress(context.contact), channelAddress(context.flow)];
  if (contact === '') return null;
  const parties = { contact, channel, clock };
  const { message, conversation, call, request, parent } = context.trigger;
  switch (event) {
    case 'incomingMessage':
      return { event, ...parties, ...startMessage(message) };
    case 'incomingConversationMessage':
      return { event, ...parties, ...startMessage(conversation) };
    case 'incomingCall': {
      const fields = reportOf(objectOf(call));
      return { event, ...parties, ...(Object.keys(fields).length > 0 && { fields }) };
    }
    case 'incomingRequest':
      return { event, ...parties, parameters: objectOf(objectOf(request).parameters ?? context.flow.data) };
    case 'incomingParent': {
      const { parameters, ...fields } = objectOf(parent);
      const rest = { parameters: objectOf(parameters), fields: reportOf(fields) };
      const { parent: _, ...trigger } = context.trigger;
      const data = objectOf(context.flow.data);
      return { event, ...parties, ...rest, context: { trigger, flow: { data } } };
    }
    default:
      return null;
  }
}

function startMessage(reported: Json | undefined): Pick<SimulationStart, 'body' | 'media' | 'fields'> {
  const { body, media, fields } = messageOf(objectOf(reported));
  return {
    body,
    ...(media.length > 0 && { media }),
    ...(Object.keys(fields).length > 0 && { fields }),
  };
}

function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
