/**
 * Attempts known attacks against the built server, one after the other on each kind of database: `npm run test:attacks [-- NAME]`.
 * Prints a table and ends with `N passed, N failed`; the exit code is 1 when an attack was not stopped, or the server no longer works.
 */

import { startPostgres } from '#server/testing/postgres.ts';
import { type RunningServer, startServer } from '../server.ts';
import { accessAttacks } from './access.ts';
import type { Attack, AttackResult } from './attack.ts';
import { carrierAttacks } from './carriers.ts';
import { connectionAttacks, streamAttacks } from './connections.ts';
import { editAttacks } from './edits.ts';
import { tryExpensive } from './expensive/suite.ts';
import { requestAttacks } from './requests.ts';
import { signInAttacks } from './sign-in.ts';
import { StallProbe } from './stalls.ts';
import { canDelay, canMount, storageAttacks } from './storage.ts';
import { turnAttacks } from './turns.ts';

/**
 * Each group has a server of its own, so that what one fills or slows does not excuse the next. What depends on the database
 * is attempted on PostgreSQL too.
 */
const groups: Readonly<Record<string, readonly Attack[]>> = {
  turns: turnAttacks,
  requests: requestAttacks,
  carriers: carrierAttacks,
  connections: connectionAttacks,
  access: accessAttacks,
  'sign-in': signInAttacks,
  storage: storageAttacks,
  edits: editAttacks,
};
const postgresGroups: Readonly<Record<string, readonly Attack[]>> = {
  'requests, PostgreSQL': requestAttacks,
  'streams, PostgreSQL': streamAttacks,
  'edits, PostgreSQL': editAttacks,
};

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const optionOf = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
let passed = 0;
const failures: string[] = [];
// Side by side, as many of them wait; a stall is measured without the time that a server waits for a processor.
await Promise.all([attemptOnEmbedded(), attemptOnPostgres()]);
// By its name alone: it names what is still above the bound.
if (wanted.includes('expensive')) await tryMostExpensive();
if (!canDelay) print('\nLeft out, as there is no strace here: a slow disk.');
if (!canMount) print('\nLeft out, as no disk can be mounted here: a full disk, a read-only folder.');
if (passed + failures.length === 0) failures.push('no attack was attempted');
for (const failure of failures) print(`FAILED ${failure}`);
print(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** What schemas, jobs and SMTP let anybody ask for at most: `expensive`, with `--rows`, `--one-in` and `--only` (an operation). */
async function tryMostExpensive(): Promise<void> {
  const only = optionOf('only');
  const settings = {
    rows: Number(optionOf('rows') ?? 300_000),
    oneIn: Number(optionOf('one-in') ?? 12),
    ...(only !== undefined && { only }),
  };
  const databases = ['the embedded file', 'PostgreSQL'] as const;
  for (const on of databases.filter((name) => (optionOf('on') ?? name) === name)) {
    const began = performance.now();
    print('');
    const found = await tryExpensive(on, settings, print);
    for (const { name, ms, seen } of found.slowest)
      print(`  ${String(Math.round(ms)).padStart(6)} ms  ${name.slice(0, 140)} (${seen.slice(0, 60)})`);
    passed += found.passed;
    failures.push(...found.failures);
    print(
      `  ${found.passed + found.failures.length} tried, ${Math.round((performance.now() - began) / 1_000)} s`,
    );
  }
}

function chosenOf(group: string, attacks: readonly Attack[]): Attack[] {
  return attacks.filter(({ name }) => wanted.every((word) => `${group} ${name}`.includes(word)));
}

async function attemptOnEmbedded(): Promise<void> {
  for (const [group, attacks] of Object.entries(groups)) await attemptGroup(group, attacks);
}

async function attemptOnPostgres(): Promise<void> {
  for (const [group, attacks] of Object.entries(postgresGroups)) {
    if (chosenOf(group, attacks).length === 0) continue;
    const postgres = await startPostgres();
    try {
      await attemptGroup(group, attacks, { DATABASE_URL: postgres.url });
    } finally {
      await postgres.stop();
    }
  }
}

async function attemptGroup(
  group: string,
  attacks: readonly Attack[],
  env: Record<string, string> = {},
): Promise<void> {
  const chosen = chosenOf(group, attacks);
  if (chosen.length === 0) return;
  const lines = [`\n${group}`];
  const began = performance.now();
  const probe = new StallProbe();
  const server = await startServer({ env: { LOG_LEVEL: 'error', ...probe.env, ...env } });
  try {
    for (const attack of chosen) lines.push(noteOf(attack, await attemptOn(server, probe, attack)));
  } finally {
    await server.stop();
    probe.remove();
    // At once, as those on the other database are attempted meanwhile.
    print(`${lines.join('\n')}\n  ${Math.round((performance.now() - began) / 1_000)} s`);
  }
}

/** Attempts it, and then asks whether the server still answers: an attack that ends the server was not stopped. */
async function attemptOn(server: RunningServer, probe: StallProbe, attack: Attack): Promise<AttackResult> {
  try {
    const result = await attack.attempt(server, probe);
    const ready = await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(5_000) });
    return ready.ok ? result : { stopped: false, seen: `${result.seen}; /readyz ${ready.status}` };
  } catch (error) {
    return { stopped: false, seen: String(error) };
  }
}

function noteOf({ name, expects }: Attack, { stopped, seen }: AttackResult): string {
  if (stopped) passed += 1;
  else failures.push(`${name}: ${seen}`);
  return `${stopped ? '  ' : '! '}${name}\n      expected: ${expects}\n      seen:     ${seen}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
