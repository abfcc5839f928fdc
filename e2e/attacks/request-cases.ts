/** Requests that are large, deep or misleading, and the response by which each is stopped. */

import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';
import type { FlowDefinition, State } from '#flow/definition.ts';
import {
  type HostileCase,
  type HostileRequest,
  hostile,
  post,
  publish,
  sendTo,
  type Target,
} from './hostile-request.ts';

const megabyte = 1024 * 1024;

/** No flow has this SID: the body is parsed before the flow is looked for. */
const webhookOf = ({ account }: Target) => paths.webhook(account.sid, `FW${'0'.repeat(32)}`);

function mail(more: object = {}): HostileRequest {
  return post(
    emailPaths.sendEmail,
    'json',
    JSON.stringify({
      personalizations: [{ to: [{ email: 'kim@reader.example' }] }],
      from: { email: 'shop@sender.example' },
      subject: 'Hello',
      content: [{ type: 'text/plain', value: 'Hello' }],
      ...more,
    }),
  );
}

function substituted(substitutions: Record<string, string>, value: string): HostileRequest {
  return mail({
    personalizations: [{ to: [{ email: 'kim@reader.example' }], substitutions }],
    content: [{ type: 'text/html', value }],
  });
}

const manyKeys = Object.fromEntries(
  Array.from({ length: 4_000 }, (_, at) => [`-${'k'.repeat(at % 9)}${at}-`, 'x'.repeat(12)]),
);

/** A mail that is nearly as large as substitutions can make it, and one address at which it is shown. */
function shown(part: 'Html' | 'Source' | ''): HostileCase {
  return {
    name: `a sent email of 36 kB that renders to 2 MB, shown${part === '' ? '' : ` (${part})`}`,
    expects: 'rendered in linear time, 2 MB more than was sent',
    status: 200,
    async prepare(target) {
      const sent = await sendTo(target, substituted({ a: 'é=<b '.repeat(6_000) }, 'a'.repeat(49)));
      if (sent.status !== 202) throw new Error(`The email was not accepted: ${sent.status} ${sent.body}`);
      const list = await sendTo(target, { method: 'GET', path: paths.outboundEmails, headers: {} });
      const [{ sid } = { sid: '' }] = (JSON.parse(list.body) as { mails: { sid: string }[] }).mails;
      const path = part === '' ? paths.outboundEmail(sid) : `${paths.outboundEmail(sid)}/${part}`;
      return () => ({ method: 'GET', path, headers: {} });
    },
  };
}

/** A valid definition of close to a megabyte in 1,000 widgets; `word` is in all of their texts. */
export function largeFlow(word: string): FlowDefinition {
  const offset = { x: 0, y: 0 };
  const states = Array.from({ length: 999 }, (_, at): State => {
    const next = at < 998 ? { next: `tell_${at + 1}` } : {};
    return {
      ...{ name: `tell_${at}`, type: 'send-message' },
      properties: {
        offset,
        from: '{{flow.channel.address}}',
        body: `${word} {{trigger.message.Body}} `.repeat(19),
      },
      transitions: [{ event: 'sent', ...next }, { event: 'failed' }],
    };
  });
  const trigger: State = {
    ...{ name: 'Trigger', type: 'trigger', properties: { offset } },
    transitions: [{ event: 'incomingMessage', next: 'tell_0' }],
  };
  return { description: 'Large', initial_state: 'Trigger', states: [trigger, ...states] };
}

const large = (Definition: FlowDefinition) =>
  JSON.stringify({ FriendlyName: 'Large', Status: 'draft', Definition });

const largeFlows: readonly HostileCase[] = [
  {
    ...{ name: 'a flow of 1 MB is stored', expects: 'others wait less than 100 ms', status: 201 },
    maxStallMs: 100,
    async prepare() {
      const body = large(largeFlow('Hello and welcome'));
      return () => post(paths.flows, 'json', body);
    },
  },
  {
    ...{
      name: 'a flow of 1 MB is saved with other texts',
      expects: 'others wait less than 100 ms',
      status: 200,
    },
    maxStallMs: 100,
    async prepare(target) {
      const flow = await publish(target, largeFlow('Hello and welcome'));
      const bodies = ['Good morning, dear', 'Good evening, dear'].map((word) => large(largeFlow(word)));
      let sent = 0;
      return () => post(paths.flow(flow), 'json', bodies[sent++ % 2] ?? '');
    },
  },
];

const activityOf = (query: string): HostileRequest => ({
  method: 'GET',
  path: `${emailPaths.activity}?limit=1000&query=${encodeURIComponent(query)}`,
  headers: {},
});

