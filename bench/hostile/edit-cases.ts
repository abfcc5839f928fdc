/** Edits, saves and comparisons that are meant to be as expensive as possible, and requests under invented names. */

import { randomUUID } from 'node:crypto';
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
} from '../../e2e/attacks/hostile-request.ts';
import { largeFlow } from '../../e2e/attacks/request-cases.ts';

const offset = { x: 0, y: 0 };

/** A flow with one split, which has so many conditions; they come in another order for each `turn`. */
function splitFlow(count: number, turn = 0): FlowDefinition {
  const step = 2 ** turn;
  const split: State = {
    ...{ name: 'split', type: 'split-based-on', properties: { offset, input: '{{trigger.message.Body}}' } },
    transitions: [
      { event: 'noMatch' },
      ...Array.from({ length: count }, (_, at) => condition(`v${(at * step) % count}`)),
    ],
  };
  const trigger: State = {
    ...{ name: 'Trigger', type: 'trigger', properties: { offset } },
    transitions: [{ event: 'incomingMessage', next: 'split' }],
  };
  return { description: 'Hostile', initial_state: 'Trigger', states: [trigger, split] };
}

function condition(value: string) {
  const conditions = [{ friendly_name: '', arguments: ['{{flow.data.a}}'], type: 'equal_to', value }];
  return { event: 'match', conditions };
}

const save = (definition: FlowDefinition) =>
  JSON.stringify({ FriendlyName: 'Hostile', Status: 'draft', Definition: definition });

/** Commands of one client; each request has other ids, as a repeated one would change nothing. */
function edits(flow: string, base: number, commands: readonly (readonly object[])[]): HostileRequest {
  const list = commands.map((operations) => ({
    ...{ id: randomUUID(), label: { name: 'changeProperty' }, operations },
  }));
  const form = { Base: String(base), Client: 'hostile', Commands: JSON.stringify(list) };
  return post(paths.edits(flow), 'json', JSON.stringify(form));
}

/** The identity of the widget at that place of the file. */
async function widgetAt(target: Target, flow: string, index: number): Promise<string> {
  const { body } = await sendTo(target, { method: 'GET', path: paths.workingCopy(flow), headers: {} });
  return (JSON.parse(body) as { widgets: string[] }).widgets[index] ?? '';
}

const insertion = (widget: string, value: string) => ({
  ...{ kind: 'insert', widget, path: ['transitions'], at: 1, value: condition(value) },
});

const oldBase: HostileCase = {
  ...{ name: '100 operations on the copy before 396 edits of 10 insertions each', status: 200 },
  expects: 'counted: 3,000,000 units of work, or the newest copy for the client to rebase on',
  async prepare(target) {
    const flow = await publish(target, splitFlow(1));
    const split = await widgetAt(target, flow, 1);
    for (let made = 0; made < 396; made += 99) {
      const commands = Array.from({ length: 99 }, (_, edit) =>
        Array.from({ length: 10 }, (_, nth) => insertion(split, `${made + edit}.${nth}`)),
      );
      const { status, body } = await sendTo(target, edits(flow, made, commands));
      if (status !== 200) throw new Error(`The edits were rejected: ${status} ${body}`);
    }
    const own = Array.from({ length: 100 }, (_, nth) => insertion(split, `own.${nth}`));
    return () => edits(flow, 0, [own]);
  },
};

const permutedSave: HostileCase = {
  ...{ name: '8,001 conditions are saved in another order', status: 200 },
  expects: 'paired by hash, compared in a thread',
  async prepare(target) {
    const flow = await publish(target, splitFlow(8_001));
    const bodies = [1, 2].map((turn) => save(splitFlow(8_001, turn)));
    let sent = 0;
    return () => post(paths.flow(flow), 'json', bodies[sent++ % 2] ?? '');
  },
};

const permutedDiff: HostileCase = {
  ...{ name: 'the difference of 8,001 conditions in two orders', expects: 'paired by hash', status: 200 },
  async prepare(target) {
    const flow = await publish(target, splitFlow(8_001));
    await sendTo(target, post(paths.flow(flow), 'json', save(splitFlow(8_001, 1))));
    return () => ({ method: 'GET', path: `${paths.flowDiff(flow)}?From=1&To=2`, headers: {} });
  },
};

const poisonedCopy: HostileCase = {
  ...{ name: 'a command after which the copy is no definition', expects: 'refused: 400', status: 400 },
  async prepare(target) {
    const flow = await publish(target, splitFlow(2));
    const to = { description: 1, states: 'no' };
    const replace = { kind: 'replace', from: {}, to, fromWidgets: [], toWidgets: [] };
    return () => edits(flow, 0, [[replace]]);
  },
};

const growingCopy: HostileCase = {
  ...{ name: 'a working copy that grows by 60 kB with each request', status: 400 },
  expects: '200 up to 1 MB, then 400; 429 beyond the rate',
  async prepare(target) {
    const flow = await publish(target, splitFlow(2));
    const split = await widgetAt(target, flow, 1);
    return () => {
      const path = ['properties', `key_${randomUUID()}`];
      return edits(flow, 0, [[{ kind: 'set', widget: split, path, to: 'x'.repeat(60_000) }]]);
    };
  },
};

const largeCopy: HostileCase = {
  ...{ name: 'a working copy of 1 MB is fetched', expects: 'its size is bounded', status: 200 },
  async prepare(target) {
    const flow = await publish(target, largeFlow('Hello and welcome'));
    return () => ({ method: 'GET', path: paths.workingCopy(flow), headers: {} });
  },
};

const inventedNames: HostileCase = {
  ...{ name: 'presences of 2 kB under invented names', expects: '204, or 429 beyond the rate', status: 204 },
  async prepare(target) {
    const flow = await publish(target, splitFlow(2));
    const State = JSON.stringify({ text: 'x'.repeat(1_900) });
    return () => post(paths.presence(flow), 'json', JSON.stringify({ Client: randomUUID(), State }));
  },
};

const noAddress: HostileCase = {
  ...{ name: 'a start for the address +1', expects: 'refused with the field: 400', status: 400 },
  async prepare(target) {
    const flow = await publish(target, splitFlow(2));
    return () => post(paths.executions(flow), 'form', 'To=%2B1&From=%2B15005550006');
  },
};

export const editCases: readonly HostileCase[] = [
  oldBase,
  permutedSave,
  permutedDiff,
  poisonedCopy,
  growingCopy,
  largeCopy,
  inventedNames,
  noAddress,
  hostile(
    { name: 'a guessed token', expects: '401, then 429 for wrong ones only', status: 401 },
    ({ account }) => {
      const authorization = `Basic ${Buffer.from(`${account.sid}:a-guess-of-the-attack`).toString('base64')}`;
      return { method: 'GET', path: paths.flows, headers: { authorization } };
    },
  ),
];
