/** Readiness: whether the database can be read. */

import { pingDatabase } from '../platform/database/ping.ts';
import type { ServiceContext } from '../platform/service-context.ts';

/** True when the database responds to a query. */
export async function canReadDatabase(ctx: ServiceContext): Promise<boolean> {
  try {
    await pingDatabase(ctx.database.read);
    return true;
  } catch (error) {
    ctx.log.warn({ err: error }, 'The database does not respond');
    return false;
  }
}
