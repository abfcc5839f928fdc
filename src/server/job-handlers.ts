/** Composition root of the worker: the table of job handlers, the timers and the maintenance tasks of all features. */

import { handleGrantsJob } from './accounts/people/grants-of-sources.ts';
import { handleLinkMailJob } from './accounts/people/link-mail.ts';
import { alertEvaluation } from './alerts/evaluation-service.ts';
import { handleAlertJob } from './alerts/notification-service.ts';
import { auditCleanup, headWriting } from './audit/chain-service.ts';
import { alertOfJob, handleEmailAlertJob } from './email/alerts/job-handler.ts';
import { domainChecks } from './email/domain-checks/service.ts';
import { handleTestEventJob, webhookOfJob } from './email/events/service/test-event.ts';
import { handleWebhookDeletion } from './email/events/service/webhooks.ts';
import { emailOfJob, handleParseWebhookJob } from './email/inbound/parse-webhook/job-handler.ts';
import { handleAcceptJob } from './email/sending/accept.ts';
import { handleSendJob, recipientOfJob } from './email/sending/job-handler.ts';
import { handleGroupDeletion } from './email/suppressions/groups/service.ts';
import { handleSuppressionDeletion } from './email/suppressions/service.ts';
import { handleTemplateDeletion } from './email/templates/service.ts';
import { handleErasureJob } from './erasures/service.ts';
import { handleBatchJob } from './executions/batches/job-handler.ts';
import { batchOfJob } from './executions/batches/service.ts';
import { handleEndingJob } from './executions/endings/job-handler.ts';
import { endingOfJob } from './executions/endings/service.ts';
import { handleHttpJob } from './executions/http-requests/handlers.ts';
import { countDueTimers, fireNextTimer, nextTimerDueAt } from './executions/service/timers.ts';
import { trafficCleanup, trafficCounting } from './executions/traffic/service.ts';
import { handleFlowDeletion } from './flows/service.ts';
import { editCleanup } from './flows/working-copy/cleanup.ts';
import { liveCleanup } from './live/service.ts';
import { handleCallJob } from './messaging/calls/job-handler.ts';
import { carrierOfCheck, handleCheckJob, handleUpdateJob } from './messaging/carriers/job-handlers.ts';
import { handleMessageJob } from './messaging/messages/job-handler.ts';
import { diskCheck, integrityCheck, upgradeCopyCleanup } from './operations/health-service.ts';
import { executionOfJob, type JobHandlers, noSubject } from './platform/jobs/job-handler.ts';
import type { MaintenanceTask } from './platform/jobs/maintenance.ts';
import type { WorkerTasks } from './platform/jobs/worker.ts';
import { urlSealing } from './platform/secret-key-rotation.ts';
import { removeExpiredData, retentionIntervalMs } from './retention/service.ts';
import { handlePublishJob, requestOfJob } from './scheduled-publishing/job-handler.ts';
import { handleServiceJob, handleTrialJob, trialOfJob } from './services/endpoint-request.ts';

const jobHandlers: JobHandlers = {
  http: { handle: handleHttpJob, subject: executionOfJob },
  'execution-batch': { handle: handleBatchJob, subject: batchOfJob },
  'parse-post': { handle: handleParseWebhookJob, subject: emailOfJob },
  'mail-send': { handle: handleSendJob, subject: recipientOfJob },
  'event-test': { handle: handleTestEventJob, subject: webhookOfJob },
  'carrier-message': { handle: handleMessageJob, subject: executionOfJob },
  'carrier-call': { handle: handleCallJob, subject: executionOfJob },
  'carrier-update': { handle: handleUpdateJob, subject: executionOfJob },
  'carrier-check': { handle: handleCheckJob, subject: carrierOfCheck },
  service: { handle: handleServiceJob, subject: executionOfJob },
  'service-trial': { handle: handleTrialJob, subject: trialOfJob },
  publish: { handle: handlePublishJob, subject: requestOfJob },
  'end-executions': { handle: handleEndingJob, subject: endingOfJob },
  'link-mail': { handle: handleLinkMailJob, subject: noSubject },
  grants: { handle: handleGrantsJob, subject: noSubject },
  alert: { handle: handleAlertJob, subject: noSubject },
  'email-alert': { handle: handleEmailAlertJob, subject: alertOfJob },
  // Its state is that of its job.
  erasure: { handle: handleErasureJob, subject: noSubject },
  'mail-accept': { handle: handleAcceptJob, subject: noSubject },
  // What they are about is gone for everybody before they begin.
  'flow-deletion': { handle: handleFlowDeletion, subject: noSubject },
  'template-deletion': { handle: handleTemplateDeletion, subject: noSubject },
  'webhook-deletion': { handle: handleWebhookDeletion, subject: noSubject },
  'group-deletion': { handle: handleGroupDeletion, subject: noSubject },
  'suppression-deletion': { handle: handleSuppressionDeletion, subject: noSubject },
};

export const workerTasks: WorkerTasks = {
  jobHandlers,
  timers: { nextDueAt: nextTimerDueAt, countDue: countDueTimers, fireNext: fireNextTimer },
};

export const maintenanceTasks: readonly MaintenanceTask[] = [
  {
    name: 'retention',
    intervalMs: retentionIntervalMs,
    run: (ctx, pause, isStopping) => removeExpiredData(ctx, pause, isStopping, jobHandlers),
  },
  auditCleanup,
  headWriting,
  urlSealing,
  liveCleanup,
  editCleanup,
  trafficCounting,
  trafficCleanup,
  alertEvaluation,
  domainChecks,
  diskCheck,
  integrityCheck,
  upgradeCopyCleanup,
];
