/** The layout in which a flow is edited: toolbar, widget library, canvas, problems and settings. */

import '../words/chunks/flow-words.ts';
import { useRouter } from '@tanstack/react-router';
import { X } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { offsetOf } from '#flow/definition.ts';
import type { CanvasHandle } from '../canvas/canvas-props.ts';
import { FileDrop } from '../file-import/file-drop.tsx';
import { SkipLink } from '../shell/skip-link.tsx';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { handOverTyped } from '../ui/typed-text.ts';
import { useWords } from '../words/use-words.ts';
import { layOut } from './document/auto-layout.ts';
import { DesignerCanvas } from './panels/designer-canvas.tsx';
import './designer.css';
import { lateComponent } from '../ui/states/late-component.tsx';
import { LatePart } from '../ui/states/late-part.tsx';
import { useAfterFirstFrame } from '../ui/states/use-after-first-frame.ts';
import { createRunners } from './commands/command-runners.ts';
import { createNotifier } from './commands/notifier.ts';
import { useShortcuts } from './commands/use-shortcuts.ts';
import { DesignerComments } from './comments/designer-comments.tsx';
import {
  type DesignerContextValue,
  useDesigner,
  useDocument,
  useTestRun,
  useView,
} from './designer-context.tsx';
import { DeletedPlace } from './kept-text/deleted-place.tsx';
import { CanvasMenu } from './panels/canvas-menu.tsx';
import { Dialogs } from './panels/dialogs.tsx';
import { EmptyFlow } from './panels/empty-flow.tsx';
import { loadPanels, SettingsPanel } from './panels/late-panels.ts';
import { EditingNotice, Notices } from './panels/notices.tsx';
import { Outline } from './panels/outline.tsx';
import type { OutlineEditing } from './panels/outline-row.tsx';
import { PanelToggles } from './panels/panel-toggles.tsx';
import { Problems } from './panels/problems/problems.tsx';
import { Toolbar } from './panels/toolbar.tsx';
import { WidgetLibrary } from './panels/widget-library.tsx';
import { PresenceOverlay } from './presence/presence-overlay.tsx';
import { usePresence } from './presence/use-presence.ts';
import { SearchPanel } from './search/search-panel.tsx';
import { useAddress } from './use-address.ts';
import { useFindingsOnceShown } from './use-findings-once-shown.ts';
import { useFirstFocus } from './use-first-focus.ts';
import { useOutlineEditing } from './use-outline-editing.ts';
import { usePageCommands } from './use-page-commands.ts';
import { useTestAddress } from './use-test-address.ts';
import { selectWidgets } from './view-store.ts';

/** With the phone comes a good part of the engine, which is loaded when a test run starts. */
const TestRunPanel = lateComponent(
  async () => (await import('../simulator/test-run-panel.tsx')).TestRunPanel,
);

const RunBar = lateComponent(async () => (await import('../simulator/run-bar.tsx')).RunBar);

/** Of use once the flow is shown. */
const KeptTests = lateComponent(async () => (await import('./kept-tests.tsx')).KeptTests);

export type DesignerProps = { designer: DesignerContextValue; canvas: RefObject<CanvasHandle | null> };

