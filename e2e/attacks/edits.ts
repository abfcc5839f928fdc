/** Attacks by edits of the shared working copy, and by comparing what was saved. */

import { paths } from '#api/paths.ts';
import { maxDefinitionBytes } from '#flow/commands/sound-copy.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { RunningServer } from '../server.ts';
import { smallFlow } from '../small-flow.ts';
import type { Attack, AttackResult } from './attack.ts';
import { fuzzEdits } from './edit-fuzz.ts';
import { type EditCommand, sendEdits } from './edit-requests.ts';
import { post, publish, sendTo, type Target } from './hostile-request.ts';
import type { StallProbe } from './stalls.ts';

type Json = EditCommand[number];

/** Far above what a bounded request takes on a busy machine, and far below what an unbounded one took. */
const maxStallMs = 1_000;

const condition = (value: string): Json => ({
  ...{ event: 'match', next: 'thank' },
  conditions: [{ friendly_name: '', arguments: ['x'], type: 'equal_to', value }],
});

function splitFlow(values: readonly string[]): FlowDefinition {
  const split = {
    name: 'split',
    type: 'split-based-on',
    properties: { input: '{{contact.channel.address}}' },
  };
  const transitions = [{ event: 'noMatch' }, ...values.map(condition)];
  const flow = smallFlow();
  return { ...flow, states: [...flow.states, { ...split, transitions }] } as unknown as FlowDefinition;
}

const insertion = (value: string): Json => ({
  kind: 'insert',
  widget: 'split',
  path: ['transitions'],
  at: 1,
  value: condition(value),
});
const typing = (edit: (string | number)[]): Json => ({
  kind: 'edit-text',
  widget: 'ask',
  path: ['properties', 'body'],
  edit,
});

/** 396 edits that others made, then the last request with base 0: what it gets, and how long all others waited. */
async function onOldBase(
  target: RunningServer,
  probe: StallProbe,
  others: (n: number) => EditCommand,
  own: EditCommand[],
): Promise<AttackResult> {
  const flow = await publish(target, splitFlow(['a', 'b']));
  for (let base = 0; base < 396; base += 99) {
    const lists = Array.from({ length: 99 }, (_, at) => others(base + at));
    const { status, body } = await sendEdits(target, flow, `others-${flow}`, base, lists);
    if (status !== 200) throw new Error(`${status}: ${body}`);
  }
  await probe.take(target.pid);
  const { status, body } = await sendEdits(target, flow, 'own', 0, own);
  const stall = (await probe.take(target.pid)).own;
  const { snapshot, results } = JSON.parse(body) as { snapshot: unknown; results?: unknown[] };
  const seen = `${status}, ${snapshot ? 'the newest copy to rebase on' : `${results?.length} appended`}, event loop held up for ${Math.round(stall)} ms at most`;
  return { stopped: status === 200 && stall < maxStallMs, seen };
}

/** Commands at once, each of which changes a list of a widget; how long all others waited. */
async function changedLists(
  target: RunningServer,
  probe: StallProbe,
  before: FlowDefinition,
  own: EditCommand[],
): Promise<AttackResult> {
  const flow = await publish(target, before);
  await sendEdits(target, flow, 'own', 0, [[insertion('first')]]);
  await probe.take(target.pid);
  const { status } = await sendEdits(target, flow, 'own', 1, own);
  const stall = (await probe.take(target.pid)).own;
  const alone = await sendEdits(target, flow, 'own', 1, own.slice(0, 1));
  const seen = `${status}, event loop held up for ${Math.round(stall)} ms at most; one of them ${alone.status}`;
  return { stopped: (status === 200 || status === 400) && alone.status === 200 && stall < maxStallMs, seen };
}

/** Saves one definition after the other and compares them; how long the save takes others is reported only. */
async function compared(
  target: RunningServer,
  probe: StallProbe,
  before: FlowDefinition,
  after: FlowDefinition,
): Promise<AttackResult> {
  const flow = await publish(target, before);
  await probe.take(target.pid);
  const form = new URLSearchParams({ Status: 'draft', Definition: JSON.stringify(after) });
  const saved = await sendTo(target, post(paths.flow(flow), 'form', form.toString()));
  const ofSave = (await probe.take(target.pid)).own;
  const path = `${paths.flowDiff(flow)}?From=1&To=2`;
  const { status } = await sendTo(target, { method: 'GET', path, headers: {} });
  const ofDiff = (await probe.take(target.pid)).own;
  const seen = `saved ${saved.status}, held up ${Math.round(ofSave)} ms; compared ${status}, held up ${Math.round(ofDiff)} ms`;
  const isAnswered = saved.status === 200 && (status === 200 || status === 422);
  return { stopped: isAnswered && ofDiff < maxStallMs, seen };
}

