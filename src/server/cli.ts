/** The command line beside the server: `patchbay account add NAME`, also while a server runs. */

import { ConfigError, environmentConfig } from './config.ts';
import { addAccount } from './service/accounts.ts';
import { DatabaseUnavailable, openDatabase } from './store/open.ts';
import { createWorld, systemTime } from './world.ts';

const usage = `Usage:
  patchbay account add NAME   make a further account and print its credentials as JSON
`;

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const foreseen = error instanceof ConfigError || error instanceof DatabaseUnavailable;
  console.error(foreseen ? error.message : error);
  process.exitCode = 1;
}

/** The exit code. */
async function run(args: readonly string[]): Promise<number> {
  const [noun, verb, name, ...rest] = args;
  if (noun === '--help' || noun === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  if (noun !== 'account' || verb !== 'add' || name === undefined || name.trim() === '' || rest.length > 0) {
    console.error(usage.trimEnd());
    return 2;
  }
  const config = environmentConfig(false);
  const database = await openDatabase(config, 'visiting', systemTime());
  try {
    const credentials = await addAccount(createWorld(config, database).host, name.trim());
    process.stdout.write(`${JSON.stringify(credentials)}\n`);
    return 0;
  } finally {
    await database.close();
  }
}
