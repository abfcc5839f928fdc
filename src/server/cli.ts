/** The commands for operators, which work on the database while the server runs; `usage` lists them. */

import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createAccount } from '#api/accounts/operations.ts';
import {
  blockMember,
  inviteOwner,
  listMemberLines,
  resetMember,
} from './accounts/people/operator-service.ts';
import { addAccount } from './accounts/service.ts';
import { describeBreak, describeDifference, plainText } from './audit/break-texts.ts';
import { listChainAccounts, verifyWholeChain } from './audit/chain-service.ts';
import { verifyLines } from './audit/file-service.ts';
import { compareHeads } from './audit/heads-service.ts';
import type { ChainBreak } from './platform/audit/chain.ts';
import { operatorActor } from './platform/audit/event.ts';
import { recordOperation } from './platform/audit/recording.ts';
import { type BackupContext, makeBackup, restoreBackup, verifyStored } from './platform/backup/backups.ts';
import { version } from './platform/checkout.ts';
import { ConfigError, environmentConfig } from './platform/config.ts';
import { followDataKeys, rotateDataKey } from './platform/data-key-rotation.ts';
import { BackupError } from './platform/database/backup.ts';
import { copyFromPostgres } from './platform/database/copy-from-postgres.ts';
import {
  type CopiedTable,
  CopyToPostgresError,
  copyToPostgres,
} from './platform/database/copy-to-postgres.ts';
import type { Database } from './platform/database/database.ts';
import {
  DistributeError,
  type DistributionPlan,
  distributeDatabase,
  distributorName,
  planDistribution,
} from './platform/database/distribute.ts';
import { migrationState, newerVersionMessage } from './platform/database/migrate.ts';
import {
  DatabaseUnavailable,
  openDatabase,
  openWithoutMigrating,
} from './platform/database/open-database.ts';
import { shardGroups, type TableKind } from './platform/database/schema/distribution.ts';
import { describeUpgradeCopy } from './platform/database/upgrade-copy.ts';
import { Refusal } from './platform/errors.ts';
import { checkSecretKey, WrongSecretKey } from './platform/secret-key-check.ts';
import { rotateSecretKey } from './platform/secret-key-rotation.ts';
import type { ServiceContext } from './platform/service-context.ts';
import { createServiceRuntime, systemRandom, systemTime } from './platform/service-runtime.ts';

/** The list of the commands. */
export const usage = `Server:
  npx patchbay account add NAME
        create a further account and print its credentials as JSON
  npx patchbay member add EMAIL
        print a link by which a person becomes an owner, or sets a new password, for the day when no one can sign in
  npx patchbay member block EMAIL
        block a member, whose sessions, keys and streams end
  npx patchbay member reset EMAIL
        remove the second factor and the passkeys of a member who has lost them
  npx patchbay member list
        print the members of the account with their roles
  npx patchbay audit verify [FILE | --against FILE]
        verify the hash chains of the audit log in the database, and print their signed heads; or verify a file of it (JSON Lines).
        --against compares with heads that were kept elsewhere: a log, a dump, a backup that is not encrypted, or - for the input
  npx patchbay backup [FILE | PLACE] [--keep N]
        copy the embedded database, also while a server runs: to a file, a folder, or s3://… (without it BACKUP_TARGET), encrypted
        with BACKUP_KEY where that is set. Of a place the newest N are kept
  npx patchbay verify [FILE | NAME]
        restore a backup (without it the newest) into a folder that is removed again, check it and compare its counts
  npx patchbay restore [FILE | NAME]
        put a backup (without it the newest) in the place of the database, where there is none; stop the server first
  npx patchbay secret-key rotate
        encrypt all secrets in the database with SECRET_KEY that SECRET_KEY_PREVIOUS encrypted, also while servers run
  npx patchbay data-key rotate
        make a new key for data of contacts, and encrypt all of it with that, also while servers run; the same after
        ENCRYPT_CONTACT_DATA was turned on
  npx patchbay upgrade --check
        say what the first start of this version would change, and change nothing
  npx patchbay move-to-postgres URL [--from URL]
        copy the embedded database, or that of another PostgreSQL or Citus, to an empty PostgreSQL; stop the server first
  npx patchbay database distribute [--dry-run | --yes]
        spread the database over the nodes of a Citus cluster; stop the servers first. Without --yes it says what it would do
`;

