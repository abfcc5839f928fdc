/** Texts of the webhook of a flow. */

export const flowWebhook = {
  title: 'Webhook',
  lead: 'The URL to which a carrier posts the messages and calls of this flow’s addresses.',
  url: 'Webhook URL',
  copy: 'Copy webhook URL',
  urlHelp: 'Enter it at your carrier as the URL for messages and for calls, with method POST.',
  failedTitle: 'Could not load the flow',
  testCarrier: 'Test carrier from another machine',
  testCarrierText:
    'Messages and calls for numbers of the test carrier are not signed. They are accepted from this machine only, or at the URL with the secret of this flow.',
  secretUrl: 'URL with secret',
  secretUrlHelp: 'Anyone who knows it can send messages and calls to this flow as any contact.',
  copySecretUrl: 'Copy URL with secret',
  secretFailedTitle: 'Could not load the secret',
  rotate: 'Replace secret',
  rotateTitle: 'Replace the secret?',
  rotateText: 'The URL with the old secret stops working at once. Calls that use it end.',
  request: 'Request',
  requestText:
    'Form fields by POST, or query parameters by GET. Fields not listed here are kept for the flow to read.',
  columns: { field: 'Field', meaning: 'Meaning' },
  fields: {
    From: 'The sender or caller. Required.',
    To: 'The address of the flow. Required.',
    MessageSid: 'The ID of the message. A repeated ID has no effect and gets the same response.',
    Body: 'The text of the message.',
    MediaUrl0: 'An attachment, up to MediaUrl9. NumMedia is their number.',
    CallSid: 'The ID of the call. With it, the other fields describe a call.',
    CallStatus: 'The status of the call: ringing, in-progress, completed, busy, no-answer, failed, canceled.',
    Digits: 'The keys that the caller pressed.',
    SpeechResult: 'What the caller said.',
  },
  response: 'Response',
  responseText:
    'Markup with what to do next: messages to send, or what to say, play, ask or dial. It comes within 15 seconds.',
} as const;
