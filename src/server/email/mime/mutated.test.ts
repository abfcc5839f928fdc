/**
 * Mutated messages are read as two independent parsers read them, where those agree. `MUTATED_MESSAGES` is how many, and `MUTATED_SEED`
 * which; `npm run test:all` has two thousand.
 */

import { hash } from 'node:crypto';
import { simpleParser } from 'mailparser';
import PostalMime, { addressParser } from 'postal-mime';
import { expect, it } from 'vitest';
import { mutatedMessages } from '../testing/mutated-messages.ts';
import { parsedForm } from './parse.ts';

const count = Number(process.env.MUTATED_MESSAGES ?? 200);
const seed = Number(process.env.MUTATED_SEED ?? 1);

/** What is compared, each as one text. */
const fields = ['subject', 'from', 'to', 'cc', 'text', 'html', 'files'] as const;
type Reading = Record<(typeof fields)[number], string>;

type Mailbox = { name?: string | undefined; address?: string | undefined; group?: Mailbox[] | undefined };
const mailboxes = (all: readonly Mailbox[] = []): string =>
  all
    .flatMap((each) => each.group ?? [each])
    .filter(({ address }) => address)
    .map(({ name = '', address }) => `${oneLine(name)} <${address?.toLowerCase()}>`)
    .join(', ');
/** With one blank for blanks and line ends, of which parsers add some. */
const oneLine = (text: string | false = '') =>
  (text || '').replaceAll(/[ \t\r\n]+/g, ' ').replaceAll(/^ | $/g, '');
type File = { filename?: string | false | null | undefined; bytes: Uint8Array; type: string };
const filesOf = (all: readonly File[]) =>
  all
    .map(({ filename, bytes, type }) => `${oneLine(filename || '')} ${type} ${hash('md5', bytes)}`)
    .join('\n');

async function readByPostalMime(bytes: Buffer): Promise<Reading> {
  const { subject, from, to, cc, text, html, attachments } = await PostalMime.parse(bytes, {
    forceRfc822Attachments: true,
  });
  const files = attachments.map(({ filename, mimeType, content }) => {
    return {
      filename,
      type: mimeType,
      bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
    };
  });
  return {
    ...{ subject: oneLine(subject), from: mailboxes(from && [from]), to: mailboxes(to), cc: mailboxes(cc) },
    ...{ text: oneLine(text), html: oneLine(html), files: filesOf(files) },
  };
}

async function readByMailparser(bytes: Buffer): Promise<Reading> {
  const { subject, from, to, cc, text, html, attachments } = await simpleParser(bytes, {
    ...{ skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, keepCidLinks: true },
  });
  const files = attachments.map(({ filename, contentType, content }) => ({
    filename,
    type: contentType,
    bytes: content,
  }));
  const all = (fields: typeof to) => mailboxes([fields ?? []].flat().flatMap(({ value }) => value));
  return {
    ...{ subject: oneLine(subject), from: mailboxes(from?.value.slice(0, 1)), to: all(to), cc: all(cc) },
    ...{ text: oneLine(text), html: oneLine(html), files: filesOf(files) },
  };
}

function readHere(bytes: Buffer): Reading {
  const { fields: form, files } = parsedForm(Buffer.from(bytes), {
    envelope: { sender: '', recipients: [], clientIp: '127.0.0.1' },
    verdicts: { spf: 'none', dkim: 'none' },
    scoresSpam: false,
  });
  const read = (value: (typeof form)[string] = '') => {
    if (typeof value === 'string') return value;
    return value instanceof Uint8Array
      ? Buffer.from(value).toString()
      : new TextDecoder(value.charset).decode(value.bytes);
  };
  const addresses = (name: string) => mailboxes(addressParser(read(form[name])));
  return {
    subject: oneLine(read(form.subject)),
    from: mailboxes(addressParser(read(form.from)).slice(0, 1)),
    ...{
      to: addresses('to'),
      cc: addresses('cc'),
      text: oneLine(read(form.text)),
      html: oneLine(read(form.html)),
    },
    files: filesOf(
      files.map((file) => ({
        ...file,
        filename: /^attachment\d+$/.test(file.filename) ? '' : file.filename,
      })),
    ),
  };
}

type Difference = { message: string; theirs: string; here: string };

/** Other characters count as one, however many. */
const asciiOf = (text: string) => text.replaceAll(/[^ -~]+/g, '?');

