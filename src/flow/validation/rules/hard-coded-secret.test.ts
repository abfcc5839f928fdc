import { describe, expect, it } from 'vitest';
import { flowOf, said, state } from '../../testing/said-by-rule.ts';
import { hardCodedSecret } from './hard-coded-secret.ts';

/** What is said to be in a text, '' where nothing is. */
function kindOf(text: string): string {
  const lines = said(hardCodedSecret, flowOf([state('w', 'send-message', { body: text })]));
  expect(lines.length).toBeLessThanOrEqual(1);
  return (lines[0] ?? '')
    .replace('warning #/states/1/properties/body ', '')
    .replace(' is written in the flow, where everybody who opens it can read it.', '');
}

const hex = '0123456789abcdef'.repeat(2);
const key = 'abcdefgh12345678';

describe('a text', () => {
  it.each([
    ['An account SID', [`AC${hex}`, `is ac${hex.toUpperCase()}.`]],
    ['An API key', [`SK${hex}`, `(SG.abcdefghij-12345.abcdefghij_12345)`, `sk_live_${key}`]],
    ['An access token', [`Bearer ${'ab.~+/-_12'.repeat(2)}==`, `Bearer   ${'abcdefghij'.repeat(2)}`]],
    [
      'A password',
      [
        'http://kim:abcd1234@host.example',
        'see HTTPS://kim:!"§$%&x@host.example',
        'http://kim:ßsabcde@h.org',
      ],
    ],
    [
      'A secret',
      [
        ...[
          `apikey=${key}`,
          `API_KEY: ${key}`,
          `authtoken=${key}`,
          `auth_token=${key}`,
          `accesstoken=${key}`,
        ],
        ...[`access_token=${key}`, `clientsecret=${key}`, `client_secret=${key}`, `password=${key}`],
        ...[`"password": "${key}"`, `'password' = '${key}'`, `password  =  'ab~+/-_12345678-'`],
      ],
    ],
  ])('has %s: %j', (kind, texts) => expect(texts.map(kindOf)).toEqual(texts.map(() => kind)));

  it.each([
    `AC${hex.slice(1)}`,
    `AC${hex}0`,
    `xAC${hex}`,
    `AC${hex.replace('a', 'g')}`,
    `SK${hex.slice(1)}`,
    `SK${hex}0`,
    `xSK${hex}`,
    'SG.abcdefghij-1234.abcdefghij_12345',
    'SG.abcdefghij-12345.abcdefghij_1234',
    'SG abcdefghij-12345.abcdefghij_12345',
    'xSG.abcdefghij-12345.abcdefghij_12345',
    'sk_live_abcdefgh1234567',
    `xsk_live_${key}`,
    `Bearer ${'abcdefghij'.repeat(2).slice(1)}`,
    `Bearer${'abcdefghij'.repeat(2)}`,
    `xBearer ${'abcdefghij'.repeat(2)}`,
    'http://kim:abc@host.example',
    'http://kim:{{flow.data.password}}@host.example',
    'http://host.example:8080/abcdefgh/kim@home',
    'http://host.example/a:abcdefgh@home',
    'xhttp://kim:abcd1234@host.example',
    'http://a kim:abcd1234@host.example',
    'password=abcdefgh1234567',
    `password ${key}`,
    'password={{flow.variables.password}}',
    `pass_word=${key}`,
    'password=xxxxxxxxxxxxxxxxxxxxxxxx',
    'password=aAbBcCdDeEfFaAbBcC',
    'password=123456123456123456',
    'A text about nothing of that kind.',
  ])('has none: %s', (text) => expect(kindOf(text)).toBe(''));

  it('has one of seven different characters at least', () =>
    expect(kindOf('password=1234567123456712')).toBe('A secret'));

  it('is looked at from 20 characters on', () => {
    expect(kindOf('http://k:abcdefg@h.d')).toBe('A password');
    expect(kindOf('http://k:abcdefg@h.')).toBe('');
  });

  it('has one in its first 20,000 characters', () => {
    const secret = `AC${hex}`;
    expect(kindOf(`${' '.repeat(20_000 - secret.length)}${secret}`)).toBe('An account SID');
    expect(kindOf(`${' '.repeat(20_001 - secret.length)}${secret}`)).toBe('');
  });
});

it('is looked for in all texts of a widget', () => {
  const conditions = [{ value: `AC${hex}`, arguments: [`SK${hex}`] }];
  const flow = flowOf([state('w', 'split-based-on', { a: [`AC${hex}`] }, [{ event: 'match', conditions }])]);
  expect(
    said(hardCodedSecret, flow)
      .map((line) => line.split(' is ')[0])
      .sort(),
  ).toEqual([
    'warning #/states/1/properties/a/0 An account SID',
    'warning #/states/1/transitions/0/conditions/0/arguments/0 An API key',
    'warning #/states/1/transitions/0/conditions/0/value An account SID',
  ]);
});
