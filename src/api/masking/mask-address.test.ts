import { expect, it } from 'vitest';
import { maskAddress } from './mask-address.ts';

const examples = [
  ['+447700900142', '+44 ••• ••42'],
  ['+44 7700 900-142', '+44 ••• ••42'],
  ['+15005550006', '+1 ••• ••06'],
  ['+353851234567', '+353 ••• ••67'],
  ['whatsapp:+15005550006', 'whatsapp:+1 ••• ••06'],
  ['5005550006', '••• ••06'],
  ['12345', '•••••'],
  ['jane.doe@doe-family.example', 'j•••@•••.example'],
  ['jd@doe.example', '•••@•••.example'],
  ['jane@localhost', 'j•••@•••.localhost'],
  ['jane@[192.0.2.1]', 'j•••@•••'],
  ['sip:jane@host.example', 'sip:j•••@•••.example'],
  ['client:reception', 'client:r•••••'],
  ['Jane:Doe', 'J•••••'],
  ['Jane', 'J•••••'],
  ['Jo', '•••••'],
  ['', '•••••'],
  [`sip:${'sip:'.repeat(100)}jane`, '•••••'],
  ['MG0123456789abcdef0123456789abcdef', 'MG0123456789abcdef0123456789abcdef'],
  ['FC0123456789abcdef0123456789abcdef', 'F•••••'],
] as const;

it.each(examples)('masks %s', (address, masked) => {
  expect(maskAddress(address)).toBe(masked);
});

it('leaves what is masked as it is, and nothing else', () => {
  for (const [, masked] of examples) expect(maskAddress(masked)).toBe(masked);
  expect(maskAddress('+447700900142 •••')).not.toContain('7700');
  expect(maskAddress('•••••+447700900142')).not.toContain('7700');
});
