/** What the kinds of jobs are called. */

const nameKeys = {
  http: 'work.http',
  service: 'work.service',
  'service-trial': 'work.serviceTrial',
  'carrier-message': 'work.carrierMessage',
  'carrier-call': 'work.carrierCall',
  'carrier-update': 'work.carrierUpdate',
  'carrier-check': 'work.carrierCheck',
  'mail-send': 'work.mailSend',
  'parse-post': 'work.parsePost',
  'event-test': 'work.eventTest',
} as const;

type Kind = keyof typeof nameKeys;

/** A word of the room `operations`; undefined for a kind that goes by its own name. */
export function jobNameKey(kind: string): (typeof nameKeys)[Kind] | undefined {
  return Object.hasOwn(nameKeys, kind) ? nameKeys[kind as Kind] : undefined;
}
