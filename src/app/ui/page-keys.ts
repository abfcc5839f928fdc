/** Keys that act wherever the focus is on the page, and where they do not: what a field or an overlay takes is no shortcut. */

const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const editors = 'textarea, select, [contenteditable]:not([contenteditable="false"])';
/** A closed list goes to the entry whose first letters are typed. */
const closedLists = '[aria-haspopup="listbox"]';

/**
 * As `Element.closest`, also through the shadow roots of code fields. Above one, the target of an event is its host, so
 * listeners on the page pass `event.composedPath()[0]`.
 */
export function closestOf(target: EventTarget | null | undefined, selector: string): Element | null {
  for (let at = target; at instanceof Element; ) {
    const found = at.closest(selector);
    if (found !== null) return found;
    const root = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return null;
}

/** True where keys are input: fields, editors, dialogs, menus. */
export function takesText(target: EventTarget | null | undefined): boolean {
  return closestOf(target, `input, ${editors}, ${overlays}`) !== null;
}

/** What browsers call a key that an input method has taken. */
const takenByInputMethod = 229;

/**
 * While somebody composes a text of several keys, as Japanese is, each key is the input method's: nothing on the page hears of it, so that
 * the Enter that confirms the text does nothing else. Code fields know by themselves. Call it before anything listens.
 */
export function leaveKeysToInputMethods(): void {
  const listener = (event: KeyboardEvent) => {
    if (!event.isComposing && event.keyCode !== takenByInputMethod) return;
    if (closestOf(event.composedPath()[0], '.cm-editor') === null) event.stopImmediatePropagation();
  };
  addEventListener('keydown', listener, { capture: true });
}

/**
 * What a key types, or on a keyboard without Latin letters what it types in its place elsewhere: shortcuts are Latin letters. A keyboard
 * with Latin letters in other places, as Dvorak, has them there.
 */
export function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (letter === undefined || !/^\p{L}$/u.test(key) || /[a-z]/i.test(key)) return key;
  return key === key.toLowerCase() ? letter.toLowerCase() : letter;
}

/**
 * Calls `press` for each key without Ctrl, Meta or Alt that no field, list or overlay takes. Gives the function that ends it.
 */
export function onPageKey(
  press: (event: KeyboardEvent) => void,
  options: AddEventListenerOptions = {},
): () => void {
  const own = `input:not([type="checkbox"], [type="radio"]), ${editors}, ${closedLists}, ${overlays}`;
  const listener = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (closestOf(event.composedPath()[0], own) === null) press(event);
  };
  addEventListener('keydown', listener, options);
  return () => removeEventListener('keydown', listener, options);
}