export function Designer({ designer, canvas }: DesignerProps) {
  const { view } = designer;
  const search = useRef<HTMLInputElement>(null);
  const panels = useRef<HTMLDivElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  useAddress(view);
  const onTestLink = useTestAddress(designer);
  useFindingsOnceShown(designer);
  useSettingsOnRequest(designer);
  const pointing = usePresence(designer, canvas);
  const isLaidOut = useFirstLayout(designer);
  const isDrawn = useAfterFirstFrame(isLaidOut);
  const isLoading = usePanelLoading(isDrawn);

  const libraryOpen = useView((state) => state.libraryOpen);
  const settingsOpen = useView((state) => state.settingsOpen);
  const comments = useView((state) => state.comments);
  const isPreviewing = useView((state) => state.preview !== null);
  const isTesting = useTestRun((state) => state.isOpen);
  useLayoutEffect(() => {
    if (isTesting) view.setState({ libraryOpen: false, settingsOpen: false });
  }, [view, isTesting]);
  useFirstFocus(designer, canvas);
  const t = useWords('designer');
  const pageCommands = usePageCommands(designer, { panels, search, fileInput, canvas });
  const run = useMemo(() => createRunners(designer, pageCommands, canvas), [designer, pageCommands, canvas]);
  useShortcuts(designer, run);
  useHandOverOnLeave();
  const onShow = useCallback(
    (widget: string) => {
      selectWidgets(view, new Set([widget]));
      view.setState({ reveal: [widget] });
    },
    [view],
  );
  const closeSettings = useCallback(() => {
    selectWidgets(view, new Set());
    view.setState({ settingsOpen: false });
    designer.commands.focusCanvas();
  }, [view, designer]);
  const onRunBarShown = useCallback((widget: string) => view.setState({ reveal: [widget] }), [view]);
  const outlineEditing = useOutlineEditing(designer, pageCommands.nameInSettings, canvas, onShow);

  return (
    <>
      <SkipLink to="canvas" onPress={() => canvas.current?.focus()}>
        {t('skipToCanvas')}
      </SkipLink>
      <Toolbar run={run} fileInput={fileInput} />
      <EditingNotice />
      <Notices />
      <div
        className="design"
        ref={panels}
        aria-busy={isLoading}
        data-library={libraryOpen}
        data-settings={settingsOpen || isTesting || comments !== null}
        data-testing={isTesting}
        data-folded={isTesting && !libraryOpen}
        data-with-panel={isTesting && (settingsOpen || comments !== null)}
      >
        <LeftPanel designer={designer} search={search} editing={outlineEditing} />
        <div className="canvas-column">
          <div className="canvas-area" id="canvas" data-preview={isPreviewing} {...pointing}>
            <PanelToggles />
            {isLaidOut && <DesignerCanvas canvas={canvas} onOpen={run.openSettings} />}
            <DeletedPlace canvas={canvas} />
            <PresenceOverlay canvas={canvas} />
            <EmptyFlow />
            <Arranging />
            {isTesting && (
              <LatePart>
                <RunBar run={designer.testRun} onShown={onRunBarShown} />
              </LatePart>
            )}
          </div>
          <Problems />
        </div>
        {comments !== null ? (
          <BesideRun isTesting={isTesting}>
            <DesignerComments shown={comments} canvas={canvas} />
          </BesideRun>
        ) : (
          (settingsOpen || !isTesting) && (
            <BesideRun isTesting={isTesting} onClose={closeSettings}>
              <LatePart fallback={<aside className="insp" aria-busy />}>
                {isDrawn ? <SettingsPanel onShow={onShow} run={run} /> : <aside className="insp" aria-busy />}
              </LatePart>
            </BesideRun>
          )
        )}
        {isTesting && <TestRun onShow={onShow} onLink={onTestLink} />}
      </div>
      <LatePart>{isDrawn && <KeptTests />}</LatePart>
      <Drop />
      <CanvasMenu run={run} />
      <Dialogs run={run} />
    </>
  );
}

type BesideRunProps = {
  isTesting: boolean;
  /** Left out for a panel that has a button for it. */
  onClose?: () => void;
  children: ReactNode;
};

/** What stands at the right of the canvas; during a test run next to the phone, or over it where there is no room. */
function BesideRun({ isTesting, onClose, children }: BesideRunProps) {
  const t = useWords('designer');
  return (
    <div className="side" data-lane="right">
      {isTesting && onClose !== undefined && (
        <div className="side-bar">
          <Button kind="ghost" icon={X} onPress={onClose}>
            {t('closeSettings')}
          </Button>
        </div>
      )}
      {children}
    </div>
  );
}

type TestRunProps = { onShow(widget: string): void; onLink(link: string): void };

