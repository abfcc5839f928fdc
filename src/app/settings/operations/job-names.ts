/** What the kinds of jobs are called. */

const nameKeys = {
  http: 'jobKinds.http',
  'execution-batch': 'jobKinds.executionBatch',
  service: 'jobKinds.service',
  'service-trial': 'jobKinds.serviceTrial',
  'carrier-message': 'jobKinds.carrierMessage',
  'carrier-call': 'jobKinds.carrierCall',
  'carrier-update': 'jobKinds.carrierUpdate',
  'carrier-check': 'jobKinds.carrierCheck',
  'mail-send': 'jobKinds.mailSend',
  'parse-post': 'jobKinds.parsePost',
  'event-test': 'jobKinds.eventTest',
} as const;

type Kind = keyof typeof nameKeys;

/** A word of the namespace `operations`; undefined for a kind that goes by its own name. */
export function jobNameKey(kind: string): (typeof nameKeys)[Kind] | undefined {
  return Object.hasOwn(nameKeys, kind) ? nameKeys[kind as Kind] : undefined;
}
