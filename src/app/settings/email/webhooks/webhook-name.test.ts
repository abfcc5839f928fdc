/** Names in the choosers of webhooks. */

import { expect, it } from 'vitest';
import { webhookNames } from './webhook-name.ts';

const names = (...all: [name: string | null, url: string][]) => [
  ...webhookNames(all.map(([friendly_name, url], at) => ({ id: `${at}`, friendly_name, url }))).values(),
];

it('every webhook has a text of its own', () => {
  expect(names(['Shop', 'https://a.test/x'], [null, 'https://b.test/y'])).toEqual(['Shop', 'b.test']);
  expect(names([null, 'https://a.test/x'], ['', 'https://a.test/y'])).toEqual(['a.test/x', 'a.test/y']);
  expect(names(['Shop', 'https://a.test/x'], ['Shop', 'https://b.test/x'])).toEqual([
    ...['Shop · a.test', 'Shop · b.test'],
  ]);
  expect(names(['Shop', 'https://a.test/x'], ['Shop', 'https://a.test/y'])).toEqual([
    ...['Shop · https://a.test/x', 'Shop · https://a.test/y'],
  ]);
  expect(names([' ', 'https://a.test/x?a=1'], [null, 'https://a.test/x?a=2'])).toEqual([
    ...['https://a.test/x?a=1', 'https://a.test/x?a=2'],
  ]);
});
