import { describe, expect, it } from 'vitest';
import { normalizeAddress } from './address.ts';

describe('an address', () => {
  it.each([
    ['+15005550006', '+15005550006'],
    [' +1 (500) 555-0006 ', '+15005550006'],
    ['+44 7700 (900)-142', '+447700900142'],
    ['+1.500.555.0006', '+15005550006'],
    ['+1\u00a0500\u2011555\u20110006', '+15005550006'],
    ['whatsapp:+1 500 555 0006', 'whatsapp:+15005550006'],
    ['72 5 5', '7255'],
    ['\u202a+1 500 555 0006\u202c', '+15005550006'],
    ['\u200e+١٥٠٠٥٥٥٠٠٠٦', '+15005550006'],
    ['＋１（５００）５５５－０００６', '+15005550006'],
    ['whatsapp:+९१ १५००५ ५५०००', 'whatsapp:+911500555000'],
    ['๗๒๕๕', '7255'],
  ])('that is the phone number %j is normalized to %s', (text, normalized) => {
    expect(normalizeAddress(text)).toBe(normalized);
  });

  it.each([
    'client:ann',
    'sip:ann@example.org;transport=tls',
    'ann@example.org',
    'messenger:1234567890',
    'ACME',
    'kim',
    'user-12_b',
    'Jürgen',
    `MG${'1'.repeat(32)}`,
    `CH${'a'.repeat(32)}`,
    'anonymous',
  ])('%s stays as it is', (text) => {
    expect(normalizeAddress(text)).toBe(text);
  });

  it.each([
    '',
    ' ',
    'hello world',
    'x'.repeat(400),
    'x'.repeat(65),
    `+${'1'.repeat(16)}`,
    '+1\n2 a',
    'client:',
    'client:two words',
    '<script>',
    '!!!',
    '+1-500-FLOWERS now',
    '()',
  ])('cannot be %j', (text) => {
    expect(normalizeAddress(text)).toBeNull();
  });
});
