/** Flows with one voice widget, the outcome of their executions, and tests of them on both kinds of carriers. */

import type { APIRequestContext } from 'playwright';
import { expect } from 'vitest';
import { paths } from '#api/paths.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { flowOf, widget } from '#server/flows/testing/flows.ts';
import { executionContext, publish, widgetEvents } from '../carrier-flow.ts';
import type { HttpReceiver } from '../external-systems/http-receiver.ts';
import { Phone } from '../external-systems/phone.ts';
import type { RestCarrier } from '../external-systems/rest-carrier.ts';
import { flowNumber } from '../stored-flow.ts';
import { test } from './fixtures.ts';

/** A flow whose widget `w` is of that type; each of its events leads to a prompt `by EVENT`. */
export function voiceWidgetFlow(type: string, properties: JsonObject): FlowDefinition {
  const names = widgetType(type)?.events.map(({ name }) => name) ?? [];
  const after = (event: string) => `after_${event}`;
  return flowOf(
    widget(type, 'w', properties, Object.fromEntries(names.map((name) => [name, after(name)]))),
    ...names.map((name) =>
      widget('say-play', after(name), { say: `by ${name}`, loop: 1 }, { audioComplete: null }),
    ),
  );
}

export type ExecutionOutcome = { events: string[]; widget: Record<string, unknown> };

/** A published flow with a phone of a contact at its number. */
export type PublishedVoiceFlow = {
  flow: { sid: string; webhook_url: string };
  phone: Phone;
  /** The events of the newest execution, and the variables of the widget `w`. */
  outcome(): Promise<ExecutionOutcome>;
};

/** Each flow has a new contact, so that no call SID occurs twice. */
let contacts = 0;

/** Publishes the flow; its phone is on `carrier`, or on the built-in carrier, which does not sign. */
export async function publishVoiceFlow(
  api: APIRequestContext,
  definition: FlowDefinition,
  carrier?: RestCarrier,
): Promise<PublishedVoiceFlow> {
  const flow = await publish(api, definition);
  const outcome = async () => {
    const { executions } = await (await api.get(paths.executions(flow.sid))).json();
    const { sid } = executions[0];
    const { widgets } = await executionContext(api, flow, sid);
    return { events: await widgetEvents(api, flow, sid), widget: widgets.w };
  };
  contacts += 1;
  const number = `+1500555${6000 + contacts}`;
  if (carrier !== undefined)
    return { flow, phone: carrier.phone(flow.webhook_url, flowNumber, number), outcome };
  const account = new URL(flow.webhook_url).pathname.split('/')[3] ?? '';
  return {
    flow,
    phone: new Phone({ webhook: flow.webhook_url, account, address: flowNumber }, number),
    outcome,
  };
}

type CarrierTest = {
  publishFlow(definition: FlowDefinition): Promise<PublishedVoiceFlow>;
  receiver: HttpReceiver;
};

/** A test on the built-in carrier, and the same on a REST carrier, which gets no request besides the markup. */
export function testOnCarriers(title: string, body: (fixtures: CarrierTest) => Promise<void>): void {
  test(title, ({ api, receiver }) =>
    body({ receiver, publishFlow: (definition) => publishVoiceFlow(api, definition) }),
  );
  test(`${title}, on a REST carrier`, async ({ api, receiver, carrier }) => {
    await body({ receiver, publishFlow: (definition) => publishVoiceFlow(api, definition, carrier) });
    expect(carrier.acceptedRequests).toEqual([]);
  });
}
