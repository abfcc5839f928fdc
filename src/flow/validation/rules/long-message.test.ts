import { expect, it } from 'vitest';
import { flowOf, said, state } from '../../testing/said-by-rule.ts';
import { longMessage } from './long-message.ts';

const found = (body: string, type = 'send-message') =>
  said(longMessage, flowOf([state('tell', type, { body })]));
const segments = (count: number) => [
  `warning #/states/1/properties/body The message has ${count} segments. Most carriers refuse more than 10, and charge each.`,
];

it.each([
  ['ten segments', 'a'.repeat(1530), []],
  ['eleven segments', 'a'.repeat(1531), segments(11)],
  ['eleven of another alphabet', 'д'.repeat(671), segments(11)],
  ['no more than 20,000 characters', 'a'.repeat(30_000), segments(131)],
  ['text besides outputs', `${'a'.repeat(1530)}{{flow.variables.name}}{% if a\n %}{% endif %}`, []],
  ['text besides outputs', `${'a'.repeat(1531)}{{flow.variables.name}}`, segments(11)],
  ['text in braces', `${'a'.repeat(1520)}{flow}%}`, segments(11)],
])('is said of %s', (_, body, lines) => {
  expect(found(body)).toEqual(lines);
  expect(found(body, 'send-and-wait-for-reply')).toEqual(lines);
  expect(found(body, 'make-http-request')).toEqual([]);
  expect(found(body, 'an-unknown-type')).toEqual([]);
});
