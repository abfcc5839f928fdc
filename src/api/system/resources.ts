/** Wire types for operators: system health, jobs, data retention, and test runs. */

import type { Page } from '../pagination.ts';

/** Row counts of the last removal of personal data, possibly of several accounts. */
export type RemovalCounts = {
  executions: number;
  steps: number;
  messages: number;
  calls: number;
  tasks: number;
  /** Chat channels and their members. */
  chat: number;
  mails: number;
  /** Short links of messages. */
  links: number;
  /** Events of the email service. */
  events: number;
  jobs: number;
  /** Executions whose remaining rows were deleted. */
  remains: number;
};

/**
 * `/v1/Retention`: days after the start of an execution until its personal data is removed. `longest_days` is
 * the maximum of the installation. POST takes Days; an empty value resets to `longest_days`.
 */
export type RetentionResource = {
  account_sid: string;
  days: number;
  longest_days: number;
  last_removal: string | null;
  last_counts: RemovalCounts | null;
  url: string;
};

/** `waiting` is due now or later, `dead` has failed permanently (dead letter). */
export const jobStatuses = ['waiting', 'dead'] as const;

export type JobStatus = (typeof jobStatuses)[number];

/** A job, without its payload, which may contain personal data. */
export type JobResource = {
  key: string;
  account_sid: string;
  kind: string;
  status: JobStatus;
  flow_sid: string | null;
  execution_sid: string | null;
  /** Why the last attempt failed. */
  problem: string | null;
  attempts: number;
  date_created: string;
  date_due: string;
  date_given_up: string | null;
  url: string;
};

export type JobPage = Page<'jobs', JobResource>;

/** `/v1/Operations`: system health. Jobs are those of the account. */
export type OperationsResource = {
  account_sid: string;
  version: string;
  /**
   * `ms` is the latency of the query that counts the jobs. `disk_used` is the used share of the disk of the embedded file, from 0
   * to 1; `fault` is why nothing can be stored.
   */
  database: {
    kind: 'embedded' | 'postgres';
    ms: number;
    disk_used: number | null;
    fault: 'full' | 'read-only' | 'failing' | 'damaged' | null;
  };
  jobs: {
    /** Due now, overdue, dead. */
    due: number;
    late: number;
    dead: number;
    /** Age in seconds of the job that has been due longest. */
    oldest_s: number;
  };
  url: string;
};

/** `/v1/TestRuns/{FlowSid}`: executions of drafts by test users, newest first, from among the newest of the flow. */
export type TestRun = {
  sid: string;
  identity: string;
  revision: number;
  /** The widget at which it waits or has ended. */
  widget: string | null;
  status: 'active' | 'ended';
  date_created: string;
};

export type TestRunsResource = { flow_sid: string; test_runs: TestRun[] };
