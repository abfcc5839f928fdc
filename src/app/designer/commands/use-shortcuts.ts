/** The keyboard and clipboard listeners of the designer. */

import { useEffect } from 'react';
import { closestOf, takesText } from '../../ui/page-keys.ts';
import { handOverTyped } from '../../ui/typed-text.ts';
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
      const place = placeOf(target);
      const command = commandOf(event, place, onMac());
      if (command === null) return;
      // Escape is not used up: a drag, a list or the browser may end with it, too.
      if (event.key !== 'Escape') event.preventDefault();
      if (place === 'text' && readsFlow.test(command)) handOverTyped();
      run[command]();
    };
    // What keeps a key to itself does not keep a shortcut: Enter with Ctrl presses no button or tab, and a field has its text, not Ctrl S.
    const onKeyDownBefore = (event: KeyboardEvent) => {
      const target = event.composedPath()[0] ?? null;
      const isKept = event.key === 'Enter' ? isControl(target) : placeOf(target) === 'text';
      if (!isKept || !(event.ctrlKey || event.metaKey)) return;
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
    document.addEventListener('keydown', onKeyDownBefore, { capture: true });
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCut);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onKeyDownBefore, { capture: true });
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCut);
      document.removeEventListener('paste', onPaste);
    };
  }, [commands, view, run]);
}

/** Commands that say or do something about the whole flow, with the text that is being typed. */
const readsFlow = /^(?:save|publish|test)$/;

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
