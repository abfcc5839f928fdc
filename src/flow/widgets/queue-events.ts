/** The events of widgets that hand a contact over to people: a call queue or the agent desk. */

import type { EventSpec } from './widget-type.ts';

export const queueEvents: readonly EventSpec[] = [
  { name: 'callComplete', label: 'Complete', means: 'The call is over, or the task of a message is made.' },
  { name: 'failedToEnqueue', label: 'Not queued', means: 'The queue has not accepted it.' },
  { name: 'callFailure', label: 'Call failed', means: 'The call failed.' },
];
