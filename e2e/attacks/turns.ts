/** Turns of flows that would take seconds, or write gigabytes, without a budget of work. */

import type { RunningServer } from '../server.ts';
import type { Attack, AttackResult } from './attack.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };
type Step = { name: string; changes: Json; notes: { message: string }[] };
type View = { execution: { status: string }; next: number | null; steps: Step[] };

let contacts = 0;

function send(
  { url, account }: RunningServer,
  path: string,
  form?: Record<string, string>,
): Promise<Response> {
  const authorization = `Basic ${btoa(`${account.sid}:${account.token}`)}`;
  const body = form && new URLSearchParams(form);
  return fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization },
    ...(body && { body }),
  });
}

/** A published flow that a REST request starts at the first of `states`; null when it is refused. */
async function addFlow(target: RunningServer, states: JsonObject[]): Promise<string | number> {
  const trigger = {
    name: 'Trigger',
    type: 'trigger',
    transitions: [{ event: 'incomingRequest', next: states[0]?.name ?? '' }],
    properties: {},
  };
  const definition = {
    description: 'attack',
    states: [trigger, ...states],
    initial_state: 'Trigger',
  };
  const form = { FriendlyName: 'Attack', Status: 'published', Definition: JSON.stringify(definition) };
  const response = await send(target, '/v2/Flows', form);
  if (response.status !== 201) return response.status;
  return ((await response.json()) as { sid: string }).sid;
}

/** The longest time between a request to `/healthz` and its response, in ms, while `run` runs. */
async function longestStall<T>(
  { url }: RunningServer,
  run: () => Promise<T>,
): Promise<{ value: T; stall: number }> {
  let isRunning = true;
  let stall = 0;
  const probe = async () => {
    while (isRunning) {
      const began = performance.now();
      await (await fetch(`${url}/healthz`)).text();
      stall = Math.max(stall, performance.now() - began);
    }
  };
  const probing = probe();
  try {
    return { value: await run(), stall: Math.round(stall) };
  } finally {
    isRunning = false;
    await probing;
  }
}

type Outcome = {
  status: number;
  last: string;
  notes: string[];
  ended: boolean;
  kilobytes: number;
  errors: number;
};

/** Starts the flow and reads all that is stored of the execution, as its page does. */
async function start(target: RunningServer, flow: string, parameters: Json): Promise<Outcome> {
  const To = `+1555${String(1_000_000 + contacts++)}`;
  const form = { To, From: '+15550000000', Parameters: JSON.stringify(parameters) };
  const response = await send(target, `/v2/Flows/${flow}/Executions`, form);
  const none = { last: '', notes: [], ended: true, kilobytes: 0, errors: response.status >= 500 ? 1 : 0 };
  if (response.status !== 201) return { status: response.status, ...none };
  const { sid } = (await response.json()) as { sid: string };
  const steps: Step[] = [];
  let ended = false;
  let errors = 0;
  for (let after: number | null = 0; after !== null; ) {
    const part: Response = await send(target, `/v1/ExecutionViews/${flow}/${sid}?After=${after}`);
    if (part.status >= 500) errors++;
    if (!part.ok) break;
    const view = (await part.json()) as View;
    steps.push(...view.steps);
    ended = view.execution.status === 'ended';
    after = view.next;
  }
  for (const path of ['/Steps', '/Context', '']) {
    const other = await send(target, `/v2/Flows/${flow}/Executions/${sid}${path}`);
    if (other.status >= 500) errors++;
  }
  return {
    status: response.status,
    last: steps.at(-1)?.name ?? '',
    notes: steps.flatMap((step) => step.notes.map(({ message }) => message)),
    ended,
    kilobytes: Math.round(JSON.stringify(steps.map(({ changes }) => changes)).length / 1000),
    errors,
  };
}

type Expected = Partial<Pick<Outcome, 'status' | 'last'>> & { note?: RegExp; kilobytes?: number };

/** Stopped when the outcome is as expected, is the same the second time, and nothing was answered with 5xx. */
async function judge(
  target: RunningServer,
  states: JsonObject[],
  parameters: Json,
  expected: Expected,
): Promise<AttackResult> {
  const { value, stall } = await longestStall(target, async () => {
    const flow = await addFlow(target, states);
    if (typeof flow === 'number') return flow;
    return [await start(target, flow, parameters), await start(target, flow, parameters)] as const;
  });
  if (typeof value === 'number') {
    return {
      stopped: expected.status === value,
      seen: `the flow was refused with ${value}, longest stall ${stall} ms`,
    };
  }
  const [outcome, again] = value;
  const { status, last, notes, ended, kilobytes, errors } = outcome;
  const isExpected =
    status === (expected.status ?? 201) &&
    (expected.last === undefined || last === expected.last) &&
    (expected.note === undefined || notes.some((note) => expected.note?.test(note))) &&
    kilobytes <= (expected.kilobytes ?? 5_000);
  const seen = `${status}, last step ${last || 'none'}, ${kilobytes} kB stored, ${errors} errors, longest stall ${stall} ms`;
  const stopped = isExpected && ended && errors === 0 && JSON.stringify(again) === JSON.stringify(outcome);
  return { stopped, seen: notes.length === 0 ? seen : `${seen}: ${notes.at(-1)}` };
}

const setVariables = (name: string, next: string, variables: Record<string, string>, type = 'string') => ({
  name,
  type: 'set-variables',
  transitions: [{ event: 'next', next }],
  properties: { variables: Object.entries(variables).map(([key, value]) => ({ key, value, type })) },
});

