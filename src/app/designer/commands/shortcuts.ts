/** The keys of the designer: one table for the keyboard, the tooltips and the menus. */

export type Shortcut = {
  key: string;
  /** Ctrl, on a Mac Cmd. */
  mod?: true;
  shift?: true;
  /** Works while a text is typed as well. */
  inText?: true;
};

export const shortcuts = {
  undo: { key: 'z', mod: true, inText: true },
  redo: { key: 'z', mod: true, shift: true, inText: true },
  redoToo: { key: 'y', mod: true, inText: true },
  duplicate: { key: 'd', mod: true },
  selectAll: { key: 'a', mod: true },
  outline: { key: 'f', mod: true, inText: true },
  save: { key: 's', mod: true, inText: true },
  publish: { key: 'Enter', mod: true, shift: true, inText: true },
  searchLibrary: { key: '/' },
  addWidgetAfter: { key: 'a' },
  nextProblem: { key: 'F8', inText: true },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof shortcuts;

const names = Object.keys(shortcuts) as ShortcutName[];

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** The shortcut that was pressed, or null. `isMac` decides whether Cmd or Ctrl counts. */
export function shortcutOf(press: KeyPress, takesText: boolean, isMac: boolean): ShortcutName | null {
  const mod = isMac ? press.metaKey : press.ctrlKey;
  const other = isMac ? press.ctrlKey : press.metaKey;
  if (press.altKey || other) return null;
  const found = names.find((name) => {
    const shortcut: Shortcut = shortcuts[name];
    if (takesText && !shortcut.inText) return false;
    // A sign such as / may need Shift on some keyboards.
    const shift =
      shortcut.key.length > 1 || /\w/.test(shortcut.key)
        ? press.shiftKey === (shortcut.shift ?? false)
        : true;
    return shift && mod === (shortcut.mod ?? false) && press.key.toLowerCase() === shortcut.key.toLowerCase();
  });
  return found ?? null;
}

const caps: Record<string, string> = { Enter: '↵' };

/** The keys as caps: `Ctrl`, `Shift`, `Z`. */
export function keysOf(name: ShortcutName, isMac = onMac()): string[] {
  const { key, mod, shift }: Shortcut = shortcuts[name];
  return [
    ...(mod ? [isMac ? '⌘' : 'Ctrl'] : []),
    ...(shift ? [isMac ? '⇧' : 'Shift'] : []),
    caps[key] ?? (key.length === 1 ? key.toUpperCase() : key),
  ];
}

export function onMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** True where keys are text: fields, editors, dialogs, menus. */
export function takesText(target: EventTarget | null | undefined): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]',
    ) !== null
  );
}
