/** What the kinds of jobs are called. */

const kinds = {
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

type Kind = keyof typeof kinds;

/** A word of the room `operations`; undefined for a kind that goes by its own name. */
export function jobWord(kind: string): (typeof kinds)[Kind] | undefined {
  return Object.hasOwn(kinds, kind) ? kinds[kind as Kind] : undefined;
}
