/** Composition root of the worker: the table of job handlers, the timers and the maintenance tasks of all features. */

import { handleGrantsJob } from './accounts/people/grants-of-sources.ts';
import { handleLinkMailJob } from './accounts/people/link-mail.ts';
import { alertEvaluation } from './alerts/evaluation-service.ts';
import { handleAlertJob } from './alerts/notification-service.ts';
import { auditCleanup } from './audit/chain-service.ts';
import { handleEmailAlertJob } from './email/alerts/job-handler.ts';
import { domainChecks } from './email/domain-checks/service.ts';
import { handleTestEventJob } from './email/events/service/test-event.ts';
import { handleParseWebhookJob } from './email/inbound/parse-webhook/job-handler.ts';
import { handleSendJob } from './email/sending/job-handler.ts';
import { handleErasureJob } from './erasures/service.ts';
import { handleBatchJob } from './executions/batches/job-handler.ts';
import { handleEndingJob } from './executions/endings/job-handler.ts';
import { handleHttpJob } from './executions/http-requests/handlers.ts';
import { countDueTimers, fireNextTimer, nextTimerDueAt } from './executions/service/timers.ts';
import { trafficCleanup, trafficCounting } from './executions/traffic/service.ts';
import { editCleanup } from './flows/working-copy/cleanup.ts';
import { liveCleanup } from './live/service.ts';
import { handleCallJob } from './messaging/calls/job-handler.ts';
import { handleCheckJob, handleUpdateJob } from './messaging/carriers/job-handlers.ts';
import { handleMessageJob } from './messaging/messages/job-handler.ts';
import { diskCheck, integrityCheck, upgradeCopyCleanup } from './operations/health-service.ts';
import type { JobHandlers } from './platform/jobs/job-handler.ts';
import type { MaintenanceTask } from './platform/jobs/maintenance.ts';
import type { WorkerTasks } from './platform/jobs/worker.ts';
import { urlSealing } from './platform/secret-key-rotation.ts';
import { removeExpiredData, retentionIntervalMs } from './retention/service.ts';
import { handlePublishJob } from './scheduled-publishing/job-handler.ts';
import { handleServiceJob, handleTrialJob } from './services/endpoint-request.ts';

const jobHandlers: JobHandlers = {
  http: handleHttpJob,
  'execution-batch': handleBatchJob,
  'parse-post': handleParseWebhookJob,
  'mail-send': handleSendJob,
  'event-test': handleTestEventJob,
  'carrier-message': handleMessageJob,
  'carrier-call': handleCallJob,
  'carrier-update': handleUpdateJob,
  'carrier-check': handleCheckJob,
  service: handleServiceJob,
  'service-trial': handleTrialJob,
  publish: handlePublishJob,
  'end-executions': handleEndingJob,
  'link-mail': handleLinkMailJob,
  grants: handleGrantsJob,
  alert: handleAlertJob,
  'email-alert': handleEmailAlertJob,
  erasure: handleErasureJob,
};

export const workerTasks: WorkerTasks = {
  jobHandlers,
  timers: { nextDueAt: nextTimerDueAt, countDue: countDueTimers, fireNext: fireNextTimer },
};

export const maintenanceTasks: readonly MaintenanceTask[] = [
  { name: 'retention', intervalMs: retentionIntervalMs, run: removeExpiredData },
  auditCleanup,
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
