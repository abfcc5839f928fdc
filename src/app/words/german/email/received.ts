/** Texts of the page of received emails in German. */

export const received = {
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
  },
  policy: 'Regel von {{domain}}: {{policy}}',
  aligned: 'stimmt überein: {{methods}}',
  notAligned: 'stimmt nicht überein',
  notChecked: 'Noch nicht geprüft',
  attempts: 'Posts an den Webhook',
  noAttempts: 'Noch kein Post.',
} as const;
