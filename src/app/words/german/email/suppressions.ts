/** The suppression lists and unsubscribe groups in German. */

export const suppressions = {
  title: 'Sperrlisten',
  lead: 'Adressen, die keine E-Mails mehr erhalten, nach Grund.',
  lists: {
    bounces: 'Abgewiesen',
    blocks: 'Blockiert',
    invalid_emails: 'Ungültig',
    spam_reports: 'Spam-Meldungen',
    unsubscribes: 'Abmeldungen',
    groups: 'Gruppen',
  },
  label: 'Sperrlisten',
  search: 'Adresse suchen',
  addLabel: 'Adressen hinzufügen',
  addHelp: 'Eine oder mehrere, durch Leerzeichen oder Kommas getrennt.',
  add: 'Zur Liste hinzufügen',
  addMissing: 'Geben Sie mindestens eine Adresse ein.',
  added_one: '{{count}} Adresse zur Liste hinzugefügt.',
  added_other: '{{count}} Adressen zur Liste hinzugefügt.',
  email: 'Adresse',
  reason: 'Grund',
  since: 'Seit',
  addedManually: 'Von Hand hinzugefügt',
  remove: '{{email}} aus der Liste entfernen',
  removing: '{{email}} wird aus der Liste entfernt, sobald sich diese Meldung schließt.',
  failedTitle: 'Die Liste konnte nicht geladen werden',
  emptyTitle: 'Keine Adressen auf dieser Liste',
  emptyText: {
    bounces:
      'Eine Adresse kommt hierher, wenn ihr Server eine E-Mail endgültig abweist oder wenn Sie sie oben hinzufügen.',
    blocks:
      'Eine Adresse kommt hierher, wenn ihr Server eine E-Mail wegen Inhalt oder Herkunft abweist oder wenn Sie sie oben hinzufügen.',
    invalid_emails:
      'Eine Adresse kommt hierher, wenn es ihr Postfach nicht gibt oder wenn Sie sie oben hinzufügen.',
    spam_reports:
      'Eine Adresse kommt hierher, wenn ihr Inhaber eine E-Mail als Spam meldet oder wenn Sie sie oben hinzufügen.',
    unsubscribes:
      'Eine Adresse kommt hierher, wenn sich ihr Inhaber von allen E-Mails abmeldet oder wenn Sie sie oben hinzufügen.',
  },
  noMatchTitle: 'Adresse nicht auf dieser Liste gefunden',
  noMatchText: 'Geben Sie die vollständige Adresse ein, um sie zu finden.',
} as const;

export const groups = {
  title: 'Abmeldegruppen',
  lead: 'Empfänger können sich von einer Art von E-Mails abmelden und die übrigen behalten.',
  name: 'Name',
  description: 'Beschreibung',
  nameMissing: 'Name ist erforderlich.',
  descriptionMissing: 'Beschreibung ist erforderlich. Empfänger lesen sie, wenn sie sich abmelden.',
  create: 'Gruppe erstellen',
  default: 'Standard',
  created: '{{name}} erstellt.',
  edit: '{{name}} bearbeiten',
  saved: '{{name}} gespeichert.',
  unsubscribed_one: '{{count}} abgemeldet',
  unsubscribed_other: '{{count}} abgemeldet',
  delete: '{{name}} löschen',
  show: 'Wer sich von {{name}} abgemeldet hat',
  emptyTitle: 'Noch keine Gruppen',
  emptyText:
    'Erstellen Sie oben eine für jede Art von E-Mails, von der sich Empfänger vielleicht abmelden möchten.',
  unsubscribedFrom: 'Von {{name}} abgemeldete Adressen',
  noneUnsubscribed: 'Niemand hat sich von dieser Gruppe abgemeldet.',
} as const;