type Command = {
  words: readonly string[];
  takesValue?: false | 'optional';
  /** Names of options, each with a value. */
  options?: readonly string[];
  run(value: string, options: Options): Promise<void>;
};

type Options = Readonly<Record<string, string | undefined>>;

const commands: readonly Command[] = [
  { words: ['account', 'add'], run: addNamedAccount },
  { words: ['member', 'add'], run: (email) => onRuntime((ctx) => inviteOwner(ctx, email)) },
  { words: ['member', 'reset'], run: (email) => onRuntime((ctx) => resetMember(ctx, email)) },
  { words: ['member', 'block'], run: (email) => onRuntime((ctx) => blockMember(ctx, email)) },
  { words: ['member', 'list'], takesValue: false, run: () => onRuntime(listMemberLines) },
  { words: ['audit', 'verify'], takesValue: 'optional', options: ['against'], run: verifyAudit },
  { words: ['backup'], takesValue: 'optional', options: ['keep'], run: backUp },
  { words: ['verify'], takesValue: 'optional', run: verify },
  { words: ['restore'], takesValue: 'optional', run: restore },
  { words: ['secret-key', 'rotate'], takesValue: false, run: rotateKey },
  { words: ['data-key', 'rotate'], takesValue: false, run: rotateContactKey },
  { words: ['upgrade', '--check'], takesValue: false, run: checkUpgrade },
  { words: ['move-to-postgres'], options: ['from'], run: moveToPostgres },
  { words: ['database', 'distribute', '--yes'], takesValue: false, run: distribute },
  { words: ['database', 'distribute', '--dry-run'], takesValue: false, run: showDistribution },
  { words: ['database', 'distribute'], takesValue: false, run: showDistribution },
];

/** The message says where. */
class AuditLogBroken extends Error {
  override readonly name = 'AuditLogBroken';
}

const expectedErrors = [
  ...[ConfigError, DatabaseUnavailable, BackupError, CopyToPostgresError, Refusal],
  ...[DistributeError, AuditLogBroken, WrongSecretKey],
];

/** The exit code; null when there is no such command, or it lacks its argument. */
export async function runOperatorCommand(args: readonly string[]): Promise<number | null> {
  const command = commands.find(({ words }) => words.every((word, index) => args[index] === word));
  if (command === undefined) return null;
  const parsed = parseOptions(args.slice(command.words.length), command.options ?? []);
  const [value = '', ...rest] = parsed?.positionals ?? [];
  if (parsed === null || rest.length > 0) return null;
  const isOptional = command.takesValue === 'optional';
  if (!isOptional && (value.trim() === '') !== (command.takesValue === false)) return null;
  try {
    await command.run(value.trim(), parsed.values);
    return 0;
  } catch (error) {
    const isExpected = expectedErrors.some((kind) => error instanceof kind);
    console.error(isExpected && error instanceof Error ? error.message : error);
    return 1;
  }
}

/** Null for an option that the command does not have. */
function parseOptions(
  args: readonly string[],
  names: readonly string[],
): { values: Options; positionals: string[] } | null {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    return null;
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function addNamedAccount(name: string): Promise<void> {
  const from = { account: '', actor: operatorActor, address: null, request: null };
  await onRuntime(async (ctx) => {
    const audited = { operation: createAccount, params: {}, sent: {}, ...from };
    return JSON.stringify(await recordOperation(ctx, audited, () => addAccount(ctx, name)));
  });
}

function rotateKey(): Promise<void> {
  return onRuntime((ctx) => rotateSecretKey(ctx, wait, print));
}

function rotateContactKey(): Promise<void> {
  return onRuntime((ctx) => rotateDataKey(ctx, wait, print));
}

/** Prints what `work` gives, on the database of the settings. */
async function onRuntime(work: (ctx: ServiceContext) => Promise<string>): Promise<void> {
  const config = environmentConfig();
  const database = await openDatabase(config, 'shared', systemTime());
  try {
    const { ctx } = createServiceRuntime(config, database);
    (await followDataKeys(ctx)).stop();
    print(await work(ctx));
  } finally {
    await database.close();
  }
}

async function verifyAudit(file: string, { against }: Options): Promise<void> {
  if (file === '') return onRuntime((ctx) => verifyChains(ctx, against));
  if (against !== undefined)
    throw new AuditLogBroken('--against compares with the database, not with a file.');
  const found = await verifyLines(
    createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY }),
  );
  const { events, gaps, last } = found;
  printBreaks(file, found.breaks, found.further);
  if (found.broken !== null) throw notWhole();
  print(
    `${events} events are whole${gaps > 0 ? `, in ${gaps + 1} parts, as events between them are not in the file` : ''}.`,
  );
  if (last !== null) print(`The last one is number ${last.sequence}, with the hash ${last.hash}.`);
}

