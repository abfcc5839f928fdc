/**
 * The metrics of `GET /metrics` (Prometheus). Labels have few values, and never what is about a contact. The SIDs of accounts
 * and flows are there for the busiest flows only (`flow-labels.ts`).
 */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export const registry = new Registry();

const registers = [registry];
const latencies = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

export const turnsTotal = new Counter({
  name: 'patchbay_turns_total',
  help: 'Turns that moved an execution.',
  registers,
});

export const stepsTotal = new Counter({
  name: 'patchbay_steps_total',
  help: 'Steps that were recorded.',
  registers,
});

export const executionsStartedTotal = new Counter({
  name: 'patchbay_executions_started_total',
  help: 'Executions that began, by the event that started them.',
  labelNames: ['event'],
  registers,
});

export const executionsEndedTotal = new Counter({
  name: 'patchbay_executions_ended_total',
  help: 'Executions that ended: finished, stopped, by a hang-up, or expired.',
  labelNames: ['how'],
  registers,
});

export const flowStartedTotal = new Counter({
  name: 'patchbay_flow_started_total',
  help: 'Executions that began, by flow.',
  labelNames: ['account', 'flow'],
  registers,
});

export const flowEndedTotal = new Counter({
  name: 'patchbay_flow_ended_total',
  help: 'Executions that ended, by flow: finished, stopped, by a hang-up, or expired.',
  labelNames: ['account', 'flow', 'how'],
  registers,
});

export const flowFailuresTotal = new Counter({
  name: 'patchbay_flow_failures_total',
  help: 'Steps that left a widget after a failure, by flow and widget.',
  labelNames: ['account', 'flow', 'widget'],
  registers,
});

export const flowLastStart = new Gauge({
  name: 'patchbay_flow_last_start_timestamp_seconds',
  help: 'When the last execution of the flow began, in seconds since 1970.',
  labelNames: ['account', 'flow'],
  registers,
});

export const diskUsed = new Gauge({
  name: 'patchbay_disk_used_ratio',
  help: 'Used share of the disk that holds the embedded file, from 0 to 1.',
  registers,
});

export const certificateEnd = new Gauge({
  name: 'patchbay_certificate_end_timestamp_seconds',
  help: 'When the certificate of inbound email ends, in seconds since 1970.',
  registers,
});

export const clockDifferenceSeconds = new Gauge({
  name: 'patchbay_clock_difference_seconds',
  help: 'By how much the clock of the process is ahead of that of the database server.',
  registers,
});

export const jobAttemptsTotal = new Counter({
  name: 'patchbay_effects_total',
  help: 'Attempts at jobs, by kind and result: done, retry, dead.',
  labelNames: ['kind', 'result'],
  registers,
});

export const emailsHeldTotal = new Counter({
  name: 'patchbay_emails_held_total',
  help: 'How often a sent email had to wait, by why: pause, rate or connections of its domain, or a warm-up.',
  labelNames: ['reason'],
  registers,
});

export const requestSeconds = new Histogram({
  name: 'patchbay_request_seconds',
  help: 'Duration of requests, webhooks among them, by the pattern of their address.',
  labelNames: ['method', 'route', 'status'],
  buckets: latencies,
  registers,
});

export const outboundSeconds = new Histogram({
  name: 'patchbay_outbound_seconds',
  help: 'Duration of outbound requests until the response, by the first digit of its status, or "failed".',
  labelNames: ['result'],
  buckets: latencies,
  registers,
});

export const commitSize = new Histogram({
  name: 'patchbay_commit_works',
  help: 'How many writes shared one commit.',
  buckets: [1, 2, 4, 8, 16, 32, 64],
  registers,
});

export const replicaReadsTotal = new Counter({
  name: 'patchbay_replica_reads_total',
  help: 'Reads that a read replica may answer, by who answered: the replica, or the primary as it lagged or failed.',
  labelNames: ['from'],
  registers,
});

export const databaseConnections = new Gauge({
  name: 'patchbay_database',
  help: 'Connections that are open and idle, and writes or queries that wait for one.',
  labelNames: ['what'],
  registers,
});

export const nodeAnswers = new Gauge({
  name: 'patchbay_database_node_up',
  help: 'On Citus: 1 for a node that answers the coordinator, 0 for one that does not.',
  labelNames: ['node'],
  registers,
});

export const nodeShards = new Gauge({
  name: 'patchbay_database_node_shards',
  help: 'On Citus: how many of the 256 shards a node has.',
  labelNames: ['node'],
  registers,
});

export const jobsGauge = new Gauge({
  name: 'patchbay_jobs',
  help: 'Jobs that are due, late (due for more than 10 s), and dead.',
  labelNames: ['state'],
  registers,
});

export const oldestJobSeconds = new Gauge({
  name: 'patchbay_jobs_oldest_seconds',
  help: 'For how long the job has been due that has waited longest.',
  registers,
});

export const openLiveStreams = new Gauge({
  name: 'patchbay_live_streams',
  help: 'Open streams of live events.',
  registers,
});

let collectsProcessMetrics = false;

/** Adds the default metrics of the process: memory, processor time, event loop. */
export function collectProcessMetrics(): void {
  if (collectsProcessMetrics) return;
  collectsProcessMetrics = true;
  collectDefaultMetrics({ register: registry });
}
