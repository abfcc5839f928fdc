/** Further accounts on the data of a running server. */

import { addAccount as createAccount } from '#server/accounts/service.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createServiceRuntime, systemTime } from '#server/platform/service-runtime.ts';
import type { RunningServer } from './server.ts';

export type Account = RunningServer['account'];

/**
 * Makes a further account on the data of a running server, as `patchbay account add` does; a process for each test
 * would cost more than many tests take.
 */
export async function addAccount(
  { dataDir }: Pick<RunningServer, 'dataDir'>,
  name: string,
): Promise<Account> {
  const { DATABASE_URL, SECRET_KEY } = process.env;
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DATABASE_URL, SECRET_KEY });
  const database = await openDatabase(config, 'shared', systemTime());
  try {
    const { ctx } = createServiceRuntime(config, database);
    const { account_sid: sid, auth_token: token } = await createAccount(ctx, name);
    return { sid, token };
  } finally {
    await database.close();
  }
}
