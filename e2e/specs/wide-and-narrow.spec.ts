/**
 * Executions and the history of a flow fit the page, reach all their controls and have no serious axe violations.
 *
 * A screen is opened once and shown at three widths; 720 px is the width of a page at 200 % zoom. Theme and contrast
 * change with width and screen, so that each screen has every width, theme and contrast at least once, and six screens
 * in a row have every pair of them.
 */

import type { Page } from 'playwright/test';
import { expect, test } from '../account-fixtures.ts';
import { expectAccessible } from '../fixtures.ts';
import { findLayoutFaults } from '../layout-faults.ts';
import { fillAccount, isOfExecutions } from '../screens.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 720, height: 450 },
  { width: 390, height: 844 },
];
const contrasts = [
  { forcedColors: 'none', contrast: 'no-preference' },
  { forcedColors: 'active', contrast: 'no-preference' },
  { forcedColors: 'none', contrast: 'more' },
] as const;

/** Sets width, theme and contrast of the page: those of this screen at this size. */
async function setLook(page: Page, screen: number, size: number): Promise<void> {
  const isDark = (Math.floor(screen / 3) + size) % 2 === 1;
  await page.emulateMedia({
    colorScheme: isDark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    ...contrasts[(screen + size) % 3],
  });
  const viewport = sizes[size];
  if (viewport !== undefined) await page.setViewportSize(viewport);
}

for (const half of [0, 1]) {
  test(`executions and history, part ${half + 1}, at each width, theme and contrast`, async ({
    api,
    signedIn,
    server,
  }) => {
    test.setTimeout(420_000);
    const screens = (await fillAccount(api)).filter(({ name }) => isOfExecutions(name));
    for (const [index, screen] of screens.entries()) {
      if (Math.floor(index / 6) % 2 !== half) continue;
      await test.step(screen.name, async () => {
        await setLook(signedIn, index, 0);
        await screen.open(signedIn, server.url);
        expect(await signedIn.title(), screen.name).toMatch(/Patchbay$/);
        for (const [size, { width }] of sizes.entries()) {
          await test.step(`${width} px`, async () => {
            await setLook(signedIn, index, size);
            await expect.poll(() => findLayoutFaults(signedIn), screen.name).toEqual([]);
            await expectAccessible(signedIn);
          });
        }
      });
    }
  });
}
