/** The commands for operators, which work on the database while the server runs; `usage` lists them. */

import { addAccount } from './accounts/service.ts';
import { ConfigError, environmentConfig } from './platform/config.ts';
import { BackupError, createBackup } from './platform/database/backup.ts';
import { CopyToPostgresError, copyToPostgres } from './platform/database/copy-to-postgres.ts';
import { DatabaseUnavailable, openDatabase } from './platform/database/open-database.ts';
import { createServiceRuntime, systemTime } from './platform/service-runtime.ts';

/** The list of the commands. */
export const usage = `Server:
  npx patchbay account add NAME
        create a further account and print its credentials as JSON
  npx patchbay backup FILE
        copy the embedded database to FILE, also while a server runs
  npx patchbay move-to-postgres URL
        copy the embedded database to an empty PostgreSQL; stop the server first
`;

type Command = { words: readonly string[]; run(value: string): Promise<void> };

const commands: readonly Command[] = [
  { words: ['account', 'add'], run: addNamedAccount },
  { words: ['backup'], run: makeBackup },
  { words: ['move-to-postgres'], run: moveToPostgres },
];

const expectedErrors = [ConfigError, DatabaseUnavailable, BackupError, CopyToPostgresError];

/** The exit code; null when there is no such command, or it lacks its argument. */
export async function runOperatorCommand(args: readonly string[]): Promise<number | null> {
  const command = commands.find(({ words }) => words.every((word, index) => args[index] === word));
  const [value = '', ...rest] = args.slice(command?.words.length ?? 0);
  if (command === undefined || value.trim() === '' || rest.length > 0) return null;
  try {
    await command.run(value.trim());
    return 0;
  } catch (error) {
    const isExpected = expectedErrors.some((kind) => error instanceof kind);
    console.error(isExpected && error instanceof Error ? error.message : error);
    return 1;
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function addNamedAccount(name: string): Promise<void> {
  const config = environmentConfig(false);
  const database = await openDatabase(config, 'shared', systemTime());
  try {
    print(JSON.stringify(await addAccount(createServiceRuntime(config, database).ctx, name)));
  } finally {
    await database.close();
  }
}

async function makeBackup(file: string): Promise<void> {
  const { dataDir, databaseUrl, secretKey } = environmentConfig(false);
  if (databaseUrl !== null)
    throw new BackupError('DATABASE_URL is set; a PostgreSQL is backed up by its own tools, as pg_dump.');
  print(`${file} holds ${createBackup(dataDir, file)} rows; it was opened and verified.`);
  if (secretKey === null)
    print(`Keep ${dataDir}/secret.key with it, if there is one: it decrypts the secrets in it.`);
}

async function moveToPostgres(url: string): Promise<void> {
  const { dataDir, secretKey } = environmentConfig(false);
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new CopyToPostgresError('The target must be a postgres:// URL.');
  const all = await copyToPostgres(dataDir, url, systemTime(), ({ table, rows }) =>
    print(`${rows}\t${table}`),
  );
  const replacedNuls = all.reduce((sum, each) => sum + each.replacedNuls, 0);
  print(`${all.reduce((sum, each) => sum + each.rows, 0)} rows were copied, and the counts match.`);
  if (replacedNuls > 0)
    print(`${replacedNuls} texts held a NUL character, which PostgreSQL cannot store; it became U+FFFD.`);
  print('Start every process with this DATABASE_URL.');
  if (secretKey === null)
    print(`Set SECRET_KEY, in every process, to the content of ${dataDir}/secret.key, if there is one.`);
}
