/** Flows that are published and started by the API, and what their executions did. */

import type { APIRequestContext } from 'playwright/test';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { CarrierRequest, RestCarrier } from './external-systems/rest-carrier.ts';
import { created } from './stored-flow.ts';

/** The numbers of the flow and of a contact. */
export const address = '+15005550006';
export const contact = '+15005550123';

export type Flow = { sid: string; webhook_url: string };

export async function publish(api: APIRequestContext, definition: FlowDefinition): Promise<Flow> {
  const response = await api.post(paths.flows, {
    form: { FriendlyName: 'Carrier', Status: 'published', Definition: JSON.stringify(definition) },
  });
  return created(response);
}

/** Starts the flow for a contact by REST. */
export async function startExecution(api: APIRequestContext, flow: Flow, to = contact): Promise<string> {
  const response = await api.post(paths.executions(flow.sid), { form: { To: to, From: address } });
  return (await created<{ sid: string }>(response)).sid;
}

/** The events of the execution's steps, oldest first. */
export async function widgetEvents(api: APIRequestContext, flow: Flow, execution: string): Promise<string[]> {
  const { steps } = await (await api.get(paths.steps(flow.sid, execution))).json();
  return steps.map(({ name }: { name: string }) => name).reverse();
}

export async function executionContext(api: APIRequestContext, flow: Flow, execution: string) {
  return (await (await api.get(paths.executionContext(flow.sid, execution))).json()).context;
}

/** The first request to the carrier for that path. */
export async function firstRequest(carrier: RestCarrier, path: string | RegExp): Promise<CarrierRequest> {
  const [request] = await carrier.waitForRequests(path);
  if (request === undefined) throw new Error('The carrier got no such request.');
  return request;
}
