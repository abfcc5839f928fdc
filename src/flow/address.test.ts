import { describe, expect, it } from 'vitest';
import { addressError } from './address.ts';

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
  ])('%j is rejected: %s', (address, reason) => expect(addressError(address)).toBe(reason));
});
