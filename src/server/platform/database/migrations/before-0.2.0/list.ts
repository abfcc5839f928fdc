/**
 * The migrations of versions before 0.2.0, in the order in which they were made. They are here for databases of those
 * versions, which know them by name: none of them changes any more, and nothing else is to be learnt from them.
 */

import type { Migration } from '../migration.ts';
import { accountsAndFlows } from './001-accounts-and-flows.ts';
import { executions } from './002-executions.ts';
import { jobsAndAccounts } from './003-jobs-and-accounts.ts';
import { carriers } from './004-carriers.ts';
import { services } from './005-services.ts';
import { live } from './006-live.ts';
import { retention } from './007-retention.ts';
import { limits } from './008-limits.ts';
import { email } from './009-email.ts';
import { inboundMail } from './010-inbound-mail.ts';
import { outboundMail } from './011-outbound-mail.ts';
import { deliveries } from './012-deliveries.ts';
import { severalProcesses } from './013-several-processes.ts';
import { webhookSecrets } from './016-webhook-secrets.ts';
import { access } from './017-access.ts';
import { dueWork } from './018-due-work.ts';
import { workByAccount } from './019-work-by-account.ts';
import { logNumbers } from './020-log-numbers.ts';
import { conversationsAndShortLinks } from './021-conversations-and-short-links.ts';
import { emailDocuments } from './022-email-documents.ts';
import { widgetsOfExecutions } from './023-widgets-of-executions.ts';
import { revisionHistory } from './025-revision-history.ts';
import { publishRequests } from './026-publish-requests.ts';
import { flowTests } from './027-flow-tests.ts';
import { flowEdits } from './028-flow-edits.ts';
import { accountExecutions } from './030-account-executions.ts';
import { accountExecutionIndexes } from './031-account-execution-indexes.ts';
import { conversationCarriers } from './032-conversation-carriers.ts';
import { foldedEdits } from './033-folded-edits.ts';
import { countedTurns } from './034-counted-turns.ts';
import { flowComments } from './035-flow-comments.ts';
import { messagesByExecution } from './039-messages-by-execution.ts';
import { shardsOfExecutions } from './040-shards-of-executions.ts';
import { shardsOfAccounts } from './041-shards-of-accounts.ts';
import { shardsOfInboundMessages } from './042-shards-of-inbound-messages.ts';
import { keysWithShards } from './043-keys-with-shards.ts';
import { shardsOfOwners } from './044-shards-of-owners.ts';
import { shardsOfEmails } from './045-shards-of-emails.ts';
import { logNumberOfExecutions } from './046-log-number-of-executions.ts';
import { unpublishedChanges } from './047-unpublished-changes.ts';
import { flowTags } from './051-flow-tags.ts';
import { namedWidgets } from './052-named-widgets.ts';

export const migrationsBefore020: readonly Migration[] = [
  accountsAndFlows,
  executions,
  jobsAndAccounts,
  carriers,
  services,
  live,
  retention,
  limits,
  email,
  inboundMail,
  outboundMail,
  deliveries,
  severalProcesses,
  webhookSecrets,
  access,
  dueWork,
  workByAccount,
  logNumbers,
  conversationsAndShortLinks,
  emailDocuments,
  widgetsOfExecutions,
  revisionHistory,
  publishRequests,
  flowTests,
  flowEdits,
  accountExecutions,
  accountExecutionIndexes,
  conversationCarriers,
  foldedEdits,
  countedTurns,
  flowComments,
  messagesByExecution,
  shardsOfExecutions,
  shardsOfAccounts,
  shardsOfInboundMessages,
  keysWithShards,
  shardsOfOwners,
  shardsOfEmails,
  logNumberOfExecutions,
  unpublishedChanges,
  flowTags,
  namedWidgets,
];
