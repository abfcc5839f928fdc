/**
 * The list of all API operations. Each route of the server has its operation here and vice versa: a test compares
 * them.
 */

import * as accountKeys from './accounts/key-operations.ts';
import * as accounts from './accounts/operations.ts';
import * as tokens from './accounts/token-operations.ts';
import * as alerts from './alerts/operations.ts';
import * as audit from './audit/operations.ts';
import * as mailDeliveries from './email/operations/deliveries.ts';
import * as mailInbound from './email/operations/inbound.ts';
import * as mailOutbound from './email/operations/outbound.ts';
import * as mailSuppressions from './email/operations/suppression-files.ts';
import * as mailLinks from './email/operations/tracking.ts';
import { emailOperations, type KnownEmailOperation } from './email/operations.ts';
import * as erasures from './erasures/operations.ts';
import * as accountExecutions from './executions/account-list.ts';
import * as executionBatches from './executions/batches.ts';
import * as executions from './executions/operations.ts';
import * as recordedRuns from './executions/recorded-runs.ts';
import * as reveals from './executions/reveals.ts';
import * as runAgain from './executions/run-again.ts';
import * as liveTests from './executions/test-runs.ts';
import * as traffic from './executions/traffic.ts';
import * as flowComments from './flows/comments.ts';
import * as flowTests from './flows/flow-tests.ts';
import * as flowHistory from './flows/history.ts';
import * as flows from './flows/operations.ts';
import * as publishing from './flows/publishing.ts';
import * as repairs from './flows/repair.ts';
import * as flowSearch from './flows/search.ts';
import * as flowTags from './flows/tags.ts';
import * as testRequests from './flows/test-requests.ts';
import * as workingCopies from './flows/working-copy.ts';
import * as live from './live/operations.ts';
import * as carriers from './messaging/carrier-operations.ts';
import * as conversations from './messaging/conversation-operations.ts';
import * as carrier from './messaging/operations.ts';
import * as speech from './messaging/speech-operations.ts';
import * as webhookSecrets from './messaging/webhook-secret-operations.ts';
import type { Operation } from './operation/operation.ts';
import * as allAccounts from './people/all-accounts-operations.ts';
import * as peopleGroups from './people/group-operations.ts';
import * as people from './people/operations.ts';
import * as pictures from './people/picture-operations.ts';
import * as secondFactor from './people/second-factor-operations.ts';
import * as signIn from './people/sign-in-operations.ts';
import * as scim from './scim/operations.ts';
import * as services from './services/operations.ts';
import * as sinks from './sinks/operations.ts';
import * as upkeep from './system/operations.ts';
import * as server from './system/server-operations.ts';
import * as tasks from './tasks/operations.ts';

/** In the order of the document. */
const modules = {
  flows,
  flowSearch,
  flowTags,
  flowHistory,
  flowTests,
  testRequests,
  flowComments,
  publishing,
  workingCopies,
  repairs,
  executions,
  accountExecutions,
  executionBatches,
  reveals,
  runAgain,
  liveTests,
  traffic,
  recordedRuns,
  tasks,
  live,
  sinks,
  alerts,
  erasures,
  services,
  carriers,
  carrier,
  conversations,
  speech,
  webhookSecrets,
  accounts,
  accountKeys,
  tokens,
  people,
  pictures,
  allAccounts,
  secondFactor,
  audit,
  peopleGroups,
  scim,
  signIn,
  server,
  upkeep,
  mailLinks,
  mailOutbound,
  mailInbound,
  mailSuppressions,
  mailDeliveries,
};

/** A module of operations may export schemas and limits too. */
function isOperation(value: object | number): value is Operation {
  return typeof value === 'object' && 'path' in value && 'responses' in value;
}

/** In the order of the modules, and of the exports in each. */
export const operations: readonly Operation[] = Object.values(modules)
  .flatMap((file) => Object.values(file).filter(isOperation))
  .concat(emailOperations);

type Exports<Modules> = { [M in keyof Modules]: Modules[M][keyof Modules[M]] }[keyof Modules];

/** Each operation by its own type, for clients that are typed by the contract. */
export type KnownOperation = Extract<Exports<typeof modules> | KnownEmailOperation, Operation>;
