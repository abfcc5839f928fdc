/** The route table of the application: which route plugins each feature adds to the server, and who may call them. */

import { authenticateAccount, recheckCaller } from './accounts/authentication.ts';
import { groupRoutes } from './accounts/groups/routes.ts';
import {
  identityProviderRoutes,
  oidcLogoutRoutes,
  oidcRoutes,
} from './accounts/identity-providers/routes.ts';
import { accountKeyRoutes } from './accounts/key-routes.ts';
import { memberRoutes, personLinkRoutes, pictureRoutes, profileRoutes } from './accounts/people/routes.ts';
import { secondStepRoutes, signInSettingsRoutes } from './accounts/people/second-factor-routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { sendUnroutableScimError } from './accounts/scim/http/error-responses.ts';
import { registerScim } from './accounts/scim/routes.ts';
import { sessionRoutes } from './accounts/session-routes.ts';
import { tokenRoutes } from './accounts/token-routes.ts';
import { alertRoutes } from './alerts/routes.ts';
import { allAccountsRoutes } from './all-accounts/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { deliveryRoutes } from './email/events/routes/deliveries.ts';
import { sendUnroutableEmailError } from './email/http/errors.ts';
import { stripRegionPrefix } from './email/http/region.ts';
import { inboundEmailRoutes } from './email/inbound/routes.ts';
import { mailboxRoutes } from './email/mailbox/routes.ts';
import { registerEmailApi } from './email/routes.ts';
import { suppressionFileRoutes } from './email/suppressions/routes.ts';
import { trackingLinkRoutes } from './email/tracking/routes/links.ts';
import { subscriptionRoutes } from './email/tracking/routes/subscriptions.ts';
import { senderVerificationRoutes } from './email/verified-senders/page-routes.ts';
import { erasureRoutes } from './erasures/routes.ts';
import { accountExecutionRoutes } from './executions/account-list/routes.ts';
import { executionBatchRoutes } from './executions/batches/routes.ts';
import { executionEndingRoutes, publishImpactRoutes } from './executions/publishing-routes.ts';
import { isRevealed } from './executions/reveals/service.ts';
import {
  executionPageRoutes,
  executionRevealRoutes,
  executionRoutes,
  executionV1Routes,
  trafficRoutes,
} from './executions/routes.ts';
import { shortLinkRoutes } from './executions/short-links/routes.ts';
import { stepRoutes } from './executions/steps/routes.ts';
import { commentRoutes } from './flows/comments/routes.ts';
import { flowTestRoutes } from './flows/flow-tests/routes.ts';
import { flowSearchRoutes, flowSummaryRoutes, flowTagRoutes } from './flows/list-routes.ts';
import { historyRoutes, revisionRoutes } from './flows/revisions/routes.ts';
import { definitionSchemaRoutes, flowRoutes } from './flows/routes.ts';
import { testRequestRoutes, testRunRoutes, testUserRoutes } from './flows/test-run-routes.ts';
import { workingCopyRoutes } from './flows/working-copy/routes.ts';
import { workerTasks } from './job-handlers.ts';
import { eventSchemaRoutes, eventStreamRoutes } from './live/routes.ts';
import { sinkRoutes } from './live/sink-routes.ts';
import { conversationRoutes } from './messaging/conversations/routes.ts';
import { messagingRoutes } from './messaging/routes.ts';
import { statusCallbackRoutes } from './messaging/status-callbacks/routes.ts';
import { webhookRoutes } from './messaging/webhook/routes.ts';
import { webhookSocketRoutes } from './messaging/webhook/socket-routes.ts';
import { healthRoutes, jobRoutes, metricsRoutes, operationsRoutes } from './operations/routes.ts';
import { apiReferenceRoutes, openApiRoutes } from './platform/http/api-reference.ts';
import { compressed } from './platform/http/compression.ts';
import { preflightRoutes } from './platform/http/cors.ts';
import { errorPageRoutes } from './platform/http/error-pages.ts';
import type { RouteTable } from './platform/http/server.ts';
import { retentionRoutes } from './retention/routes.ts';
import { publishingRoutes } from './scheduled-publishing/routes.ts';
import { chatChannelRoutes } from './services/chat-channel-routes.ts';
import { endpointRoutes } from './services/endpoint-routes.ts';
import { syncObjectRoutes } from './services/sync-object-routes.ts';
import { taskRoutes } from './services/task-routes.ts';

/** What a process serves that has the role `all` or `api`; one with the role `worker` has only `workerRoutes`. */
export const routeTable: RouteTable = {
  authenticate: authenticateAccount,
  recheck: recheckCaller,
  isRevealed,
  publicRoutes: [
    compressed(
      definitionSchemaRoutes,
      eventSchemaRoutes,
      errorPageRoutes,
      openApiRoutes,
      apiReferenceRoutes,
      metricsRoutes,
    ),
    healthRoutes,
    preflightRoutes,
    sessionRoutes,
    personLinkRoutes,
    secondStepRoutes,
    oidcRoutes,
    oidcLogoutRoutes,
    webhookRoutes,
    webhookSocketRoutes,
    statusCallbackRoutes,
    trackingLinkRoutes,
    subscriptionRoutes,
    senderVerificationRoutes,
    shortLinkRoutes,
  ],
  workerRoutes: [healthRoutes, metricsRoutes],
  accountRoutes: [
    // What the people of the account have made, and counts. Everything else may hold the text of a contact, a sender of
    // emails or another service, or hands out credentials.
    compressed(
      flowRoutes,
      flowSummaryRoutes,
      flowSearchRoutes,
      workingCopyRoutes,
      revisionRoutes,
      historyRoutes,
      publishingRoutes,
      publishImpactRoutes,
      commentRoutes,
      flowTestRoutes,
      trafficRoutes,
    ),
    testRequestRoutes,
    testUserRoutes,
    flowTagRoutes,
    testRunRoutes,
    executionRoutes,
    executionV1Routes,
    executionPageRoutes,
    accountExecutionRoutes,
    executionBatchRoutes,
    executionRevealRoutes,
    executionEndingRoutes,
    accountRoutes,
    accountKeyRoutes,
    profileRoutes,
    pictureRoutes,
    allAccountsRoutes,
    tokenRoutes,
    signInSettingsRoutes,
    memberRoutes,
    auditRoutes,
    groupRoutes,
    identityProviderRoutes,
    stepRoutes,
    eventStreamRoutes,
    sinkRoutes,
    alertRoutes,
    deliveryRoutes,
    mailboxRoutes,
    suppressionFileRoutes,
    taskRoutes,
    endpointRoutes,
    chatChannelRoutes,
    syncObjectRoutes,
    (app, ctx) => jobRoutes(app, ctx, workerTasks.jobHandlers),
    inboundEmailRoutes,
    operationsRoutes,
    retentionRoutes,
    erasureRoutes,
    messagingRoutes,
    conversationRoutes,
  ],
  apis: [
    { register: registerScim, rewriteUrl: (url) => url, sendUnroutable: sendUnroutableScimError },
    { register: registerEmailApi, rewriteUrl: stripRegionPrefix, sendUnroutable: sendUnroutableEmailError },
  ],
};
