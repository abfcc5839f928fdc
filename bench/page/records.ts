/** Records inside a page, each one a number in ms that is awaited afterwards. */

import type { Page } from 'playwright';

/** The number of the last `record…`. */
export async function waitForRecord(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { record: Promise<number> }).record);
}

/** The longest time for which the page's thread did not come to a message, during `lasting` ms from now. */
export function recordLongestTask(page: Page, lasting: number): Promise<void> {
  return page.evaluate((duration) => {
    const record = new Promise<number>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      const begin = performance.now();
      let [last, longest] = [begin, 0];
      port1.onmessage = () => {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        if (now - begin < duration) port2.postMessage(null);
        else resolve(longest);
      };
      port2.postMessage(null);
    });
    Object.assign(window, { record });
  }, lasting);
}

/**
 * The time from the next key to the frame after the last change inside `selector`, where nothing changes any more for
 * `calm` ms.
 */
export function recordLastChange(page: Page, selector: string, calm: number): Promise<void> {
  return page.evaluate(
    ([inside, quiet]) => {
      const record = new Promise<number>((resolve) => {
        document.addEventListener(
          'keydown',
          () => {
            const pressed = performance.now();
            let shown = pressed;
            let timer: ReturnType<typeof setTimeout>;
            const observer = new MutationObserver(() => {
              requestAnimationFrame(() => {
                shown = performance.now();
              });
              end();
            });
            const end = () => {
              clearTimeout(timer);
              timer = setTimeout(() => {
                observer.disconnect();
                resolve(shown - pressed);
              }, quiet);
            };
            observer.observe(document.querySelector(inside) as Element, {
              ...{ childList: true, subtree: true, characterData: true },
            });
            end();
          },
          { once: true, capture: true },
        );
      });
      Object.assign(window, { record });
    },
    [selector, calm] as const,
  );
}
