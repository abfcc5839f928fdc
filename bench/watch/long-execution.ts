/** The flow and the executions that the page is measured with: a thousand steps, and a context of a megabyte. */

import type { ExecutionResource } from '#api/executions/schemas.ts';
import type { FlowResource } from '#api/flows/schemas.ts';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { Phone } from '../../e2e/external-systems/phone.ts';
import type { RunningServer } from '../../e2e/server.ts';

const address = '+15005550006';
const stations = 12;
/** Steps of one message: the reply, the split, and the variables. */
export const stepsOfMessage = 3;
export const steps = 1_000;

/** Stations in a circle; each asks, looks at the reply and keeps it. */
function circle(): FlowDefinition {
  const states = Array.from({ length: stations }, (_, nth) => {
    const offset = (row: number) => ({ x: (nth % 4) * 420, y: 200 + Math.floor(nth / 4) * 700 + row * 200 });
    return [
      {
        name: `ask_${nth}`,
        type: 'send-and-wait-for-reply' as const,
        properties: {
          offset: offset(0),
          body: `Question ${nth}?`,
          from: '{{flow.channel.address}}',
          timeout: '3600',
          service: '',
          channel: '',
        },
        transitions: [
          { event: 'incomingMessage', next: `split_${nth}` },
          { event: 'timeout' },
          { event: 'deliveryFailure' },
        ],
      },
      {
        name: `split_${nth}`,
        type: 'split-based-on' as const,
        properties: { offset: offset(1), input: `{{widgets.ask_${nth}.inbound.Body}}` },
        transitions: [
          { event: 'noMatch', next: `keep_${nth}` },
          {
            event: 'match',
            conditions: [
              {
                friendly_name: 'Stop',
                arguments: [`{{widgets.ask_${nth}.inbound.Body}}`],
                type: 'equal_to' as const,
                value: 'stop',
              },
            ],
          },
        ],
      },
      {
        name: `keep_${nth}`,
        type: 'set-variables' as const,
        properties: {
          offset: offset(2),
          variables: [{ key: `reply_${nth}`, value: `{{widgets.ask_${nth}.inbound.Body}}` }],
        },
        transitions: [{ event: 'next', next: `ask_${(nth + 1) % stations}` }],
      },
    ];
  });
  return {
    description: 'Stations in a circle',
    initial_state: 'Trigger',
    flags: { allow_concurrent_calls: true },
    states: [
      {
        name: 'Trigger',
        type: 'trigger',
        properties: { offset: { x: 0, y: 0 } },
        transitions: [
          { event: 'incomingMessage', next: 'ask_0' },
          { event: 'incomingRequest', next: 'ask_0' },
        ],
      },
      ...states.flat(),
    ],
  };
}

async function post<Answer>({ url, account }: RunningServer, path: string, form: Record<string, string>) {
  const authorization = `Basic ${Buffer.from(`${account.sid}:${account.token}`).toString('base64')}`;
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams(form),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Stores and publishes the flow. @throws Error when the server does not answer as it should */
export function storeCircle(server: RunningServer): Promise<FlowResource> {
  const form = { FriendlyName: 'Circle', Status: 'published', Definition: JSON.stringify(circle()) };
  return post(server, paths.flows, form);
}

/** Starts the flow for a contact; `parameters` are its `flow.data`. */
export function start(
  server: RunningServer,
  flow: FlowResource,
  contact: string,
  parameters: object = {},
): Promise<ExecutionResource> {
  const form = { To: contact, From: address, Parameters: JSON.stringify(parameters) };
  return post(server, paths.executions(flow.sid), form);
}

export function phoneOf(flow: FlowResource, contact: string): Phone {
  return new Phone({ webhook: flow.webhook_url, account: flow.account_sid, address }, contact);
}

/** An execution that has taken as many steps as an execution may. */
export async function startLong(server: RunningServer, flow: FlowResource): Promise<ExecutionResource> {
  const contact = '+15005550100';
  const execution = await start(server, flow, contact);
  const phone = phoneOf(flow, contact);
  // One more would exceed the limit and end it.
  for (let taken = 1; taken + stepsOfMessage <= steps; taken += stepsOfMessage) {
    await phone.sendMessage(`Reply after step ${taken}`);
  }
  return execution;
}

/** An execution with a megabyte of variables. */
export function startLarge(server: RunningServer, flow: FlowResource): Promise<ExecutionResource> {
  const orders = Array.from({ length: 8_000 }, (_, nth) => ({ nth, city: 'Berlin', note: 'x'.repeat(80) }));
  return start(server, flow, '+15005550101', { orders });
}
