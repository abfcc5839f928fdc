/**
 * Random commands of five clients, on copies of any age: nothing may answer with 5xx, and every copy that results must open
 * in a browser. 2,000 commands, or as many as `--commands=N` says.
 */

import { chromium } from 'playwright/test';
import { paths } from '#api/paths.ts';
import { damageOf } from '#flow/commands/sound-copy.ts';
import { findBrowser } from '../browser.ts';
import { signIn } from '../fixtures.ts';
import type { RunningServer } from '../server.ts';
import { smallFlow } from '../small-flow.ts';
import type { AttackResult } from './attack.ts';
import { type EditCommand, sendEdits } from './edit-requests.ts';
import { publish, sendTo } from './hostile-request.ts';
import type { Stall, StallProbe } from './stalls.ts';

const wanted = process.argv.find((argument) => argument.startsWith('--commands='));
const count = Number(wanted?.split('=')[1] ?? 2_000);
const clients = 5;
const commandsOfFlow = 2_000;
const commandsOfRequest = 20;
/** Far above what bounded requests take on a busy machine, and far below what unbounded ones took. */
const maxStallMs = 1_000;

/** The generator of W. Park and K. Miller, 1988: the same commands each time. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

type Json = EditCommand[number];

/** An operation from a grammar that mostly parses: most are about what is there, some are about nothing. */
function randomOperation(random: (below: number) => number): Json {
  const pick = <T>(list: readonly [T, ...T[]]): T => list[random(list.length)] ?? list[0];
  const widget = () => pick(['ask', 'thank', 'spare', 'Trigger', `w${random(20)}`]);
  const text = () =>
    pick(['Hi', '', '{{widgets.ask.inbound.Body}}', '{{', 'ä\u{1f600}', 'x'.repeat(random(300))]);
  const value = (): Json =>
    random(5) > 0
      ? text()
      : pick<Json>([null, 7, true, [], {}, { x: [text()] }, [{ event: 'match', next: 'ask' }]]);
  const transition = (): Json =>
    random(30) === 0
      ? value()
      : { event: pick(['sent', 'match', 'failed']), ...(random(2) > 0 && { next: widget() }) };
  const property = (): (string | number)[] =>
    random(40) === 0 ? [] : ['properties', pick(['body', 'timeout', 'offset', 'service', 'x'])];
  const edit = () => [random(6), -random(3), text()];
  switch (random(12)) {
    case 0:
    case 1:
    case 2:
      return { kind: 'edit-text', widget: widget(), path: ['properties', 'body'], edit: edit() };
    case 3:
    case 4:
      return { kind: 'set', widget: widget(), path: property(), to: value() };
    case 5:
      return { kind: 'insert', widget: widget(), path: ['transitions'], at: random(4), value: transition() };
    case 6:
      return { kind: 'delete', widget: widget(), path: ['transitions'], at: random(4), value: transition() };
    case 7:
      return {
        kind: 'connect',
        widget: widget(),
        at: random(4),
        from: null,
        to: pick<string | null>([widget(), null]),
      };
    case 8: {
      const name = `w${random(20)}`;
      const state = {
        name,
        type: 'send-message',
        transitions: [{ event: 'sent' }],
        properties: { body: text() },
      };
      return {
        kind: 'add-widget',
        widget: name,
        at: random(5),
        state: random(40) === 0 ? { name: {} } : state,
      };
    }
    case 9:
      return { kind: 'remove-widget', widget: `w${random(20)}` };
    case 10:
      return {
        kind: 'rename-widget',
        widget: widget(),
        from: widget(),
        to: pick([`n${random(30)}`, text()]),
      };
    default:
      return pick<Json>([
        { kind: 'reorder', widget: widget(), path: ['transitions'], from: random(4), to: random(4) },
        { kind: 'order-widgets', from: [], to: [widget(), widget()] },
        {
          kind: 'set',
          widget: null,
          path: pick([['name'], ['definition', 'description'], ['definition', 'flags']]),
          to: value(),
        },
        { kind: 'edit-text', widget: null, path: ['name'], edit: edit() },
      ]);
  }
}

type Tally = { sent: number; accepted: number; statuses: Map<number, number> };

