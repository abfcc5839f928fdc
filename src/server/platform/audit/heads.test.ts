/** Heads are found in whatever they were kept in, and are what they were when they were signed. */

import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AuditHead } from '#api/audit/operations.ts';
import { createSecretCipher } from '../secrets.ts';
import { headsIn, isSignedHead, signHead } from './heads.ts';

const keyed = (secretKey: string) =>
  createSecretCipher({ secretKey, previousSecretKey: null, dataDir: '' }, randomBytes);
const head = signHead(keyed('a key of the tests'), {
  ...{ account_sid: `AC${'1'.repeat(32)}`, date: '2026-11-06T12:00:00.000Z' },
  ...{ event_date: '2026-11-06T11:59:00.000Z', hash: 'a'.repeat(64), sequence: 12 },
});

async function found(text: string, size = text.length): Promise<AuditHead[]> {
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
  const heads: AuditHead[] = [];
  for await (const each of headsIn(pieces)) heads.push(each);
  return heads;
}

describe('a head', () => {
  const json = JSON.stringify(head);
  const line = JSON.stringify({ level: 30, time: 1, audit_head: head, msg: 'Head of an audit log' });
  it.each<[string, () => string]>([
    ['by itself', () => json],
    ['in lines', () => JSON.stringify(head, null, 2)],
    ['in a line of the log', () => `other\n${line}\n{"level":30}\n`],
    ['in a line that a collector has put into a text', () => JSON.stringify({ log: line, stream: 'stderr' })],
    ['in a post to a sink', () => JSON.stringify([{ specversion: '1.0', data: head }])],
    ['in a dump', () => `COPY audit_chains FROM stdin;\nAC1\t12\t${json}\n\\.\n`],
    ['behind the braces of others', () => `{{"a":{}} {"signature":1} {"signature":"x","sequence" ${json}`],
    ['in bytes of a file', () => `\u0000\ufffd{${'\ufffd'.repeat(9_000)}${json}\u0000`],
  ])('is found %s, and whatever the pieces', async (_, text) => {
    for (const size of [7, 100, 100_000]) expect(await found(text(), size)).toEqual([head]);
    expect((await found(text())).every(isSignedHead)).toBe(true);
  });

  it('is found as often as it is there, and where there is none nothing is', async () => {
    expect(await found(`${line}\n${line}\n${json}`)).toHaveLength(3);
    for (const none of ['', '{}', '{"signature":"x"', 'text', '{'.repeat(100_000)])
      expect(await found(none)).toEqual([]);
  });

  it.each<[string, Partial<AuditHead>]>([
    ['another number', { sequence: 11 }],
    ['another hash', { hash: 'b'.repeat(64) }],
    ['another time', { date: '2026-11-06T12:00:00.001Z' }],
    ['another account', { account_sid: null }],
    ['no event', { event_date: null }],
    ['another key', { public_key: keyed('another key').publicKeys()[0] ?? '' }],
    ['no key', { public_key: 'x' }],
    ['no signature', { signature: '' }],
  ])('with %s is not signed', (_, change) => {
    expect(isSignedHead(head)).toBe(true);
    expect(isSignedHead({ ...head, ...change })).toBe(false);
  });
});
