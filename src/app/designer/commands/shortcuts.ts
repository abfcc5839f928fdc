/** Keyboard shortcuts: matching a key press, and showing a shortcut as keycaps. */

export type Shortcut = {
  key: string;
  /** Ctrl, on a Mac Cmd. */
  mod?: true;
  shift?: true;
  alt?: true;
  /** The key by its position on the keyboard, where Shift changes what it types (`KeyboardEvent.code`). */
  code?: string;
  /** The browser reports it as an event of the clipboard. */
  byClipboard?: true;
  /** Only while the canvas or nothing has the focus: elsewhere the key presses a button. */
  onlyOnCanvas?: true;
  /** Also works while text is being typed. */
  inText?: true;
};

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** True when `press` is the shortcut. `inText`: a text field has the focus. `isMac` chooses between Cmd and Ctrl. */
export function matchesShortcut(
  press: KeyPress,
  shortcut: Shortcut,
  inText: boolean,
  isMac: boolean,
): boolean {
  const mod = isMac ? press.metaKey : press.ctrlKey;
  const otherMod = isMac ? press.ctrlKey : press.metaKey;
  if (shortcut.byClipboard || otherMod || (inText && !shortcut.inText)) return false;
  if (press.altKey !== (shortcut.alt ?? false)) return false;
  // A symbol such as / needs Shift on some keyboard layouts.
  const isSymbol = shortcut.key.length === 1 && !/\w/.test(shortcut.key);
  return (
    (isSymbol || press.shiftKey === (shortcut.shift ?? false)) &&
    mod === (shortcut.mod ?? false) &&
    (shortcut.code === undefined
      ? press.key.toLowerCase() === shortcut.key.toLowerCase()
      : press.code === shortcut.code)
  );
}

const keycaps: Record<string, string> = {
  Enter: '↵',
  Escape: 'Esc',
  Delete: 'Del',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** The keys as keycaps: `Ctrl`, `Shift`, `Z`. */
export function keysOf({ key, mod, shift, alt }: Shortcut, isMac = onMac()): string[] {
  return [
    ...(mod ? [isMac ? '⌘' : 'Ctrl'] : []),
    ...(alt ? [isMac ? '⌥' : 'Alt'] : []),
    ...(shift ? [isMac ? '⇧' : 'Shift'] : []),
    keycaps[key] ?? (key.length === 1 ? key.toUpperCase() : key),
  ];
}

export function onMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** True where keys are input: fields, editors, dialogs, menus. */
export function takesText(target: EventTarget | null | undefined): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]',
    ) !== null
  );
}
