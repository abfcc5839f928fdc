/** Texts of the picture of what runs now, and of its period. */

export const livePicture = {
  title: 'Live view',
  failedTitle: 'Could not load the live view',
  hide: 'Hide counts',
  canvas: 'Live view of {{name}}',
  waiting_one: '{{count}} waiting now',
  waiting_other: '{{count}} waiting now',
  elsewhere_one: '{{count}} waits at widgets of revision {{revision}}',
  elsewhere_other: '{{count}} wait at widgets of revision {{revision}}',
  revision: 'Revision',
  allRevisions: 'All revisions',
  period: 'Period of the counts on connections',
  periods: { hour: 'Last hour', day: 'Last day', week: '7 days' },
  failures: 'Failures and timeouts',
} as const;
