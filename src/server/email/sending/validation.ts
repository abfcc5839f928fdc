/** Whether a mail can be sent as it stands. The form of its fields was checked before, by their description. */

import {
  longestDelayHours,
  type Mail,
  type MailAddress,
  mostCustomArgs,
  mostRecipients,
  type Personalization,
} from '#api/email/message.ts';
import { parseEmail } from '../validation/email-address.ts';
import type { Fault } from '../validation/field-error.ts';

/** Everything that is wrong, each at its field. `now` is in epoch milliseconds. */
export function faultsOfMail(mail: Mail, now: number): Fault[] {
  return [
    ...addressFaults(mail),
    ...mail.personalizations.flatMap((person, index) => duplicateFaults(person, `personalizations.${index}`)),
    ...amountFaults(mail),
    ...subjectFaults(mail),
    ...contentFaults(mail),
    ...templateFaults(mail),
    ...attachmentFaults(mail),
    ...headerFaults('headers', mail.headers),
    ...mail.personalizations.flatMap((person, index) =>
      headerFaults(`personalizations.${index}.headers`, person.headers),
    ),
    ...timeFaults(mail, now),
    ...settingFaults(mail),
  ];
}

/** Control characters, which would end a line of the head of a mail. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u001f\u007f]/;

function addressFaults({ personalizations, from, reply_to, reply_to_list = [] }: Mail): Fault[] {
  const faults = [...addressFault('from', from), ...addressFault('reply_to', reply_to)];
  faults.push(...reply_to_list.flatMap((each, at) => addressFault(`reply_to_list.${at}`, each)));
  for (const [index, person] of personalizations.entries()) {
    const place = `personalizations.${index}`;
    faults.push(...addressFault(`${place}.from`, person.from));
    for (const role of ['to', 'cc', 'bcc'] as const) {
      const list = person[role] ?? [];
      faults.push(...list.flatMap((each, at) => addressFault(`${place}.${role}.${at}`, each)));
    }
  }
  return faults;
}

function addressFault(field: string, given: MailAddress | undefined): Fault[] {
  if (given === undefined) return [];
  const faults: Fault[] = [];
  if (parseEmail(given.email) === null || control.test(given.email)) {
    const message = `${field}.email is not an email address`;
    faults.push({ field: `${field}.email`, message, help: 'Give an address such as someone@example.com.' });
  }
  if (given.name !== undefined) faults.push(...lineFault(`${field}.name`, given.name));
  return faults;
}

function duplicateFaults({ to, cc = [], bcc = [] }: Personalization, place: string): Fault[] {
  const seen = new Set<string>();
  const faults: Fault[] = [];
  for (const [role, list] of Object.entries({ to, cc, bcc })) {
    for (const [at, { email }] of list.entries()) {
      const key = email.trim().toLowerCase();
      const field = `${place}.${role}.${at}.email`;
      if (seen.has(key)) {
        const message = `${field} is named twice in this personalization`;
        faults.push({ field, message, help: 'Name each address once in to, cc and bcc together.' });
      }
      seen.add(key);
    }
  }
  return faults;
}

function amountFaults({ personalizations, custom_args, categories = [] }: Mail): Fault[] {
  const faults: Fault[] = [];
  const count = personalizations.reduce((sum, { to, cc = [], bcc = [] }) => {
    return sum + to.length + cc.length + bcc.length;
  }, 0);
  if (count > mostRecipients) {
    const message = `personalizations name ${count} recipients, ${mostRecipients} is the most`;
    faults.push({ field: 'personalizations', message, help: 'Send several mails.' });
  }
  for (const [index, person] of personalizations.entries()) {
    if (JSON.stringify({ ...custom_args, ...person.custom_args }).length <= mostCustomArgs) continue;
    const field = person.custom_args === undefined ? 'custom_args' : `personalizations.${index}.custom_args`;
    const message = `${field} is longer than ${mostCustomArgs} bytes`;
    faults.push({ field, message, help: 'Send an id and keep the rest at your side.' });
  }
  if (new Set(categories).size < categories.length) {
    const message = 'categories names one twice';
    faults.push({ field: 'categories', message, help: 'Name each category once.' });
  }
  return faults;
}

function subjectFaults({ subject = '', personalizations }: Mail): Fault[] {
  const faults = lineFault('subject', subject);
  for (const [index, person] of personalizations.entries()) {
    const field = `personalizations.${index}.subject`;
    if (person.subject !== undefined) faults.push(...lineFault(field, person.subject));
  }
  if (subject === '' && personalizations.some((person) => (person.subject ?? '') === '')) {
    const help = 'Send a subject, or one in every personalization.';
    faults.push({ field: 'subject', message: 'subject is required', help });
  }
  return faults;
}

function contentFaults({ content = [], template_id }: Mail): Fault[] {
  if (template_id !== undefined) {
    const help = 'Templates are not kept here: send subject and content.';
    return [{ field: 'template_id', message: 'template_id names no template', help }];
  }
  if (content.length === 0) {
    const help = 'Send at least one entry with type and value.';
    return [{ field: 'content', message: 'content is required', help }];
  }
  const types = content.map(({ type }) => type);
  const faults = types.flatMap((type, at) => mediaFault(`content.${at}.type`, type));
  const plain = types.indexOf('text/plain');
  const html = types.indexOf('text/html');
  if (plain > 0 || html > (plain === 0 ? 1 : 0)) {
    const help = 'Put text/plain first, text/html after it, and all else behind.';
    faults.push({ field: 'content', message: 'content is not in the right order', help });
  }
  if (new Set(types).size < types.length) {
    const message = 'content has one type twice';
    faults.push({ field: 'content', message, help: 'Send one entry for each type.' });
  }
  return faults;
}

/** What was meant for a template would be missing in the mail, and nobody would notice before its reader. */
function templateFaults({ personalizations }: Mail): Fault[] {
  return personalizations.flatMap(({ dynamic_template_data: data = {} }, index) => {
    if (Object.keys(data).length === 0) return [];
    const field = `personalizations.${index}.dynamic_template_data`;
    const help = 'Templates are not kept here: fill in the content by substitutions.';
    return [{ field, message: `${field} belongs to a template`, help }];
  });
}

