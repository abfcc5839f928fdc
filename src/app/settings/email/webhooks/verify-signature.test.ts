/** Verification accepts signatures made as the service makes them, and nothing else. */

import { generateKeyPairSync, sign, webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { rawSignature, verifyPost } from './verify-signature.ts';

const subtle = webcrypto.subtle as SubtleCrypto;
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

function post(payload: string, timestamp = '1700000000') {
  const signature = sign('sha256', Buffer.from(timestamp + payload), { key: privateKey, dsaEncoding: 'der' });
  return { publicKey: key, signature: signature.toString('base64'), timestamp, payload };
}

describe('verification of a request', () => {
  it('accepts what the key signed, whatever the length of its numbers', async () => {
    for (let n = 0; n < 300; n += 1) {
      expect(await verifyPost(subtle, post(`[{"event":"open","n":${n}}]`))).toBe('valid');
    }
  });

  it('accepts a body whose line ends a text field has changed', async () => {
    const signed = post('[{"event":"open"},\r\n{"event":"click"}]\r\n');
    const pasted = signed.payload.replaceAll('\r\n', '\n');
    expect(await verifyPost(subtle, { ...signed, payload: pasted })).toBe('valid');
    expect(await verifyPost(subtle, { ...signed, payload: pasted.trim() })).toBe('valid');
  });

  it('rejects another body, time or key', async () => {
    const signed = post('[]');
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    const publicKeyOfOther = other.export({ type: 'spki', format: 'der' }).toString('base64');
    expect(await verifyPost(subtle, { ...signed, payload: '[{}]' })).toBe('invalid');
    expect(await verifyPost(subtle, { ...signed, timestamp: '1700000001' })).toBe('invalid');
    expect(await verifyPost(subtle, { ...signed, publicKey: publicKeyOfOther })).toBe('invalid');
  });

  it('says what it cannot read, and where it cannot check', async () => {
    const signed = post('[]');
    expect(await verifyPost(subtle, { ...signed, signature: 'no signature!' })).toBe('unreadableSignature');
    expect(await verifyPost(subtle, { ...signed, publicKey: 'AAAA' })).toBe('unreadableKey');
    expect(await verifyPost(undefined, signed)).toBe('unavailable');
  });

  it('reads no number that is cut off', () => {
    const der = Uint8Array.from(Buffer.from(post('[]').signature, 'base64'));
    for (let length = 0; length < der.length; length += 1)
      expect(rawSignature(der.slice(0, length))).toBeNull();
  });
});
