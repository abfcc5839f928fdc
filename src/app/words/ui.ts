/** The few words that parts of the interface bring along themselves. */

export const ui = {
  added: 'added',
  apply: 'Apply',
  changed: 'changed',
  clearSearch: 'Clear search',
  close: 'Close',
  dayMissing: 'Choose a day.',
  daysTurned: 'The last day is before the first.',
  dismiss: 'Dismiss',
  firstDay: 'First day',
  fold: 'Fold {{name}}',
  items_one: '{{count}} item',
  items_other: '{{count}} items',
  lastDay: 'Last day',
  keys_one: '{{count}} key',
  keys_other: '{{count}} keys',
  loading: 'Loading',
  notes: 'Notes',
  tryAgain: 'Try again',
  unfold: 'Unfold {{name}}',
} as const;
