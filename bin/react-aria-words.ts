/** Of React Aria's own words only the languages that the page speaks are bundled. */

import type { Plugin } from 'vite';

const languages = new Set(['en-US', 'de-DE']);

/** Anybody else reads English there, as in the rest of the page. */
const english = "export { default } from './en-US.mjs';";

const wordsOfReactAria =
  /\/react-(?:aria|aria-components|stately)\/(?:.*\/)?intl\/(?:.*\/)?([a-z]{2}-[A-Z]{2})\.mjs$/;

/** The Vite plugin that puts English in the place of the other languages. */
export function reactAriaWords(): Plugin {
  return {
    name: 'react-aria-words',
    load(id) {
      const language = wordsOfReactAria.exec(id)?.[1];
      return language === undefined || languages.has(language) ? null : english;
    },
  };
}
