/** Event webhooks, OAuth and signatures in German. */

export const webhook = {
  title: 'Ereignis-Webhook',
  lead: 'Einstellungen, Prüfung der Signatur und letzte Zustellungen dieses Webhooks.',
  choose: 'Ereignis-Webhooks',
  add: 'Webhook hinzufügen',
  limitReached: 'Die höchste Anzahl an Webhooks ist erreicht',
  details: 'Einstellungen des Webhooks öffnen',
  test: 'Testereignis senden',
  testSent: 'Ein Testereignis wird an {{url}} gesendet.',
  testFailed: 'Das Testereignis konnte nicht gesendet werden. {{message}}',
  enabled: 'Eingeschaltet',
  url: 'Ereignisse senden an',
  urlHelp: 'Eine URL, die POST-Anfragen mit einem JSON-Array von Ereignissen erhält.',
  urlMissing: '„Ereignisse senden an“ ist erforderlich: Geben Sie eine URL ein.',
  name: 'Name',
  saved: '{{name}} gespeichert.',
  failedTitle: 'Ereignis-Webhooks konnten nicht geladen werden',
  emptyTitle: 'Noch keine Ereignis-Webhooks',
  emptyText:
    'Ein Ereignis-Webhook ist eine URL, die die Ereignisse Ihrer E-Mails erhält: zugestellt, geöffnet, abgewiesen und mehr.',
  notFoundTitle: 'Ereignis-Webhook nicht gefunden',
  notFoundText: 'Er wurde gelöscht oder gehört zu einem anderen Konto oder einer anderen Region.',
  toOverview: 'Zur Übersicht',
  newTitle: 'Neuer Ereignis-Webhook',
  newLead: 'Wählen Sie eine URL und die Ereignisse, die gesendet werden. Beides lässt sich später ändern.',
  create: 'Webhook erstellen',
  delete: 'Webhook löschen',
  deleteText: 'Es werden keine Ereignisse mehr gesendet. Wartende Ereignisse werden verworfen.',
  count: '{{on}} von {{all}}',
  groups: { deliverability: 'Zustellung', engagement: 'Reaktionen', account: 'Konto' },
  kinds: {
    processed: 'Zur Zustellung bereit',
    delivered: 'Vom Empfänger angenommen',
    deferred: 'Vorläufig abgewiesen',
    bounce: 'Abgewiesen',
    dropped: 'Nicht gesendet, mit Begründung',
    open: 'Erfordert Öffnungsmessung',
    click: 'Erfordert Klickmessung',
    spam_report: 'Als Spam gemeldet',
    unsubscribe: 'Von allen E-Mails',
    group_unsubscribe: 'Von einer Gruppe',
    group_resubscribe: 'Für eine Gruppe',
  },
} as const;

export const oauth = {
  title: 'OAuth',
  off: 'Aus',
  shared: 'Gemeinsam',
  own: 'Eigene',
  offText: 'Anfragen enthalten kein Zugriffstoken.',
  clientId: 'Client-ID',
  clientSecret: 'Client-Geheimnis',
  secretStored:
    'Verschlüsselt gespeichert und nie angezeigt. Leer lassen, um das bisherige Geheimnis zu behalten.',
  secretNew: 'Wird verschlüsselt gespeichert und nie angezeigt.',
  tokenUrl: 'Token-URL',
  forAll: 'Für alle Webhooks verwenden',
  forAllHelp: 'Jeder Ereignis-Webhook dieses Kontos erhält diese Zugangsdaten.',
  edit: 'OAuth bearbeiten',
  setUp: 'OAuth einrichten',
  turnOff: 'OAuth ausschalten',
  missing: 'Client-ID, Client-Geheimnis und Token-URL sind erforderlich.',
  saved: 'OAuth-Einstellungen gespeichert.',
  turnedOff: 'OAuth ausgeschaltet.',
} as const;

export const signature = {
  title: 'Signatur',
  switch: 'Anfragen signieren',
  publicKey: 'Öffentlicher Schlüssel',
  copy: 'Öffentlichen Schlüssel kopieren',
  offText: 'Signieren Sie Anfragen, damit Ihr Programm prüfen kann, woher sie kommen.',
  turnOffText:
    'Beim Ausschalten wird das Schlüsselpaar gelöscht. Beim erneuten Einschalten entsteht ein neues.',
  verifyTitle: 'Signaturen prüfen',
  snippetLead:
    'Prüfen Sie in Ihrem Programm den rohen Inhalt, bevor er als JSON gelesen wird. Die Signatur umfasst den Zeitstempel-Header und danach den Inhalt.',
  language: 'Sprache',
  copySnippet: 'Beispiel kopieren',
  formTitle: 'Eine Anfrage prüfen',
  formLead:
    'Fügen Sie ein, was Ihr Programm erhalten hat. Es wird in diesem Browser geprüft und nirgendwohin gesendet.',
  signatureHeader: 'Signatur-Header',
  timestampHeader: 'Zeitstempel-Header',
  payload: 'Inhalt',
  payloadHelp: 'Der ganze Inhalt, wie er angekommen ist.',
  verify: 'Anfrage prüfen',
  verdicts: { valid: 'Gültig', invalid: 'Nicht gültig', notVerified: 'Nicht geprüft' },
  results: {
    valid: 'Die Signatur ist gültig: Dieser Webhook hat diesen Inhalt gesendet.',
    invalid: 'Die Signatur passt nicht. Inhalt, Zeitstempel oder Schlüssel sind andere.',
    unreadableSignature:
      'Die Signatur konnte nicht gelesen werden. Fügen Sie den Base64-Text des Headers ein.',
    unreadableKey:
      'Der öffentliche Schlüssel konnte nicht gelesen werden. Fügen Sie den Base64-Text ohne die Zeilen BEGIN und END ein.',
    unavailable:
      'Dieser Browser prüft Signaturen nur auf Seiten, die über HTTPS oder von diesem Rechner geladen wurden. Öffnen Sie diese Seite so.',
  },
} as const;

/** Whether webhooks work. */
export const health = {
  title: 'Webhooks auf einen Blick',
  states: {
    healthy: 'In Ordnung',
    failing: 'Gestört seit {{when}}',
    paused: 'Angehalten seit {{when}}',
    disabled: 'Aus',
  },
  failures_zero: 'Keine Fehler in 24 Stunden',
  failures_one: '{{count}} Fehler in 24 Stunden',
  failures_other: '{{count}} Fehler in 24 Stunden',
  failingText: 'Der Webhook {{name}} ist seit {{when}} gestört.',
  pausedText:
    'Der Webhook {{name}} schlug drei Tage lang fehl und ist seit {{when}} angehalten. Setzen Sie ihn fort, sobald sein Empfänger funktioniert.',
  show: 'Webhook anzeigen',
  resume: 'Fortsetzen',
  tryNow: 'Jetzt versuchen',
  resumed: 'Wartende Ereignisse werden gepostet.',
  resumeFailed: 'Der Webhook konnte nicht fortgesetzt werden. {{message}}',
} as const;