const activity: readonly HostileCase[] = [
  {
    name: 'fifty patterns over the activity of 3,000 emails with long subjects',
    expects: '20 million steps: 400; others wait less than 100 ms',
    status: 400,
    maxStallMs: 100,
    async prepare(target) {
      for (let nth = 0; nth < 3; nth += 1) {
        const personalizations = Array.from({ length: 1_000 }, (_, at) => ({
          to: [{ email: `reader${nth}-${at}@reader.example` }],
        }));
        const sent = await sendTo(target, mail({ personalizations, subject: 'ab'.repeat(450) }));
        if (sent.status !== 202) throw new Error(`The email was not accepted: ${sent.status} ${sent.body}`);
      }
      const pattern = `%${'a%b%'.repeat(20)}x`;
      const query = Array.from({ length: 50 }, () => `subject LIKE "${pattern}"`).join(' OR ');
      return () => activityOf(query);
    },
  },
  hostile(
    { name: 'a query of the activity with 2,000 parentheses', expects: 'ten levels: 400', status: 400 },
    () => activityOf(`${'('.repeat(2_000)}subject = "a"${')'.repeat(2_000)}`),
  ),
];

export const requestCases: readonly HostileCase[] = [
  ...activity,
  hostile(
    {
      name: '103 kB of substitutions that render to 2.6 GB',
      expects: '2 MB more than was sent: 400',
      status: 400,
    },
    () => substituted({ a: 'x'.repeat(51_500) }, 'a'.repeat(51_500)),
  ),
  hostile(
    { name: '103 kB of substitutions with 4,000 keys', expects: '32 kB of keys: 400', status: 400 },
    () => substituted(manyKeys, '-'.repeat(20_000)),
  ),
  hostile(
    {
      name: 'a thousand personalizations with other keys each',
      expects: '4 million characters to search: 400',
      status: 400,
    },
    () =>
      mail({
        personalizations: Array.from({ length: 1_000 }, (_, at) => ({
          to: [{ email: `kim${at}@reader.example` }],
          substitutions: { [`-${at}-`]: 'x' },
        })),
        content: [{ type: 'text/plain', value: '-1'.repeat(50_000) }],
      }),
  ),
  shown(''),
  shown('Html'),
  shown('Source'),
  hostile({ name: 'the custom header Sender', expects: 'a reserved name: 400', status: 400 }, () =>
    mail({ headers: { Sender: 'other@sender.example' } }),
  ),
  hostile({ name: 'the custom header Resent-From', expects: 'a reserved name: 400', status: 400 }, () =>
    mail({ headers: { 'Resent-From': 'other@sender.example' } }),
  ),
  hostile({ name: 'email JSON nested a million levels deep', expects: '100 levels: 400', status: 400 }, () =>
    post(emailPaths.sendEmail, 'json', `{"custom_args":${'['.repeat(megabyte)}`),
  ),
  hostile(
    { name: 'email JSON of ten million empty lists', expects: '100,000 values: 400', status: 400 },
    () => post(emailPaths.sendEmail, 'json', `{"categories":[${'[],'.repeat(9_900_000)}[]]}`),
  ),
  hostile({ name: 'a form of 200,000 fields', expects: '1,000 fields: 400', status: 400 }, () =>
    post(paths.flows, 'form', Array.from({ length: 200_000 }, (_, at) => `a${at}=1`).join('&')),
  ),
  hostile({ name: 'a form of 200,000 fields to the webhook', expects: '64 kB: 413', status: 413 }, (target) =>
    post(webhookOf(target), 'form', Array.from({ length: 200_000 }, (_, at) => `a${at}=1`).join('&')),
  ),
  hostile(
    { name: 'a form of 10,000 fields to the webhook', expects: '200 fields: 400', status: 400 },
    (target) => post(webhookOf(target), 'form', Array.from({ length: 10_000 }, (_, at) => `${at}`).join('&')),
  ),
  hostile(
    { name: 'a form of 64 kB and more to the status callback', expects: '64 kB: 413', status: 413 },
    ({ account }) => post(paths.carrierStatus(account.sid), 'form', `Body=${'x'.repeat(64 * 1024)}`),
  ),
  hostile({ name: 'JSON nested a million levels deep', expects: '100 levels: 400', status: 400 }, () =>
    post(paths.flows, 'json', `{"Definition":${'{"a":'.repeat(megabyte / 5 - 10)}`),
  ),
  hostile({ name: 'a definition nested 100,000 levels deep', expects: '100 levels: 400', status: 400 }, () =>
    post(paths.validate, 'form', `FriendlyName=a&Status=draft&Definition=${'['.repeat(100_000)}`),
  ),
  hostile({ name: 'JSON of a million values', expects: '100,000 values: 400', status: 400 }, () =>
    post(paths.flows, 'json', `[${'0,'.repeat(megabyte - 10)}0]`),
  ),
  hostile({ name: 'a body of 10 MB', expects: '2 MB: 413', status: 413 }, () =>
    post(paths.flows, 'form', `FriendlyName=${'x'.repeat(10 * megabyte)}`),
  ),
  hostile(
    { name: 'a Host header that is no host name', expects: 'only host names: 400', status: 400 },
    () => ({
      ...{ method: 'GET', path: paths.flows },
      headers: { host: 'elsewhere.example/"><script>' },
    }),
  ),
  ...largeFlows,
];
