/** Validates a send request beyond its schema: rules that span fields, and syntax that JSON Schema does not express. */

import { isAscii } from 'node:buffer';
import {
  type EmailAddress,
  ineffectiveMembers,
  maxCustomArgsLength,
  maxDelayHours,
  maxRecipients,
  type Personalization,
  type SendRequest,
} from '#api/email/message.ts';
import { isReservedArgument } from '../messages/message.ts';
import { faultOfField, maxWordLength } from '../mime/field-lines.ts';
import { essenceOf, isMediaType } from '../mime/media-type.ts';
import type { TemplateSnapshot } from '../templates/service.ts';
import { foldAddress, parseEmailAddress } from '../validation/email-address.ts';
import type { FieldError } from '../validation/field-error.ts';

/** Those of each message are what its events and reports are matched by. */
const ownHeaders = new Set(['message-id', 'date', 'mime-version']);

/** Whether a header of the request has no effect, as every message has its own. */
export function isOwnHeader(name: string): boolean {
  return ownHeaders.has(name.toLowerCase());
}

/** Of headers that some messages have of their own. */
const unsubscribeHeader = /^list-unsubscribe(?:-post)?$/i;

/** More are not named: a response header has no room for them. */
const maxNamed = 20;

/** The members of the request that have no effect, with the settings of the account and the template that it names. */
export function listIneffectiveMembers(
  request: SendRequest,
  template: Pick<TemplateSnapshot, 'subject'> | null,
): string[] {
  const { personalizations, content = [], subject = '' } = request;
  const isReplaced = (name: string) =>
    isOwnHeader(name) || (unsubscribeHeader.test(name) && canUnsubscribe(request));
  const all = [request, ...personalizations];
  const headers = all.flatMap(({ headers = {} }) => Object.entries(headers));
  const args = all.flatMap(({ custom_args = {} }) => Object.keys(custom_args));
  const replies = [request.reply_to, request.reply_to_list].some((each) => each !== undefined);
  const named = [
    ...ineffectiveMembers.filter((name) => request[name] !== undefined),
    ...headers
      .filter(([name, value]) => isReplaced(name) || value.trim() === '')
      .map(([name]) => `headers.${name}`),
    ...args.filter(isReservedArgument).map((name) => `custom_args.${name}`),
  ];
  if (template !== null) {
    // What a template makes takes their place.
    const isMade = ({ type }: { type: string }) => /^text\/(?:plain|html)$/.test(essenceOf(type));
    named.push(...content.flatMap((part, at) => (isMade(part) ? [`content.${at}`] : [])));
    if (template.subject !== '' && subject !== '') named.push('subject');
    for (const [at, each] of personalizations.entries()) {
      if (template.subject !== '' && each.subject) named.push(`personalizations.${at}.subject`);
      // They are filled in in headers and replies, and not in a template.
      const isFilled = replies || each.headers !== undefined;
      if (each.substitutions !== undefined && !isFilled) named.push(`personalizations.${at}.substitutions`);
    }
  }
  return [...new Set(named)].slice(0, maxNamed);
}

/** Whether the message gets a link to the subscriptions page, and the headers for it. */
export function canUnsubscribe({
  asm,
  tracking_settings,
}: Pick<SendRequest, 'asm' | 'tracking_settings'>): boolean {
  return asm !== undefined || tracking_settings?.subscription_tracking?.enable === true;
}

/** All validation errors. `now` is in epoch milliseconds. */
export function validateEmail(request: SendRequest, now: number): FieldError[] {
  const tooMany = recipientCountErrors(request);
  if (tooMany.length > 0) return tooMany;
  return [
    ...addressErrors(request),
    ...request.personalizations.flatMap((personalization, index) =>
      duplicateErrors(personalization, `personalizations.${index}`),
    ),
    ...countErrors(request),
    ...subjectErrors(request),
    ...contentErrors(request),
    ...templateErrors(request),
    ...attachmentErrors(request),
    ...headerErrors('headers', request.headers),
    ...request.personalizations.flatMap((personalization, index) =>
      headerErrors(`personalizations.${index}.headers`, personalization.headers),
    ),
    ...sendAtErrors(request, now),
    ...settingErrors(request),
  ];
}

