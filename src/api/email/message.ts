/** The body of POST /v3/mail/send: one message for one or many recipients. */

import { type Static, Type } from 'typebox';

/** Personalizations in one body, and recipients in all of them together. */
export const maxPersonalizations = 1000;
export const maxRecipients = 1000;
/** Characters of all custom arguments of one recipient, as JSON. */
export const maxCustomArgsLength = 10_000;
/** Bytes of one email: of a request that sends it, composed, and received by SMTP. */
export const maxEmailBytes = 30 * 1024 * 1024;
/** How far ahead sending can be scheduled. */
export const maxDelayHours = 72;

/** Other members are ignored, with a note in the log of the message: programs send what they sent elsewhere. */
const members = Type.Object;

const address = members({
  email: Type.String({ minLength: 3, maxLength: 320 }),
  name: Type.Optional(Type.String({ maxLength: 500 })),
});

export type EmailAddress = Static<typeof address>;

/** A list of recipients, or an object, that has more is not looked at; fewer may still be too many (docs/reference/limits.md). */
const maxListed = 10_000;
const texts = Type.Record(Type.String(), Type.String(), { maxProperties: maxListed });
const sendAt = Type.Integer({ minimum: 0, description: 'Unix seconds.' });
const flag = Type.Optional(Type.Boolean());
const line = Type.Optional(Type.String());
const category = Type.String({ minLength: 1, maxLength: 255 });

const personalization = members({
  to: Type.Array(address, { minItems: 1, maxItems: maxListed }),
  from: Type.Optional(address),
  cc: Type.Optional(Type.Array(address, { maxItems: maxRecipients })),
  bcc: Type.Optional(Type.Array(address, { maxItems: maxRecipients })),
  subject: Type.Optional(Type.String()),
  headers: Type.Optional(texts),
  /** Keys in the content are replaced literally by their values. */
  substitutions: Type.Optional(texts),
  dynamic_template_data: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
  custom_args: Type.Optional(texts),
  send_at: Type.Optional(sendAt),
});

export type Personalization = Static<typeof personalization>;

const content = members({ type: Type.String({ minLength: 1 }), value: Type.String({ minLength: 1 }) });

const attachment = members({
  /** Base64. */
  content: Type.String({ minLength: 1 }),
  filename: Type.String({ minLength: 1 }),
  type: line,
  disposition: Type.Optional(
    Type.Unsafe<'inline' | 'attachment'>({ type: 'string', enum: ['inline', 'attachment'] }),
  ),
  content_id: line,
  /** The same by the name that client libraries have for it, which pass it on as it is. */
  contentId: line,
});

const asm = members({
  group_id: Type.Integer(),
  groups_to_display: Type.Optional(Type.Array(Type.Integer(), { maxItems: 25 })),
});

const mailSettings = members({
  bypass_list_management: Type.Optional(members({ enable: flag })),
  bypass_spam_management: Type.Optional(members({ enable: flag })),
  bypass_bounce_management: Type.Optional(members({ enable: flag })),
  bypass_unsubscribe_management: Type.Optional(members({ enable: flag })),
  footer: Type.Optional(members({ enable: flag, text: line, html: line })),
  sandbox_mode: Type.Optional(members({ enable: flag })),
  spam_check: Type.Optional(
    members({ enable: flag, threshold: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })) }),
  ),
});

const trackingSettings = members({
  click_tracking: Type.Optional(members({ enable: flag, enable_text: flag })),
  open_tracking: Type.Optional(members({ enable: flag, substitution_tag: line })),
  subscription_tracking: Type.Optional(
    members({ enable: flag, text: line, html: line, substitution_tag: line }),
  ),
  ganalytics: Type.Optional(
    members({
      enable: flag,
      utm_source: line,
      utm_medium: line,
      utm_term: line,
      utm_content: line,
      utm_campaign: line,
    }),
  ),
});

export const sendRequestSchema = Type.Object(
  {
    personalizations: Type.Array(personalization, { minItems: 1, maxItems: maxPersonalizations }),
    from: address,
    reply_to: Type.Optional(address),
    reply_to_list: Type.Optional(Type.Array(address, { maxItems: 1000 })),
    subject: line,
    content: Type.Optional(Type.Array(content, { maxItems: 20 })),
    attachments: Type.Optional(Type.Array(attachment, { maxItems: 1000 })),
    template_id: line,
    headers: Type.Optional(texts),
    categories: Type.Optional(Type.Array(category, { maxItems: 10 })),
    custom_args: Type.Optional(texts),
    send_at: Type.Optional(sendAt),
    batch_id: line,
    asm: Type.Optional(asm),
    ip_pool_name: Type.Optional(Type.String({ minLength: 2, maxLength: 64 })),
    mail_settings: Type.Optional(mailSettings),
    tracking_settings: Type.Optional(trackingSettings),
  },
  { title: 'Mail' },
);

export type SendRequest = Static<typeof sendRequestSchema>;

/** The response header that names the members of a send request that have no effect, known or not. */
export const ineffectiveHeader = 'x-not-supported';

/** Members that are accepted, as existing programs send them, but have no effect on sending. */
export const ineffectiveMembers = ['ip_pool_name'] as const;
