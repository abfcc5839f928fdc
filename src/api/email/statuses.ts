/** Names that the page needs before it needs a schema: this file imports nothing. */

/** Periods of statistics. */
export const periods = ['day', 'week', 'month'] as const;

/** Of a received email. */
export const inboundStatuses = ['waiting', 'posted', 'dead'] as const;

/** `waiting` is before the first attempt; the last three are failures. */
export const outboundStatuses = [
  'waiting',
  'deferred',
  'delivered',
  'bounced',
  'blocked',
  'dropped',
] as const;

/** The status of a sent email in its activity. */
export const activityStatuses = ['processed', 'delivered', 'not_delivered'] as const;

/** Names of events in the activity of an email. */
export const activityEventNames = [
  'processed',
  'delivered',
  'deferred',
  'bounced',
  'dropped',
  'opened',
  'clicked',
  'spam_report',
  'unsubscribe',
  'group_unsubscribe',
  'group_resubscribe',
] as const;

/** The lists by their names on the wire. `unsubscribes` is the list of global unsubscribes. */
export const suppressionLists = [
  'bounces',
  'blocks',
  'invalid_emails',
  'spam_reports',
  'unsubscribes',
] as const;

/** So long after a rotation the record of the key before has to stay: email on its way is verified with it. */
export const retiredKeyDays = 7;
