/**
 * Benchmark of sending email: requests to `mail/send` accepted in a second, plain ones and ones with a dynamic template from a
 * domain that signs, as pairs in alternating order; and how long the emails of a round take to the relay, which reads each
 * and discards it. Each email has one recipient. `--emails N` of a round (2,000), `--rounds N` (7), `--quick` for three rounds.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startServer } from '../../../e2e/server.ts';
import { MeasuredProcess } from '../inbound/measured-process.ts';

const { values } = parseArgs({
  options: {
    emails: { type: 'string', default: '2000' },
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
  // Other benchmarks have other options.
  strict: false,
});
const emails = Number(values.emails);
const rounds = Number(values.rounds ?? (values.quick ? 3 : 7));
const connections = 10;
const goal = 0.7;
const paragraph =
  'your appointment is on Monday at nine. Please bring your card, and tell us if you cannot come.';

const baseline = fileURLToPath(new URL('../inbound/smtp-baseline.ts', import.meta.url));
const { program: relay, match } = await MeasuredProcess.start(baseline, /port (\d+)/);
const dataDir = mkdtempSync(join(tmpdir(), 'patchbay-bench-'));
const server = await startServer({
  dataDir,
  env: {
    ...{ SMTP_RELAY_URL: `smtp://127.0.0.1:${match[1]}`, EMAIL_RATE_LIMIT: '1000000', LOG_LEVEL: 'error' },
    PUBLIC_URL: 'http://127.0.0.1',
  },
});
const { sid, token } = server.account;
const authorization = `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`;

/** @throws Error with the response unless it is a success */
async function call<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(`${server.url}${path}`, {
    headers: { authorization, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}

const to = (index: number) => [{ email: `reader${index}@domain${index % 50}.test` }];

const plain = (index: number) => ({
  personalizations: [{ to: to(index) }],
  ...{ from: { email: 'desk@plain.test' }, subject: 'Your appointment' },
  content: [
    { type: 'text/plain', value: `Hello ${index}, ${paragraph}` },
    { type: 'text/html', value: `<p>Hello ${index},</p><p>${paragraph}</p>` },
  ],
});

try {
  await call('/v3/whitelabel/domains', { domain: 'signed.test', subdomain: 'em', automatic_security: true });
  // The records of a domain are looked up in the real DNS, where it has none.
  const database = new DatabaseSync(join(dataDir, 'patchbay.db'));
  database.exec(`update sending_domains set signs = 1 where domain = 'signed.test'`);
  database.close();
  const { id } = await call<{ id: string }>('/v3/templates', { name: 'Appointment', generation: 'dynamic' });
  await call(`/v3/templates/${id}/versions`, {
    ...{ name: 'First', active: 1, subject: 'Your appointment, {{name}}' },
    html_content: `<p>Hello {{name}},</p>{{#each days}}<p>{{this}}: ${paragraph}</p>{{/each}}`,
  });
  const templated = (index: number) => ({
    personalizations: [{ to: to(index), dynamic_template_data: { name: `${index}`, days: ['Monday'] } }],
    ...{ from: { email: 'desk@signed.test' }, template_id: id },
  });
  const pairs: { own: Round; alone: Round }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const first = await measure(round % 2 === 0 ? plain : templated);
    const second = await measure(round % 2 === 0 ? templated : plain);
    const pair = round % 2 === 0 ? { own: second, alone: first } : { own: first, alone: second };
    // The first one warms up.
    if (round > 0) pairs.push(pair);
  }
  report(pairs);
} finally {
  await server.stop();
  await relay.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Emails accepted in a second; and sent, from the first request to the last that the relay has. */
type Round = { accepted: number; sent: number };

async function measure(bodyOf: (index: number) => object): Promise<Round> {
  const begun = performance.now();
  let next = 0;
  const post = async () => {
    for (let index = next++; index < emails; index = next++) await call('/v3/mail/send', bodyOf(index));
  };
  await Promise.all(Array.from({ length: connections }, post));
  const accepted = performance.now();
  while ((await call<{ mails: unknown[] }>('/v1/Mail/Outbound?Status=waiting&PageSize=1')).mails.length > 0)
    await sleep(20);
  const perSecond = (until: number) => (emails / (until - begun)) * 1_000;
  return { accepted: perSecond(accepted), sent: perSecond(performance.now()) };
}

function report(pairs: { own: Round; alone: Round }[]): void {
  const row = (...cells: string[]) => console.log(`| ${cells.join(' | ')} |`);
  row('in a second', 'plain', 'template, signed', 'ratio, median of the rounds', 'least to most', 'goal');
  row('---', '---', '---', '---', '---', '---');
  for (const kind of ['accepted', 'sent'] as const) {
    const sorted = pairs
      .map(({ own, alone }) => ({ own: own[kind], alone: alone[kind], ratio: own[kind] / alone[kind] }))
      .sort((one, other) => one.ratio - other.ratio);
    const [least, between, most] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)];
    if (least === undefined || between === undefined || most === undefined)
      throw new Error('No round was measured.');
    const spread = `${least.ratio.toFixed(2)} to ${most.ratio.toFixed(2)}`;
    const bound = kind === 'accepted' ? String(goal) : '–';
    const rates = [between.alone, between.own].map((rate) => rate.toFixed(0));
    row(kind, ...rates, between.ratio.toFixed(2), spread, bound);
    if (kind === 'accepted' && between.ratio < goal) process.exitCode = 1;
  }
}
