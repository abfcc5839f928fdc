/** Texts of the events section of the settings. */

export const events = {
  title: 'Events',
  lead: 'Post what happens in executions to your own URLs, as it happens.',
  sinks: 'Sinks',
  add: 'Add sink',
  failedTitle: 'Could not load sinks',
  emptyTitle: 'No sinks yet',
  emptyText: 'A sink is a URL that receives the start, the steps and the end of your executions, in order.',
  signed: 'Signed',
  status: { active: 'Active', failing: 'Failing', failed: 'Failed' },
  kinds: {
    'flow/execution/started': 'Execution started',
    'flow/step/ended': 'Step ended',
    'flow/execution/ended': 'Execution ended',
    'audit/event': 'Event of the audit log',
  },
  noneDelivered: 'No events delivered yet',
  delivered: 'Last delivery {{when}}',
  failingSince: 'Failing since {{when}}, after {{attempts}} attempts: {{problem}}',
  failedSince:
    'Stopped after failing since {{when}}: {{problem}}. A test event that arrives starts it again.',
  test: 'Send test event',
  tested: 'Test event arrived {{when}}',
  testFailed: 'Test event failed {{when}}: {{problem}}',
  testNotSent: 'Could not send the test event. {{message}}',
  delete: 'Delete sink',
  deletedNote: 'Sink deleted.',
  deleteFailed: 'Could not delete the sink. {{message}}',
  form: {
    title: 'Add sink',
    destination: 'URL',
    destinationHelp: 'Receives POST requests with a JSON array of events.',
    destinationMissing: 'URL is required.',
    kinds: 'Events to post',
    kindsMissing: 'Choose at least one event.',
    secret: 'Secret',
    secretHelp:
      'Optional. Requests are signed with it, so that your program can verify them. At least 16 characters. It cannot be shown again.',
    submit: 'Add sink',
  },
} as const;
