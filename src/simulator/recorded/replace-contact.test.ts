import { expect, it } from 'vitest';
import { withTestContact } from './replace-contact.ts';

const step = (value: string) => [
  { name: '', transitioned_from: '', notes: [], at: 0, changes: [{ path: ['trigger'], value: { value } }] },
];
const replaced = (contact: string, value: string) =>
  withTestContact(step(value), contact)[0]?.changes[0]?.value;

it('replaces the address of the contact wherever it stands in a recorded step', () => {
  expect(replaced('+447700900142', 'Call +447700900142 or 447700900142')).toEqual({
    value: 'Call +15005550001 or 15005550001',
  });
  expect(replaced('whatsapp:+447700900142', 'whatsapp:+447700900142')).toEqual({
    value: 'whatsapp:+15005550001',
  });
});

it('replaces a name only where it is the whole value', () => {
  expect(replaced('client:reception', 'client:reception')).toEqual({ value: 'client:+15005550001' });
  expect(replaced('client:al', 'client:all')).toEqual({ value: 'client:all' });
});
