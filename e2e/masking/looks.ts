/** Looks at an installation as one member: every GET operation with what there really is, the live streams, and every page. */

import type { APIRequestContext, BrowserContext } from 'playwright/test';
import type { Operation } from '#api/operation/operation.ts';
import { operations } from '#api/operations.ts';
import { paths } from '#api/paths.ts';
import { KnownResources } from '../contract/known-resources.ts';
import { type PlantedPlace, plantedIn } from './planted.ts';

/** What was seen: how often was looked, and which values were seen where. */
export class Looks {
  count = 0;
  readonly seen = new Map<PlantedPlace, string>();

  /** Looks at a text from there. What was refused is looked at as well, but does not count. */
  at(where: string, text: string, isAnswer = true): void {
    if (isAnswer) this.count += 1;
    for (const place of plantedIn(text)) if (!this.seen.has(place)) this.seen.set(place, where);
  }

  /** `place: where it was seen`, of all that were. */
  get lines(): string[] {
    return [...this.seen].map(([place, where]) => `${place}: ${where}`);
  }
}

/** Values of required parameters that no response names. */
const given: Readonly<Record<string, string>> = {
  Query: 'ask',
  From: '1',
  To: '1',
  Revision: '1',
  start_date: '2026-01-01',
};

const isStream = ({ responses }: Operation) => responses[200]?.type === 'text/event-stream';

const readable = operations.filter(
  (operation) => operation.method === 'GET' && operation.access !== 'anybody' && !isStream(operation),
);

/** Everything that the account has, as its owner is answered: the SIDs of all lists, and of what is in them. */
export async function knownResources(
  owner: APIRequestContext,
  ids: Readonly<Record<string, string>>,
): Promise<KnownResources> {
  const known = new KnownResources();
  for (const [name, value] of Object.entries(ids)) known.values.set(name, value);
  for (let pass = 0; pass < 2; pass += 1)
    for (const operation of readable) {
      const response = await owner.get(addressOf(operation, known, ids));
      if (response.headers()['content-type']?.includes('json')) known.learn(await response.text());
    }
  return known;
}

function addressOf(
  operation: Operation,
  known: KnownResources,
  ids: Readonly<Record<string, string>>,
): string {
  const query = Object.entries({ ...given, ...ids }).filter(([name]) => name in (operation.query ?? {}));
  // What a list is filtered by is asked for elsewhere: here it is read as a whole.
  const required = query.filter(([name]) => !('~optional' in (operation.query?.[name] ?? {})));
  return `${known.pathOf(operation, ids)}${required.length > 0 ? `?${new URLSearchParams(required)}` : ''}`;
}

/** Every operation, and everything about each execution. */
export async function lookByApi(
  looks: Looks,
  member: APIRequestContext,
  known: KnownResources,
  ids: Readonly<Record<string, string>>,
): Promise<void> {
  const look = async (address: string) => {
    const response = await member.get(address);
    const head = JSON.stringify(response.headers());
    looks.at(`GET ${address}`, `${head}\n${await response.text()}`, response.ok());
    return response.status();
  };
  for (const operation of readable) {
    const status = await look(addressOf(operation, known, ids));
    if (status >= 500) throw new Error(`${operation.id} was answered ${status}`);
  }
  const { executions } = await (await member.get(`${paths.accountExecutions}?PageSize=200`)).json();
  for (const { sid, flow_sid: flow } of executions) {
    for (const path of [
      paths.execution(flow, sid),
      paths.executionContext(flow, sid),
      paths.executionView(flow, sid),
      paths.steps(flow, sid),
      `${paths.messages}?ExecutionSid=${sid}`,
      `${paths.calls}?ExecutionSid=${sid}`,
    ])
      await look(path);
    const { steps } = await (await member.get(paths.steps(flow, sid))).json();
    const [step] = steps;
    if (step !== undefined) await look(paths.stepContext(flow, sid, step.sid));
  }
  const { flows } = await (await member.get(paths.flows)).json();
  for (const { sid } of flows) {
    await look(paths.flowTests(sid));
    await look(paths.testUsers(sid));
  }
  const { mails } = await (await member.get(paths.outboundEmails)).json();
  for (const { sid } of mails) await look(paths.outboundEmail(sid));
}

/** The live streams, while `happen` does something in them. */
export async function lookAtStreams(
  looks: Looks,
  base: string,
  cookie: string,
  { flow, execution, happen }: { flow: string; execution: string; happen(): Promise<void> },
): Promise<void> {
  const addresses = [paths.accountEvents, paths.flowEvents(flow), paths.executionEvents(flow, execution)];
  const streams = await Promise.all(
    addresses.map(async (path) => {
      const leaving = new AbortController();
      const response = await fetch(base + path, { headers: { cookie }, signal: leaving.signal });
      return { path, response, leaving };
    }),
  );
  const texts = streams.map(({ response }) => beginningOf(response, 3));
  await happen();
  for (const [index, { path, leaving }] of streams.entries()) {
    looks.at(`GET ${path}`, await (texts[index] ?? ''));
    leaving.abort();
  }
}

/** The first events of a stream: so many, or what comes in some seconds. */
async function beginningOf(response: Response, events: number): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  const ending = AbortSignal.timeout(5_000);
  const ended = new Promise<{ done: true; value?: undefined }>((resolve) => {
    ending.addEventListener('abort', () => resolve({ done: true }));
  });
  while (text.split('\nevent: ').length <= events) {
    const { done, value } = await Promise.race([reader.read(), ended]);
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  return text;
}

/** Each page, as it is drawn and written, with every response that it gets from the API. */
export async function lookAtPages(
  looks: Looks,
  context: BrowserContext,
  addresses: readonly string[],
): Promise<void> {
  const page = await context.newPage();
  const pending: Promise<void>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const isStreamed = response.headers()['content-type']?.includes('event-stream') ?? false;
    if (isStreamed || pathname.startsWith('/assets/')) return;
    const where = `${new URL(page.url()).pathname} got ${pathname}`;
    // One that the page no longer waits for has no body.
    pending.push(
      response.text().then(
        (text) => looks.at(where, text, response.ok()),
        () => {},
      ),
    );
  });
  for (const address of addresses) {
    await page.goto(address);
    await page.waitForFunction(() => {
      const main = document.querySelector('main') ?? document.getElementById('root');
      return (main?.childElementCount ?? 0) > 0 && main?.querySelector('.skels') === null;
    });
    await Promise.all(pending.splice(0));
    const drawn = await page.evaluate(() => {
      const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[];
      return [document.title, document.body.innerText, ...fields.map(({ value }) => value)].join('\n');
    });
    looks.at(`the page ${address}`, `${drawn}\n${await page.content()}`);
  }
  await page.close();
}
