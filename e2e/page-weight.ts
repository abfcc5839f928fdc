/** How much script and style a browser receives until a page shows something: bytes on the wire, as the server compressed them. */

import type { BrowserContext, Page } from 'playwright';

/** Script and style that were asked for before the page showed what was waited for. KB are of 1,024 bytes, without headers. */
export type PageWeight = { kilobytes: number; files: readonly string[] };

/** Has every page of the context note when it shows the first element that matches each selector, for `weightUntil`. */
export async function noteFirst(context: BrowserContext, ...selectors: readonly string[]): Promise<void> {
  await context.addInitScript((wanted: readonly string[]) => {
    const firstShown: Record<string, number> = {};
    Object.assign(window, { firstShown });
    const look = () => {
      for (const each of wanted)
        if (document.querySelector(each) !== null) firstShown[each] ??= performance.now();
      if (wanted.every((each) => each in firstShown)) observer.disconnect();
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true });
  }, selectors);
}

/** Waits until the page shows the selector, which `noteFirst` was told, and all that was asked for until then is there. */
export async function weightUntil(page: Page, selector: string): Promise<PageWeight> {
  await page.waitForFunction(
    (wanted) => wanted in (window as unknown as { firstShown: Record<string, number> }).firstShown,
    selector,
    { timeout: 60_000 },
  );
  await page.waitForLoadState('load');
  const loaded = await page.evaluate((wanted) => {
    const { [wanted]: at = 0 } = (window as unknown as { firstShown: Record<string, number> }).firstShown;
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return entries
      .filter(({ name, startTime }) => /\.(?:js|css)$/.test(name) && startTime < at)
      .map(({ name, encodedBodySize }) => ({ file: new URL(name).pathname, bytes: encodedBodySize }));
  }, selector);
  const bytes = new Map(loaded.map(({ file, bytes: size }) => [file, size]));
  return {
    kilobytes: [...bytes.values()].reduce((sum, each) => sum + each, 0) / 1024,
    files: [...bytes.keys()],
  };
}
