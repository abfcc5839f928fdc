/** What whoever runs the service sees of it: health, jobs, how long personal data is kept, and test runs. */

import type { Page } from '../pagination.ts';

/** Numbers of rows that the last removal of personal data touched; it may have been of several accounts. */
export type RemovalCounts = {
  executions: number;
  steps: number;
  messages: number;
  calls: number;
  tasks: number;
  /** Chat channels and their members. */
  chat: number;
  mails: number;
  /** Events of the email service. */
  events: number;
  jobs: number;
  /** Executions that were deleted with all that was left of them. */
  remains: number;
};

/**
 * `/v1/Retention`: how many days after an execution began its personal data is removed. `longest_days` is what
 * the installation allows. POST takes Days; an empty one goes back to `longest_days`.
 */
export type RetentionResource = {
  account_sid: string;
  days: number;
  longest_days: number;
  last_removal: string | null;
  last_counts: RemovalCounts | null;
  url: string;
};

/** `waiting` is due or will be, `dead` was given up. */
export const jobStatuses = ['waiting', 'dead'] as const;

export type JobStatus = (typeof jobStatuses)[number];

/** A job, without what it is to send: that may tell of a contact. */
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

/** `/v1/Operations`: how the service is. Jobs are those of the account. */
export type OperationsResource = {
  account_sid: string;
  version: string;
  /** `ms` is how long the database took to count the jobs. */
  database: { kind: 'embedded' | 'postgres'; ms: number };
  jobs: {
    /** Due now, due for longer than they should be, given up. */
    due: number;
    late: number;
    dead: number;
    /** Seconds for which the longest waiting one has been due. */
    oldest_s: number;
  };
  url: string;
};

/** `/v1/TestRuns/{FlowSid}`: executions of drafts by test users, newest first, from among the newest of the flow. */
export type TestRun = {
  sid: string;
  identity: string;
  revision: number;
  /** The widget that it waits at, or that it ended at. */
  widget: string | null;
  status: 'active' | 'ended';
  date_created: string;
};

export type TestRunsResource = { flow_sid: string; test_runs: TestRun[] };
