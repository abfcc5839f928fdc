/** The frame of all pages in German. */

export const shell = {
  account: 'Konto',
  accountOf: 'Konto {{name}}',
  breadcrumbs: 'Pfad',
  copySid: 'Konto-SID kopieren',
  copied: 'Kopiert',
  dark: 'Dunkel',
  executions: 'Ausführungen',
  failedText:
    'Dieser Teil der Seite funktioniert nicht mehr. Gespeicherte Arbeit ist sicher. Versuchen Sie es noch einmal, oder laden Sie die Seite neu.',
  failedTitle: 'Etwas ist schiefgegangen',
  flows: 'Flows',
  home: 'Patchbay, alle Flows',
  language: 'Sprache',
  languageFailed:
    'Die Sprache konnte nicht geladen werden. Prüfen Sie die Verbindung, und versuchen Sie es noch einmal.',
  light: 'Hell',
  main: 'Hauptnavigation',
  notFoundText: 'Die Adresse enthält vielleicht einen Tippfehler, oder ihr Ziel wurde gelöscht.',
  notFoundTitle: 'Seite nicht gefunden',
  offlineText:
    'Prüfen Sie, ob der Server läuft und ob Sie verbunden sind, und versuchen Sie es dann noch einmal.',
  offlineTitle: 'Der Server antwortet nicht',
  reload: 'Seite neu laden',
  settings: 'Einstellungen',
  signOut: 'Abmelden',
  skip: 'Zum Inhalt springen',
  system: 'System',
  tasks: 'Aufgaben',
  testPhone: 'Testtelefon',
  theme: 'Darstellung',
  toFlows: 'Zu den Flows',
  signIn: {
    title: 'Anmelden',
    lead: 'Verwenden Sie die Konto-SID und das Auth-Token, die der Server beim ersten Start ausgegeben hat, oder den Anmeldelink daneben.',
    sid: 'Konto-SID',
    sidError: 'Geben Sie eine Konto-SID ein: AC und dann 32 Ziffern oder Buchstaben von a bis f.',
    token: 'Auth-Token',
    tokenError: 'Geben Sie das Auth-Token ein.',
    submit: 'Anmelden',
    rejected:
      'Die Konto-SID oder das Auth-Token ist falsch. Prüfen Sie beide, und versuchen Sie es noch einmal.',
    linkExpired:
      'Dieser Anmeldelink gilt nicht mehr, weil er nur einmal funktioniert. Melden Sie sich stattdessen mit Konto-SID und Auth-Token an.',
    linkLimited:
      'Von Ihrer Netzwerkadresse kamen zu viele falsche Zugangsdaten, deshalb wurde der Link nicht geprüft und gilt weiterhin. Öffnen Sie ihn in einer Minute noch einmal.',
  },
} as const;
