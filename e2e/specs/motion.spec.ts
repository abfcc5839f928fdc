/** What opens fades in and then stands still; where the system asks for reduced motion, nothing is ever on its way. */

import { expect, test } from '../fixtures.ts';

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('a menu fades in, and then stands still', async ({ signedIn: page }) => {
    await page.goto('/flows');
    const faded = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          document.addEventListener('transitionend', ({ target, propertyName, elapsedTime }) => {
            const isOfMenu = target instanceof Element && target.matches('.pop');
            if (isOfMenu && propertyName === 'opacity') resolve(elapsedTime);
          });
        }),
    );
    await page.getByRole('button', { name: 'Appearance' }).press('Enter');
    expect(await faded).toBeGreaterThan(0.1);
    await expect(page.locator('.pop')).toHaveCSS('opacity', '1');
  });
});

test('with reduced motion another theme is there at once, on every level of the page', async ({
  signedIn: page,
}) => {
  await page.goto('/flows');
  const began = await page.evaluateHandle(() => {
    const counted = { transitions: 0 };
    document.addEventListener('transitionrun', () => {
      counted.transitions += 1;
    });
    return counted;
  });
  await page.getByRole('button', { name: 'Appearance' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Dark' }).press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('menu')).toHaveCount(0);
  // What begins is told with the next frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(await began.evaluate(({ transitions }) => transitions)).toBe(0);
});
