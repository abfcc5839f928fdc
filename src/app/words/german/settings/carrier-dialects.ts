/** Die Dialekte der Netzbetreiber, und warum eine Verbindung fehlgeschlagen ist. */

export const dialectNames = {
  default: 'Übliche REST-API',
  signalwire: 'SignalWire',
  somleng: 'Somleng',
  jambonz: 'jambonz',
  telnyx: 'Telnyx',
};

export const connectionFailures = {
  unreachable: 'Unter der Basis-URL ist kein Netzbetreiber erreichbar.',
  credentials: 'Der Netzbetreiber nimmt dieses Konto mit diesem Token nicht an.',
  'not-found':
    'Der Netzbetreiber ist da, kennt aber nichts unter dieser Adresse: Basis-URL, Konto und Dialekt prüfen.',
  'no-api': 'Die Adresse antwortet, aber nicht als REST-API: Basis-URL prüfen.',
  busy: 'Der Netzbetreiber nimmt zurzeit keine Anfragen an. Später noch einmal testen.',
  rejected: 'Der Netzbetreiber lehnt die Anfrage ab.',
};

export const dialectForm = {
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
