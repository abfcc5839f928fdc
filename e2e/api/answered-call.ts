/** An outgoing call of a flow on a REST carrier, answered by its contact. */

import type { APIRequestContext } from 'playwright';
import type { FlowDefinition, State } from '#flow/definition.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { flowOf, widget } from '#server/flows/testing/flows.ts';
import { firstRequest, startExecution } from '../carrier-flow.ts';
import type { Call } from '../external-systems/phone.ts';
import type { CarrierRequest, RestCarrier } from '../external-systems/rest-carrier.ts';
import { type PublishedVoiceFlow, publishVoiceFlow, voiceWidgetFlow } from './voice-flow.ts';

/** The state that calls the contact and continues with `first` when the call is answered. */
export function outgoingCallState(first: string, more: JsonObject = {}): State {
  const properties = { from: '{{flow.channel.address}}', to: '{{contact.channel.address}}', ...more };
  const next = { answered: first, busy: null, noAnswer: null, failed: null };
  return widget('make-outgoing-call-v2', 'ring', properties, next);
}

/** The flow of `flowAround`, on an outgoing call. */
export function outgoingCallFlow(type: string, properties: JsonObject): FlowDefinition {
  return flowOf(outgoingCallState('w'), ...voiceWidgetFlow(type, properties).states.slice(1));
}

/**
 * Starts the flow by REST for a contact who answers at once; `request` is the request that the carrier got.
 * Only for the first call of this carrier.
 */
export async function answeredCall(
  api: APIRequestContext,
  carrier: RestCarrier,
  definition: FlowDefinition,
): Promise<PublishedVoiceFlow & { call: Call; request: CarrierRequest }> {
  const line = await publishVoiceFlow(api, definition, carrier);
  await startExecution(api, line.flow, line.phone.number);
  const request = await firstRequest(carrier, 'Calls.json');
  return { ...line, request, call: await carrier.answerCall(request) };
}
