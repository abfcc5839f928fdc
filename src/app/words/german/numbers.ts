/** The numbers section in German. */

export const numbers = {
  title: 'Nummern',
  lead: 'Welcher Flow welche Nummer beantwortet und welcher Netzbetreiber ihre Nachrichten und Anrufe befördert.',
  loopback:
    'Kein Netzbetreiber kann diese Installation erreichen, weil ihre Adresse nur auf diesem Rechner bekannt ist. Setzen Sie PUBLIC_URL auf die Adresse, unter der sie von außen erreichbar ist.',
  copied: 'Kopiert',
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
  problem: 'Der Netzbetreiber hat nicht wie erwartet geantwortet: {{problem}}',
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
