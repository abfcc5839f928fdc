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

it.each([
  ['+12345', 'Call +12345', 'Call +12345'],
  ['+12345', '+12345', '+15005550001'],
  ['+123456', 'Call 123456', 'Call 15005550001'],
  ['x+123456', 'x+123456', '+15005550001'],
  ['+123456x', 'a+123456x', 'a+123456x'],
  ['A:b', 'A:b', '+15005550001'],
  ['sip:a:b', 'sip:a:b', 'sip:+15005550001'],
])('of the contact %s it makes of %j %j', (contact, value, result) => {
  expect(replaced(contact, value)).toEqual({ value: result });
});

it('looks into lists and objects, and leaves the rest of a step as it is', () => {
  const [first] = step('');
  const value = { list: ['+447700900142', { at: '+447700900142' }], count: 5, none: null, flag: true };
  const steps = [
    {
      ...first,
      name: '+447700900142',
      transitioned_from: '',
      notes: [],
      at: 1,
      changes: [{ path: ['a'], value }],
    },
  ];
  expect(withTestContact(steps, '+447700900142')).toEqual([
    {
      ...steps[0],
      changes: [
        {
          path: ['a'],
          value: { list: ['+15005550001', { at: '+15005550001' }], count: 5, none: null, flag: true },
        },
      ],
    },
  ]);
});
