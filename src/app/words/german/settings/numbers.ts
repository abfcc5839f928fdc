/** The numbers section in German. */

import { carrierStatus } from './carrier-status.ts';

/** Die Dialekte der Netzbetreiber, und warum eine Verbindung fehlgeschlagen ist. */
const dialectNames = {
  default: 'Übliche REST-API',
  signalwire: 'SignalWire',
  somleng: 'Somleng',
  jambonz: 'jambonz',
  telnyx: 'Telnyx',
};

const connectionFailures = {
  unreachable: 'Unter der Basis-URL ist kein Netzbetreiber erreichbar.',
  credentials: 'Der Netzbetreiber nimmt dieses Konto mit diesem Token nicht an.',
  'not-found':
    'Der Netzbetreiber ist da, kennt aber nichts unter dieser Adresse: Basis-URL, Konto und Dialekt prüfen.',
  'no-api': 'Die Adresse antwortet, aber nicht als REST-API: Basis-URL prüfen.',
  busy: 'Der Netzbetreiber nimmt zurzeit keine Anfragen an. Später noch einmal testen.',
  rejected: 'Der Netzbetreiber lehnt die Anfrage ab.',
};

const dialectForm = {
  dialect: 'Dialekt',
  dialectHelp:
    'Wie Anfragen und Dokumente des Netzbetreibers geschrieben werden. Die Anleitung zu jedem Netzbetreiber nennt ihn.',
  signingKey: 'Signaturschlüssel',
  signingKeyHelp:
    'Prüft, dass Anfragen vom Netzbetreiber kommen: ein Geheimnis oder ein öffentlicher Schlüssel, je nach Anleitung. Wird nie wieder angezeigt.',
  signingKeyStored: 'Leer lassen, um den bisherigen Schlüssel zu behalten.',
  application: 'Anwendungs-SID beim Netzbetreiber',
  applicationHelp: 'Anrufe von Flows gehören zu dieser Anwendung.',
};

