/** The frame of all pages in German. */

export const shell = {
  accountOf: 'Konto {{name}}',
  breadcrumbs: 'Pfad',
  email: 'E-Mail',
  executions: 'Ausführungen',
  failedText:
    'Dieser Teil der Seite funktioniert nicht mehr. Gespeicherte Arbeit ist sicher. Versuchen Sie es noch einmal, oder laden Sie die Seite neu.',
  failedTitle: 'Etwas ist schiefgegangen',
  flows: 'Flows',
  home: 'Patchbay, alle Flows',
  main: 'Hauptnavigation',
  notFoundText: 'Die Adresse enthält vielleicht einen Tippfehler, oder ihr Ziel wurde gelöscht.',
  notFoundTitle: 'Seite nicht gefunden',
  offlineText:
    'Prüfen Sie, ob der Server läuft und ob Sie verbunden sind, und versuchen Sie es dann noch einmal.',
  offlineTitle: 'Der Server antwortet nicht',
  reload: 'Seite neu laden',
  roles: {
    viewer: 'Betrachter',
    support: 'Support',
    author: 'Autor',
    publisher: 'Herausgeber',
    admin: 'Admin',
    owner: 'Eigentümer',
  },
  settings: 'Einstellungen',
  skip: 'Zum Inhalt springen',
  tasks: 'Aufgaben',
  alerts: 'Meldungen',
  testPhone: 'Testtelefon',
  theme: 'Darstellung',
  toFlows: 'Zu den Flows',
} as const;

/** The sections of the settings in German. */
export const settings = {
  title: 'Einstellungen',
  lastChange: 'Letzte Änderung',
  account: 'Konto',
  numbers: 'Nummern',
  events: 'Ereignisse',
  email: 'E-Mail',
  services: 'Dienste',
  operations: 'Betrieb',
  flow: 'Flow',
  chooseFlow: 'Flow auswählen',
  testUsers: 'Testnutzer',
  webhook: 'Webhook',
} as const;
