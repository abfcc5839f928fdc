/** The kinds of jobs, as `kind` of a job says them. */

export const jobKinds = [
  'http',
  'execution-batch',
  'parse-post',
  'mail-send',
  'event-test',
  'carrier-message',
  'carrier-call',
  'carrier-update',
  'carrier-check',
  'service',
  'service-trial',
  'publish',
  'end-executions',
  'link-mail',
  'grants',
  'alert',
  'email-alert',
  'erasure',
  'mail-accept',
  'flow-deletion',
  'template-deletion',
  'webhook-deletion',
  'group-deletion',
  'suppression-deletion',
] as const;

export type JobKind = (typeof jobKinds)[number];
