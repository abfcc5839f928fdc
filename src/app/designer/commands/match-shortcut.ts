/** Keyboard shortcuts: matching a key press, and showing a shortcut as keycaps. */

import { keyOf } from '../../ui/page-keys.ts';

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
  /** Also works while text is being typed; `flow` where each letter is an edit of the flow: other fields have their own undo. */
  inText?: true | 'flow';
};

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/**
 * Where a key is pressed: in a text, which may be one of the flow, on the canvas or one of its cards, on a row of the outline, which is a card in a list,
 * or anywhere else, also where nothing has the focus.
 */
export type KeyPlace = 'text' | 'flow text' | 'canvas' | 'row' | 'elsewhere';

/**
 * True when the shortcut acts there. A key that writes or deletes in a text is a shortcut on the canvas alone: a text whose
 * field is gone must not become commands.
 */
export function actsAt({ key, mod, alt, inText }: Shortcut, place: KeyPlace): boolean {
  if (place === 'text') return inText === true;
  if (place === 'flow text') return inText !== undefined;
  // Enter presses the row.
  if (place === 'row' && key !== 'Enter') return true;
  return place === 'canvas' || mod === true || alt === true || /^(Escape|F\d+)$/.test(key);
}

/** True when `press` is the shortcut. `isMac` chooses between Cmd and Ctrl. */
export function matchesShortcut(press: KeyPress, shortcut: Shortcut, isMac: boolean): boolean {
  const mod = isMac ? press.metaKey : press.ctrlKey;
  const otherMod = isMac ? press.ctrlKey : press.metaKey;
  if (shortcut.byClipboard || otherMod) return false;
  if (press.altKey !== (shortcut.alt ?? false)) return false;
  // A symbol such as / needs Shift on some keyboard layouts.
  const isSymbol = shortcut.key.length === 1 && !/\w/.test(shortcut.key);
  return (
    (isSymbol || press.shiftKey === (shortcut.shift ?? false)) &&
    mod === (shortcut.mod ?? false) &&
    (shortcut.code === undefined
      ? keyOf(press).toLowerCase() === shortcut.key.toLowerCase()
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
