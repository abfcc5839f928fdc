/** Texts about revisions: their history, their changes and publishing. */

export const revisions = {
  changes: 'Changes',
  changesSince: 'Changes since published revision {{revision}}',
  firstPublish: 'Nothing has been published before.',
  sameBehaviour: 'No change in behaviour.',
  noChanges: 'No changes.',
  loadFailed: 'Could not load the revision',
  activeExecutions: 'Active executions',
  impactFailed: 'Could not count the active executions',
  noneActive: 'No executions are active.',
  active_one: '{{count}} execution is active. It finishes on its revision.',
  active_other: '{{count}} executions are active. They finish on their revision.',
  byRevision_one: 'Revision {{revision}}: {{count}}',
  byRevision_other: 'Revision {{revision}}: {{count}}',
  waitingRemoved_one: '{{count}} waits at {{widget}}, which is removed, and finishes on its revision.',
  waitingRemoved_other: '{{count}} wait at {{widget}}, which is removed, and finish on their revision.',
  waitingAltered_one: '{{count}} waits at {{widget}}, which changes, and finishes on its revision.',
  waitingAltered_other: '{{count}} wait at {{widget}}, which changes, and finish on their revision.',
  unsavedWidgets:
    'Changed or removed: {{widgets}}. Executions that wait there finish on their revision. Save the draft to see how many.',
} as const;
