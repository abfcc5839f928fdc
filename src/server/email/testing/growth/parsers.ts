/** The parsers of what anybody may send, as their thread calls them. */

import { type FormOptions, parsedForm, rawForm, unparsedForm } from '../../mime/parse.ts';
import { readReport } from '../../mime/report.ts';
import { authenticateSender } from '../../sender-authentication/sender-authentication.ts';

const envelope = { sender: 'a@b.test', recipients: ['x@mail.test'], clientIp: '127.0.0.1', helo: null };
const options: FormOptions = { envelope, verdicts: { spf: 'none', dkim: 'none' }, scoresSpam: true };
/** Nobody answers there. */
const dns = { servers: ['127.0.0.1:9'], timeout_ms: 1 };

const orRefused = (parse: (message: Uint8Array) => unknown) => async (message: Uint8Array) => {
  try {
    await parse(message);
  } catch {
    // More than is parsed: the work until then counts.
  }
};

export const parsers: Readonly<Record<string, (message: Uint8Array) => Promise<void>>> = {
  report: orRefused(readReport),
  parsed: orRefused((message) => parsedForm(message, options)),
  raw: orRefused((message) => rawForm(message, options)),
  unparsed: orRefused((message) => unparsedForm(message, options)),
  sender: orRefused((message) => authenticateSender(message, { envelope, dns, now: 0 })),
};
