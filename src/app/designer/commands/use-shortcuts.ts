/** The keyboard and clipboard listeners of the designer. */

import { useEffect } from 'react';
import type { DesignerContextValue } from '../designer-context.tsx';
import { commandTable, type ShortcutCommandId } from './command-table.ts';
import { type KeyPress, matchesShortcut, onMac, type Shortcut, takesText } from './shortcuts.ts';

/** What the page itself does: opening a panel and focusing its search. */
export type PanelCommands = { [Id in 'searchLibrary' | 'showOutline' | 'addWidget']: () => void };

export function useShortcuts({ commands, testRun }: DesignerContextValue, panels: PanelCommands): void {
  useEffect(() => {
    const run: { readonly [Id in ShortcutCommandId]: () => void } = {
      ...panels,
      undo: commands.undo,
      redo: commands.redo,
      duplicate: commands.duplicate,
      selectAll: commands.selectAll,
      save: () => void commands.save(),
      publish: commands.requestPublish,
      nextProblem: commands.nextProblem,
      test: testRun.toggle,
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.composedPath()[0] ?? null;
      if (event.defaultPrevented || isInOverlay(target)) return;
      const command = commandOf(event, takesText(target), onMac());
      if (command === null) return;
      event.preventDefault();
      run[command]();
    };
    const onCopy = (event: ClipboardEvent) => {
      const text = concernsWidgets(event) ? commands.copied() : null;
      if (text === null) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    };
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!concernsWidgets(event) || text.trim() === '') return;
      event.preventDefault();
      commands.paste(text);
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('copy', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [commands, testRun, panels]);
}

const bindings = Object.entries(commandTable).flatMap(([id, entry]) =>
  'shortcuts' in entry
    ? entry.shortcuts.map((shortcut: Shortcut) => ({ id: id as ShortcutCommandId, shortcut }))
    : [],
);

/** The command whose shortcut was pressed, or null. `inText`: a text field has the focus. */
export function commandOf(press: KeyPress, inText: boolean, isMac: boolean): ShortcutCommandId | null {
  return bindings.find(({ shortcut }) => matchesShortcut(press, shortcut, inText, isMac))?.id ?? null;
}

/** Dialogs and menus handle their own keys. */
function isInOverlay(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role="dialog"], [role="menu"], [role="alertdialog"]') !== null
  );
}

/** True when the clipboard event is about widgets: no text field has the focus and no text is selected. */
function concernsWidgets(event: ClipboardEvent): boolean {
  const target = event.composedPath()[0] ?? null;
  return !takesText(target) && (getSelection()?.isCollapsed ?? true);
}
