/** The email section in German. */

import { apiKeys, scopes } from './api-keys.ts';
import { deliveries } from './deliveries.ts';
import { health, oauth, signature, webhook } from './event-webhooks.ts';
import { inbound, policies, statistics } from './inbound.ts';
import { received } from './received.ts';
import { search } from './search.ts';
import { groups, suppressions } from './suppressions.ts';

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