const values = Array.from({ length: 8_001 }, (_, at) => `v${at}`);

/** Each is sent; none may be accepted, and the flow must open and be edited afterwards. */
async function poisoned(target: Target): Promise<AttackResult> {
  const flow = await publish(target, smallFlow());
  const whole = { kind: 'replace', from: {}, fromWidgets: [], toWidgets: [] };
  const set = { kind: 'set', widget: 'ask' };
  const state = (fields: Json) => ({ description: '', initial_state: 'Trigger', states: [fields] });
  const poisons: Json[] = [
    { ...whole, to: { description: 1, states: 'no' } },
    { ...whole, to: { description: '', states: [null] } },
    { ...whole, to: state({ name: {}, type: 'trigger' }), toWidgets: ['a'] },
    { ...set, path: ['properties'], to: 'x' },
    { ...set, path: ['transitions'], to: {} },
    { ...set, path: ['name'], to: 7 },
    { kind: 'insert', widget: 'ask', path: ['transitions'], at: 0, value: null },
    { kind: 'set', widget: null, path: ['definition', 'description'], to: { x: 1 } },
  ];
  const statuses = [];
  for (const each of poisons) statuses.push((await sendEdits(target, flow, 'own', 0, [[each]])).status);
  const opened = await sendTo(target, { method: 'GET', path: paths.workingCopy(flow), headers: {} });
  const edited = await sendEdits(target, flow, 'own', 0, [[typing(['x'])]]);
  const seen = `${statuses.join(' ')}, opened ${opened.status}, edited ${edited.status}`;
  return {
    stopped: statuses.every((status) => status === 400) && opened.status === 200 && edited.status === 200,
    seen,
  };
}

/** Widgets of 60 kB until one is refused. */
async function grown(target: Target): Promise<AttackResult> {
  const flow = await publish(target, smallFlow());
  const large = (name: string): Json => ({
    ...{ kind: 'add-widget', widget: name, at: 1 },
    state: { name, type: 'send-message', transitions: [], properties: { body: 'x'.repeat(60_000) } },
  });
  let status = 200;
  for (let base = 0; status === 200 && base < 40; base += 1)
    ({ status } = await sendEdits(target, flow, 'own', base, [[large(`w${base}`)]]));
  const { body } = await sendTo(target, { method: 'GET', path: paths.workingCopy(flow), headers: {} });
  const { definition } = JSON.parse(body) as { definition: Json };
  const bytes = JSON.stringify(definition).length;
  return {
    stopped: status === 400 && bytes <= maxDefinitionBytes,
    seen: `${status} at ${Math.round(bytes / 1000)} kB`,
  };
}

/** A log of 15 MB, of which all is asked for at once, from either end, with a copy of its middle; how much comes, and how long all others waited. */
async function longLog(target: RunningServer, probe: StallProbe): Promise<AttackResult> {
  const flow = await publish(target, smallFlow());
  const text = (nth: number): Json => ({
    ...{ kind: 'set', widget: 'ask', path: ['properties', 'body'] },
    to: `${nth}${'x'.repeat(60_000)}`,
  });
  for (let base = 0; base < 250; base += 10) {
    const lists = Array.from({ length: 10 }, (_, at) => [text(base + at)]);
    const { status, body } = await sendEdits(target, flow, `page-${base / 50}`, base, lists);
    if (status !== 200) throw new Error(`${status}: ${body}`);
  }
  await probe.take(target.pid);
  const asked = [`${paths.edits(flow)}?After=0`, `${paths.edits(flow)}?Limit=1000`];
  const listed = [];
  for (const path of asked) listed.push(await sendTo(target, { method: 'GET', path, headers: {} }));
  const path = `${paths.workingCopy(flow)}?Edit=149`;
  const copy = await sendTo(target, { method: 'GET', path, headers: {} });
  const late = await sendEdits(target, flow, 'own', 0, [[text(0)]]);
  const stall = (await probe.take(target.pid)).own;
  const statuses = [...listed, copy, late].map(({ status }) => status);
  const megabytes = Math.max(...listed.map(({ body }) => body.length)) / 1_000_000;
  const isBounded = megabytes < 3 && stall < maxStallMs;
  return {
    stopped: isBounded && statuses.every((status) => status === 200),
    seen: `${statuses.join(' ')}, ${megabytes.toFixed(1)} MB at once, event loop held up for ${Math.round(stall)} ms at most`,
  };
}

