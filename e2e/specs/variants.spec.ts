/** That each variant of the browser tests is what it says: otherwise all others would show nothing in it. */

import { expect, test } from '../fixtures.ts';
import { variant } from '../variants.ts';

test.skip(variant === null, 'There is none: see e2e/variants.ts.');

test('the page is used as the variant says', { tag: '@variants' }, async ({ page }) => {
  await page.goto('/sign-in?with=account');
  const field = page.getByLabel('Account SID');
  await field.fill('');
  await page.evaluate(() => {
    const seen: string[] = [];
    Reflect.set(window, 'seen', seen);
    addEventListener('keydown', ({ key, code }) => seen.push(`${code} ${key}`), { capture: true });
    addEventListener('compositionend', ({ data }) => seen.push(`composed ${data}`), { capture: true });
  });
  await field.focus();
  await page.keyboard.type('zx');
  await expect(field).toHaveValue('zx');
  const seen = (await page.evaluate(() => Reflect.get(window, 'seen'))) as string[];
  expect({
    isSecure: await page.evaluate(() => isSecureContext),
    isCyrillic: seen.includes('KeyZ я'),
    isComposed: seen.includes('composed zx'),
    isTranslated: (await page.locator('button font font').count()) > 0,
  }).toEqual({
    isSecure: variant !== 'plain-http',
    isCyrillic: variant === 'cyrillic',
    isComposed: variant === 'composing',
    isTranslated: variant === 'translated',
  });
});
