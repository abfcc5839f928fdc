/** Creates the flows and executions that a spec starts with, by the API. */

import type { APIRequestContext, APIResponse } from 'playwright/test';
import type { ExecutionResource } from '#api/executions/schemas.ts';
import type { FlowResource, FlowStatus } from '#api/flows/schemas.ts';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { samples } from '#flow/samples/samples.ts';
import type { Line } from './external-systems/phone.ts';

/** The channel address of the flows in the specs. */
export const flowNumber = '+15005550006';

export function sampleDefinition(id: string): FlowDefinition {
  const sample = samples.find((each) => each.id === id);
  if (sample === undefined) throw new Error(`There is no sample "${id}".`);
  return sample.definition;
}

/** The resource that a request has created. @throws with the response where it has not */
export async function created<Resource>(response: APIResponse): Promise<Resource> {
  if (response.status() !== 201) throw new Error(`${response.status()} ${await response.text()}`);
  return response.json();
}

type NewFlow = { name: string; definition?: FlowDefinition; status?: FlowStatus };

/** Creates a flow; by default the reminder sample, published. */
export async function storeFlow(api: APIRequestContext, flow: NewFlow): Promise<FlowResource> {
  const { name, definition = sampleDefinition('appointment-reminder'), status = 'published' } = flow;
  const response = await api.post(paths.flows, {
    form: { FriendlyName: name, Status: status, Definition: JSON.stringify(definition) },
  });
  return created(response);
}

/** Starts the flow for a contact, with the parameters of the reminder. */
export async function startFlow(
  api: APIRequestContext,
  flow: { sid: string },
  contact: string,
): Promise<ExecutionResource> {
  const Parameters = JSON.stringify({ name: 'guest', date: 'Monday', time: '9:00' });
  const response = await api.post(paths.executions(flow.sid), {
    form: { To: contact, From: flowNumber, Parameters },
  });
  return created(response);
}

/** The webhook and address that a contact's phone uses. */
export function lineOf(flow: FlowResource): Line {
  return { webhook: flow.webhook_url, account: flow.account_sid, address: flowNumber };
}
