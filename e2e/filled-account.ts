/** An account that has something on every screen: the samples, executions, a task, comments, settings and email. */

import type { APIRequestContext } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { changeGroup, groupWidgets } from '#flow/annotations/groups.ts';
import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { connect } from '#flow/edit/connect.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { samples } from '#flow/samples/samples.ts';
import { type EmailAccount, fillEmail } from './email-account.ts';
import { Phone } from './external-systems/phone.ts';

/** The SIDs of what screens show: `revised` is a flow with several revisions, `grouped` one with groups. */
export type FilledAccount = {
  flow: string;
  blank: string;
  execution: string;
  revised: string;
  grouped: string;
  email: EmailAccount;
};

type Flow = { sid: string; account_sid: string; webhook_url: string };

/** Fills an account with the samples, some executions and a task, through the public API. */
export async function fillAccount(api: APIRequestContext): Promise<FilledAccount> {
  const flows: Record<string, Flow> = {};
  for (const { id, name, definition } of samples) {
    const Status = id === 'blank' ? 'draft' : 'published';
    const response = await api.post(paths.flows, {
      form: { FriendlyName: name, Status, Definition: JSON.stringify(definition) },
    });
    if (response.status() !== 201) throw new Error(`${id}: ${await response.text()}`);
    flows[id] = await response.json();
  }
  const reminder = flowOf(flows, 'appointment-reminder');
  const line = (flow: Flow) => ({
    webhook: flow.webhook_url,
    account: flow.account_sid,
    address: '+15005550006',
  });
  for (const [index, reply] of ['yes', 'perhaps', null].entries()) {
    const To = `+1500555100${index}`;
    await start(api, reminder.sid, To);
    if (reply !== null) await new Phone(line(reminder), To).sendMessage(reply);
  }
  const surveyFlow = flowOf(flows, 'survey');
  const survey = new Phone(line(surveyFlow), '+15005551010');
  for (const text of ['hello', '9', '4', 'Friendly people']) await survey.sendMessage(text);
  // A second published revision can be rolled back.
  const again = { Status: 'published', CommitMessage: 'Publish again' };
  const republished = await api.post(paths.flow(surveyFlow.sid), { form: again });
  if (republished.status() !== 200) throw new Error(await republished.text());
  const desk = await api.post(paths.flows, {
    form: { FriendlyName: 'Front desk', Status: 'published', Definition: JSON.stringify(frontDesk()) },
  });
  const deskFlow: Flow = await desk.json();
  const grouped = await api.post(paths.flows, {
    form: { FriendlyName: 'Grouped', Status: 'draft', Definition: JSON.stringify(groupedFlow()) },
  });
  await new Phone(line(deskFlow), '+15005551020').sendMessage('I would like to talk to a person');
  // From here on its changes are edits.
  await api.get(paths.workingCopy(deskFlow.sid));
  for (const [attributes, CommitMessage] of [
    ['{"said": "{{trigger.message.Body}}", "desk": "back"}', 'Send to the back desk'],
    ['{"said": "{{trigger.message.Body}}", "desk": "side"}', ''],
  ] as const) {
    const Definition = JSON.stringify(setProperty(frontDesk(), 'to_the_desk', 'attributes', attributes));
    await api.post(paths.flow(deskFlow.sid), {
      form: { Status: 'draft', Definition, ...(CommitMessage && { CommitMessage }) },
    });
  }
  await editPriority(api, deskFlow.sid);
  await addComments(api, reminder.sid);
  await api.post(paths.testUsers(reminder.sid), {
    data: { TestUsers: ['+15005551000', 'client:reception', 'chat:front.desk'] },
  });
  await api.post(paths.accounts, { form: { FriendlyName: 'Branch office', Username: 'branch' } });
  await api.post(paths.carriers, {
    form: {
      FriendlyName: 'Real phones',
      BaseUrl: 'https://api.carrier.example/2010-04-01',
      CarrierAccountSid: 'AC1',
      AuthToken: 'secret',
    },
  });
  await api.post(paths.addresses, { form: { FlowSid: reminder.sid, Address: '+15005550006' } });
  const sink = { Destination: 'https://receiver.example/events', Kinds: 'flow.execution.ended' };
  await api.post(paths.sinks, { form: sink });
  const { executions } = await (await api.get(paths.executions(reminder.sid))).json();
  const invited = await api.post(paths.invitations, {
    form: { Email: 'yara@receiver.example', Role: 'author' },
  });
  if (invited.status() !== 201) throw new Error(await invited.text());
  const email = await fillEmail(api);
  return {
    flow: reminder.sid,
    blank: flowOf(flows, 'blank').sid,
    execution: executions[1].sid,
    revised: deskFlow.sid,
    grouped: ((await grouped.json()) as Flow).sid,
    email,
  };
}

