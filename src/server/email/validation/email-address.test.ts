/** Addresses as RFC 5321 has them, and as phones, printers and old systems write them. */

import { expect, it } from 'vitest';
import { foldAddress, parseEmailAddress, readPath, wireAddress } from './email-address.ts';

it.each([
  ['ada@s.test', 'ada@s.test', 'ada@s.test'],
  [' Reply+AbC9@R.test ', 'reply+abc9@r.test', 'Reply+AbC9@R.test'],
  ['a..b.@phone.test', 'a..b.@phone.test', 'a..b.@phone.test'],
  ['"a..b."@phone.test', 'a..b.@phone.test', '"a..b."@phone.test'],
  ['"odd user"@r.test', '"odd user"@r.test', '"odd user"@r.test'],
  ['"a@b \\" c"@r.test', '"a@b \\" c"@r.test', '"a@b \\" c"@r.test'],
  ['gast@M\u00fcnchen.test', 'gast@m\u00fcnchen.test', 'gast@xn--mnchen-3ya.test'],
  [
    '\u0434\u0430@\u043f\u043e\u0447\u0442\u0430.test',
    '\u0434\u0430@\u043f\u043e\u0447\u0442\u0430.test',
    '\u0434\u0430@xn--80a1acny.test',
  ],
  ['desk@in.test.', 'desk@in.test', 'desk@in.test'],
  ['root@web_01.s.test', 'root@web_01.s.test', 'root@web_01.s.test'],
])('%s is compared as %s and sent to %s', (written, compared, sent) => {
  expect(parseEmailAddress(written)).toBe(compared);
  expect(foldAddress(written)).toBe(compared);
  expect(wireAddress(written)).toBe(sent);
});

it.each([
  ...['', 'ada', '@s.test', 'ada@', 'ada@s.test, bob@s.test', 'Ada <ada@s.test>', 'a b@s.test', 'a@b@s.test'],
  ...[
    '"ada@s.test',
    '""@s.test',
    'ada"@s.test',
    'ada@s.test\r\nRCPT TO:<x@y.test>',
    'a\u0000b@s.test',
    `${'a'.repeat(320)}@s.test`,
  ],
])('%j is no address', (text) => {
  expect(parseEmailAddress(text)).toBeNull();
});

it.each([
  ['<ada@s.test>', 'ada@s.test', ''],
  [' <ada@s.test> SIZE=100 BODY=8BITMIME', 'ada@s.test', ' SIZE=100 BODY=8BITMIME'],
  ['<a..b.@phone.test>', 'a..b.@phone.test', ''],
  ['<"John Doe"@s.test> SIZE=1', '"John Doe"@s.test', ' SIZE=1'],
  ['<"a> b"@s.test>', '"a> b"@s.test', ''],
  ['<@relay.test,@other.test:ada@s.test>', 'ada@s.test', ''],
  ['<scanner>', 'scanner', ''],
  ['scanner@s.test', 'scanner@s.test', ''],
  ['scanner@s.test SIZE=1', 'scanner@s.test', ' SIZE=1'],
  ['<desk@in.test.>', 'desk@in.test', ''],
  ['<desk@[192.0.2.1]>', 'desk@[192.0.2.1]', ''],
  ['<gast@xn--mnchen-3ya.test>', 'gast@m\u00fcnchen.test', ''],
])('%s is a path', (text, address, parameters) => {
  expect(readPath(text)).toEqual({ address, parameters });
});

it.each([
  '<>',
  '',
  '<a b>',
  '<a@b@c>',
  '<ada@s.test',
  '<"ada@s.test>',
  '<a\u0001@s.test>',
  '<a\u200b@s.test>',
])('%j is none', (text) => {
  expect(readPath(text)).toBeNull();
});
