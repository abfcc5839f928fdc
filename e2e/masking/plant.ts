/** Plants the values of `planted.ts` in an account, through the public API and by SMTP. */

import { createTransport } from 'nodemailer';
import type { APIRequestContext } from 'playwright/test';
import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';
import { survey } from '#server/flows/testing/flows.ts';
import type { FilledAccount } from '../filled-account.ts';
import { storeFlow } from '../stored-flow.ts';
import { planted } from './planted.ts';

const number = '+15005550077';
const deskNumber = '+15005550078';

/** `flow` is the one in which executions start; `hostname` takes email. */
export type PlantedAccount = { flow: string; hostname: string; group: string };

export async function plant(
  api: APIRequestContext,
  { revised: desk, email }: FilledAccount,
  smtpPort: number,
): Promise<PlantedAccount> {
  const post = async (path: string, body: { form?: Record<string, string>; data?: object }) => {
    const response = await api.post(path, body);
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
    return response.status() === 202 || response.status() === 204 ? null : response.json();
  };
  const { sid: flow } = await storeFlow(api, { name: 'Planted', definition: survey });
  await post(paths.addresses, { form: { FlowSid: flow, Address: number } });
  await post(paths.addresses, { form: { FlowSid: desk, Address: deskNumber } });
  const write = (From: string, To: string, Body: string) =>
    post(paths.messages, { form: { From, To, Body } });

  const Parameters = JSON.stringify({
    note: planted['words in the parameters'],
    callback: planted['number in the parameters'],
  });
  const To = planted['contact of an execution'];
  await post(paths.executions(flow), { form: { To, From: number, Parameters } });
  await write(planted['sender of a message'], number, 'hello');
  await write(planted['sender of a message'], number, planted['words of a message']);
  await write(planted['contact at the test phone'], number, planted['words at the test phone']);
  await write('+15005551030', deskNumber, planted['attributes of a task']);
  await post(paths.calls, { form: { From: planted.caller, To: number } });
  await post(paths.conversationMessages, {
    form: {
      FlowSid: desk,
      Author: planted['author of a conversation'],
      Body: planted['words of a conversation'],
    },
  });
  await post(paths.testUsers(flow), { form: { TestUsers: planted['test user'] } });
  const Contact = planted['contact of a batch'];
  await post(paths.executions(flow), { form: { To: Contact, From: number } });
  await post(paths.executionBatches, { form: { Action: 'end', Contact } });
  const Data = JSON.stringify({ said: planted['data of a sync object'] });
  await post(paths.syncObjects, { form: { Name: 'notes', Data } });
  const Test = `start: {trigger: incomingMessage, body: ${planted['words of a kept test']}}\nsteps:\n  - hangup\n`;
  await post(paths.flowTests(flow), { form: { Name: 'Kept', Test } });
  const hostname = await plantEmail(api, post, { email, smtpPort });
  const { id: group } = await post(emailPaths.groups, { data: { name: 'Planted', description: 'Planted' } });
  const recipient_emails = [planted['unsubscribed from a group']];
  await post(emailPaths.groupSuppressions(String(group)), { data: { recipient_emails } });
  return { flow, hostname, group: String(group) };
}

type Post = (path: string, body: { data: object }) => Promise<unknown>;

/** Returns the host name that takes email. */
async function plantEmail(
  api: APIRequestContext,
  post: Post,
  { email, smtpPort }: { email: FilledAccount['email']; smtpPort: number },
): Promise<string> {
  await post(emailPaths.bounces, { data: { recipient_emails: [planted.bounce] } });
  await post(emailPaths.sendEmail, {
    data: {
      personalizations: [{ to: [{ email: planted['recipient of an email'] }] }],
      from: { email: 'desk@receiver.example' },
      subject: planted['subject of an email'],
      content: [{ type: 'text/plain', value: planted['text of an email'] }],
    },
  });
  const hostname = `planted-${email.webhook}.receiver.example`;
  await post(emailPaths.parseSettings, { data: { hostname, url: 'http://127.0.0.1:9/inbound' } });
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort });
  await transport.sendMail({
    from: planted['sender of a received email'],
    to: `orders@${hostname}`,
    subject: 'An order',
    text: 'Two of them.',
  });
  transport.close();
  const received = async () => (await (await api.get(paths.inboundEmails)).json()).mails.length > 0;
  for (let tries = 0; !(await received()); tries += 1) if (tries > 100) throw new Error('No email arrived.');
  return hostname;
}
