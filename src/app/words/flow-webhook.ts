/** The words of a flow's webhook. */

export const flowWebhook = {
  title: 'Webhook',
  lead: 'Where a carrier tells this flow what happens at its address.',
  url: 'Address to paste',
  copy: 'Copy the address',
  copied: 'Copied',
  urlHelp: 'Enter it at your carrier as the address for messages and for calls, with POST.',
  failedTitle: 'The flow could not be loaded',
  accepts: 'What it accepts',
  acceptsText:
    'Form fields by POST, or query parameters by GET. Further fields are kept for the flow to read.',
  columns: { field: 'Field', meaning: 'What it is' },
  fields: {
    From: 'Who writes or calls. Always needed.',
    To: 'The address of the flow. Always needed.',
    MessageSid: 'The message. One that comes again moves nothing and gets the same answer.',
    Body: 'What the message says.',
    MediaUrl0: 'An attachment, up to MediaUrl9; NumMedia says how many.',
    CallSid: 'The call. With it, the rest is read as news of a call.',
    CallStatus: 'How the call stands: ringing, in-progress, completed, busy, no-answer, failed, canceled.',
    Digits: 'The keys that the caller pressed.',
    SpeechResult: 'What the caller said.',
  },
  answer: 'What it answers',
  answerText:
    'Markup with what to do next: messages to send, or what to say, play, ask or dial. It is answered within 15 seconds.',
} as const;
