/** What browsers do to a page that they translate: each text, also one that comes later, is put into `font` elements. */

import type { BrowserContext, Page } from 'playwright/test';

/** Translates every text into itself, so that roles and names stay as they are. */
export async function translatePage(page: Page): Promise<void> {
  await page.evaluate(translate);
}

/** Translates the pages of the context from their first text on. */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(translate);
}

function translate(): void {
  if (window !== top) return;
  const kept = '[translate=no], [contenteditable=true], font, head, script, style';
  const isForeign = ({ data, parentElement: parent }: Text) =>
    parent instanceof HTMLElement && /\p{L}/u.test(data) && parent.closest(kept) === null;
  const translateText = (text: Text) => {
    if (!isForeign(text)) return;
    const font = document.createElement('font');
    font.append(document.createElement('font'));
    if (font.firstElementChild !== null) font.firstElementChild.textContent = text.data;
    text.replaceWith(font);
  };
  const translateAll = (node: Node) => {
    if (node instanceof Text) return translateText(node);
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(translateText);
  };
  translateAll(document);
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records)
      if (target instanceof Text) translateText(target);
      else addedNodes.forEach(translateAll);
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** The texts that a translator has got. */
export const translatedTexts = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('font > font')].map((each) => each.textContent).join('\n'),
  );
