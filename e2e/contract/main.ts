/**
 * Holds a running server against its own description: `node e2e/contract/main.ts [requests] [seed] [--on=PostgreSQL] [--bodies=N]`. Every
 * operation is asked rightly and wrongly, then at random, then by what is no HTTP. Prints a table and closes
 * with `N passed, N failed`; the exit code is 1 when something failed.
 */

import { readFileSync } from 'node:fs';
import { startPostgres } from '#server/testing/postgres.ts';
import { startServer } from '../server.ts';
import { checkAuditLog } from './audit-log.ts';
import { checkConformance, type OperationResult, type TestAccount } from './conformance.ts';
import { createEmailFixtures } from './email-fixtures.ts';
import { checkFieldContract } from './field-contract.ts';
import { fuzz } from './fuzz.ts';
import { basic, closeConnections, send } from './http-client.ts';
import { KnownResources } from './known-resources.ts';
import { sendMalformedHttp } from './malformed-http.ts';
import { createPeopleFixtures } from './people-fixtures.ts';
import { unreachableOperations } from './request-bodies.ts';
import { createResponseValidator } from './response-validator.ts';
import { createScimFixtures } from './scim-fixtures.ts';

const given = process.argv.slice(2);
const onPostgres = given.includes('--on=PostgreSQL');
/** Generated bodies for each operation. */
const bodies = Number(given.find((each) => each.startsWith('--bodies='))?.split('=')[1] ?? 50);
const [requests = 20_000, seed = 20_261_121] = given.filter((each) => !each.startsWith('--')).map(Number);
/** By then everything has been asked for that stays in memory. */
const warm = requests / 2;
const mostGrowthMb = 150;

const postgres = onPostgres ? await startPostgres() : null;
const server = await startServer({
  env: { LOG_LEVEL: 'error', SMTP_PORT: 'off', ...(postgres !== null && { DATABASE_URL: postgres.url }) },
});
const failures: string[] = [];
let passed = 0;
try {
  const document = await (await fetch(`${server.url}/openapi.json`)).json();
  const judge = createResponseValidator(document);
  const main = basic(server.account.sid, server.account.token);
  const travel = async (marker: string): Promise<TestAccount> => {
    const made = await send(server.url, {
      method: 'POST',
      path: '/v1/Accounts',
      headers: { authorization: main, 'content-type': 'application/json' },
      body: JSON.stringify({ FriendlyName: marker }),
    });
    const { sid, auth_token: token } = JSON.parse(made.body);
    const known = new KnownResources();
    known.values.set('own account', sid).set('own token', token);
    return { base: server.url, judge, known, marker, authorization: basic(sid, token) };
  };

  // The main account rotates the token of a subaccount: before there are others.
  const whole: TestAccount = {
    base: server.url,
    judge,
    known: new KnownResources(),
    marker: 'the-main-account',
    authorization: main,
  };
  whole.known.values.set('own account', server.account.sid).set('own token', server.account.token);
  await createEmailFixtures(server.url, main, whole.known);
  await createPeopleFixtures(server.url, main, whole.known);
  await createScimFixtures(server.url, main, whole.known);
  const seen = await checkConformance(whole);
  const audited = await checkAuditLog(whole, seen);
  passed += audited.right;
  failures.push(...audited.faults);
  const [victim, attacker] = [await travel('what-nobody-else-may-read'), await travel('attacker')];
  await checkConformance(victim);
  await checkConformance(attacker);
  report(seen);

  const contract = await checkFieldContract(whole, { seed, bodies });
  passed += contract.sent - contract.disagreements.length;
  failures.push(...contract.disagreements);
  print(
    `\n${contract.sent} generated bodies for ${contract.operations} operations: ${contract.disagreements.length} disagreements between schema and service`,
  );

  let before = 0;
  const { sent, statuses, faults } = await fuzz({ attacker, victim, requests, seed }, async (count) => {
    if (before === 0 && count >= warm) before = memoryMb(server.pid);
  });
  const after = memoryMb(server.pid);
  passed += sent - faults.length;
  failures.push(...faults);
  print(`\n${sent} requests at random (seed ${seed}), by status of their response:`);
  for (const [status, count] of [...statuses].sort()) print(`  ${status}  ${count}`);
  print(`memory of the server: ${before} MB after ${warm} requests, ${after} MB at the end`);
  if (after > before + mostGrowthMb) failures.push(`the server grew by ${after - before} MB`);
  else passed += 1;

  const broken = await sendMalformedHttp(server.url);
  for (const { name, fault } of broken) {
    if (fault === null) passed += 1;
    else failures.push(`${name}: ${fault}`);
  }
  print(`${broken.length} writings that are no HTTP`);
  const alive = await fetch(`${server.url}/readyz`);
  if (alive.ok) passed += 1;
  else failures.push('the server is not ready any more');
} finally {
  closeConnections();
  await server.stop();
  await postgres?.stop();
}
for (const failure of failures.slice(0, 400)) print(`FAILED ${failure}`);
print(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

function report(seen: readonly OperationResult[]): void {
  for (const { operation, statuses, first, fitting, faults } of seen) {
    const { method, path, responses: answers } = operation;
    const reached = Object.keys(answers).some((each) => Number(each) < 400 && statuses.has(Number(each)));
    const reason = reached ? undefined : unreachableOperations[operation.id];
    print(`${reached ? '  ' : '! '}${method.padEnd(6)} ${path.padEnd(66)} ${[...statuses].sort().join(' ')}`);
    passed += fitting;
    failures.push(...faults);
    if (reason !== undefined) print(`         ${reason}`);
    else if (!reached) failures.push(`${method} ${path} never succeeded: ${first.slice(0, 200)}`);
  }
}

/** What the process has in memory, in MB. */
function memoryMb(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
