/**
 * Variants of the browser tests: the same tests as they are elsewhere, over plain HTTP in a network, with another keyboard layout, with an
 * input method, and on a page that the browser translates. `TEST_VARIANT=cyrillic npm test -- typing` runs some so.
 */

import dns from 'node:dns';
import type { Browser, BrowserContext, CDPSession, Locator, Page } from 'playwright/test';
import { translatePages } from './translator.ts';

export const variants = ['plain-http', 'cyrillic', 'composing', 'translated'] as const;
export type Variant = (typeof variants)[number];

/** The one that runs, or null for none. */
export const variant = variants.find((each) => each === process.env.TEST_VARIANT) ?? null;
if (variant === null && process.env.TEST_VARIANT !== undefined)
  throw new Error(`TEST_VARIANT is one of ${variants.join(', ')}.`);

/** The name of this machine in a network, for the browser (`--host-resolver-rules`) and for this process: to it the page is no secure one. */
export const networkName = 'patchbay.test';

/** The host name in the addresses of servers. */
export const serverHost = variant === 'plain-http' ? networkName : '127.0.0.1';
if (variant === 'plain-http') resolveNetworkName();

/** What the browser reports of every page. */
export const variantErrors: readonly RegExp[] =
  // The header is for those who come by HTTPS, which often ends before the server.
  variant === 'plain-http' ? [/^The Cross-Origin-Opener-Policy header has been ignored/] : [];

/** Tests that are left out, by their title, with what cannot be the same. */
const leftOut: Record<Variant, Record<string, string>> = {
  'plain-http': {
    'a passkey signs in by itself, until it is removed': 'Browsers have passkeys on secure pages only.',
  },
  cyrillic: {},
  composing: {},
  translated: {},
};

/** Why the test is left out of the variant that runs, or null. */
export function reasonToLeaveOut(title: string): string | null {
  return variant === null ? null : (leftOut[variant][title] ?? null);
}

/** Has each page of the browser used as the variant says. */
export function applyVariant(browser: Browser): void {
  if (variant === null) return;
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await applyTo(context, variant);
    return context;
  };
}

async function applyTo(context: BrowserContext, to: Variant): Promise<void> {
  if (to === 'translated') await translatePages(context);
  if (to === 'cyrillic') context.on('page', (page) => writeBy(page, pressCyrillic));
  if (to === 'composing') context.on('page', (page) => writeBy(page, compose));
}

function resolveNetworkName(): void {
  const { lookup } = dns;
  const { lookup: lookupPromise } = dns.promises;
  const known = (name: unknown) => (name === networkName ? '127.0.0.1' : name);
  const replaced =
    (of: (...given: never[]) => unknown) =>
    (name: unknown, ...more: unknown[]) =>
      Reflect.apply(of, dns, [known(name), ...more]);
  Object.assign(dns, { lookup: replaced(lookup) });
  Object.assign(dns.promises, { lookup: replaced(lookupPromise) });
}

/** Presses what it can of a key combination or a text, in its own way; gives how much of it that is, 0 for none. */
type Writer = (page: Page, piece: Piece) => Promise<boolean>;
type Piece = { modifiers: string[]; letters: string };

/** Has letters on the page written by `write`, and all else as ever. */
function writeBy(page: Page, write: Writer): void {
  const { keyboard } = page;
  const press = keyboard.press.bind(keyboard);
  const type = keyboard.type.bind(keyboard);
  keyboard.press = async (keys, options) => {
    const modifiers = keys.split('+');
    const letters = modifiers.pop() ?? '';
    if (!/^[a-z]$/i.test(letters) || !(await write(page, { modifiers, letters }))) await press(keys, options);
  };
  keyboard.type = async (text, options) => {
    for (let rest = text; rest !== ''; ) {
      const [letters = ''] = /^\p{L}+/u.exec(rest) ?? [];
      if (letters !== '' && (await write(page, { modifiers: [], letters })))
        rest = rest.slice(letters.length);
      else {
        const [one = ''] = rest;
        await type(one, options);
        rest = rest.slice(one.length);
      }
    }
  };
  const locator: Locator = Object.getPrototypeOf(page.locator('html'));
  if (writers.has(locator)) return;
  writers.add(locator);
  const { fill } = locator;
  locator.press = async function (this: Locator, keys, options) {
    await this.focus(options);
    await this.page().keyboard.press(keys);
  };
  locator.pressSequentially = async function (this: Locator, text, options) {
    await this.focus(options);
    await this.page().keyboard.type(text);
  };
  if (variant !== 'composing') return;
  locator.fill = async function (this: Locator, value, options) {
    // What an editor answers to by itself, as a brace, or to Enter, is no text that an input method writes.
    if (
      !/^[\p{L}\p{N} .,!?_@:/-]+$/u.test(value) ||
      !(await this.evaluate((element, css) => element.matches(css), textFields, options))
    )
      return fill.call(this, value, options);
    await this.focus(options);
    await this.page().keyboard.press('ControlOrMeta+a');
    await this.page().keyboard.type(value);
  };
}

