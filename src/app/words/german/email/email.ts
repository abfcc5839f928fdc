/** The email section in German. */

import { apiKeys, scopes } from './api-keys.ts';
import { deliveries } from './deliveries.ts';
import { health, oauth, signature, webhook } from './event-webhooks.ts';
import { inbound, policies, statistics } from './inbound.ts';
import { groups, suppressions } from './suppressions.ts';

/** Texts of the page of received emails in German. */
const received = {
  title: 'Empfangene E-Mails',
  lead: 'E-Mails, die eingegangen sind, und ihre Posts an Ihre Webhooks.',
  one: 'Empfangene E-Mail',
  back: 'Zu den empfangenen E-Mails',
  facts: {
    from: 'Von',
    to: 'An',
    received: 'Empfangen',
    size: 'Größe',
    client: 'Gesendet von',
    spf: 'SPF',
    dkim: 'DKIM',
    dmarc: 'DMARC',
    keptUntil: 'Erneut posten',
  },
  policy: 'Regel von {{domain}}: {{policy}}',
  aligned: 'stimmt überein: {{methods}}',
  notAligned: 'stimmt nicht überein',
  notChecked: 'Noch nicht geprüft',
  postAgain: 'Erneut posten',
  posting: 'Die E-Mail wird erneut gepostet.',
  postFailed: 'Die E-Mail konnte nicht erneut gepostet werden. {{message}}',
  postableUntil: 'Möglich bis längstens {{at}}',
  contentDeleted: 'Nicht mehr möglich: Der Inhalt wurde nach dem Posten gelöscht.',
  anyHost: 'Alle Hostnamen',
  attempts: 'Posts an den Webhook',
  noAttempts: 'Noch kein Post.',
} as const;

/** Texts of the search of sent and of received emails in German. */
const search = {
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

export const email = {
  title: 'E-Mail',
  lead: 'Ereignis-Webhooks, empfangene E-Mails und API-Schlüssel auf einen Blick.',
  pages: {
    label: 'E-Mail-Seiten',
    overview: 'Übersicht',
    deliveries: 'Zustellungen',
    inbound: 'Empfang',
    keys: 'API-Schlüssel',
    suppressions: 'Sperrlisten',
    sent: 'Gesendete E-Mails',
    received: 'Empfangene E-Mails',
    scheduled: 'Geplante Sendungen',
    statistics: 'Statistik',
    setUp: 'Einrichten',
    webhooks: 'Webhooks',
    templates: 'Vorlagen',
    domains: 'Absenderdomains',
  },
  target: {
    choose: 'Region und Konto',
    global: 'Globale Region',
    eu: 'EU-Region',
    own: 'Ihr eigenes Konto',
    acting: 'Sie handeln im Namen von {{name}}. Was Sie hier sehen und ändern, gehört zu diesem Konto.',
    inEu: 'Dies ist die EU-Region. Ihre Schlüssel, Einstellungen und Statistiken sind von der globalen Region getrennt.',
    leaveAccount: 'Zurück zu Ihrem eigenen Konto',
    leaveEu: 'Zurück zur globalen Region',
  },
  undo: 'Rückgängig',
  cancel: 'Abbrechen',
  save: 'Änderungen speichern',
  saveFailed: 'Die Änderung konnte nicht gespeichert werden. {{message}}',
  deleting: '{{name}} wird gelöscht, sobald sich diese Meldung schließt.',
  deleteFailed: 'Das Löschen konnte nicht abgeschlossen werden. {{message}}',
  resendFailed: 'Erneutes Senden nicht möglich. {{message}}',
  actions: 'Aktionen',
  webhook,
  health,
  deliveries,
  oauth,
  signature,
  statistics,
  inbound,
  policies,
  keys: apiKeys,
  scopes,
  suppressions,
  groups,
  received,
  search,
} as const;