function TestRun({ onShow, onLink }: TestRunProps) {
  const { testRun } = useDesigner();
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  const definition = useDocument((state) => state.history.present.definition);
  return (
    <LatePart fallback={<Skeleton lines={6} />}>
      <TestRunPanel run={testRun} definition={definition} sid={sid} onShow={onShow} onLink={onLink} />
    </LatePart>
  );
}

type LeftPanelProps = {
  designer: DesignerContextValue;
  search: React.RefObject<HTMLInputElement | null>;
  editing: OutlineEditing;
};

function LeftPanel({ designer, search, editing }: LeftPanelProps) {
  const { view, commands } = designer;
  const definition = useDocument((state) => state.history.present.definition);
  const outlineOpen = useView((state) => state.outlineOpen);
  const isSearching = useView((state) => state.search !== null);
  const selected = useView((state) => state.selected);
  const hasTrigger = definition.states.some((state) => state.type === 'trigger');
  const openOutline = useCallback(() => view.setState({ outlineOpen: true }), [view]);
  const library = useMemo(
    () => (
      <WidgetLibrary
        hasTrigger={hasTrigger}
        onAdd={commands.add}
        onOutline={openOutline}
        searchRef={search}
      />
    ),
    [hasTrigger, commands, openOutline, search],
  );
  if (isSearching) return <SearchPanel searchRef={search} />;
  if (!outlineOpen) return library;
  return (
    <Outline
      definition={definition}
      selected={selected}
      editing={editing}
      onClose={() => view.setState({ outlineOpen: false })}
      searchRef={search}
    />
  );
}

/** Files may be dropped anywhere in the designer. */
function Drop() {
  const t = useWords('fileImport');
  const { commands } = useDesigner();
  return <FileDrop title={t('drop')} hint={t('dropHint')} onFiles={commands.importFiles} />;
}

function Arranging() {
  const t = useWords('designer');
  const isArranging = useView((state) => state.isArranging);
  const count = useDocument((state) => state.history.present.definition.states.length);
  if (!isArranging) return null;
  return (
    <p className="arranging" data-lane="bottom" role="status">
      <span className="spin" />
      {t('arranging', { count })}
    </p>
  );
}

/** The browser's way back leaves no field before the page is gone. */
function useHandOverOnLeave(): void {
  const router = useRouter();
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && handOverTyped()),
    [router],
  );
}

/** Lays out a flow without widget positions once, before its first render. False while that is in progress. */
function useFirstLayout(designer: DesignerContextValue): boolean {
  const t = useWords('designer');
  const { document, view } = designer;
  const [isWaiting, setWaiting] = useState(() => {
    const { past, present } = document.getState().history;
    return past.length === 0 && present.definition.states.some((state) => offsetOf(state) === null);
  });
  useEffect(() => {
    if (!isWaiting) return;
    void layOut(designer, { name: 'layOut' }, 'unplaced').then((succeeded) => {
      setWaiting(false);
      const { notifySuccess, notifyFailure } = createNotifier(view);
      if (succeeded) notifySuccess(t('laidOut'));
      else notifyFailure(t('arrangeFailed'));
    });
  }, [isWaiting, designer, view, t]);
  return !isWaiting;
}

/** Loads the panels once the flow is drawn. True until they are loaded. */
function usePanelLoading(isDrawn: boolean): boolean {
  const [isLoading, setLoading] = useState(true);
  useEffect(() => {
    if (isDrawn) void loadPanels().then(() => setLoading(false));
  }, [isDrawn]);
  return isLoading;
}

/** Shows the settings when a field is requested: they stand where the comments do, and stay open with a test run. */
function useSettingsOnRequest({ view }: DesignerContextValue): void {
  useEffect(
    () =>
      view.subscribe(({ focusRequest }, before) => {
        if (focusRequest === null || focusRequest === before.focusRequest) return;
        view.setState({ settingsOpen: true, comments: null });
      }),
    [view],
  );
}
