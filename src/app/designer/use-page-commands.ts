/** The commands that move the focus between panels, open other pages, choose a file, or ask who is signed in. */

import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useMemo } from 'react';
import { flushSync } from 'react-dom';
import type { CanvasHandle } from '../canvas/canvas-props.ts';
import { deleteWithUndo } from '../flow-actions/delete-flow.ts';
import { useDuplicateFlow } from '../flow-actions/duplicate-flow.ts';
import type { PageCommands } from './commands/command-runners.ts';
import { useRequestPublish } from './commands/use-refused-commands.ts';
import { type DesignerContextValue, useDocument } from './designer-context.tsx';
import { selectWidgets, type ViewState } from './view-store.ts';

type PageParts = {
  panels: RefObject<HTMLElement | null>;
  search: RefObject<HTMLInputElement | null>;
  fileInput: RefObject<HTMLInputElement | null>;
  canvas: RefObject<CanvasHandle | null>;
};

/** The same object while the flow stays the same. A flow that was never saved has no other pages: nothing happens. */
export function usePageCommands(
  { document: openDocument, view }: DesignerContextValue,
  parts: PageParts,
): PageCommands & { nameInSettings(): void } {
  const { panels, search, fileInput, canvas } = parts;
  const navigate = useNavigate();
  const cache = useQueryClient();
  const duplicateFlow = useDuplicateFlow();
  const publish = useRequestPublish();
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  const revision = useDocument((state) => state.base?.flow.revision ?? null);
  return useMemo(() => {
    // An opened panel is rendered in one of the next frames.
    const focus = (find: () => HTMLElement | null | undefined, frames = 20) =>
      requestAnimationFrame(() => {
        const control = find() ?? null;
        if (control === null && frames > 0) return focus(find, frames - 1);
        control?.focus();
        if (control instanceof HTMLInputElement) control.select();
      });
    const selectFocused = () => {
      const { selected } = view.getState();
      const focused = canvas.current?.focusedOutlet()?.widget;
      if (selected.size === 0 && focused !== undefined) selectWidgets(view, new Set([focused]));
    };
    const focusSettings = (selector: string) => {
      selectFocused();
      view.setState({ settingsOpen: true, comments: null });
      focus(() => panels.current?.querySelector<HTMLElement>(selector));
    };
    const nameInSettings = () => focusSettings('.nameinput');
    const rename = () => {
      selectFocused();
      const [widget] = view.getState().selected;
      if (widget === undefined || canvas.current?.nameWidget(widget) !== true) nameInSettings();
    };
    // At once: what is typed next is for the field.
    const showLeft = (shown: Partial<ViewState>) => {
      flushSync(() => view.setState({ ...shown, libraryOpen: true }));
      search.current?.focus();
      search.current?.select();
    };
    const showOutline = (outlineOpen: boolean) => showLeft({ outlineOpen, search: null });
    const showSearch = (mode: 'find' | 'replace') => showLeft({ search: mode });
    return {
      searchLibrary: () => showOutline(false),
      showOutline: () => showOutline(true),
      findInFlow: () => showSearch('find'),
      replaceInFlow: () => showSearch('replace'),
      nameInSettings,
      rename() {
        // A menu or dialog that closes gives the focus back first; of a key on the canvas each letter that follows counts.
        if (document.activeElement?.closest('[data-canvas]')) rename();
        else requestAnimationFrame(rename);
      },
      openSettings: () => focusSettings('.insp [role="tab"][data-selected]'),
      importJson: () => fileInput.current?.click(),
      publish,
      startExecution() {
        if (sid !== null)
          void navigate({ to: '/flows/$sid/executions', params: { sid }, search: { start: true } });
      },
      showHistory() {
        if (sid !== null) void navigate({ to: '/flows/$sid/history', params: { sid } });
      },
      compareWorkingCopy() {
        const search = { compare: `${revision}..working` };
        if (sid !== null) void navigate({ to: '/flows/$sid/history', params: { sid }, search });
      },
      tagFlow() {
        if (sid !== null) view.setState({ dialog: 'tags' });
      },
      duplicateFlow() {
        const { name, definition } = openDocument.getState().history.present;
        if (sid !== null) void duplicateFlow({ sid, name, definition: async () => definition });
      },
      deleteFlow() {
        const { name } = openDocument.getState().history.present;
        if (sid === null) return;
        deleteWithUndo(cache, sid, name);
        void navigate({ to: '/flows' });
      },
      manageTestUsers() {
        if (sid !== null) void navigate({ to: '/settings/flows/$sid/test-users', params: { sid } });
      },
    };
  }, [
    openDocument,
    view,
    navigate,
    cache,
    duplicateFlow,
    publish,
    sid,
    revision,
    panels,
    search,
    fileInput,
    canvas,
  ]);
}
