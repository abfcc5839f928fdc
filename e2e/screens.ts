/** Every screen of the page with content, for screenshots and accessibility checks. */

import type { APIRequestContext, Page } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { changeGroup, groupWidgets } from '#flow/annotations/groups.ts';
import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { connect } from '#flow/edit/connect.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { samples } from '#flow/samples/samples.ts';
import { type EmailAccount, fillEmail } from './email-account.ts';
import { Phone } from './external-systems/phone.ts';

/** `open` navigates to the screen and waits until its content is rendered. */
export type Screen = {
  name: string;
  /** Shown on screens at most 640 px wide only. */
  isForPhone?: boolean;
  open(page: Page, url: string): Promise<void>;
};

type Flow = { sid: string; account_sid: string; webhook_url: string };

/** Whether a screen shows executions or the history of a flow. */
export function isOfExecutions(name: string): boolean {
  return /^(execution|start|history)/.test(name);
}

/** Fills an account with the samples, some executions and a task, through the public API. */
export async function fillAccount(api: APIRequestContext): Promise<Screen[]> {
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
  const survey = new Phone(line(flowOf(flows, 'survey')), '+15005551010');
  for (const text of ['hello', '9', '4', 'Friendly people']) await survey.sendMessage(text);
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
  const email = await fillEmail(api);
  const shown = {
    flow: reminder.sid,
    blank: flowOf(flows, 'blank').sid,
    execution: executions[1].sid,
    revised: deskFlow.sid,
    grouped: ((await grouped.json()) as Flow).sid,
  };
  return [...screens(shown), ...phoneScreens(shown), ...emailScreens(email)];
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

function at(name: string, path: string, ready: (page: Page) => Promise<unknown>): Screen {
  return {
    name,
    async open(page, url) {
      await page.goto(`${url}${path}`);
      await ready(page);
      await page.waitForLoadState('networkidle');
    },
  };
}

/** Every page of email that has something on it. */
function emailScreens({ webhook, key, mail }: EmailAccount): Screen[] {
  const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor();
  const email = '/settings/email';
  return [
    at('email', email, text('Production sender')),
    at('email-webhook', `${email}/webhooks/${webhook}`, text('Verify signatures')),
    at('email-new-webhook', `${email}/webhooks/new`, text('Create webhook')),
    at('email-deliveries', `${email}/deliveries`, text('Only failed')),
    at('email-inbound', `${email}/inbound`, text(/^parse-/)),
    at('email-keys', `${email}/keys`, text('Production sender')),
    at('email-new-key', `${email}/keys/new`, text('Create key')),
    at('email-key', `${email}/keys/${key}`, text('Saving replaces')),
    at('email-suppressions', `${email}/suppressions`, text('gone@receiver.example')),
    at('email-groups', `${email}/suppressions?list=groups`, text('Newsletter')),
    at('email-sent', `${email}/sent`, text('Your appointment on Monday')),
    at('email-sent-email', `${email}/sent/${mail}`, text('See you on Monday at nine.')),
    at('email-acting', `${email}?as=branch&region=eu`, text('You are acting on behalf of')),
  ];
}

type Shown = { flow: string; blank: string; execution: string; revised: string; grouped: string };

/** `revised` is a flow with several revisions. */
function screens({ flow, blank, execution, revised, grouped }: Shown): Screen[] {
  const canvas = (page: Page) => page.locator('.flow-canvas').waitFor();
  const heading = (name: string) => (page: Page) =>
    page.getByRole('heading', { name, level: 1 }).first().waitFor();
  return [
    at('flows', '/flows', (page) => page.getByText('Phone menu').first().waitFor()),
    at('designer', `/flows/${flow}`, canvas),
    at('designer-widget', `/flows/${flow}?widget=remind`, (page) =>
      page.getByRole('textbox', { name: 'Message' }).waitFor(),
    ),
    at('designer-test', `/flows/${flow}`, async (page) => {
      await canvas(page);
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByRole('radio', { name: 'Request' }).click();
      await page.getByRole('textbox', { name: 'Parameters' }).fill('{"name": "Sam", "time": "9:00"}');
      await page.getByRole('button', { name: 'Start with this request' }).click();
      // The bar that says so is hidden where the panel covers the canvas.
      await page.getByRole('button', { name: 'yes', exact: true }).waitFor();
    }),
    at('designer-publish', `/flows/${revised}`, async (page) => {
      await canvas(page);
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('dialog').getByText('Changes since published revision').waitFor();
    }),
    at('designer-palette', `/flows/${flow}`, async (page) => {
      await canvas(page);
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
    }),
    at('designer-keys', `/flows/${flow}`, async (page) => {
      await canvas(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    }),
    at('designer-extract', `/flows/${flow}`, async (page) => {
      await canvas(page);
      await page.getByRole('group', { name: /^check_reply, / }).click({ position: { x: 60, y: 20 } });
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type('extract into');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Extract into a subflow' }).waitFor();
    }),
    at('designer-search', `/flows/${flow}`, async (page) => {
      await canvas(page);
      await page.keyboard.press('ControlOrMeta+h');
      const panel = page.getByRole('complementary', { name: 'Search' });
      await panel.getByRole('searchbox').fill('time');
      await panel.getByRole('textbox', { name: 'Replace with' }).fill('hour');
      await panel
        .getByRole('button', { name: /^Replace/ })
        .first()
        .waitFor();
    }),
    at('designer-comments', `/flows/${flow}`, async (page) => {
      await canvas(page);
      await page
        .getByRole('button', { name: /omment by Ann on remind$/ })
        .first()
        .click();
      await page.getByText('Better: from the clinic.').waitFor();
    }),
    at('designer-groups', `/flows/${grouped}`, (page) =>
      page.getByRole('group', { name: 'Group: Reminder, 2 widgets' }).focus(),
    ),
    at('designer-blank', `/flows/${blank}`, canvas),
    at('history', `/flows/${revised}/history`, (page) =>
      page.getByText('Changes to_the_desk (attributes).').first().waitFor(),
    ),
    at('history-edits', `/flows/${revised}/history?list=edits&edits=3..3`, (page) =>
      page.getByRole('heading', { name: 'Edit 3', exact: true }).waitFor(),
    ),
    at('history-publishing', `/flows/${revised}/history`, async (page) => {
      await page.getByRole('button', { name: 'Publishing', exact: true }).click();
      await page.getByRole('dialog').getByText('Require a second person').waitFor();
    }),
    at('history-compare', `/flows/${revised}/history?compare=1..3`, (page) =>
      page.getByRole('heading', { name: /to_the_desk/ }).waitFor(),
    ),
    at('history-compare-list', `/flows/${revised}/history?compare=1..3&view=list`, (page) =>
      page.getByRole('heading', { name: /to_the_desk/ }).waitFor(),
    ),
    at('history-compare-json', `/flows/${revised}/history?compare=1..3&view=json`, (page) =>
      page.getByRole('group', { name: /as JSON/ }).waitFor(),
    ),
    at('executions', '/executions', (page) => page.getByText('+15•••••000').first().waitFor()),
    at('executions-of-a-flow', `/flows/${flow}/executions`, (page) =>
      page.getByText('+15•••••000').first().waitFor(),
    ),
    at('execution', `/flows/${flow}/executions/${execution}`, canvas),
    at('execution-keep-as-test', `/flows/${flow}/executions/${execution}`, async (page) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Keep as test' }).click();
      await page.getByRole('dialog', { name: 'Keep as test' }).waitFor();
    }),
    at('designer-recorded-test', `/flows/${flow}?test=${execution}`, (page) =>
      page.getByRole('complementary', { name: 'Test run' }).waitFor(),
    ),
    at('execution-run-again', `/flows/${flow}/executions/${execution}`, async (page) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Run again', exact: true }).click();
      await page.getByRole('dialog', { name: 'Run again' }).waitFor();
    }),
    at('designer-counts', `/flows/${flow}`, async (page) => {
      await page.getByRole('button', { name: 'More flow actions' }).click();
      await page.getByRole('menuitem', { name: 'Counts of executions' }).click();
      await page.getByText(/waiting now/).waitFor();
    }),
    at('start', `/flows/${flow}/executions?start=true`, (page) => page.getByRole('dialog').waitFor()),
    at('tasks', '/tasks', heading('Tasks')),
    at('services', '/settings/services', (page) => page.getByRole('region', { name: 'Chat' }).waitFor()),
    at('services-tasks', '/settings/services?show=tasks', (page) =>
      page.getByRole('article').first().waitFor(),
    ),
    at('operations', '/settings/operations', (page) => page.getByText('No failed jobs').waitFor()),
    at('test-users', `/settings/flows/${flow}/test-users`, (page) =>
      page.getByRole('row', { name: '+15005551000' }).waitFor(),
    ),
    at('flow-webhook', `/settings/flows/${flow}/webhook`, (page) =>
      page.getByRole('textbox', { name: 'Webhook URL' }).waitFor(),
    ),
    at('account', '/settings/account', (page) => page.getByText('Branch office').waitFor()),
    at('numbers', '/settings/numbers', (page) =>
      page.getByRole('heading', { name: '+15005550006' }).waitFor(),
    ),
    at('test-carrier', '/settings/numbers/test-carrier', (page) =>
      page.getByRole('textbox', { name: 'Text message' }).waitFor(),
    ),
    at('events', '/settings/events', (page) => page.getByText('https://receiver.example/').waitFor()),
    at('not-found', '/no/such/page', (page) => page.getByRole('heading', { level: 1 }).waitFor()),
  ];
}

/** The designer on a phone, where it is for reading. */
function phoneScreens({ flow, blank }: Shown): Screen[] {
  const cards = (page: Page) => page.getByRole('region', { name: 'Widgets of the flow' }).waitFor();
  return [
    at('reading', `/flows/${flow}`, cards),
    at('reading-widget', `/flows/${flow}?widget=remind`, (page) =>
      page.getByRole('dialog', { name: 'remind' }).getByText('Wait for a reply').waitFor(),
    ),
    at('reading-search', `/flows/${flow}`, async (page) => {
      await cards(page);
      await page.getByRole('searchbox', { name: 'Search in this flow' }).fill('time');
      await page.getByText('4 widgets').waitFor();
    }),
    at('reading-comments', `/flows/${flow}`, async (page) => {
      await cards(page);
      await page.getByRole('button', { name: /^Comments/ }).click();
      await page.getByText('A second reminder belongs here.').waitFor();
    }),
    at('reading-blank', `/flows/${blank}`, (page) =>
      page.getByText('Nothing happens in this flow yet').waitFor(),
    ),
  ].map((screen) => ({ ...screen, isForPhone: true }));
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