/** Control characters, which would allow header injection. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const controlCharacter = /[\u0000-\u001f\u007f]/;

function addressErrors({ personalizations, from, reply_to, reply_to_list = [] }: SendRequest): FieldError[] {
  const errors = [...addressError('from', from), ...addressError('reply_to', reply_to)];
  errors.push(...reply_to_list.flatMap((each, at) => addressError(`reply_to_list.${at}`, each)));
  for (const [index, personalization] of personalizations.entries()) {
    const path = `personalizations.${index}`;
    errors.push(...addressError(`${path}.from`, personalization.from));
    for (const role of ['to', 'cc', 'bcc'] as const) {
      const list = personalization[role] ?? [];
      errors.push(...list.flatMap((each, at) => addressError(`${path}.${role}.${at}`, each)));
    }
  }
  return errors;
}

function addressError(field: string, address: EmailAddress | undefined): FieldError[] {
  if (address === undefined) return [];
  const errors: FieldError[] = [];
  if (parseEmailAddress(address.email) === null || controlCharacter.test(address.email)) {
    const message = `'${address.email}' is not an email address.`;
    errors.push({ field: `${field}.email`, message, help: 'Give an address such as someone@example.com.' });
  }
  if (address.name !== undefined) {
    errors.push(...singleLineError(`${field}.name`, address.name));
    if (hasLongName(address)) {
      const message = `${field}.name has too many characters without a blank`;
      errors.push({ field: `${field}.name`, message, help: 'Give a shorter name.' });
    }
  }
  return errors;
}

/** Whether the name could not be folded into lines: in quotes a character may take two. Others than ASCII are encoded in pieces. */
export function hasLongName({ name = '' }: EmailAddress): boolean {
  return isAscii(Buffer.from(name)) && name.split(/[ \t]/).some((word) => word.length > maxWordLength / 2);
}

function duplicateErrors({ to, cc = [], bcc = [] }: Personalization, path: string): FieldError[] {
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  for (const [role, list] of Object.entries({ to, cc, bcc })) {
    for (const [at, { email }] of list.entries()) {
      const key = foldAddress(email);
      const field = `${path}.${role}.${at}.email`;
      if (seen.has(key)) {
        const message = `${field} is named twice in this personalization`;
        errors.push({ field, message, help: 'Name each address once in to, cc and bcc together.' });
      }
      seen.add(key);
    }
  }
  return errors;
}

function recipientCountErrors({ personalizations }: SendRequest): FieldError[] {
  const count = personalizations.reduce((sum, { to, cc = [], bcc = [] }) => {
    return sum + to.length + cc.length + bcc.length;
  }, 0);
  if (count <= maxRecipients) return [];
  const message = `personalizations name ${count} recipients, ${maxRecipients} is the most`;
  return [{ field: 'personalizations', message, help: 'Send several requests.' }];
}

function countErrors({ personalizations, custom_args, categories = [] }: SendRequest): FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, personalization] of personalizations.entries()) {
    if (JSON.stringify({ ...custom_args, ...personalization.custom_args }).length <= maxCustomArgsLength)
      continue;
    const field =
      personalization.custom_args === undefined ? 'custom_args' : `personalizations.${index}.custom_args`;
    const message = `${field} is longer than ${maxCustomArgsLength} bytes`;
    errors.push({ field, message, help: 'Send an id and store the rest on your side.' });
  }
  if (new Set(categories).size < categories.length) {
    const message = 'categories names one twice';
    errors.push({ field: 'categories', message, help: 'Name each category once.' });
  }
  return errors;
}

