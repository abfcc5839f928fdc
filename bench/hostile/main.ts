/**
 * What hostile requests do to everybody else: a conversation load alone, and the same load beside four attackers who send
 * every case one after the other, and others who hold connections open. Prints tables and whether the bounds hold; the exit code is 1 when one does not. `--quick` measures
 * for a quarter of the time.
 */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { publish, type Target } from '../../e2e/attacks/hostile-request.ts';
import { type Stall, StallProbe } from '../../e2e/attacks/stalls.ts';
import { startServer } from '../../e2e/server.ts';
import { account, definition, token } from '../service/conversation.ts';
import type { LoadResult } from '../service/load.ts';
import { load } from '../service/servers.ts';
import type { AttackOptions, AttackResult } from './attackers.ts';

const seconds = process.argv.includes('--quick') ? 10 : 40;
const attackers = 4;
/** Connections and contacts of the normal load. */
const connections = 10;
const contacts = 500;

const bounds = { stallMs: 100, p99Ratio: 3, memoryMb: 400 };

type Measurement = { normal: LoadResult; stall: Stall; memoryMb: number };

const probe = new StallProbe();
const server = await startServer({
  env: {
    ...{ LOG_LEVEL: 'error', START_LIMIT_REST: '20', WRONG_CREDENTIALS_LIMIT: '20' },
    ...probe.env,
    // The posts of the normal load name this account.
    ...{ PATCHBAY_ACCOUNT_SID: account, PATCHBAY_AUTH_TOKEN: token },
  },
});
try {
  const target: Target = { url: server.url, account: { sid: account, token } };
  const flow = await publish(target, definition);
  const urls = [`${server.url}/v1/Accounts/${account}/Flows/${flow}`];
  let turn = 0;
  const normalLoad = async (duration: number): Promise<LoadResult> => {
    const normal = await load({
      ...{ kind: 'turns', urls, connections, seconds: duration, firstContact: 0, contacts },
      firstTurn: turn,
    });
    turn = normal.next;
    return normal;
  };
  await normalLoad(seconds / 4);
  const alone = await measure(server.pid, () => normalLoad(seconds));
  const attack = startAttackers({ target, smtpPort: server.smtpPort ?? 0, attackers, seconds });
  await attack.ready;
  const attacked = await measure(server.pid, () => normalLoad(seconds));
  report(alone, attacked, await attack.result);
} finally {
  await server.stop();
  probe.remove();
}

/** Measures while `run` lasts; the memory is the highest since the start of the process. */
async function measure(pid: number, run: () => Promise<LoadResult>): Promise<Measurement> {
  await probe.take(pid);
  const normal = await run();
  const stall = await probe.take(pid);
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { normal, stall, memoryMb: Number(kilobytes) / 1024 };
}

function startAttackers(options: AttackOptions): { ready: Promise<void>; result: Promise<AttackResult> } {
  const program = fileURLToPath(new URL('attackers.ts', import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('The attackers ended early.');
    return String(value);
  };
  const ready = line();
  return {
    ready: ready.then(() => undefined),
    result: ready.then(line).then((text) => JSON.parse(text) as AttackResult),
  };
}

function report(alone: Measurement, attacked: Measurement, attacks: AttackResult): void {
  const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
  row('case, one of four at a time', 'sent', 'responses', 'longest, ms');
  row('---', '---', '---', '---');
  for (const { name, sent, statuses, longest } of attacks) {
    const seen = Object.entries(statuses).map(([status, count]) => `${status} × ${count}`);
    row(name, sent, seen.join(', '), Math.round(longest));
  }
  const failed = attacks.flatMap(({ statuses }) =>
    Object.entries(statuses).flatMap(([status, count]) =>
      /^(?:[1-4]\d\d|503)$/.test(status) ? [] : [count],
    ),
  );
  const failures = failed.reduce((sum, count) => sum + count, 0);
  const ratio = attacked.normal.p99 / alone.normal.p99;
  console.log();
  row('', 'alone', 'attacked', 'bound', 'holds');
  row('---', '---', '---', '---', '---');
  const holds = (isHeld: boolean) => {
    if (!isHeld) process.exitCode = 1;
    return isHeld ? 'yes' : 'no';
  };
  const ms = (value: number) => value.toFixed(1);
  const bounded = (name: string, values: [string, string], bound: string, isHeld: boolean) =>
    row(name, ...values, bound, holds(isHeld));
  row('messages a second', ...[alone, attacked].map(({ normal }) => Math.round(normal.perSecond)), '–', '–');
  row('p50, ms', ms(alone.normal.p50), ms(attacked.normal.p50), '–', '–');
  bounded(
    'p99, ms',
    [ms(alone.normal.p99), `${ms(attacked.normal.p99)} (${ratio.toFixed(1)} ×)`],
    `${bounds.p99Ratio} ×`,
    ratio < bounds.p99Ratio,
  );
  row('longest stall of the event loop, ms', ms(alone.stall.wall), ms(attacked.stall.wall), '–', '–');
  bounded(
    'without waiting for a processor, ms',
    [ms(alone.stall.own), ms(attacked.stall.own)],
    String(bounds.stallMs),
    attacked.stall.own < bounds.stallMs,
  );
  bounded(
    'peak memory, MB',
    [alone, attacked].map(({ memoryMb }) => String(Math.round(memoryMb))) as [string, string],
    String(bounds.memoryMb),
    attacked.memoryMb < bounds.memoryMb,
  );
  bounded('5xx but 503, or no response', ['0', String(failures)], '0', failures === 0);
}