const ofOldBase = 'units of work: appended, or the newest copy to rebase on';
const ofComparison = 'n log n, in a thread above 64 kB: 200 or 422';

export const editAttacks: readonly Attack[] = [
  {
    name: '100 inserts with base 0 over 396 edits of 20 inserts',
    expects: ofOldBase,
    attempt: (target, probe) =>
      onOldBase(target, probe, (n) => Array.from({ length: 20 }, (_, at) => insertion(`${n}.${at}`)), [
        Array.from({ length: 100 }, (_, at) => insertion(`own ${at}`)),
      ]),
  },
  {
    name: '11 commands of 50 edits of one text over 396 of 80',
    expects: ofOldBase,
    attempt: (target, probe) =>
      onOldBase(
        target,
        probe,
        () => Array.from({ length: 80 }, () => typing([1, 'x', -1])),
        Array.from({ length: 11 }, () => Array.from({ length: 50 }, () => typing([2, 'y']))),
      ),
  },
  {
    name: '100 commands of one operation with base 0 over 396 edits',
    expects: ofOldBase,
    attempt: (target, probe) =>
      onOldBase(
        target,
        probe,
        (n) => [typing([`${n % 10}`])],
        Array.from({ length: 100 }, (_, at) => [typing([`${at % 10}`])]),
      ),
  },
  {
    name: '50 edits of a text of one letter that was replaced by other texts of it',
    expects: ofOldBase,
    attempt: (target, probe) =>
      onOldBase(
        target,
        probe,
        (n) => [
          { kind: 'set', widget: 'ask', path: ['properties', 'body'], to: `${n}${'ab'.repeat(450)}${n}` },
          typing([1, 'a']),
        ],
        Array.from({ length: 50 }, (_, at) => [
          { kind: 'set', widget: 'ask', path: ['properties', 'body'], to: `x${'a'.repeat(900)}${at}` },
          typing([3, 'a']),
        ]),
      ),
  },
  {
    name: '50 commands of 10 inserts into 2,000 conditions',
    expects: 'what an insert changes is looked at, not the whole widget',
    attempt: (target, probe) =>
      changedLists(
        target,
        probe,
        splitFlow(values.slice(0, 2_000)),
        Array.from({ length: 50 }, (_, nth) =>
          Array.from({ length: 10 }, (_, at) => insertion(`${nth}.${at}`)),
        ),
      ),
  },
  {
    name: '50 commands that insert into a list of 90,000 items',
    expects: 'units of work: 400 at once, 200 one by one',
    attempt: (target, probe) => {
      const flow = splitFlow(['a']);
      const split = flow.states.at(-1);
      if (split) split.properties = { ...split.properties, more: Array.from({ length: 90_000 }, () => 0) };
      const insert: Json = { kind: 'insert', widget: 'split', path: ['properties', 'more'], at: 1, value: 0 };
      return changedLists(
        target,
        probe,
        flow,
        Array.from({ length: 50 }, () => [insert]),
      );
    },
  },
  {
    name: '8,001 permuted conditions',
    expects: ofComparison,
    attempt: (target, probe) => compared(target, probe, splitFlow(values), splitFlow(values.toReversed())),
  },
  { name: 'commands whose result nothing could open', expects: '400, and the copy stays', attempt: poisoned },
  { name: 'widgets of 60 kB without end', expects: '400 at the size of a definition', attempt: grown },
  {
    name: 'a log of 250 edits of 60 kB is asked for at once',
    expects: '200, in pieces of about 1 MB',
    attempt: longLog,
  },
  {
    name: 'random commands of five clients with any base',
    expects: 'no 5xx, every copy opens',
    attempt: fuzzEdits,
  },
];
