import { describe, expect, it } from 'vitest';
import {
  addressError,
  asPhoneNumber,
  isPhoneNumber,
  isSipAddress,
  type Party,
  withoutPunctuation,
} from './address.ts';

describe('the address of a contact or a flow', () => {
  it.each([
    '+15005550006',
    ' +4930123456 ',
    '12345',
    'whatsapp:+15005550006',
    'client:reception',
    'sip:office@example.org',
    'chat:front.desk',
    'ACME',
    'My Clinic',
    'ann@example.org',
  ])('may be %s', (address) => expect(addressError(address)).toBeNull());

  it.each(['+1', '+12345', '12', '123456789', 'whatsapp:+1', '+1234567890123456', '0049301234'])(
    'is no number: %s',
    (address) => {
      expect(addressError(address)).toBe('number');
      expect(addressError(address, 'contact')).toBe('number');
    },
  );

  it.each(['ACME', 'kim', '+', 'nobody at all', 'x:'])('of a contact is not %s', (address) =>
    expect(addressError(address, 'contact')).toMatch(/^(name|blank)$/),
  );

  it.each([
    '+15005550006',
    '12345',
    'whatsapp:+15005550006',
    'client:reception',
    'sip:office@example.org:5061',
    'office@example.org',
    'MG00000000000000000000000000000001',
  ])('of a contact may be %s', (address) => expect(addressError(address, 'contact')).toBeNull());

  it.each([
    ['', 'missing'],
    ['   ', 'missing'],
    ['0171 1234567', 'number'],
    ['(500) 555-0006', 'number'],
    ['+1 500 555 0006', 'number'],
    ['+0123456789', 'number'],
    ['whatsapp:0171 1234567', 'number'],
    ['the number of Ann in the office', 'blank'],
    ['Ann Baker 12', 'blank'],
    ['Ann\tBaker', 'blank'],
    ['rcs:1', 'number'],
    ['SMS:1', 'number'],
    ['+', null],
    ['1+', null],
  ])('%j is rejected: %s', (address, reason) => expect(addressError(address)).toBe(reason));
});

it.each<[string, Party, string | null]>([
  ['+123456', 'contact', 'number'],
  ['+1234567', 'contact', null],
  ['+123456789012345', 'contact', null],
  ['123', 'contact', null],
  ['12345678', 'contact', null],
  ['viber:+15005550006', 'contact', null],
  ['xwhatsapp:1', 'contact', null],
  ['a.b+c-1:x', 'contact', null],
  [`${'a'.repeat(32)}:x`, 'contact', null],
  [`${'a'.repeat(33)}:x`, 'contact', 'name'],
  ['1a:x', 'contact', 'name'],
  ['a:', 'contact', 'name'],
  ['SIPS:ann@host:5061', 'contact', null],
  ['ann:secret@host', 'contact', null],
  ['@host', 'contact', 'name'],
  ['ann@', 'contact', 'name'],
  ['ann@b@c', 'contact', 'name'],
  [`MG${'0'.repeat(31)}`, 'contact', 'name'],
  [`MG${'0'.repeat(33)}`, 'contact', 'name'],
  [`xMG${'0'.repeat(32)}`, 'contact', 'name'],
  [`mg${'F'.repeat(32)}`, 'contact', null],
  [`mg${'g'.repeat(32)}`, 'contact', 'name'],
])('%j of a %s is rejected: %j', (address, party, reason) => {
  expect(addressError(address, party)).toBe(reason);
});

it.each([
  ['+49 (30) 123-45/67', true, '+49301234567'],
  ['0049\u00a030\u202f12\u201034\u2015567', true, '+49301234567'],
  ['+4930123456', false, '+4930123456'],
  ['+49.30.123456', true, '+4930123456'],
  ['+49\t30123456', true, '+4930123456'],
  ['030 123456', true, null],
  ['+0030123456', false, null],
  ['10049301234', false, null],
  ['+123456', false, null],
  ['+1234567890123456', false, null],
  ['x+4930123456', false, null],
  ['+4930123456x', false, null],
])('the number %j, with punctuation: %j, is %j', (text, hasPunctuation, number) => {
  expect(withoutPunctuation(text) !== text).toBe(hasPunctuation);
  expect(asPhoneNumber(text)).toBe(number);
});

it('numbers and SIP addresses are told from others, blanks around them aside', () => {
  const texts = [' +4930123456 ', '12345', 'sip:a@b', ' a@b ', 'a b@c', 'ann'];
  expect(texts.map(isPhoneNumber)).toEqual([true, true, false, false, false, false]);
  expect(texts.map(isSipAddress)).toEqual([false, false, true, true, false, false]);
});
