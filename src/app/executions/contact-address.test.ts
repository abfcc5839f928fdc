import { describe, expect, it } from 'vitest';
import { addressError } from './contact-address.ts';

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
