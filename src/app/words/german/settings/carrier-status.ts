/** The states of messages and calls in German. */

export const carrierStatus = {
  received: 'empfangen',
  pending: 'wird gesendet',
  queued: 'in der Warteschlange',
  sent: 'gesendet',
  delivered: 'zugestellt',
  read: 'gelesen',
  undelivered: 'nicht zugestellt',
  ringing: 'klingelt',
  'in-progress': 'läuft',
  completed: 'beendet',
  busy: 'besetzt',
  'no-answer': 'keine Antwort',
  failed: 'fehlgeschlagen',
  canceled: 'abgebrochen',
} as const;
