/** The keyboard and clipboard listeners of the designer. */

import { useEffect } from 'react';
import { closestOf, takesText } from '../../ui/page-keys.ts';
import type { DesignerContextValue } from '../designer-context.tsx';
import type { CommandRunners } from './command-runners.ts';
import { commandTable, type ShortcutCommandId } from './command-table.ts';
import {
  actsAt,
  type KeyPlace,
  type KeyPress,
  matchesShortcut,
  onMac,
  type Shortcut,
} from './match-shortcut.ts';

export function useShortcuts({ commands, view }: DesignerContextValue, run: CommandRunners): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.composedPath()[0] ?? null;
      if (event.defaultPrevented || isInOverlay(target)) return;
      // What is about to open has no focus yet: what is typed for it is no shortcut.
      const { dialog, quickAdd } = view.getState();
      if ((dialog !== null || quickAdd !== null) && event.key !== 'Escape') return;
      const command = commandOf(event, placeOf(target), onMac());
      if (command === null) return;
      // Escape is not used up: a drag, a list or the browser may end with it, too.
      if (event.key !== 'Escape') event.preventDefault();
      run[command]();
    };
    // A button or a tab takes Enter with Ctrl as a press and keeps it to itself.
    const onControlKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== 'Enter') return;
      if (!isControl(event.composedPath()[0] ?? null)) return;
      onKeyDown(event);
      if (event.defaultPrevented) event.stopPropagation();
    };
    /** False where it concerns something else: a field has its own text cut, and says so by the same event. */
    const copyWidgets = (event: ClipboardEvent): boolean => {
      const text = concernsWidgets(event) ? commands.copied() : null;
      if (text === null) return false;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      return true;
    };
    const onCopy = (event: ClipboardEvent) => void copyWidgets(event);
    const onCut = (event: ClipboardEvent) => {
      if (copyWidgets(event)) commands.removeCopied();
    };
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!concernsWidgets(event) || text.trim() === '') return;
      event.preventDefault();
      void commands.paste(text);
    };
    document.addEventListener('keydown', onControlKeyDown, { capture: true });
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCut);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onControlKeyDown, { capture: true });
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCut);
      document.removeEventListener('paste', onPaste);
    };
  }, [commands, view, run]);
}

const bindings = Object.entries(commandTable).flatMap(([id, entry]) =>
  'shortcuts' in entry
    ? entry.shortcuts.map((shortcut: Shortcut) => ({ id: id as ShortcutCommandId, shortcut }))
    : [],
);

/** The command whose shortcut was pressed there, or null. */
export function commandOf(press: KeyPress, place: KeyPlace, isMac: boolean): ShortcutCommandId | null {
  const found = bindings.find(
    ({ shortcut }) => actsAt(shortcut, place) && matchesShortcut(press, shortcut, isMac),
  );
  return found?.id ?? null;
}

function placeOf(target: EventTarget | null): KeyPlace {
  if (takesText(target)) return isOfFlow(target) ? 'flow text' : 'text';
  if (closestOf(target, '.outline button[data-widget]') !== null) return 'row';
  return closestOf(target, '[data-canvas]') !== null && !isControl(target) ? 'canvas' : 'elsewhere';
}

/** True in a field whose every letter is an edit of the flow. A name is one when it is left. */
function isOfFlow(target: EventTarget | null): boolean {
  return closestOf(target, '.insp .form, .insp .jsonview, .insp .transitions') !== null;
}

/** True where Enter presses something. */
function isControl(target: EventTarget | null): boolean {
  return closestOf(target, 'button, a, [role="tab"], [data-tool]') !== null;
}

/** Dialogs and menus handle their own keys. */
function isInOverlay(target: EventTarget | null): boolean {
  return closestOf(target, '[role="dialog"], [role="menu"], [role="alertdialog"]') !== null;
}

/** True when the clipboard event is about widgets: no text field has the focus and no text is selected. */
function concernsWidgets(event: ClipboardEvent): boolean {
  const target = event.composedPath()[0] ?? null;
  return !event.defaultPrevented && !takesText(target) && (getSelection()?.isCollapsed ?? true);
}