function attachmentFaults({ attachments = [] }: Mail): Fault[] {
  return attachments.flatMap(({ content, filename, type, content_id }, at) => {
    const field = `attachments.${at}`;
    const faults = lineFault(`${field}.filename`, filename);
    if (content_id !== undefined) faults.push(...lineFault(`${field}.content_id`, content_id));
    if (type !== undefined) faults.push(...mediaFault(`${field}.type`, type));
    if (!isBase64(content)) {
      const message = `${field}.content is not base64`;
      faults.push({ field: `${field}.content`, message, help: 'Encode the file as base64.' });
    }
    return faults;
  });
}

function isBase64(text: string): boolean {
  const bare = text.replaceAll(/[\r\n]/g, '');
  return bare.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(bare);
}

/** What a mail has from elsewhere. */
const ownHeaders = new Set(
  'x-sg-id x-sg-eid received dkim-signature content-type content-transfer-encoding to from subject reply-to cc bcc'.split(
    ' ',
  ),
);

function headerFaults(place: string, headers: Record<string, string> = {}): Fault[] {
  return Object.entries(headers).flatMap(([name, value]): Fault[] => {
    const field = `${place}.${name}`;
    if (ownHeaders.has(name.toLowerCase())) {
      return [{ field, message: `${field} cannot be set`, help: 'It follows from other fields.' }];
    }
    if (!/^[!-9;-~]{1,76}$/.test(name)) {
      return [
        { field, message: `${field} is no name of a header`, help: 'Use letters, digits and hyphens.' },
      ];
    }
    return lineFault(field, value);
  });
}

function lineFault(field: string, text: string): Fault[] {
  if (!control.test(text)) return [];
  return [{ field, message: `${field} must be a single line`, help: 'Leave line breaks out.' }];
}

function mediaFault(field: string, type: string): Fault[] {
  if (/^[\w.+-]+\/[\w.+-]+$/.test(type)) return [];
  return [{ field, message: `${field} is no media type`, help: 'Give one such as text/html or image/png.' }];
}

function timeFaults({ send_at, personalizations }: Mail, now: number): Fault[] {
  const latest = now / 1000 + longestDelayHours * 3600;
  const fields: [string, number | undefined][] = [
    ['send_at', send_at],
    ...personalizations.map((person, index): [string, number | undefined] => [
      `personalizations.${index}.send_at`,
      person.send_at,
    ]),
  ];
  return fields.flatMap(([field, at]) => {
    if (at === undefined || at <= latest) return [];
    const message = `${field} is more than ${longestDelayHours} hours ahead`;
    return [{ field, message, help: 'Give Unix seconds of a nearer time.' }];
  });
}

function settingFaults({ mail_settings = {}, reply_to, reply_to_list }: Mail): Fault[] {
  const faults: Fault[] = [];
  if (reply_to !== undefined && reply_to_list !== undefined) {
    const message = 'reply_to_list cannot stand beside reply_to';
    faults.push({ field: 'reply_to_list', message, help: 'Send one of them.' });
  }
  const isOn = (name: Bypass) => mail_settings[name]?.enable === true;
  const single = bypasses.find(isOn);
  if (isOn('bypass_list_management') && single !== undefined) {
    const field = `mail_settings.${single}`;
    const message = `${field} cannot stand beside bypass_list_management`;
    faults.push({ field, message, help: 'bypass_list_management passes over all lists by itself.' });
  }
  return faults;
}

type Bypass = 'bypass_list_management' | (typeof bypasses)[number];

const bypasses = [
  'bypass_spam_management',
  'bypass_bounce_management',
  'bypass_unsubscribe_management',
] as const;
