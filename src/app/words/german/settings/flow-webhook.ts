/** The webhook of a flow in German. */

export const flowWebhook = {
  title: 'Webhook',
  lead: 'Die URL, an die ein Netzbetreiber die Nachrichten und Anrufe der Adressen dieses Flows sendet.',
  url: 'Webhook-URL',
  copy: 'Webhook-URL kopieren',
  urlHelp:
    'Tragen Sie sie bei Ihrem Netzbetreiber als URL für Nachrichten und für Anrufe ein, mit der Methode POST.',
  failedTitle: 'Der Flow konnte nicht geladen werden',
  testCarrier: 'Testnetz von einem anderen Rechner aus',
  testCarrierText:
    'Nachrichten und Anrufe für Nummern des Testnetzes sind nicht signiert. Sie werden nur von diesem Rechner aus angenommen oder unter der URL mit dem Geheimnis dieses Flows.',
  secretUrl: 'URL mit Geheimnis',
  secretUrlHelp: 'Wer sie kennt, kann im Namen jedes Kontakts Nachrichten und Anrufe an diesen Flow senden.',
  copySecretUrl: 'URL mit Geheimnis kopieren',
  secretFailedTitle: 'Das Geheimnis konnte nicht geladen werden',
  rotate: 'Geheimnis ersetzen',
  rotateTitle: 'Geheimnis ersetzen?',
  rotateText: 'Die URL mit dem alten Geheimnis gilt ab sofort nicht mehr. Anrufe, die sie verwenden, enden.',
  request: 'Anfrage',
  requestText:
    'Formularfelder per POST oder Abfrageparameter per GET. Felder, die hier nicht stehen, kann der Flow ebenfalls lesen.',
  columns: { field: 'Feld', meaning: 'Bedeutung' },
  fields: {
    From: 'Absender oder Anrufer. Erforderlich.',
    To: 'Die Adresse des Flows. Erforderlich.',
    MessageSid: 'Die ID der Nachricht. Eine wiederholte ID hat keine Wirkung und erhält dieselbe Antwort.',
    Body: 'Der Text der Nachricht.',
    MediaUrl0: 'Ein Anhang, bis MediaUrl9. NumMedia ist ihre Anzahl.',
    CallSid: 'Die ID des Anrufs. Damit beschreiben die übrigen Felder einen Anruf.',
    CallStatus: 'Der Status des Anrufs: ringing, in-progress, completed, busy, no-answer, failed, canceled.',
    Digits: 'Die Tasten, die der Anrufer gedrückt hat.',
    SpeechResult: 'Was der Anrufer gesagt hat.',
  },
  response: 'Antwort',
  responseText:
    'Markup mit den nächsten Schritten: zu sendende Nachrichten oder was gesagt, abgespielt, gefragt oder gewählt wird. Es kommt innerhalb von 15 Sekunden.',
} as const;