const split = (name: string, input: string, pattern: string, next = '') => ({
  name,
  type: 'split-based-on',
  transitions: [
    { event: 'noMatch' },
    {
      event: 'match',
      next,
      conditions: [{ friendly_name: 'x', arguments: [input], type: 'regex', value: pattern }],
    },
  ],
  properties: { input },
});

const sendMessage = (name: string, body: string) => ({
  name,
  type: 'send-message',
  transitions: [{ event: 'sent' }, { event: 'failed' }],
  properties: { from: '{{flow.channel.address}}', to: '{{contact.channel.address}}', body },
});

const letters = 'x'.repeat(16_000);
const work = /units of work was exceeded/;
const pairs = (text: string) => Object.fromEntries([...'abcdefghij'].map((key) => [key, text]));
const tagged = `${'{% if x %}'.repeat(3_400)}x${'{% endif %}'.repeat(3_400)}`;

export const turnAttacks: readonly Attack[] = [
  {
    name: 'a start with 16 kB in a loop of two set-variables',
    expects: 'the same value is stored once',
    attempt: (target) =>
      judge(
        target,
        [setVariables('a', 'b', pairs('{{flow.data.x}}')), setVariables('b', 'a', pairs('{{flow.data.x}}'))],
        { x: letters },
        { kilobytes: 1_000 },
      ),
  },
  {
    name: 'a start with 16 kB in a loop that makes it new each time',
    expects: 'the work of the turn, limitExceeded',
    attempt: (target) =>
      judge(
        target,
        [setVariables('a', 'b', pairs('{{flow.data.x}}')), setVariables('b', 'a', pairs('{{flow.data.y}}'))],
        { x: letters, y: 'y'.repeat(16_000) },
        { last: 'limitExceeded', note: work },
      ),
  },
  {
    name: 'a regular expression whose lookaheads read the rest of the text',
    expects: 'linear time: it matches',
    attempt: (target) =>
      judge(
        target,
        [
          split('s', '{{flow.data.x}}', '((?!.*b)(?!.*c)(?!.*d)a)*', 'after'),
          setVariables('after', '', { done: 'yes' }),
        ],
        { x: 'a'.repeat(4_000) },
        { last: 'next' },
      ),
  },
  {
    name: 'a regular expression with 300 optional letters in a loop',
    expects: 'the work of the turn, limitExceeded',
    attempt: (target) =>
      judge(
        target,
        [split('s', '{{flow.data.x}}', `(?:${'a?'.repeat(300)})*b`)],
        { x: 'a'.repeat(16_000) },
        { last: 'limitExceeded', note: work },
      ),
  },
  {
    name: 'five templates of 3,400 nested tags',
    expects: '100 levels of tags: a warning of validation, an empty text',
    attempt: (target) =>
      judge(
        target,
        Array.from({ length: 5 }, (_, at) =>
          setVariables(`w${at}`, at < 4 ? `w${at + 1}` : '', { x: tagged }),
        ),
        { x: 1 },
        {
          last: 'next',
          note: /nested more than 100 levels deep/,
        },
      ),
  },
  {
    name: 'templates of 20,000 outputs',
    expects: 'the work of the request, 400',
    attempt: (target) =>
      judge(
        target,
        Array.from({ length: 4 }, (_, at) =>
          setVariables(`w${at}`, '', { x: '{{ a | upcase }}'.repeat(5_000) }),
        ),
        {},
        { status: 400 },
      ),
  },
  {
    name: 'where and group_by over 10,000 items',
    expects: 'the work of the turn, the widget’s event failed',
    attempt: (target) =>
      judge(
        target,
        [sendMessage('m', '{{ flow.data.list | where: "k", 1 | group_by: "k" | size }}'.repeat(50))],
        { list: Array.from({ length: 10_000 }, (_, k) => ({ k })) },
        { last: 'failed', note: work },
      ),
  },
  {
    name: 'ten thousand dates in time zones',
    expects: 'the work of the turn, the widget’s event failed',
    attempt: (target) =>
      judge(
        target,
        [sendMessage('m', '{{ "now" | date: "%c", "Asia/Tokyo" }}'.repeat(2_000))],
        {},
        { last: 'failed', note: work },
      ),
  },
  {
    name: 'Parameters of 1.5 MB',
    expects: '413',
    attempt: (target) =>
      judge(target, [setVariables('a', '', {})], { x: 'x'.repeat(1_500_000) }, { status: 413 }),
  },
  {
    name: 'Parameters that double in the context',
    expects: '2 MB of context, limitExceeded',
    attempt: (target) =>
      judge(
        target,
        [setVariables('a', 'b', { x: '{{ flow.data | to_json }}' }, 'json_object'), ...chain(60)],
        { x: 'x'.repeat(990_000) },
        { last: 'limitExceeded', note: /2 MB of variables|units of work/ },
      ),
  },
  {
    name: 'Parameters nested 150 levels deep',
    expects: '400',
    attempt: (target) =>
      judge(
        target,
        [setVariables('a', '', {})],
        { x: JSON.parse(`${'['.repeat(150)}${']'.repeat(150)}`) as Json },
        {
          status: 400,
        },
      ),
  },
  {
    name: 'a definition nested 150 levels deep',
    expects: '400',
    attempt: (target) =>
      judge(
        target,
        [{ ...setVariables('a', '', {}), extra: JSON.parse(`${'['.repeat(150)}${']'.repeat(150)}`) as Json }],
        {},
        { status: 400 },
      ),
  },
];

/** Widgets `b0` … one after the other, each of which keeps 16 kB of its own. */
function chain(length: number): JsonObject[] {
  return Array.from({ length }, (_, at) => ({
    ...setVariables(at === 0 ? 'b' : `b${at}`, at + 1 < length ? `b${at + 1}` : '', {
      [`y${at}`]: `${at}${letters}`,
    }),
  }));
}
