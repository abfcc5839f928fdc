/** The events section in German. */

export const events = {
  title: 'Ereignisse',
  lead: 'Was in Ausführungen geschieht, sofort an Ihre eigenen URLs senden.',
  sinks: 'Empfänger',
  add: 'Empfänger hinzufügen',
  failedTitle: 'Empfänger konnten nicht geladen werden',
  emptyTitle: 'Noch keine Empfänger',
  emptyText:
    'Ein Empfänger ist eine URL, die Beginn, Schritte und Ende Ihrer Ausführungen in ihrer Reihenfolge erhält.',
  signed: 'Signiert',
  status: { active: 'Aktiv', failing: 'Gestört', failed: 'Fehlgeschlagen' },
  kinds: {
    'flow/execution/started': 'Ausführung gestartet',
    'flow/step/ended': 'Schritt beendet',
    'flow/execution/ended': 'Ausführung beendet',
    'audit/event': 'Ereignis des Änderungsprotokolls',
  },
  noneDelivered: 'Noch keine Ereignisse zugestellt',
  delivered: 'Letzte Zustellung {{when}}',
  failingSince: 'Gestört seit {{when}}, nach {{attempts}} Versuchen: {{problem}}',
  failedSince:
    'Angehalten nach Störung seit {{when}}: {{problem}}. Ein Testereignis, das ankommt, startet den Empfänger wieder.',
  test: 'Testereignis senden',
  tested: 'Testereignis angekommen {{when}}',
  testFailed: 'Testereignis fehlgeschlagen {{when}}: {{problem}}',
  testNotSent: 'Das Testereignis konnte nicht gesendet werden. {{message}}',
  delete: 'Empfänger löschen',
  deletedNote: 'Empfänger gelöscht.',
  deleteFailed: 'Der Empfänger konnte nicht gelöscht werden. {{message}}',
  form: {
    title: 'Empfänger hinzufügen',
    destination: 'URL',
    destinationHelp: 'Erhält POST-Anfragen mit einem JSON-Array von Ereignissen.',
    destinationMissing: 'URL ist erforderlich.',
    kinds: 'Zu sendende Ereignisse',
    kindsMissing: 'Wählen Sie mindestens ein Ereignis.',
    secret: 'Geheimnis',
    secretHelp:
      'Optional. Anfragen werden damit signiert, sodass Ihr Programm sie prüfen kann. Mindestens 16 Zeichen. Es kann nicht noch einmal angezeigt werden.',
    submit: 'Empfänger hinzufügen',
  },
} as const;