export const numbers = {
  phone: {
    open: 'Testtelefon öffnen',
    title: 'Testtelefon',
    lead: 'Schreiben Sie Ihren Flows als Kontakt, und rufen Sie sie an. Die Ausführungen sind echt; nichts verlässt diesen Rechner.',
    contact: 'Kontakt',
    contactHelp: 'Eine beliebige Nummer: Jede ist ein eigenes Telefon.',
    flow: 'Flow',
    flowAt: '{{name}} unter {{number}}',
    flowHelp: 'Antwortet unter {{number}}.',
    newNumberHelp: 'Bekommt mit der ersten Nachricht oder dem ersten Anruf eine Testnummer.',
    noFlowTitle: 'Keine veröffentlichten Flows',
    noFlowText: 'Veröffentlichen Sie einen Flow, und schreiben Sie ihm dann hier, oder rufen Sie ihn an.',
    toFlows: 'Zu den Flows',
    of: 'Telefon von {{contact}}',
    history: 'Nachrichten und Anrufe',
    empty: 'Noch keine Nachrichten oder Anrufe. Schreiben Sie dem Flow, oder rufen Sie ihn an.',
    text: 'Textnachricht',
    send: 'Senden',
    call: 'Anrufen',
    sendFailed: 'Der Flow war nicht zu erreichen. {{message}}',
    failedTitle: 'Die Nachrichten dieses Kontakts konnten nicht geladen werden',
    markup: 'Markup, mit dem der Flow geantwortet hat',
    youWrote: 'Sie schrieben:',
    flowWrote: 'Der Flow schrieb:',
    youCalled: 'Ihr Anruf: {{status}}',
    flowCalls: 'Anruf des Flows: {{status}}',
    answer: 'Annehmen',
    busy: 'Besetzt',
    noAnswer: 'Keine Antwort',
    hangUp: 'Auflegen',
    status: carrierStatus,
  },
  title: 'Nummern',
  lead: 'Welcher Flow welche Nummer beantwortet und welcher Netzbetreiber ihre Nachrichten und Anrufe befördert.',
  loopback:
    'Kein Netzbetreiber kann diese Installation erreichen, weil ihre Adresse nur auf diesem Rechner bekannt ist. Setzen Sie PUBLIC_URL auf die Adresse, unter der sie von außen erreichbar ist.',
  copy: '{{label}} kopieren',
  carriers: 'Netzbetreiber',
  carriersFailed: 'Netzbetreiber konnten nicht geladen werden',
  addCarrier: 'Netzbetreiber hinzufügen',
  testCarrier: 'Testnetz',
  testCarrierText:
    'Nachrichten und Anrufe bleiben auf diesem Rechner, wo Tests sie lesen und beantworten können.',
  noCarrier:
    'Noch ist keine Nummer von außen erreichbar. Fügen Sie einen Netzbetreiber mit REST-API hinzu, um echte Telefone zu erreichen.',
  builtIn: 'Eingebaut',
  default: 'Standard',
  makeDefault: 'Als Standard verwenden',
  connected: 'Verbunden',
  notConnected: 'Nicht verbunden',
  testing: 'Verbindung wird getestet',
  failures: connectionFailures,
  dialects: dialectNames,
  problem: 'Einzelheiten: {{problem}}',
  signaturesNotChecked: 'Signaturen werden nicht geprüft',
  statusUrl: 'URL für Statusmeldungen',
  webhookUrl: 'Webhook-URL',
  webhookText:
    'Der Netzbetreiber sendet Nachrichten und Anrufe an den Webhook des Flows, der antwortet. Jede Nummer unten zeigt dessen URL.',
  test: 'Verbindung testen',
  testOf: 'Verbindung von {{name}} testen',
  testFailed: 'Die Verbindung von {{name}} konnte nicht getestet werden. {{message}}',
  edit: 'Bearbeiten',
  editOf: '{{name}} bearbeiten',
  delete: 'Löschen',
  deleteOf: '{{name}} löschen',
  deleteFailed: '{{name}} konnte nicht gelöscht werden. {{message}}',
  missing: '{{field}} ist erforderlich.',
  carrierForm: {
    add: 'Netzbetreiber hinzufügen',
    edit: 'Netzbetreiber bearbeiten',
    name: 'Name',
    ...dialectForm,
    baseUrl: 'Basis-URL',
    conversations: 'URL für Konversationen',
    conversationsHelp:
      'Wohin Nachrichten von Konversationen gesendet werden. Bleibt sie leer, ergibt sie sich aus der Basis-URL.',
    baseUrlHelp:
      'Die Basis-URL der REST-API des Netzbetreibers mit ihrer Version, wie in dessen Dokumentation angegeben.',
    account: 'Konto-SID beim Netzbetreiber',
    token: 'Auth-Token',
    tokenHelp:
      'Wird verschlüsselt gespeichert und nie wieder angezeigt. Damit wird auch geprüft, dass Anfragen vom Netzbetreiber kommen.',
    tokenStored: 'Leer lassen, um das bisherige Token zu behalten.',
    check: 'Signaturen prüfen',
    checkHelp: 'Anfragen ohne die Signatur des Netzbetreibers werden abgewiesen.',
    save: 'Netzbetreiber speichern',
  },
  addresses: 'Nummern und Adressen',
  addressesFailed: 'Nummern konnten nicht geladen werden',
  addAddress: 'Nummer hinzufügen',
  emptyTitle: 'Noch keine Nummern',
  emptyText:
    'Fügen Sie eine Nummer oder eine andere Adresse hinzu, und wählen Sie den Flow, der sie beantwortet.',
  addressForm: {
    add: 'Nummer hinzufügen',
    edit: '{{address}} bearbeiten',
    address: 'Nummer oder Adresse',
    addressHelp:
      'Eine Telefonnummer im internationalen Format oder eine andere Adresse, die der Netzbetreiber kennt.',
    flow: 'Flow, der antwortet',
    chooseFlow: 'Flow auswählen',
    carrier: 'Netzbetreiber',
    save: 'Nummer speichern',
  },
} as const;
