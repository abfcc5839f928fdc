/**
 * In which widths, heights, languages, themes and contrasts a walk shows each screen: three looks in the suite, of which `npm test`
 * takes the first, and 48 with `WALK=full`.
 */

import type { Language } from './page-words.ts';
import type { Screen } from './screens.ts';

/** Each width with two heights. 720 × 450 is a page of 1440 × 900 at 200 % zoom. */
const widths = [
  { width: 1440, heights: [900, 640] },
  { width: 720, heights: [450, 640] },
  { width: 390, heights: [844, 640] },
] as const;
const phoneWidth = 390;
const languages: readonly Language[] = ['en', 'de'];
const themes = ['light', 'dark'] as const;
export const contrasts = {
  normal: { forcedColors: 'none', contrast: 'no-preference' },
  forced: { forcedColors: 'active', contrast: 'no-preference' },
  more: { forcedColors: 'none', contrast: 'more' },
} as const;
const contrastNames = ['normal', 'forced', 'more'] as const;

export type Look = {
  language: Language;
  size: { width: number; height: number };
  theme: (typeof themes)[number];
  contrast: keyof typeof contrasts;
};

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

/** Those of them that fit the screen, or in their place others at a width that it has. */
export function looksOf({ only }: Screen, index: number, chosen: 'first' | 'others' | 'every'): Look[] {
  const fits = ({ size }: Look) => (size.width === phoneWidth) === (only === 'narrow');
  if (chosen === 'every') return everyLook().filter((look) => only === undefined || fits(look));
  return someLooks(index)
    .map((look, at) =>
      only === undefined || fits(look) ? look : { ...look, size: otherSize(only, index + at) },
    )
    .filter((_, at) => (at === 0) === (chosen === 'first'));
}

function otherSize(only: 'narrow' | 'wide', turn: number): Look['size'] {
  const { width, heights } = only === 'narrow' ? widths[2] : widths[0];
  return { width, height: heights[turn % 2] ?? heights[0] };
}
