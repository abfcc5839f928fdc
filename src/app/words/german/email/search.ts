/** Texts of the search of sent and of received emails in German. */

export const search = {
  sent: 'Empfänger, Absender, Wörter des Betreffs oder Nachrichten-ID',
  sentMasked: 'Nachrichten-ID',
  received: 'Absender, Empfänger oder Wörter des Betreffs',
  days: 'Tage',
  anyTime: 'Jederzeit',
  lastDays_one: 'Heute',
  lastDays_other: 'Letzte {{count}} Tage',
  category: 'Kategorie: {{category}}',
  template: 'Vorlage: {{template}}',
  remove: 'Filter „{{filter}}“ entfernen',
  noneTitle: 'Keine E-Mail gefunden',
  noneText:
    'Adressen werden als Ganzes gefunden, und ganze Wörter des Betreffs. Alles, was angegeben ist, muss zutreffen.',
  searchedTo: 'Gesucht bis zurück zum {{date}}.',
  maskedText:
    'Kontakte sind für Ihre Rolle verdeckt, darum werden E-Mails nach ihrer Nachrichten-ID gefunden.',
} as const;