async function verifyChains(ctx: ServiceContext, against: string | undefined): Promise<string> {
  // Another key would sign the heads, and know none.
  await checkSecretKey(ctx);
  let [chains, broken] = [0, false];
  for (const account of await listChainAccounts(ctx)) {
    const { events, breaks, further_breaks, head } = await verifyWholeChain(ctx, account);
    const name = account === '' ? 'The installation' : plainText(account);
    if (events === 0 && breaks.length === 0) continue;
    chains += 1;
    broken ||= breaks.length > 0;
    if (breaks.length === 0) print(`${name}: ${events} events are whole.`);
    printBreaks(name, breaks, further_breaks);
    if (head !== null) print(`  head: ${JSON.stringify(head)}`);
  }
  if (against !== undefined) {
    const pieces = against === '-' ? process.stdin : createReadStream(against);
    const { heads, differences, further } = await compareHeads(ctx, pieces.setEncoding('utf8'));
    for (const each of differences) print(`  ${describeDifference(each)}`);
    if (further > 0) print(`  and ${further} more.`);
    if (heads === 0) throw new AuditLogBroken(`There is no head of an audit log in ${against}.`);
    if (differences.length > 0) throw notWhole();
    print(`${heads} heads were compared, and the chains have them all.`);
  }
  if (broken) throw notWhole();
  return chains === 0 ? 'There are no events.' : 'All of it is whole.';
}

function printBreaks(what: string, breaks: readonly ChainBreak[], further: number): void {
  if (breaks.length > 0) print(`${what} is not whole:`);
  for (const each of breaks) print(`  ${describeBreak(each)}`);
  if (further > 0) print(`  and ${further} more.`);
}

const notWhole = () => new AuditLogBroken('The audit log is not whole.');

function backupContext(): BackupContext & { secretKey: string | null } {
  const config = environmentConfig();
  return { config, now: systemTime, random: systemRandom, secretKey: config.secretKey };
}

async function backUp(where: string, { keep }: Options): Promise<void> {
  const { secretKey, ...ctx } = backupContext();
  const kept = keep === undefined ? null : Number(keep);
  if (kept !== null && !(Number.isInteger(kept) && kept > 0))
    throw new BackupError('--keep takes a number of backups, 1 or more.');
  const { path, rows, removed } = await makeBackup(ctx, where, kept);
  const how = ctx.config.backupKey === null ? '' : 'encrypted with BACKUP_KEY, ';
  print(`${path} holds ${rows} rows; it was ${how}opened and verified.`);
  if (removed > 0) print(`${removed} older ${removed === 1 ? 'backup was' : 'backups were'} removed.`);
  if (secretKey === null)
    print(`Keep ${ctx.config.dataDir}/secret.key with it, if there is one: it decrypts the secrets in it.`);
}

async function verify(which: string): Promise<void> {
  const { path, rows, version } = await verifyStored(backupContext(), which);
  const compared = version === null ? '' : `, as many in each table as when version ${version} made it`;
  print(`${path} is whole: ${rows} rows${compared}. A server of this version starts on it.`);
}

async function restore(which: string): Promise<void> {
  const { secretKey, ...ctx } = backupContext();
  const { dataDir } = ctx.config;
  const { path, rows } = await restoreBackup(ctx, which);
  print(`${path} is restored to ${dataDir}: ${rows} rows. Start the server.`);
  if (secretKey === null && !existsSync(`${dataDir}/secret.key`))
    print(
      `Before that, put its secret.key into ${dataDir}, or set SECRET_KEY: it decrypts the secrets in it.`,
    );
}

