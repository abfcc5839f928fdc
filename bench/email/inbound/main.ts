/**
 * Benchmark of inbound email: messages of 20 and of 100 KB accepted per second against the SMTP library alone, peak memory for
 * eight messages of 30 MB at once, and the time of a year's statistics at ten million messages. `--quick` is a short run.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { shardOfAccount } from '#server/platform/database/shard.ts';
import { serverProgram } from '../../../bin/start-flags.ts';
import { freePort } from '../../service/free-port.ts';
import { MeasuredProcess } from './measured-process.ts';
import { buildEmail, measureSendRate, sendAtOnce } from './smtp-load.ts';

const seconds = process.argv.includes('--quick') ? 3 : 10;
const connections = 24;
const account = `AC${'b'.repeat(32)}`;
const authorization = `Basic ${Buffer.from(`${account}:token-of-the-benchmark`).toString('base64')}`;
const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-mail-'));

let posts = 0;
const receiver = createServer((request, response) => {
  request.resume().on('end', () => {
    posts += 1;
    response.end();
  });
});
await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

async function startServer() {
  const port = await freePort();
  const smtpPort = await freePort();
  const { program } = await MeasuredProcess.start(serverProgram, /Patchbay is ready/, {
    ...{ PORT: String(port), SMTP_PORT: String(smtpPort), DATA_DIR: folder, LOG_LEVEL: 'error' },
    ...{
      PATCHBAY_ACCOUNT_SID: account,
      PATCHBAY_AUTH_TOKEN: 'token-of-the-benchmark',
      OUTBOUND_ALLOW: '127.0.0.1',
    },
  });
  const call = (path: string, body?: object) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
  return { program, smtpPort, call };
}

type Server = Awaited<ReturnType<typeof startServer>>;

async function untilPosted({ call }: Server): Promise<void> {
  for (;;) {
    const response = await call('/v1/Mail/Inbound?Status=waiting&PageSize=1');
    if (((await response.json()) as { mails: unknown[] }).mails.length === 0) return;
    await sleep(100);
  }
}

async function measureRate(kilobytes: number): Promise<void> {
  const mail = buildEmail(kilobytes * 1_000);
  const { program, match } = await MeasuredProcess.start(
    fileURLToPath(new URL('smtp-baseline.ts', import.meta.url)),
    /port (\d+)/,
  );
  const baseline = await measureSendRate(Number(match[1]), { mail, connections, seconds });
  await program.stop();
  const server = await startServer();
  await server.call('/v3/user/webhooks/parse/settings', { hostname: 'bench.test', url: receiverUrl });
  posts = 0;
  const begun = performance.now();
  const accepted = await measureSendRate(server.smtpPort, { mail, connections, seconds });
  const meanwhile = posts;
  const middle = performance.now();
  await untilPosted(server);
  const took = (performance.now() - middle) / 1000;
  console.log(
    `Emails of ${kilobytes} KB accepted, committed and counted: ${accepted.toFixed(0)} a second (goal 200)`,
  );
  console.log(`  posted meanwhile: ${(meanwhile / ((middle - begun) / 1000)).toFixed(0)} a second`);
  console.log(`  the other ${posts - meanwhile} after the last was accepted: within ${took.toFixed(1)} s`);
  console.log(`  the SMTP library alone, discarding each: ${baseline.toFixed(0)} a second`);
  console.log(`  share of that baseline: ${((accepted / baseline) * 100).toFixed(0)} % (goal 50)`);
  await server.program.stop();
}

async function measureMemory(): Promise<void> {
  const server = await startServer();
  const before = server.program.peakMb();
  const took = await sendAtOnce(server.smtpPort, buildEmail(31_300_000), 8);
  const arrived = server.program.peakMb();
  await untilPosted(server);
  const peak = server.program.peakMb();
  console.log(`Eight emails of 30 MB at once: accepted in ${took.toFixed(1)} s`);
  console.log(
    `  peak memory of the process: ${peak} MB (goal 300); at rest ${before}, once accepted ${arrived}`,
  );
  await server.program.stop();
}

/** Emails are counted in one row per day on arrival, so a year's statistics read 365 rows. */
async function measureStats(): Promise<void> {
  const database = new DatabaseSync(join(folder, 'patchbay.db'));
  const insert = database.prepare(
    'insert into parse_stats (account, shard, region, day, slot, received) values (?, ?, ?, ?, 0, ?)',
  );
  const days = 365;
  const each = Math.ceil(10_000_000 / days);
  for (let day = 0; day < days; day += 1) {
    const date = new Date(Date.UTC(2025, 0, 1) + day * 86_400_000).toISOString().slice(0, 10);
    insert.run(account, shardOfAccount(account), 'global', date, each);
  }
  database.close();
  const server = await startServer();
  const path = '/v3/user/webhooks/parse/stats?start_date=2025-01-01&end_date=2025-12-31&aggregated_by=day';
  const times: number[] = [];
  let received = 0;
  for (let count = 0; count < 20; count += 1) {
    const begun = performance.now();
    const entries = (await (await server.call(path)).json()) as {
      stats: { metrics: { received: number } }[];
    }[];
    times.push(performance.now() - begun);
    received = entries.reduce((sum, entry) => sum + (entry.stats[0]?.metrics.received ?? 0), 0);
  }
  times.sort((a, b) => a - b);
  const [median = 0, slowest = 0] = [times[10], times.at(-1)];
  console.log(
    `Statistics of a year at ${received.toLocaleString('en')} emails: ${median.toFixed(1)} ms (goal 50)`,
  );
  console.log(`  slowest of 20: ${slowest.toFixed(1)} ms`);
  await server.program.stop();
}

try {
  await measureRate(20);
  await measureRate(100);
  await measureMemory();
  await measureStats();
} finally {
  receiver.closeAllConnections();
  receiver.close();
  rmSync(folder, { recursive: true, force: true });
}
