/** Texts of the page of received emails. */

export const received = {
  title: 'Received email',
  lead: 'Email that came in, and the posts of it to your webhooks.',
  one: 'Received email',
  back: 'Go to received email',
  facts: {
    from: 'From',
    to: 'To',
    received: 'Received',
    size: 'Size',
    client: 'Sent from',
    spf: 'SPF',
    dkim: 'DKIM',
    dmarc: 'DMARC',
  },
  policy: 'policy of {{domain}}: {{policy}}',
  aligned: 'aligned: {{methods}}',
  notAligned: 'not aligned',
  notChecked: 'Not checked yet',
  attempts: 'Posts to the webhook',
  noAttempts: 'No post yet.',
} as const;
