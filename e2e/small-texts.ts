/** Texts of the canvas whose letters are too small to read. */

import type { Page } from 'playwright/test';

/** In px of the screen, at any scale of the canvas. */
const leastHeight = 10;

/** The texts that are drawn lower than that, each with its height. */
export function findSmallTexts(page: Page): Promise<string[]> {
  return page.locator('[data-canvas]').evaluate((canvas, least) => {
    const scaleOf = (element: Element | null): number =>
      element === null
        ? 1
        : new DOMMatrix(getComputedStyle(element).transform).d * scaleOf(element.parentElement);
    const walker = document.createTreeWalker(canvas, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement, textContent } = node;
      if (parentElement === null || textContent === null || textContent.trim() === '') continue;
      if (!parentElement.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const height = Number.parseFloat(getComputedStyle(parentElement).fontSize) * scaleOf(parentElement);
      // The browser rounds the scale of a layer.
      if (height < least - 0.01) found.push(`“${textContent.trim()}” has ${height.toFixed(2)} px`);
    }
    return found;
  }, leastHeight);
}
