/** The state of a flow in words, and who edited it: the same in every list and header. */

export const flowState = {
  draft: 'Draft',
  published: 'Published',
  changed: 'changes',
  neverPublished: 'Never published',
  upToDate: 'Up to date',
  notPublished_one: '{{count}} not published',
  notPublished_other: '{{count}} not published',
  changes_one: '{{count}} change',
  changes_other: '{{count}} changes',
  local: 'Not saved yet',
  localHint: 'Stored in this browser',
  you: 'You',
  someone: 'Someone',
  api: 'API',
  cli: 'Command line',
  import: 'Import',
} as const;