/** What somebody else has done at their page and not saved. */
async function editPriority(api: APIRequestContext, sid: string): Promise<void> {
  const operations = [{ kind: 'set', widget: 'to_the_desk', path: ['properties', 'priority'], to: '5' }];
  const label = { name: 'changeProperty', widget: 'to_the_desk', field: 'Priority' };
  const Commands = JSON.stringify([{ id: 'robin-1', label, operations }]);
  const form = { Base: '2', Client: 'robin', AuthorName: 'Robin', Commands };
  const response = await api.post(paths.edits(sid), { form });
  if (response.status() !== 200) throw new Error(await response.text());
}

/** A thread at a widget, with a reply that mentions somebody, and one at a place. */
async function addComments(api: APIRequestContext, flow: string): Promise<void> {
  const comment = async (form: Record<string, string>): Promise<string> =>
    (await (await api.post(paths.flowComments(flow), { form })).json()).sid;
  const ReplyTo = await comment({
    AuthorName: 'Ann',
    Widget: 'remind',
    Text: 'Should it say who is writing? See https://example.com/style-guide',
  });
  await comment({ AuthorName: 'Robin Lee', ReplyTo, Text: '@Ann Yes. Better: from the clinic.' });
  await comment({ AuthorName: 'Robin Lee', X: '-60', Y: '420', Text: 'A second reminder belongs here.' });
}

/** Hands every message to a person. */
function frontDesk(): FlowDefinition {
  const blank = emptyDefinition('Hands every message to a person');
  const { definition, id } = addWidget(blank, 'send-to-agentdesk', { x: 220, y: 180 }, 'to_the_desk');
  return connect(
    setProperty(definition, id, 'attributes', '{"said": "{{trigger.message.Body}}", "desk": "front"}'),
    { widget: 'Trigger', outlet: 'incomingMessage' },
    id,
  );
}

/** The first two widgets in a group, and the next two in one that is collapsed. */
function groupedFlow(): FlowDefinition {
  const { definition } = samples.find(({ id }) => id === 'appointment-reminder') ?? {
    definition: frontDesk(),
  };
  const [first = '', second = '', third = '', fourth = ''] = definition.states.map(({ name }) => name ?? '');
  const opened = groupWidgets(definition, 'a', [first, second], 'Reminder');
  const both = groupWidgets(opened, 'b', [third, fourth], 'What the answer means');
  return changeGroup(both, 'b', { collapsed: true, color: 'green' });
}

async function start(api: APIRequestContext, flow: string, To: string): Promise<void> {
  const Parameters = JSON.stringify({ name: 'guest', date: 'Monday', time: '9:00' });
  const response = await api.post(paths.executions(flow), { form: { To, From: '+15005550006', Parameters } });
  if (response.status() !== 201) throw new Error(await response.text());
}

function flowOf(flows: Record<string, Flow>, id: string): Flow {
  const flow = flows[id];
  if (flow === undefined) throw new Error(`There is no sample "${id}".`);
  return flow;
}
