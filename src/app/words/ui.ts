/** The few words that parts of the interface bring along themselves. */

export const ui = {
  added: 'added',
  changed: 'changed',
  clearSearch: 'Clear search',
  close: 'Close',
  dismiss: 'Dismiss',
  fold: 'Fold {{name}}',
  items_one: '{{count}} item',
  items_other: '{{count}} items',
  keys_one: '{{count}} key',
  keys_other: '{{count}} keys',
  loading: 'Loading',
  notes: 'Notes',
  tryAgain: 'Try again',
  unfold: 'Unfold {{name}}',
} as const;
