/**
 * Every operation of the API, file by file and by name within one. Each route of the server has its
 * operation here and each operation its route: a test compares the two.
 */

import * as mailDeliveries from './email/operations/deliveries.ts';
import * as mailInbound from './email/operations/inbound.ts';
import * as mailOutbound from './email/operations/outbound.ts';
import * as mailLinks from './email/operations/tracking.ts';
import { emailOperations } from './email/operations.ts';
import * as accounts from './operations/accounts.ts';
import * as carrier from './operations/carrier.ts';
import * as carriers from './operations/carriers.ts';
import * as conversations from './operations/conversations.ts';
import * as executions from './operations/executions.ts';
import * as flows from './operations/flows.ts';
import * as live from './operations/live.ts';
import type { Operation } from './operations/operation.ts';
import * as server from './operations/server.ts';
import * as services from './operations/services.ts';
import * as sinks from './operations/sinks.ts';
import * as tasks from './operations/tasks.ts';
import * as upkeep from './operations/upkeep.ts';

/** A file of operations may hold schemas of theirs too. */
function isOperation(value: object): value is Operation {
  return 'path' in value && 'answers' in value;
}

/** One file of operations a line. */
export const operations: readonly Operation[] = [
  flows,
  executions,
  tasks,
  live,
  sinks,
  services,
  carriers,
  carrier,
  conversations,
  accounts,
  server,
  upkeep,
  mailLinks,
  mailOutbound,
  mailInbound,
  mailDeliveries,
]
  .flatMap((file) => Object.values(file).filter(isOperation))
  .concat(emailOperations);