/** Of files, those that have one. */
const ofMediaTypes = (files: string) =>
  files
    .split('\n')
    .filter((file) => / [^/ ]+\/[^/ ]+ [0-9a-f]{32}$/.test(file))
    .join('\n');

/** What differs on purpose, each with its reason. */
const intended: Readonly<Record<string, (difference: Difference) => boolean>> = {
  // Who gets U+FFFD cannot read on: bytes that are not of the declared charset, or of none, are each a character.
  'bytes of no charset are read as windows-1252': ({ theirs, here }) =>
    theirs.includes('\uFFFD') && !here.includes('\uFFFD') && asciiOf(theirs) === asciiOf(here),
  // A message without headers is all text, and nothing vanishes: what follows no whole field, or no whole delimiter, is text as well, and
  // no base64 of the text before it.
  'a line is text where the headers or the first delimiter were cut off': ({ message, theirs, here }) => {
    const last = oneLine(message.trimEnd().split('\n').at(-1));
    const before = oneLine(here.slice(0, -last.length));
    return (
      last !== '' &&
      here.endsWith(last) &&
      (before === theirs || (before !== '' && theirs.startsWith(before)))
    );
  },
  // The same without an empty line: the text begins with the line that is no field and that no fields follow.
  'a line that is no field ends the headers': ({ message, theirs, here }) => {
    const blocks = message.trimEnd().split(/\r?\n\r?\n/);
    const isEnded = [blocks[0], blocks.at(-1)].some((head = '') => /\n[^\s:][^:\n]*$/.test(head));
    return (
      isEnded && here !== '' && (theirs === '' || theirs === here.replace(/[0-9a-f]{32}$/, hash('md5', '')))
    );
  },
  // What stands between encoded words is kept as it was written, an address, too: they are no neighbours.
  'words of addresses without a comma between them are not joined': ({ message, theirs, here }) =>
    />\s+=\?/.test(message) && theirs.replaceAll(' ', '') === here.replaceAll(' ', ''),
  // It may be any words: a message without headers, of which nothing may vanish.
  'a first line that is no field is text, with all that follows, where the next is none': ({
    message,
    here,
  }) => {
    const [first = ''] = message.replace(/^(?:From .*\r?\n)*(?:\xef\xbb\xbf)?/, '').split(/\r?\n/);
    return (
      !/^[!-9;-~]+[ \t]*:/.test(first) && (here === '' || asciiOf(here).startsWith(asciiOf(oneLine(first))))
    );
  },
  // Editors of templates begin files with it: the first field would be lost.
  'a byte order mark is no part of a name': ({ message, theirs }) =>
    theirs === '' && /^(?:From .*\r?\n)*\xef\xbb\xbf/.test(message),
  // RFC 2045, section 5.2: what is no media type is text.
  'a part without a media type is text': ({ message, theirs, here }) =>
    /^content-type\s*:\s*[^\s/;(]+\/?\s*(?:\(.*)?(?:;|$)/im.test(message) &&
    (theirs === '' || here === ofMediaTypes(theirs)),
  // Some programs give an inner multipart the boundary of the outer one: what is behind its end may not vanish.
  'parts behind an end that came too early are parts': ({ message, theirs, here }) => {
    return /^--([^\n]+)--\s*$.*^--\1\s*$/ms.test(message) && here.startsWith(theirs);
  },
};

it(`reads ${count} mutated messages as two other parsers do where both agree`, async () => {
  const differences: object[] = [];
  let compared = 0;
  for (const { bytes, mutations } of mutatedMessages(seed, count)) {
    const [one, other] = [await readByPostalMime(bytes), await readByMailparser(bytes)];
    const own = readHere(bytes);
    const message = bytes.toString('latin1');
    for (const field of fields.filter((name) => one[name] === other[name])) {
      compared += 1;
      const difference = { message, theirs: one[field], here: own[field] };
      const isIntended = Object.values(intended).some((rule) => rule(difference));
      if (own[field] !== one[field] && !isIntended) differences.push({ field, mutations, ...difference });
    }
  }
  expect(differences.slice(0, 5)).toEqual([]);
  // Both agree about most of what is in a message: otherwise nothing would be tested.
  expect(compared).toBeGreaterThan(0.8 * count * fields.length);
}, 120_000);
