/**
 * Signed heads of the chains of the audit log. Who can write to the database can compute a chain again, but not its signature: a
 * head that is kept elsewhere says what the chain was. Its signature is Ed25519, of its other fields as JSON by RFC 8785.
 */

import type { AuditHead } from '#api/audit/operations.ts';
import type { SecretCipher } from '../secrets.ts';
import type { ServiceContext } from '../service-context.ts';
import { isSignedBy } from '../signing-keys.ts';
import { canonicalJson, recordOf } from './chain.ts';
import { emptyChain, eventsBehind, findChain } from './event-store.ts';

export function signHead(
  secrets: Pick<SecretCipher, 'sign' | 'publicKeys'>,
  content: Omit<AuditHead, 'public_key' | 'signature'>,
): AuditHead {
  const [public_key = ''] = secrets.publicKeys();
  const head = { ...content, public_key };
  return { ...head, signature: secrets.sign(canonicalJson(head)).signature };
}

/** Of the end of a chain as it is now; null before its first event. */
export async function currentHead(ctx: ServiceContext, account: string): Promise<AuditHead | null> {
  const { read } = ctx.database;
  const { sequence, hash } = (await findChain(read, account)) ?? emptyChain;
  if (sequence === 0) return null;
  const [last] = await eventsBehind(read, account, sequence - 1, 1, sequence);
  return signHead(ctx.secrets, {
    ...{ account_sid: account === '' ? null : account, date: new Date(ctx.clock.now()).toISOString() },
    ...{ event_date: last === undefined ? null : recordOf(last).date, hash, sequence },
  });
}

export function isSignedHead({ signature, ...head }: AuditHead): boolean {
  return isSignedBy(head.public_key, canonicalJson(head), signature);
}

/** Null for a text that is no head. What it has is known only once its signature is found to be right. */
export function readHead(text: string): AuditHead | null {
  if (!text.includes('"signature"') || !text.includes('"sequence"')) return null;
  try {
    return JSON.parse(text) as AuditHead;
  } catch {
    return null;
  }
}

/** Characters: more than a head has. */
const longestHead = 8_192;

/**
 * The heads in a text, whatever stands around them: lines of a log, posts to a sink, a dump or a file of the database. It is read
 * piece by piece.
 */
export async function* headsIn(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<AuditHead> {
  let rest = '';
  for await (const piece of pieces) {
    // A collector of logs may have put a line into a text of its own.
    rest = (rest + piece).replaceAll('\\"', '"');
    let end = 0;
    for (const { 0: text, index } of rest.matchAll(/\{[^{}]*\}/g)) {
      end = index + text.length;
      const head = readHead(text);
      if (head !== null) yield head;
    }
    rest = rest.slice(Math.max(end, rest.length - longestHead));
  }
}