/** Prototypes of locators that write otherwise already. */
const writers = new WeakSet<object>();

const sessions = new WeakMap<Page, Promise<CDPSession>>();
function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}

/** What the keys from A to Z type in the Russian layout. */
const russian = 'фисвуапршолдьтщзйкыегмцчня';
const modifierBits: Record<string, number> = { Alt: 1, Control: 2, ControlOrMeta: 2, Meta: 4, Shift: 8 };

/** Keys whose letters are Cyrillic; what they write stays Latin, as tests look for it. */
async function pressCyrillic(page: Page, { modifiers, letters }: Piece): Promise<boolean> {
  if (!/^[a-z]+$/i.test(letters)) return false;
  const session = await sessionOf(page);
  const held = modifiers.reduce((bits, each) => bits | (modifierBits[each] ?? 0), 0);
  for (const letter of letters) {
    const place = letter.toUpperCase();
    const isCapital = letter === place;
    const key = russian[place.charCodeAt(0) - 'A'.charCodeAt(0)] ?? '';
    const press = {
      key: isCapital ? key.toUpperCase() : key,
      code: `Key${place}`,
      windowsVirtualKeyCode: place.charCodeAt(0),
      modifiers: held | (isCapital ? (modifierBits.Shift ?? 0) : 0),
    };
    const text = (held & ~(modifierBits.Shift ?? 0)) === 0 ? { text: letter } : {};
    for (const each of modifiers) await page.keyboard.down(each);
    await session.send('Input.dispatchKeyEvent', {
      type: 'text' in text ? 'keyDown' : 'rawKeyDown',
      ...press,
      ...text,
    });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...press });
    for (const each of modifiers.toReversed()) await page.keyboard.up(each);
  }
  return true;
}

/** Letters as an input method writes them: composed one after the other, and confirmed by an Enter that does nothing else. */
async function compose(page: Page, { modifiers, letters }: Piece): Promise<boolean> {
  if (modifiers.length > 0 || !(await writesText(page))) return false;
  const session = await sessionOf(page);
  const process = { key: 'Process', windowsVirtualKeyCode: 229 };
  const enter = { code: 'Enter', key: 'Enter' };
  let composed = '';
  let field = await page.evaluate(focusedField);
  for (const letter of letters) {
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...process });
    const now = await page.evaluate(focusedField);
    // Where the focus goes to another field, as to the one that a draft was for, what was composed stays as it is.
    composed = now === field ? composed + letter : letter;
    field = now;
    const caret = composed.length;
    await session.send('Input.imeSetComposition', {
      text: composed,
      selectionStart: caret,
      selectionEnd: caret,
    });
  }
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter, windowsVirtualKeyCode: 229 });
  await session.send('Input.insertText', { text: composed });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter, windowsVirtualKeyCode: 13 });
  return true;
}

const textInputs = ['text', 'search', 'email', 'url', 'tel'].map((type) => `input[type=${type}]`);
/** What an input method writes into. */
const textFields = ['textarea', 'input:not([type])', '[contenteditable=true]', ...textInputs].join(', ');

async function writesText(page: Page): Promise<boolean> {
  // The engine of selectors sees through the shadow roots of code fields.
  return (await page.locator(`:focus:is(${textFields})`).count()) > 0;
}

/** A number for the element that has the focus. */
function focusedField(): number {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  const known: Element[] = Reflect.get(window, 'focusedFields') ?? [];
  Reflect.set(window, 'focusedFields', known);
  if (active !== null && !known.includes(active)) known.push(active);
  return active === null ? -1 : known.indexOf(active);
}
