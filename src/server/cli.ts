/** The command line beside the server; `usage` says what it can do. */

import { addAccount } from './accounts/service.ts';
import { ConfigError, environmentConfig } from './platform/config.ts';
import { BackupError, createBackup } from './platform/database/backup.ts';
import { CopyToPostgresError, copyToPostgres } from './platform/database/copy-to-postgres.ts';
import { DatabaseUnavailable, openDatabase } from './platform/database/open-database.ts';
import { createServiceRuntime, systemTime } from './platform/service-runtime.ts';

const usage = `Usage:
  patchbay account add NAME         make a further account and print its credentials as JSON
  patchbay backup FILE              copy the embedded database to FILE, also while a server runs
  patchbay move-to-postgres URL     carry the embedded database over to an empty PostgreSQL; stop the server first
`;

type Command = { words: readonly string[]; run(value: string): Promise<void> };

const commands: readonly Command[] = [
  { words: ['account', 'add'], run: addNamedAccount },
  { words: ['backup'], run: makeBackup },
  { words: ['move-to-postgres'], run: moveToPostgres },
];

const foreseen = [ConfigError, DatabaseUnavailable, BackupError, CopyToPostgresError];

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const isForeseen = foreseen.some((kind) => error instanceof kind);
  console.error(isForeseen && error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** The exit code. */
async function run(args: readonly string[]): Promise<number> {
  if (args[0] === '--help' || args[0] === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  const command = commands.find(({ words }) => words.every((word, index) => args[index] === word));
  const [value = '', ...rest] = args.slice(command?.words.length ?? 0);
  if (command === undefined || value.trim() === '' || rest.length > 0) {
    console.error(usage.trimEnd());
    return 2;
  }
  await command.run(value.trim());
  return 0;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function addNamedAccount(name: string): Promise<void> {
  const config = environmentConfig(false);
  const database = await openDatabase(config, 'shared', systemTime());
  try {
    say(JSON.stringify(await addAccount(createServiceRuntime(config, database).ctx, name)));
  } finally {
    await database.close();
  }
}

async function makeBackup(file: string): Promise<void> {
  const { dataDir, databaseUrl, secretKey } = environmentConfig(false);
  if (databaseUrl !== null)
    throw new BackupError('DATABASE_URL is set; a PostgreSQL is backed up by its own tools, as pg_dump.');
  say(`${file} holds ${createBackup(dataDir, file)} rows; it was opened and is whole.`);
  if (secretKey === null)
    say(`Keep ${dataDir}/secret.key with it, if there is one: it opens the secrets in it.`);
}

async function moveToPostgres(url: string): Promise<void> {
  const { dataDir, secretKey } = environmentConfig(false);
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new CopyToPostgresError('The target must be a postgres:// URL.');
  const all = await copyToPostgres(dataDir, url, systemTime(), ({ table, rows }) => say(`${rows}\t${table}`));
  const replacedNuls = all.reduce((sum, each) => sum + each.replacedNuls, 0);
  say(`${all.reduce((sum, each) => sum + each.rows, 0)} rows were copied over, and the counts agree.`);
  if (replacedNuls > 0)
    say(`${replacedNuls} texts held a NUL character, which PostgreSQL cannot hold; it became U+FFFD.`);
  say('Start every process with this DATABASE_URL.');
  if (secretKey === null)
    say(`Set SECRET_KEY, in every process, to the content of ${dataDir}/secret.key, if there is one.`);
}
