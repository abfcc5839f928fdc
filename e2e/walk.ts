/**
 * The checks of every screen: it fits its page, each control is reached, nothing floats over a card, buttons are large
 * enough, and axe finds nothing serious, in each language, at each width and height, in each theme and contrast.
 *
 * The suite takes three looks of each screen, so that it has every width, language, theme and contrast, and neighbours
 * have other pairs of them and the other height of each width; `npm test` takes the first of them. `WALK=full` takes 48, with a picture of each: every
 * language, size and theme, and the contrasts that a system can ask for in one height of each width.
 */

import type { Page } from 'playwright/test';
import { expect, test as onAccount } from './account-fixtures.ts';
import type { FilledAccount } from './filled-account.ts';
import { axeViolations } from './fixtures.ts';
import { findCoveredCards, findLayoutFaults } from './layout-faults.ts';
import { PageWords } from './page-words.ts';
import { editOnPhone } from './pages/designer.ts';
import { type Area, type Screen, screensOf } from './screens.ts';
import type { RunningServer } from './server.ts';
import { contrasts, type Look, looksOf } from './walk-looks.ts';

const isFull = process.env.WALK === 'full';
/**
 * How long a fault may last: on a busy machine the page may still be moving. On a long walk a fault is one of many; a look
 * for faults alone takes two seconds where a form has 200 controls that are scrolled to.
 */
const settles = isFull ? { timeout: 10_000 } : {};

type Walker = { filled: { content: FilledAccount }; signedIn: Page; server: RunningServer };

/** The areas of a worker are walked in one account. */
const test = onAccount.extend({ account: async ({ filled }, use) => use(filled.account) });

/**
 * Checks every screen of an area: in the first look for `npm test`, in the others for `npm run test:all`, and with `WALK=full`
 * in all of them.
 */
export function walkScreens(area: Area): void {
  if (!isFull)
    test(
      `the screens of ${area} fit and are accessible`,
      { tag: '@journey' },
      ({ filled, signedIn, server }) => walkArea(area, { filled, signedIn, server }, 'first'),
    );
  test(`the screens of ${area} fit and are accessible in each language, width, theme and contrast`, ({
    filled,
    signedIn,
    server,
  }) => walkArea(area, { filled, signedIn, server }, isFull ? 'every' : 'others'));
}

async function walkArea(
  area: Area,
  { filled, signedIn: page, server }: Walker,
  chosen: Parameters<typeof looksOf>[2],
): Promise<void> {
  test.setTimeout(isFull ? 3_600_000 : 240_000);
  page.setDefaultTimeout(isFull ? 15_000 : 60_000);
  const all = screensOf(filled.content);
  if (area !== 'reading') await editOnPhone(page);
  await page.goto(`${server.url}/`);
  for (const [index, screen] of all.entries()) {
    if (screen.area !== area) continue;
    const walked = test.step(screen.name, () =>
      walk(page, server.url, screen, looksOf(screen, index, chosen)),
    );
    // The others are walked all the same.
    await (isFull
      ? walked.catch((error: Error) => expect.soft(error.message, screen.name).toBe(''))
      : walked);
  }
}

/** Shows a screen in its looks, opened again for each language, and on a full walk for each width. */
async function walk(page: Page, url: string, screen: Screen, looks: readonly Look[]): Promise<void> {
  let last: Look | null = null;
  for (const look of looks) {
    const { language, size, theme, contrast } = look;
    const name = `${screen.name}-${language}-${size.width}x${size.height}-${theme}-${contrast}`;
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce', ...contrasts[contrast] });
    await page.setViewportSize(size);
    const opens = isFull
      ? last?.size.width !== size.width || last.size.height !== size.height || last.language !== language
      : last?.language !== language;
    if (opens) {
      await page.evaluate((chosen) => localStorage.setItem('patchbay.language', chosen), language);
      await screen.open(page, url, new PageWords(language));
      expect(await page.title(), name).toMatch(/Patchbay$/);
    }
    await test.step(name, async () => {
      await expectNoFaults(page, name, opens || !isFull);
      // The camera chose what is in view when the screen was opened.
      if (opens) await expectNothingCovered(page, name);
    });
    last = look;
  }
}

/** A look that differs from the one before in colours only has only those checked by axe. */
async function expectNoFaults(page: Page, name: string, isLaidOutAnew: boolean): Promise<void> {
  const check = isFull ? expect.configure({ soft: true }) : expect;
  // A picture of a theme that has just been chosen is taken once it is painted.
  if (isFull) await page.evaluate(twoFrames);
  if (isFull) await page.screenshot({ path: `test-results/walk/${name}.png` });
  await check.poll(() => findLayoutFaults(page), { message: name, ...settles }).toEqual([]);
  check(
    await axeViolations(page, isLaidOutAnew ? {} : { only: ['color-contrast', 'link-in-text-block'] }),
    name,
  ).toEqual([]);
}

async function expectNothingCovered(page: Page, name: string): Promise<void> {
  const check = isFull ? expect.configure({ soft: true }) : expect;
  await check.poll(() => findCoveredCards(page), { message: name, ...settles }).toEqual([]);
}

/** Runs in the page. */
function twoFrames(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}
