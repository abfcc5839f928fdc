/** The keyboard of the designer: shortcuts, and the clipboard as the browser hands it over. */

import { useEffect } from 'react';
import type { DesignerContextValue } from '../designer-context.tsx';
import { onMac, type ShortcutName, shortcutOf, takesText } from './shortcuts.ts';

export type KeyTargets = {
  searchLibrary(): void;
  outline(): void;
  addWidgetAfter(): void;
};

export function useKeys({ commands }: DesignerContextValue, targets: KeyTargets): void {
  useEffect(() => {
    const actions: { readonly [Name in ShortcutName]: () => void } = {
      undo: commands.undo,
      redo: commands.redo,
      redoToo: commands.redo,
      duplicate: commands.duplicate,
      selectAll: commands.selectAll,
      save: () => void commands.save(),
      publish: commands.askToPublish,
      nextProblem: commands.nextProblem,
      outline: targets.outline,
      searchLibrary: targets.searchLibrary,
      addWidgetAfter: targets.addWidgetAfter,
    };
    const press = (event: KeyboardEvent) => {
      const target = event.composedPath()[0] ?? null;
      if (event.defaultPrevented || isApart(target)) return;
      const name = shortcutOf(event, takesText(target), onMac());
      if (name === null) return;
      event.preventDefault();
      actions[name]();
    };
    const copy = (event: ClipboardEvent) => {
      const text = isOurs(event) ? commands.copied() : null;
      if (text === null) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    };
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!isOurs(event) || text.trim() === '') return;
      event.preventDefault();
      commands.paste(text);
    };
    document.addEventListener('keydown', press);
    document.addEventListener('copy', copy);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('copy', copy);
      document.removeEventListener('paste', paste);
    };
  }, [commands, targets]);
}

/** A dialog or menu has keys of its own. */
function isApart(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role="dialog"], [role="menu"], [role="alertdialog"]') !== null
  );
}

/** True when the clipboard is about widgets: no text is being edited and none is marked. */
function isOurs(event: ClipboardEvent): boolean {
  const target = event.composedPath()[0] ?? null;
  return !takesText(target) && (getSelection()?.isCollapsed ?? true);
}