function subjectErrors({ subject = '', personalizations, template_id }: SendRequest): FieldError[] {
  const errors = singleLineError('subject', subject);
  for (const [index, personalization] of personalizations.entries()) {
    const field = `personalizations.${index}.subject`;
    if (personalization.subject !== undefined)
      errors.push(...singleLineError(field, personalization.subject));
  }
  // That of a template is looked at when it is known.
  if (template_id !== undefined) return errors;
  if (subject === '' && personalizations.some((personalization) => (personalization.subject ?? '') === '')) {
    const help = 'Send a subject, or one in every personalization.';
    errors.push({ field: 'subject', message: 'subject is required', help });
  }
  return errors;
}

function contentErrors({ content = [], template_id }: SendRequest): FieldError[] {
  if (content.length === 0 && template_id === undefined) {
    const help = 'Send at least one entry with type and value.';
    return [{ field: 'content', message: 'content is required', help }];
  }
  const errors = content.flatMap(({ type }, at) => mediaTypeError(`content.${at}.type`, type));
  const types = content.map(({ type }) => essenceOf(type));
  for (const [at, type] of types.entries()) {
    if (!/^(?:multipart|message)\//.test(type)) continue;
    const field = `content.${at}.type`;
    errors.push({ field, message: `${field} is no type of a text`, help: 'Send messages as attachments.' });
  }
  // Forms that few readers know stand before the HTML in the message, and may do so here.
  const shown = types.filter((type) => !/^text\/(?:x-amp|watch)-html$/.test(type));
  const isPlainFirst = types.indexOf('text/plain') <= 0;
  const plain = shown.indexOf('text/plain');
  const html = shown.indexOf('text/html');
  if (!isPlainFirst || html > (plain === 0 ? 1 : 0)) {
    const help = 'Put text/plain first, then text/html, then other types.';
    errors.push({ field: 'content', message: 'content is not in the right order', help });
  }
  if (new Set(types).size < types.length) {
    const message = 'content has one type twice';
    errors.push({ field: 'content', message, help: 'Send one entry for each type.' });
  }
  return errors;
}

/** Template data without a template would be ignored silently. */
function templateErrors({ personalizations, template_id }: SendRequest): FieldError[] {
  if (template_id !== undefined) return [];
  return personalizations.flatMap(({ dynamic_template_data: data = {} }, index) => {
    if (Object.keys(data).length === 0) return [];
    const field = `personalizations.${index}.dynamic_template_data`;
    const help = 'Send template_id too, or use substitutions in the content.';
    return [{ field, message: `${field} belongs to a template`, help }];
  });
}

function attachmentErrors({ attachments = [] }: SendRequest): FieldError[] {
  return attachments.flatMap(({ content, filename, type, ...ids }, at) => {
    const field = `attachments.${at}`;
    const errors = singleLineError(`${field}.filename`, filename);
    if (filename.length > maxFilenameLength) {
      const message = `${field}.filename is longer than ${maxFilenameLength} characters`;
      errors.push({ field: `${field}.filename`, message, help: 'Give a shorter name.' });
    }
    for (const name of ['content_id', 'contentId'] as const) {
      if (ids[name] !== undefined) errors.push(...fieldErrors(`${field}.${name}`, 'Content-ID', ids[name]));
    }
    if (ids.content_id !== undefined && (ids.contentId ?? ids.content_id) !== ids.content_id) {
      const message = `${field}.contentId is another one than content_id`;
      errors.push({ field: `${field}.contentId`, message, help: 'Send one of them.' });
    }
    if (type !== undefined) errors.push(...mediaTypeError(`${field}.type`, type));
    if (type !== undefined && essenceOf(type).startsWith('multipart/')) {
      const message = `${field}.type is no type of a file`;
      errors.push({ field: `${field}.type`, message, help: 'Attach a message as message/rfc822.' });
    }
    if (!isBase64(content)) {
      const message = `${field}.content is not base64`;
      errors.push({ field: `${field}.content`, message, help: 'Encode the file as base64.' });
    }
    return errors;
  });
}

/** As long as a name of a file may be on most systems. */
const maxFilenameLength = 255;

function isBase64(text: string): boolean {
  const bare = text.replaceAll(/[\r\n]/g, '');
  return bare.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(bare);
}

/** Headers that are derived from other fields, as are all that begin with Resent-; X-SMTPAPI has settings of the SMTP interface, which would have no effect. */
const reservedHeaders = new Set(
  'x-smtpapi x-sg-id x-sg-eid received dkim-signature content-type content-transfer-encoding to from sender subject reply-to cc bcc'.split(
    ' ',
  ),
);

function headerErrors(path: string, headers: Record<string, string> = {}): FieldError[] {
  const seen = new Set<string>();
  return Object.entries(headers).flatMap(([name, value]): FieldError[] => {
    const field = `${path}.${name}`;
    const isNamedTwice = seen.has(name.toLowerCase());
    seen.add(name.toLowerCase());
    if (isNamedTwice) {
      const message = `${field} is named twice, in another case`;
      return [{ field, message, help: 'A header is sent once: leave one of them out.' }];
    }
    if (reservedHeaders.has(name.toLowerCase()) || /^resent-/i.test(name)) {
      return [{ field, message: `${field} cannot be set`, help: 'It is derived from other fields.' }];
    }
    if (!/^[!-9;-~]{1,76}$/.test(name)) {
      return [
        { field, message: `${field} is no name of a header`, help: 'Use letters, digits and hyphens.' },
      ];
    }
    return fieldErrors(field, name, value);
  });
}

/** Whether the value could stand in that header of a message. */
function fieldErrors(field: string, name: string, value: string): FieldError[] {
  const fault = faultOfField(name, value);
  if (fault === null) return singleLineError(field, value);
  return [{ field, message: `${field} ${fault}`, help: 'Lines of a message have at most 998 octets.' }];
}

function singleLineError(field: string, text: string): FieldError[] {
  if (!controlCharacter.test(text)) return [];
  return [{ field, message: `${field} must be a single line`, help: 'Leave line breaks out.' }];
}

function mediaTypeError(field: string, type: string): FieldError[] {
  if (isMediaType(type)) return [];
  return [{ field, message: `${field} is no media type`, help: 'Give one such as text/html or image/png.' }];
}

function sendAtErrors({ send_at, personalizations }: SendRequest, now: number): FieldError[] {
  const latest = now / 1000 + maxDelayHours * 3600;
  const fields: [string, number | undefined][] = [
    ['send_at', send_at],
    ...personalizations.map((personalization, index): [string, number | undefined] => [
      `personalizations.${index}.send_at`,
      personalization.send_at,
    ]),
  ];
  return fields.flatMap(([field, at]) => {
    if (at === undefined || at <= latest) return [];
    const message = `${field} is more than ${maxDelayHours} hours ahead`;
    return [{ field, message, help: 'Give Unix seconds of a nearer time.' }];
  });
}

function settingErrors({ mail_settings = {}, reply_to, reply_to_list }: SendRequest): FieldError[] {
  const errors: FieldError[] = [];
  if (reply_to !== undefined && reply_to_list !== undefined) {
    const message = 'reply_to_list cannot be combined with reply_to';
    errors.push({ field: 'reply_to_list', message, help: 'Send one of them.' });
  }
  const isOn = (name: Bypass) => mail_settings[name]?.enable === true;
  const single = bypasses.find(isOn);
  if (isOn('bypass_list_management') && single !== undefined) {
    const field = `mail_settings.${single}`;
    const message = `${field} cannot be combined with bypass_list_management`;
    errors.push({ field, message, help: 'bypass_list_management already bypasses all lists.' });
  }
  return errors;
}

type Bypass = 'bypass_list_management' | (typeof bypasses)[number];

const bypasses = [
  'bypass_spam_management',
  'bypass_bounce_management',
  'bypass_unsubscribe_management',
] as const;
