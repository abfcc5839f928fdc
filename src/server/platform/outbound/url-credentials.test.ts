/** User and password of a URL: encrypted where they are stored, there where they are sent, shown nowhere. */

import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecretCipher } from '../secrets.ts';
import { openUrl, renewUrl, sealUrl, shownUrl, withoutUrlCredentials } from './url-credentials.ts';

const cipher = (secretKey: string, previousSecretKey: string | null = null) =>
  createSecretCipher({ secretKey, previousSecretKey, dataDir: '' }, randomBytes);
const secrets = cipher('a'.repeat(32));

describe('a URL with user and password', () => {
  it.each([
    ['https://hook:s3cret@hooks.example.org/in?a=b@c', 'https://hooks.example.org/in?a=b@c'],
    ['http://s3cret@127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['https://a@s3cret:b@hooks.example.org/', 'https://hooks.example.org/'],
    ['https:\\\\hook:s3cret@hooks.example.org/', 'https:\\\\hooks.example.org/'],
    ['HTTPS:hook:s3cret%40%20@hooks.example.org/', 'HTTPS:hooks.example.org/'],
    [' https://:s3cret@hooks.example.org', ' https://hooks.example.org'],
  ])('%s is stored encrypted, sent as it is, and shown as %s', (url, shown) => {
    const stored = sealUrl(secrets, url);
    expect(stored).not.toContain('s3cret');
    expect(openUrl(secrets, stored)).toBe(url);
    expect([shownUrl(stored), shownUrl(url)]).toEqual([shown, shown]);
    expect(URL.parse(stored)?.host).toBe(URL.parse(url)?.host);
    expect(withoutUrlCredentials(`{"to":"${stored}"}`)).not.toContain('patchbay-sealed');
  });

  it('keeps them where what was shown is sent back, and loses them with another URL', () => {
    const stored = sealUrl(secrets, 'https://hook:s3cret@hooks.example.org/in');
    expect(sealUrl(secrets, 'https://hooks.example.org/in', stored)).toBe(stored);
    expect(sealUrl(secrets, 'https://evil.example/in', stored)).toBe('https://evil.example/in');
    expect(sealUrl(secrets, 'https://hooks.example.org/in', null)).toBe('https://hooks.example.org/in');
  });

  it('is encrypted with the new key, also where it was stored in clear', () => {
    const url = 'https://hook:s3cret@hooks.example.org/in';
    const both = cipher('b'.repeat(32), 'a'.repeat(32));
    for (const stored of [sealUrl(secrets, url), url]) {
      const renewed = renewUrl(both, stored) ?? '';
      expect(openUrl(cipher('b'.repeat(32)), renewed)).toBe(url);
      expect(renewUrl(both, renewed)).toBeNull();
    }
    expect(renewUrl(both, 'https://hooks.example.org/in')).toBeNull();
  });
});

it.each([
  [
    'see https://a:b@c.example/d and smtp://u:p@mail.example',
    'see https://c.example/d and smtp://mail.example',
  ],
  ['mail ann@example.org at https://c.example/?to=ann@example.org', null],
])('%s says no password', (text, shown) => {
  expect(withoutUrlCredentials(text)).toBe(shown ?? text);
});