async function checkUpgrade(): Promise<void> {
  const config = environmentConfig();
  print(`This is version ${version}, and its settings are valid.`);
  const database = await openWithoutMigrating(config);
  if (database === null)
    return print(`There is no database in ${config.dataDir} yet; the first start makes one.`);
  try {
    const { missing, unknown, unservable } = await migrationState(database);
    if (unservable !== undefined) throw new DatabaseUnavailable(newerVersionMessage(unservable));
    if (unknown.length > 0)
      print(`A newer version changed the database (${unknown.join(', ')}). This version serves it as well.`);
    if (missing.length === 0) return print('The database is as this version needs it: nothing is changed.');
    const isRolling = missing.every(
      ({ servedSince }) => servedSince !== undefined && missing.every(({ name }) => name !== servedSince),
    );
    print(
      isRolling
        ? 'The first start changes the database. The previous version can run alongside it, and starts on it afterwards:'
        : 'The first start changes the database. Versions before this one do not start on it afterwards:',
    );
    const isPostgres = database.dialect === 'postgres';
    for (const { name, locks } of missing) print(`  ${name}${isPostgres ? `: locks ${locks}` : ''}`);
    print(isPostgres ? 'Back up the database before.' : describeUpgradeCopy(config.dataDir));
  } finally {
    await database.close();
  }
}

async function moveToPostgres(url: string, { from }: Options): Promise<void> {
  const { dataDir, secretKey } = environmentConfig();
  if (![url, from ?? url].every((each) => /^postgres(ql)?:\/\//.test(each)))
    throw new CopyToPostgresError('The target, and what --from names, must be a postgres:// URL.');
  const onTable = ({ table, rows }: CopiedTable) => print(`${rows}\t${table}`);
  const all =
    from === undefined
      ? await copyToPostgres(dataDir, url, systemTime(), onTable)
      : await copyFromPostgres(from, { dataDir, databaseUrl: url, databasePool: 2 }, systemTime(), onTable);
  const replacedNuls = all.reduce((sum, each) => sum + each.replacedNuls, 0);
  print(`${all.reduce((sum, each) => sum + each.rows, 0)} rows were copied, and the counts match.`);
  if (replacedNuls > 0)
    print(`${replacedNuls} texts held a NUL character, which PostgreSQL cannot store; it became U+FFFD.`);
  print('Start every process with this DATABASE_URL.');
  if (secretKey === null && from === undefined)
    print(`Set SECRET_KEY, in every process, to the content of ${dataDir}/secret.key, if there is one.`);
}

/** Runs `work` on the PostgreSQL of the settings, past a pooler. */
async function onDistributable(work: (database: Database) => Promise<void>): Promise<void> {
  const { databaseUrl, databaseNotifyUrl } = environmentConfig();
  if (databaseUrl === null)
    throw new DistributeError('DATABASE_URL is not set; the embedded file cannot be distributed.');
  const url = new URL(databaseNotifyUrl ?? databaseUrl);
  url.searchParams.set('application_name', distributorName);
  const place = { dataDir: '', databaseUrl: url.href, databasePool: 2 };
  const database = await openDatabase(place, 'shared', systemTime());
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

async function showDistribution(): Promise<void> {
  await onDistributable(async (database) => {
    const plan = await planDistribution(database);
    print(describePlan(plan));
    if (!isDone(plan)) print('Nothing was changed. Stop all servers, and run it again with --yes.');
  });
}

async function distribute(): Promise<void> {
  await onDistributable(async (database) => {
    const plan = await planDistribution(database);
    print(describePlan(plan));
    if (isDone(plan)) return;
    let rows = 0;
    await distributeDatabase(database, (moved) => {
      rows += moved.rows;
      print(`${moved.rows}\t${moved.table}`);
    });
    print(`${rows} rows are distributed, the counts match, and all foreign keys are back.`);
  });
}

function isDone({ moves, isUnfinished }: DistributionPlan): boolean {
  return moves.length === 0 && !isUnfinished;
}

function describePlan(plan: DistributionPlan): string {
  const { nodes, moves, keys, isUnfinished } = plan;
  const where = `The cluster has ${nodes.length} nodes: ${nodes.join(', ')}.`;
  if (isDone(plan)) return `${where}\nThe database is distributed.`;
  const count = (counted: TableKind) => moves.filter(({ kind }) => kind === counted).length;
  const lines = [
    `${count('reference')} tables will be copied to every node, ${count('hot')} spread by shard and ${count('flow')} by flow over ${shardGroups} groups.`,
    `${keys.length} foreign keys will be dropped meanwhile, and added again.`,
  ];
  if (isUnfinished) lines.push('An earlier run was cut off: its foreign keys are added, too.');
  return [where, ...lines].join('\n');
}
