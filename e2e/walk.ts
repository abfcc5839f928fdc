/**
 * The checks of every screen: it fits its page, each control is reached, nothing floats over a card, buttons are large
 * enough, and axe finds nothing serious, in each language, at each width and height, in each theme and contrast.
 *
 * The suite takes three looks of each screen, so that it has every width, language, theme and contrast, and neighbours
 * have other pairs of them and the other height of each width; `npm test` takes the first of them. `WALK=full` takes 48, with a picture of each: every
 * language, size and theme, and the contrasts that a system can ask for in one height of each width.
 */

import type { APIRequestContext, Page } from 'playwright/test';
import { expect, test } from './account-fixtures.ts';
import { fillAccount } from './filled-account.ts';
import { axeViolations } from './fixtures.ts';
import { findCoveredCards, findLayoutFaults } from './layout-faults.ts';
import { type Language, PageWords } from './page-words.ts';
import { editOnPhone } from './pages/designer.ts';
import { type Area, type Screen, screensOf } from './screens.ts';

/** Each width with two heights. 720 × 450 is a page of 1440 × 900 at 200 % zoom. */
const widths = [
  { width: 1440, heights: [900, 640] },
  { width: 720, heights: [450, 640] },
  { width: 390, heights: [844, 640] },
] as const;
const phoneWidth = 390;
const languages: readonly Language[] = ['en', 'de'];
const themes = ['light', 'dark'] as const;
const contrasts = {
  normal: { forcedColors: 'none', contrast: 'no-preference' },
  forced: { forcedColors: 'active', contrast: 'no-preference' },
  more: { forcedColors: 'none', contrast: 'more' },
} as const;
const contrastNames = ['normal', 'forced', 'more'] as const;

type Look = {
  language: Language;
  size: { width: number; height: number };
  theme: (typeof themes)[number];
  contrast: keyof typeof contrasts;
};

const isFull = process.env.WALK === 'full';
/**
 * How long a fault may last: on a busy machine the page may still be moving. On a long walk a fault is one of many; a look
 * for faults alone takes two seconds where a form has 200 controls that are scrolled to.
 */
const settles = isFull ? { timeout: 10_000 } : {};

/** The looks of a full walk, those of one language and size in a row. */
function everyLook(): Look[] {
  return languages.flatMap((language) =>
    widths.flatMap(({ width, heights }) =>
      heights.flatMap((height, at) =>
        themes.flatMap((theme) =>
          (at === 0 ? contrastNames : (['normal'] as const)).map((contrast) => ({
            ...{ language, size: { width, height }, theme, contrast },
          })),
        ),
      ),
    ),
  );
}

/**
 * The looks of a screen, one of each width: the first is English and light, as `npm test` takes it; with the two others it has
 * every language, theme and contrast, and for the next screen in other pairs and in the other height of each width.
 */
export function someLooks(index: number): [Look, Look, Look] {
  const isGermanFirst = index % 2 === 0;
  const isDarkFirst = index % 4 < 2;
  const isForcedFirst = index % 8 < 4;
  const look = (at: number, language: Language, isDark: boolean, contrast: Look['contrast']): Look => {
    const { width, heights } = widths[at] ?? widths[0];
    const size = { width, height: heights[index % 2] ?? heights[0] };
    return { language, size, theme: isDark ? 'dark' : 'light', contrast };
  };
  return [
    look(0, 'en', false, 'normal'),
    look(1, isGermanFirst ? 'de' : 'en', isDarkFirst, isForcedFirst ? 'forced' : 'more'),
    look(2, isGermanFirst ? 'en' : 'de', !isDarkFirst, isForcedFirst ? 'more' : 'forced'),
  ];
}

/** Those of a screen, at the widths that it has. */
function looksOf({ only }: Screen, index: number, looks: readonly Look[]): Look[] {
  if (only === undefined) return [...looks];
  const fits = ({ size }: Look) => (size.width === phoneWidth) === (only === 'narrow');
  return isFull
    ? looks.filter(fits)
    : looks.map((look, at) => (fits(look) ? look : { ...look, size: otherSize(only, index + at) }));
}

function otherSize(only: 'narrow' | 'wide', turn: number): Look['size'] {
  const { width, heights } = only === 'narrow' ? widths[2] : widths[0];
  return { width, height: heights[turn % 2] ?? heights[0] };
}

/**
 * Checks every screen of an area: in the first look for `npm test`, in the others for `npm run test:all`, and with `WALK=full`
 * in all of them.
 */
export function walkScreens(area: Area): void {
  if (!isFull)
    test(`the screens of ${area} fit and are accessible`, { tag: '@journey' }, ({ api, signedIn, server }) =>
      walkArea(area, { api, page: signedIn, url: server.url }, (index) => someLooks(index).slice(0, 1)),
    );
  test(`the screens of ${area} fit and are accessible in each language, width, theme and contrast`, ({
    api,
    signedIn,
    server,
  }) =>
    walkArea(area, { api, page: signedIn, url: server.url }, (index) =>
      isFull ? everyLook() : someLooks(index).slice(1),
    ));
}

async function walkArea(
  area: Area,
  { api, page, url }: { api: APIRequestContext; page: Page; url: string },
  looks: (index: number) => Look[],
): Promise<void> {
  test.setTimeout(isFull ? 3_600_000 : 240_000);
  page.setDefaultTimeout(isFull ? 15_000 : 60_000);
  const all = screensOf(await fillAccount(api));
  if (area !== 'reading') await editOnPhone(page);
  await page.goto(`${url}/`);
  for (const [index, screen] of all.entries()) {
    if (screen.area !== area) continue;
    const walked = test.step(screen.name, () =>
      walk(page, url, screen, looksOf(screen, index, looks(index))),
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
