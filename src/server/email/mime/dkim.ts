/** Signs messages (DKIM, RFC 6376). */

import type { KeyObject } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import DKIM from 'nodemailer/lib/dkim';

/** `privateKey` is PEM where it is a text, which is parsed for each message: that takes as long as signing. */
export type DkimSigner = { domain: string; selector: string; privateKey: KeyObject | string };

/** The fields that a receiver shows or acts on; of one-click unsubscribe both must be signed (RFC 8058, section 4). */
const signedFields = [
  ...['From', 'Sender', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'To', 'Cc', 'MIME-Version'],
  ...['Content-Type', 'Content-Transfer-Encoding', 'In-Reply-To', 'References', 'List-Id'],
  ...['List-Unsubscribe', 'List-Unsubscribe-Post'],
].join(':');

export function signDkim(message: Buffer, { domain, selector, privateKey }: DkimSigner): Promise<Buffer> {
  const signer = new DKIM({
    ...{ domainName: domain, keySelector: selector, privateKey, headerFieldNames: signedFields },
  });
  return buffer(signer.sign(message));
}
