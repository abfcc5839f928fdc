/** The designer of one opened flow: bar, library, canvas, problems and settings. */

import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { offsetOf } from '#flow/definition.ts';
import type { CanvasHandle } from '../canvas/canvas-props.ts';
import { flowQuery } from '../client/flows.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { useWords } from '../words/use-words.ts';
import { createCommands, type Surroundings } from './commands/create-commands.ts';
import { layOut } from './document/auto-layout.ts';
import { Board } from './panels/designer-canvas.tsx';
import './designer.css';
import { tellingIn } from './commands/notifier.ts';
import { useKeys } from './commands/use-shortcuts.ts';
import { DesignerContext, type Designing, useDocument, useView } from './designer-context.tsx';
import { unsavedChanges } from './document/document-store.ts';
import type { OpenFlow } from './document/open-flow.ts';
import { meet } from './document/saving.ts';
import { NewerDialog } from './panels/conflict-dialog.tsx';
import { FirstSteps } from './panels/empty-flow.tsx';
import { Notices } from './panels/notices.tsx';
import { Outline } from './panels/outline.tsx';
import { FoldButtons } from './panels/panel-toggles.tsx';
import { Problems } from './panels/problems.tsx';
import { StoreDialog } from './panels/save-dialog.tsx';
import { SettingsPanel } from './panels/settings-panel.tsx';
import { Toolbar } from './panels/toolbar.tsx';
import { Palette } from './panels/widget-library.tsx';
import { useAddress } from './use-address.ts';
import { select } from './view-store.ts';

export type DesignerProps = { flow: OpenFlow } & Pick<Surroundings, 'server' | 'onSaved'>;

export function Designer({ flow, server, onSaved }: DesignerProps) {
  const canvas = useRef<CanvasHandle>(null);
  const saved = useRef(onSaved);
  saved.current = onSaved;
  const designing = useMemo((): Designing => {
    const around: Surroundings = {
      server,
      canvas: () => canvas.current,
      onSaved: (...what) => saved.current(...what),
    };
    return { ...flow, commands: createCommands(flow, around) };
  }, [flow, server]);
  return (
    <DesignerContext value={designing}>
      <Panels designing={designing} canvas={canvas} />
    </DesignerContext>
  );
}

type PanelsProps = { designing: Designing; canvas: React.RefObject<CanvasHandle | null> };

function Panels({ designing, canvas }: PanelsProps) {
  const { view } = designing;
  const search = useRef<HTMLInputElement>(null);
  const panels = useRef<HTMLDivElement>(null);
  const [openedAs] = useState(() => designing.document.getState().history.present.name);
  // Not with each letter of a new name: the title is read aloud.
  usePageTitle(useDocument((state) => state.base?.draft.name ?? openedAs));
  useAddress(view);
  useNewest(designing);
  const isLaidOut = useFirstLayout(designing);

  const targets = useMemo(() => {
    // What was just opened takes the focus in the next frame.
    const focusSearch = () => requestAnimationFrame(() => search.current?.focus());
    return {
      searchLibrary() {
        view.setState({ outlineOpen: false, libraryOpen: true });
        focusSearch();
      },
      outline() {
        view.setState({ outlineOpen: true, libraryOpen: true });
        focusSearch();
      },
      addAfter() {
        view.setState({ outlineOpen: false, libraryOpen: true });
        focusSearch();
      },
    };
  }, [view]);
  useKeys(designing, targets);

  const libraryOpen = useView((state) => state.libraryOpen);
  const settingsOpen = useView((state) => state.settingsOpen);
  const focusIn = useCallback((selector: string) => {
    requestAnimationFrame(() => {
      const control = panels.current?.querySelector<HTMLElement>(selector);
      control?.focus();
      if (control instanceof HTMLInputElement) control.select();
    });
  }, []);
  const onRename = useCallback(() => focusIn('.nameinput'), [focusIn]);
  const onOpen = useCallback(() => focusIn('.insp [role="tab"][data-selected]'), [focusIn]);
  const onShow = useCallback(
    (widget: string) => {
      select(view, new Set([widget]));
      view.setState({ wanted: [widget] });
    },
    [view],
  );

  return (
    <>
      <Toolbar />
      <Notices />
      <div className="design" ref={panels} data-library={libraryOpen} data-settings={settingsOpen}>
        <Library designing={designing} search={search} onShow={onShow} />
        <div className="mid">
          <div className="boardbox">
            <FoldButtons />
            {isLaidOut && <Board canvas={canvas} onRename={onRename} onOpen={onOpen} />}
            <FirstSteps />
            <Arranging />
          </div>
          <Problems />
        </div>
        <SettingsPanel onShow={onShow} />
      </div>
      <Dialogs />
    </>
  );
}

type LibraryProps = {
  designing: Designing;
  search: React.RefObject<HTMLInputElement | null>;
  onShow(widget: string): void;
};

function Library({ designing, search, onShow }: LibraryProps) {
  const { view, commands } = designing;
  const definition = useDocument((state) => state.history.present.definition);
  const outlineOpen = useView((state) => state.outlineOpen);
  const selected = useView((state) => state.selected);
  const hasTrigger = definition.states.some((state) => state.type === 'trigger');
  const openOutline = useCallback(() => view.setState({ outlineOpen: true }), [view]);
  const palette = useMemo(
    () => <Palette hasTrigger={hasTrigger} onAdd={commands.add} onOutline={openOutline} searchRef={search} />,
    [hasTrigger, commands, openOutline, search],
  );
  if (!outlineOpen) return palette;
  return (
    <Outline
      definition={definition}
      selected={selected}
      onShow={onShow}
      onClose={() => view.setState({ outlineOpen: false })}
      searchRef={search}
    />
  );
}

function Arranging() {
  const t = useWords('designer');
  const arranging = useView((state) => state.arranging);
  const count = useDocument((state) => state.history.present.definition.states.length);
  if (!arranging) return null;
  return (
    <p className="float arranging" role="status">
      <span className="spin" />
      {t('arranging', { count })}
    </p>
  );
}

function Dialogs() {
  const dialog = useView((state) => state.dialog);
  const newer = useDocument((state) => state.newer);
  if (dialog === 'newer') return newer === null ? null : <NewerDialog newer={newer} />;
  return dialog === null ? null : <StoreDialog publishes={dialog === 'publish'} />;
}

/** Looks at the newest revision whenever the page is looked at again, and twice a minute. */
function useNewest({ document }: Designing): void {
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  const { data } = useQuery({
    ...flowQuery(sid ?? ''),
    enabled: sid !== null,
    refetchInterval: 30_000,
  });
  useEffect(() => {
    if (data !== undefined && data.sid === document.getState().base?.flow.sid)
      meet(document, data, unsavedChanges(document.getState()) > 0);
  }, [data, document]);
}

/** A flow that came without places is laid out once, before it is drawn. True when there is nothing to wait for. */
function useFirstLayout(designing: Designing): boolean {
  const t = useWords('designer');
  const { document, view } = designing;
  const [isWaiting, setWaiting] = useState(() => {
    const { past, present } = document.getState().history;
    return past.length === 0 && present.definition.states.some((state) => offsetOf(state) === null);
  });
  useEffect(() => {
    if (!isWaiting) return;
    void layOut(designing, 'layOut', 'unplaced').then((worked) => {
      setWaiting(false);
      const { tellDone, tellFailed } = tellingIn(view);
      if (worked) tellDone(t('laidOut'));
      else tellFailed(t('arrangeFailed'));
    });
  }, [isWaiting, designing, view, t]);
  return !isWaiting;
}
