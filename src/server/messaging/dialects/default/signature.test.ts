/** Signatures, compared with those that a client library makes and accepts. */

import { hash } from 'node:crypto';
import fc from 'fast-check';
import twilio from 'twilio';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { describe, expect, it } from 'vitest';
import { hasBodyHash, isValidSignature, signatureOf } from './signature.ts';

const token = 'a token of the tests';
const url = 'https://flows.example/v1/Accounts/AC1/Flows/FW1?FlowEvent=gather';
const fields = { From: '+15550100', To: '+15550199', Body: 'Hello & good-bye ü', NumMedia: '0' };
const listed = (object: Record<string, string | string[]>) =>
  Object.entries(object).map(([name, value]) => [name, [value].flat()] as const);

describe('the signature', () => {
  it('equals that of the client library, for any form', () => {
    const value = fc.oneof(fc.string(), fc.array(fc.string(), { minLength: 1, maxLength: 4 }));
    const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,11}$/);
    fc.assert(
      fc.property(fc.dictionary(name, value), fc.webUrl({ withQueryParameters: true }), (form, address) => {
        expect(signatureOf(token, address, listed(form))).toBe(
          getExpectedTwilioSignature(token, address, form),
        );
      }),
    );
  });

  it('is accepted by the client library, and vice versa', () => {
    expect(twilio.validateRequest(token, signatureOf(token, url, listed(fields)), url, fields)).toBe(true);
    const theirs = getExpectedTwilioSignature(token, url, fields);
    expect(isValidSignature(token, theirs, url, listed(fields))).toBe(true);
  });

  it('is valid with and without the default port, and for no other', () => {
    const theirs = getExpectedTwilioSignature(token, url.replace('.example', '.example:443'), fields);
    expect(isValidSignature(token, theirs, url, listed(fields))).toBe(true);
    const other = getExpectedTwilioSignature(token, url.replace('.example', '.example:8443'), fields);
    expect(isValidSignature(token, other, url, listed(fields))).toBe(false);
  });

  it('is invalid for another token, URL or field', () => {
    const right = signatureOf(token, url, listed(fields));
    expect(isValidSignature('another', right, url, listed(fields))).toBe(false);
    expect(isValidSignature(token, right, `${url}&x=1`, listed(fields))).toBe(false);
    expect(isValidSignature(token, right, url, listed({ ...fields, Body: 'Hello' }))).toBe(false);
    expect(isValidSignature(token, '', url, listed(fields))).toBe(false);
  });

  it('covers a body that is no form by its hash in the URL', () => {
    const body = '{"Body":"Hello"}';
    const address = `${url}&bodySHA256=${hash('sha256', body)}`;
    expect(twilio.validateRequestWithBody(token, signatureOf(token, address, []), address, body)).toBe(true);
    expect(hasBodyHash(address, hash('sha256', body))).toBe(true);
    expect(hasBodyHash(address, hash('sha256', `${body} `))).toBe(false);
    expect(hasBodyHash(url, hash('sha256', body))).toBe(false);
    // What no hash was made of, as the URL asks for none.
    expect(hasBodyHash(url, '')).toBe(false);
  });
});
