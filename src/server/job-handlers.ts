/** Composition root of the worker: the table of job handlers, the timers and the maintenance tasks of all features. */

import { performTestEvent } from './email/events/delivery/test-event-job.ts';
import { performParsePost } from './email/inbound/parse-webhook/job-handler.ts';
import { handleSendJob } from './email/sending/job-handler.ts';
import { handleHttpJob } from './executions/http-requests/job-handler.ts';
import { countDueTimers, fireNextTimer } from './executions/service/timers.ts';
import {
  handleCallJob,
  handleCheckJob,
  handleMessageJob,
  handleUpdateJob,
} from './messaging/carriers/job-handlers.ts';
import type { JobHandlers } from './platform/jobs/job-handler.ts';
import type { MaintenanceTask } from './platform/jobs/maintenance.ts';
import type { WorkerTasks } from './platform/jobs/worker.ts';
import { lookEveryMs, removeWhatIsDue } from './retention/service.ts';
import { performService, performTrial } from './services/endpoint-request.ts';

const jobHandlers: JobHandlers = {
  http: handleHttpJob,
  'parse-post': performParsePost,
  'mail-send': handleSendJob,
  'event-test': performTestEvent,
  'carrier-message': handleMessageJob,
  'carrier-call': handleCallJob,
  'carrier-update': handleUpdateJob,
  'carrier-check': handleCheckJob,
  service: performService,
  'service-trial': performTrial,
};

export const workerTasks: WorkerTasks = {
  jobHandlers,
  timers: { countDue: countDueTimers, fireNext: fireNextTimer },
};

export const maintenanceTasks: readonly MaintenanceTask[] = [
  { name: 'retention', intervalMs: lookEveryMs, run: removeWhatIsDue },
];
