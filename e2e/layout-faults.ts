/** What is wrong with the layout of a page as it is: it is too wide, or a control is covered, outside or too small. */

import type { Page } from 'playwright/test';

/** One sentence per fault; empty when the page fits and every control is reached. */
export function findLayoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls =
      'a[href], button, input, select, textarea, [role="tab"], [role="radio"], [role="option"], [role="menuitem"]';
    const root = document.documentElement;
    const nameOf = (element: Element) =>
      (element.ariaLabel ?? element.textContent?.trim() ?? '').slice(0, 60) ||
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
    /** A control of the page above which nothing may lie; the cards of a flow are moved into view by hand. */
    const isReachable = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return (
        width > 1 &&
        height > 1 &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        element.closest('[inert], [aria-hidden="true"], .skip, .react-flow') === null
      );
    };
    const faultOf = (element: Element): string[] => {
      if (!element.isConnected || !isReachable(element) || faultInView(element).length === 0) return [];
      const scrolled = scrollersOf(element);
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      const fault = faultInView(element);
      for (const { scroller, left, top } of scrolled) scroller.scrollTo({ left, top, behavior: 'instant' });
      return fault;
    };
    const scrollersOf = (element: Element) => {
      const found = [];
      for (let scroller = element.parentElement; scroller !== null; scroller = scroller.parentElement)
        found.push({ scroller, left: scroller.scrollLeft, top: scroller.scrollTop });
      return found;
    };
    const faultInView = (element: Element): string[] => {
      // Of a link over several lines, the first one.
      const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return [`“${nameOf(element)}” lies outside`];
      const hit = document.elementFromPoint(x, y);
      const label = element.closest('label');
      if (hit === null || element.contains(hit) || label?.contains(hit)) return [];
      return [`“${nameOf(element)}” is covered by “${nameOf(hit)}”`];
    };
    /** On a phone, less than 24 px wide or high (WCAG 2.5.8). What lies on a canvas is enlarged by zooming. */
    const smallFaultOf = (element: Element): string[] => {
      const { width, height } = element.getBoundingClientRect();
      if (innerWidth > 640 || !isReachable(element) || Math.min(width, height) >= 24) return [];
      return [`“${nameOf(element)}” is ${Math.round(width)} × ${Math.round(height)} px`];
    };
    /** Title and actions of a dialog are in view without scrolling. */
    const dialogFaultOf = (dialog: Element): string[] => {
      const { top, bottom } = dialog.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight ? [] : [`the dialog reaches from ${top} to ${bottom} px`];
    };
    return [
      ...[...document.querySelectorAll('.modal')].flatMap(dialogFaultOf),
      ...(root.scrollWidth > innerWidth ? [`the page is ${root.scrollWidth} px wide`] : []),
      ...[...document.querySelectorAll(controls)].flatMap(faultOf),
      ...[...document.querySelectorAll('button, [role="button"]')].flatMap(smallFaultOf),
    ];
  });
}

/**
 * What floats over a canvas and covers a card, or something else that floats; for a canvas that has just been opened. A
 * flow that is larger than the canvas goes on below what floats: there only the card at which a run waits counts.
 */
export function findCoveredCards(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canvas = document.querySelector('.flow-canvas')?.getBoundingClientRect();
    if (canvas === undefined || document.querySelector('.modal') !== null) return [];
    const isOver = (a: DOMRect, b: DOMRect) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const isInView = (box: DOMRect) =>
      box.left >= canvas.left &&
      box.right <= canvas.right &&
      box.top >= canvas.top &&
      box.bottom <= canvas.bottom;
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
        const box = element.getBoundingClientRect();
        const isShown = box.width > 0 && element.checkVisibility({ visibilityProperty: true });
        const name = element.dataset.card ?? element.ariaLabel ?? element.className;
        return isShown && isOver(box, canvas) ? [{ name, box }] : [];
      });
    const all = shown('.flow-canvas [data-card]');
    const isWhole = all.every(({ box }) => isInView(box));
    const cards = isWhole ? all : shown('.flow-canvas [data-card]:is(.cur, .sel)');
    const floating = shown(':is([data-lane="top"], [data-lane="bottom"])');
    // Where too little is left between them there is no place for a card (decision 066, `room.ts`).
    const depths = floating.map(({ box }) => Math.min(box.bottom - canvas.top, canvas.bottom - box.top));
    if (canvas.height - depths.reduce((sum, depth) => sum + depth + 16, 0) < 160) return [];
    return floating.flatMap((each, index) =>
      [...cards, ...floating.slice(index + 1)]
        .filter(({ box }) => isOver(each.box, box))
        .map(({ name }) => `“${each.name}” floats over “${name}”`),
    );
  });
}
