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
      if (!element.isConnected || !isReachable(element)) return [];
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
    return [
      ...(root.scrollWidth > innerWidth ? [`the page is ${root.scrollWidth} px wide`] : []),
      ...[...document.querySelectorAll(controls)].flatMap(faultOf),
      ...[...document.querySelectorAll('button, [role="button"]')].flatMap(smallFaultOf),
    ];
  });
}
