/** The menus at the end of the rail in German. */

export const railMenus = {
  account: 'Konto',
  copySid: 'Konto-SID kopieren',
  copied: 'Kopiert',
  dark: 'Dunkel',
  language: 'Sprache',
  languageFailed:
    'Die Sprache konnte nicht geladen werden. Prüfen Sie die Verbindung, und versuchen Sie es noch einmal.',
  light: 'Hell',
  signOut: 'Abmelden',
  system: 'System',
  theme: 'Darstellung',
  switchAccount: 'Konto wechseln…',
  switchTitle: 'Konto wechseln',
  switchSearch: 'Konto nach Name oder SID suchen',
  switchFailed: 'Ihre Konten konnten nicht geladen werden',
  switchNone: 'Kein Konto hat diesen Namen oder diese SID.',
  accounts_one: '{{count}} Konto',
  accounts_other: '{{count}} Konten',
  allAccounts: 'Alle Konten',
  allAccountsHint: 'Flows, Ausführungen und gestörte Webhooks',
  hereNow: 'hier gerade',
  switchedTitle: 'Sie sind jetzt in einem anderen Konto',
  switchedText:
    'Sie haben auf einer anderen Seite das Konto gewechselt, und diese Seite zeigt noch {{name}}. Was Sie hier zuletzt getan haben, wurde nicht gespeichert.',
  switchedBack: 'Zurück zu {{name}}',
  switchedGoOn: 'Weiter in {{name}}',
  switchedOther: 'dem anderen Konto',
} as const;
