/** A page in a browser under WebDriver: mouse, keys, and elements by role and name. */

import type { WebDriver } from './web-driver.ts';

/** CSS of a role, as this page has it, and the accessible name or its beginning. */
export type Target = { css: string; name?: string };
type Place = { x: number; y: number };

const waitMs = 60_000;
const control = '\uE009';
const named: Record<string, string> = { Control: control, Enter: '\uE007', Escape: '\uE00C' };

export class BrowserPage {
  readonly #driver: WebDriver;

  constructor(driver: WebDriver) {
    this.#driver = driver;
  }

  async open(url: string): Promise<void> {
    await this.#driver.send('Navigate', { url });
  }

  /** What a function of the page's own gives. */
  run(script: string, ...args: unknown[]): Promise<unknown> {
    return this.#driver.send('ExecuteScript', { script, args });
  }

  /** The element's middle in px of the viewport, once it is there, as wanted, at rest, and nothing covers it. */
  async find({ css, name = '' }: Target, isWanted: (place: Place) => boolean = () => true): Promise<Place> {
    let last = '';
    return this.#until(`${css} ${name}`, async () => {
      const place = (await this.run(findElement, css, name)) as Place | null;
      const now = JSON.stringify(place);
      const isAtRest = now === last;
      last = now;
      return place !== null && isAtRest && isWanted(place) ? place : null;
    });
  }

  /** Waits until the script is true of the page. */
  async expect(what: string, script: string, ...args: unknown[]): Promise<void> {
    await this.#until(what, async () => ((await this.run(script, ...args)) === true ? true : null));
  }

  /** Waits until an element's text, its value or its name has the text. */
  async expectText(css: string, text: string): Promise<void> {
    await this.expect(`${text} in ${css}`, hasText, css, text);
  }

  async click(target: Target): Promise<void> {
    await this.drag([await this.find(target)]);
  }

  /** Moves the pressed mouse over the places. */
  async drag([from, ...to]: [Place, ...Place[]]): Promise<void> {
    const move = ({ x, y }: Place, duration = 0) => ({
      type: 'pointerMove',
      x: Math.round(x),
      y: Math.round(y),
      duration,
    });
    const actions = [
      move(from),
      { type: 'pointerDown', button: 0 },
      ...to.map((place) => move(place, 100)),
      { type: 'pointerUp', button: 0 },
    ];
    const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
    await this.#driver.send('PerformActions', { actions: [mouse] });
  }

  /** Presses keys together, as `Control` and `z`. */
  async press(...keys: string[]): Promise<void> {
    const values = keys.map((key) => named[key] ?? key);
    const down = values.map((value) => ({ type: 'keyDown', value }));
    const up = values.toReversed().map((value) => ({ type: 'keyUp', value }));
    await this.#keys([...down, ...up]);
  }

  async type(text: string): Promise<void> {
    await this.#keys(
      [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    );
  }

  async #keys(actions: object[]): Promise<void> {
    await this.#driver.send('PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async #until<Value>(what: string, attempt: () => Promise<Value | null>): Promise<Value> {
    const deadline = Date.now() + waitMs;
    for (;;) {
      const value = await attempt();
      if (value !== null) return value;
      if (Date.now() > deadline) throw new Error(`It was not so: ${what}`);
      await new Promise((next) => setTimeout(next, 50));
    }
  }
}

/** All elements of the selector, also in the shadow roots of code fields. */
const all = `
  const all = (css, root = document) => [
    ...root.querySelectorAll(css),
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot === null ? [] : all(css, shadowRoot))),
  ];`;

const findElement = `${all}
  const [css, name] = arguments;
  const nameOf = (each) => (each.getAttribute('aria-label') ?? each.labels?.[0]?.textContent ?? each.textContent).trim();
  for (const each of all(css)) {
    const { x, y, width, height } = each.getBoundingClientRect();
    const place = { x: x + width / 2, y: y + height / 2 };
    if (width === 0 || !nameOf(each).startsWith(name)) continue;
    const top = each.getRootNode().elementFromPoint(place.x, place.y);
    if (top !== null && (each.contains(top) || top.contains(each))) return place;
  }
  return null;`;

const hasText = `${all}
  const [css, text] = arguments;
  return all(css).some((each) =>
    [each.textContent, each.value, each.getAttribute('aria-label')].some((of) => typeof of === 'string' && of.includes(text)));`;
