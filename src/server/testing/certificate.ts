/** For tests: a certificate that vouches for itself, written here byte by byte (X.509, RFC 5280), and its key; both PEM. */

import { generateKeyPairSync, sign } from 'node:crypto';

/** `end` is in epoch milliseconds. */
export function makeCertificate(name = 'localhost', end = Date.UTC(2120, 0)): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(hex('06082a8648ce3d040302'));
  const subject = sequence(tagged(0x31, sequence(hex('0603550403'), tagged(0x0c, Buffer.from(name)))));
  const time = (at: number) =>
    tagged(0x18, Buffer.from(new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '')));
  const validity = sequence(time(Date.UTC(2020, 0)), time(end));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const content = sequence(hex('020101'), algorithm, subject, validity, subject, spki);
  const signature = tagged(0x03, hex('00'), sign('sha256', content, privateKey));
  const base64 = sequence(content, algorithm, signature)
    .toString('base64')
    .replaceAll(/.{64}(?=.)/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

const hex = (digits: string) => Buffer.from(digits, 'hex');

const sequence = (...parts: Uint8Array[]) => tagged(0x30, ...parts);

/** A value in DER: its tag, its length in as many bytes as that needs, its content. */
function tagged(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}
