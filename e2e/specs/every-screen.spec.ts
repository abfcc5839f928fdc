/** Every screen has no console errors and no serious axe violations. `wide-and-narrow.spec.ts` has the rest of them. */

import type { Page } from 'playwright/test';
import { expect, test } from '../account-fixtures.ts';
import { expectAccessible, expectAccessibleInBothThemes, setTheme } from '../fixtures.ts';
import { editOnPhone } from '../pages/designer.ts';
import { fillAccount, isOfExecutions } from '../screens.ts';

/** The names of visible buttons less than 24 px wide or high (WCAG 2.5.8). */
function tooSmall(page: Page): Promise<string[]> {
  return page.getByRole('button').evaluateAll((buttons) =>
    buttons.flatMap((button) => {
      const { width, height } = button.getBoundingClientRect();
      const isSeen = width > 1 && height > 1;
      return isSeen && Math.min(width, height) < 24 ? [button.ariaLabel ?? button.textContent ?? ''] : [];
    }),
  );
}

/** The canvas has a separate layout on a phone, with its own tests. */
const onCanvas = /^(designer|execution|start|history)/;
/** Of those, what shows test runs and counts; the others are states of the designer. */
const ofRuns = /^designer-(test|recorded-test|counts)$/;

for (const theme of ['light', 'dark'] as const) {
  test(`every screen is accessible in the ${theme} theme`, async ({ api, signedIn, server }) => {
    test.setTimeout(420_000);
    const screens = await fillAccount(api);
    await setTheme(signedIn, theme);
    for (const screen of screens.filter(({ name, isForPhone }) => !isForPhone && !isOfExecutions(name))) {
      await test.step(screen.name, async () => {
        await screen.open(signedIn, server.url);
        expect(await signedIn.title(), screen.name).toMatch(/Patchbay$/);
        await expectAccessible(signedIn);
      });
    }
  });

  test(`lists and settings are accessible on a phone in the ${theme} theme`, async ({
    api,
    signedIn,
    server,
  }) => {
    test.setTimeout(420_000);
    const screens = await fillAccount(api);
    await setTheme(signedIn, theme);
    await signedIn.setViewportSize({ width: 390, height: 844 });
    for (const screen of screens.filter(({ name }) => !onCanvas.test(name))) {
      await test.step(screen.name, async () => {
        await screen.open(signedIn, server.url);
        await expectAccessible(signedIn);
        const [inner, outer] = await signedIn.evaluate(() => [
          document.documentElement.scrollWidth,
          innerWidth,
        ]);
        expect(inner, `${screen.name} is wider than the screen`).toBeLessThanOrEqual(outer ?? 0);
        expect(await tooSmall(signedIn), `${screen.name} has buttons too small for a finger`).toEqual([]);
      });
    }
  });
}

test('test runs and counts are accessible on a phone, in both themes', async ({ api, signedIn, server }) => {
  test.setTimeout(420_000);
  const screens = await fillAccount(api);
  await signedIn.setViewportSize({ width: 390, height: 844 });
  await editOnPhone(signedIn);
  for (const screen of screens.filter(({ name }) => ofRuns.test(name))) {
    await test.step(screen.name, async () => {
      await screen.open(signedIn, server.url);
      await expectAccessibleInBothThemes(signedIn);
      const width = await signedIn.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `${screen.name} is wider than the screen`).toBeLessThanOrEqual(390);
    });
  }
});
