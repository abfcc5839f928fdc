/** Whether the ground under the verbs bears. */

import { findFirstAccount } from '../accounts/store.ts';
import type { ServiceContext } from '../platform/service-context.ts';

/** True when the database answers a query. */
export async function canReadDatabase(ctx: ServiceContext): Promise<boolean> {
  try {
    await findFirstAccount(ctx.database.read);
    return true;
  } catch (error) {
    ctx.log.warn({ err: error }, 'The database does not answer');
    return false;
  }
}