async function editFlow(target: RunningServer, flow: string, seed: number, length: number, tally: Tally) {
  const shared = { newest: 0, left: length };
  const edit = async (client: number) => {
    const random = randomNumbers(seed * clients + client + 1);
    while (shared.left > 0) {
      const size = Math.min(commandsOfRequest, shared.left);
      shared.left -= size;
      let lists = Array.from({ length: size }, () =>
        Array.from({ length: 1 + random(3) }, () => randomOperation(random)),
      );
      tally.sent += size;
      // A command that is refused takes those of its request along: the rest of them is sent one by one.
      for (let isAlone = false; lists.length > 0; ) {
        const sent = isAlone ? lists.slice(0, 1) : lists;
        // Mostly what is newest, sometimes any edit before it, or one that is not there yet.
        const base = random(3) > 0 ? shared.newest : random(shared.newest + 3);
        const { status, body } = await sendEdits(target, flow, `fuzz-${client}-${flow}`, base, sent);
        tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
        if (status === 429) {
          await new Promise((resolve) => setTimeout(resolve, 500));
          continue;
        }
        if (status === 400 && !isAlone) {
          isAlone = true;
          continue;
        }
        lists = lists.slice(sent.length);
        if (status !== 200) continue;
        const answer = JSON.parse(body) as { seq: number; results: unknown[] };
        shared.newest = Math.max(shared.newest, answer.seq);
        tally.accepted += answer.results.length;
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => edit(client)));
}

/** Of each flow whose working copy is not as it must be, or whose page does not show its canvas, what is wrong. */
async function findUnopened(target: RunningServer, flows: readonly string[]): Promise<Map<string, string>> {
  const unopened = new Map<string, string>();
  for (const flow of flows) {
    const { status, body } = await sendTo(target, {
      method: 'GET',
      path: paths.workingCopy(flow),
      headers: {},
    });
    const { friendly_name: name, definition, widgets } = JSON.parse(body) as Record<string, unknown>;
    const damage = status === 200 ? damageOf({ name, definition, widgets }) : `${status} ${body}`;
    if (damage !== null) unopened.set(flow, JSON.stringify(damage));
  }
  const browser = await chromium.launch(await findBrowser());
  try {
    const page = await browser.newPage();
    await signIn(page, target);
    for (const flow of flows) {
      await page.goto(`${target.url}/flows/${flow}`);
      const card = page.getByRole('application');
      await card.waitFor({ timeout: 60_000 }).catch(async () => {
        unopened.set(flow, (await page.locator('#root').innerText()).slice(0, 300));
      });
    }
  } finally {
    await browser.close();
  }
  return unopened;
}

export async function fuzzEdits(target: RunningServer, probe: StallProbe): Promise<AttackResult> {
  const tally: Tally = { sent: 0, accepted: 0, statuses: new Map() };
  const flows: string[] = [];
  /** Of each flow, the longest. */
  const stalls: Stall[] = [];
  await probe.take(target.pid);
  for (let left = count; left > 0; left -= commandsOfFlow) {
    const flow = await publish(target, smallFlow());
    flows.push(flow);
    await editFlow(target, flow, flows.length, Math.min(left, commandsOfFlow), tally);
    stalls.push(await probe.take(target.pid));
  }
  const wall = Math.max(...stalls.map((stall) => stall.wall));
  const owns = stalls.map(({ own }) => own).toSorted((a, b) => a - b);
  const own = owns.at(-1) ?? 0;
  const median = owns[Math.floor(owns.length / 2)] ?? 0;
  const unopened = await findUnopened(target, flows);
  const statuses = [...tally.statuses].map(([status, times]) => `${times} × ${status}`).join(', ');
  const isAnswered = [...tally.statuses.keys()].every((status) => status < 500);
  return {
    stopped: isAnswered && tally.accepted > tally.sent / 2 && own < maxStallMs && unopened.size === 0,
    seen: `${tally.sent} commands, ${tally.accepted} accepted (${statuses}), event loop held up for ${Math.round(own)} ms at most (by the commands of a flow: ${Math.round(median)} ms in the median; with waiting for a processor ${Math.round(wall)} ms at most), ${flows.length - unopened.size} of ${flows.length} copies open${[...unopened].map(([flow, fault]) => `; flow ${flows.indexOf(flow) + 1}: ${fault}`).join('')}`,
  };
}
