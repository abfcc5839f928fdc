/** Whether the ground under the verbs bears. */

import { findFirstAccount } from '../store/accounts.ts';
import type { Host } from './host.ts';

/** True when the database answers a query. */
export async function canReadDatabase(host: Host): Promise<boolean> {
  try {
    await findFirstAccount(host.database.read);
    return true;
  } catch (error) {
    host.log.warn({ err: error }, 'The database does not answer');
    return false;
  }
}
