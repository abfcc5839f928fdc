/**
 * The designer on a phone, where it is for reading: the flow as one column of cards, a sheet with the settings of one, and
 * what can be done with the flow as a whole. It does without the canvas, which is not loaded.
 */

import '../../words/chunks/flow-words.ts';
import { Link } from '@tanstack/react-router';
import { Rocket } from 'lucide-react';
import { type RefObject, Suspense, useEffect, useRef } from 'react';
import type { CanvasHandle } from '../../canvas/canvas-props.ts';
import { useMay } from '../../client/people/session.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { lateComponent } from '../../ui/states/late-component.tsx';
import { LatePart } from '../../ui/states/late-part.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { useAfterFirstFrame } from '../../ui/states/use-after-first-frame.ts';
import { useWords } from '../../words/use-words.ts';
import { commandTable } from '../commands/command-table.ts';
import { CommentsButton } from '../comments/comments-button.tsx';
import { DesignerComments } from '../comments/designer-comments.tsx';
import {
  type DesignerContextValue,
  useDesigner,
  useDocument,
  useTestRun,
  useView,
} from '../designer-context.tsx';
import { Notices } from '../panels/notices.tsx';
import { PublishButton } from '../panels/publish/publish-button.tsx';
import { usePresence } from '../presence/use-presence.ts';
import { useAddress } from '../use-address.ts';
import { useFindingsOnceShown } from '../use-findings-once-shown.ts';
import { useTestAddress } from '../use-test-address.ts';
import { selectWidgets } from '../view-store.ts';
import { ReadingHeader } from './reading-header.tsx';
import { ReadingList } from './reading-list.tsx';
import '../../inspector/inspector.css';
import './reading.css';

/** With the phone comes a good part of the engine, which is loaded when a test run starts. */
const LostEditsDialog = lateComponent(
  async () => (await import('../panels/lost-edits-dialog.tsx')).LostEditsDialog,
);

/** With the sheet comes what dialogs need: of use once the widgets are shown. */
const WidgetSheet = lateComponent(async () => (await import('./widget-sheet.tsx')).WidgetSheet);

const TestRunPanel = lateComponent(
  async () => (await import('../../simulator/test-run-panel.tsx')).TestRunPanel,
);

const PublishDialog = lateComponent(
  async () => (await import('../panels/publish/publish-dialog.tsx')).PublishDialog,
);

export function ReadingLayout({ designer }: { designer: DesignerContextValue }) {
  const isDrawn = useAfterFirstFrame();
  const noCanvas = useRef<CanvasHandle>(null);
  const flow = useRef<HTMLDivElement>(null);
  const cards = useRef({
    reveal: (reveal: readonly string[]) => designer.view.setState({ reveal }),
    // A place between the widgets is nowhere in a list.
    revealPlace() {},
  });
  useAddress(designer.view, 'open');
  useFindingsOnceShown(designer);
  const onTestLink = useTestAddress(designer);
  usePresence(designer, noCanvas);
  const isTesting = useTestRun((state) => state.isOpen);
  const comments = useView((state) => state.comments);
  const isCovered = isTesting || comments !== null;
  useFocusAfterPanel(flow, isCovered);
  return (
    <div className="reading">
      <div className="reading-flow" ref={flow} inert={isCovered}>
        <ReadingHeader />
        <ReadingActions />
        <RoleNotice />
        <Notices />
        <ReadingList />
      </div>
      {isTesting ? (
        <TestRun onLink={onTestLink} />
      ) : comments !== null ? (
        <DesignerComments shown={comments} canvas={cards} />
      ) : (
        isDrawn && (
          <LatePart>
            <WidgetSheet />
          </LatePart>
        )
      )}
      <Dialogs />
    </div>
  );
}

function TestRun({ onLink }: { onLink(link: string): void }) {
  const t = useWords('simulator');
  const { testRun, view } = useDesigner();
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  const definition = useDocument((state) => state.history.present.definition);
  const onShow = (widget: string) => {
    testRun.close();
    selectWidgets(view, new Set([widget]));
  };
  return (
    <Suspense
      fallback={
        <aside className="insp" aria-label={t('title')}>
          <Skeleton lines={6} />
        </aside>
      }
    >
      <TestRunPanel run={testRun} definition={definition} sid={sid} onShow={onShow} onLink={onLink} />
    </Suspense>
  );
}

function Dialogs() {
  const dialog = useView((state) => state.dialog);
  if (dialog === 'publish') {
    return (
      <Suspense>
        <PublishDialog />
      </Suspense>
    );
  }
  return dialog === 'lost' ? (
    <Suspense>
      <LostEditsDialog />
    </Suspense>
  ) : null;
}

/** A panel covers the flow. When it closes, the focus is where it was before it opened. */
function useFocusAfterPanel(flow: RefObject<HTMLElement | null>, isCovered: boolean): void {
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && flow.current?.contains(target)) last.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, [flow]);
  const wasCovered = useRef(isCovered);
  useEffect(() => {
    if (wasCovered.current && !isCovered) last.current?.focus();
    wasCovered.current = isCovered;
  }, [isCovered]);
}

/** On a wide screen, too, a flow is for reading for who may not edit it. */
function RoleNotice() {
  const t = useWords('reading');
  return useMay('flows.write') ? null : <p className="reading-role">{t('needsRole')}</p>;
}

/** What can be done with a flow without editing it: test, start, comment, publish. */
function ReadingActions() {
  const t = useWords('reading');
  const { testRun } = useDesigner();
  // Who may not start it for contacts tests its draft there.
  const mayStart = useMay('flows.write');
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  return (
    <section className="reading-actions" aria-label={t('actions')}>
      <Button icon={commandTable.test.icon} onPress={testRun.toggle}>
        {t('test')}
      </Button>
      {sid !== null && mayStart && (
        <Link
          to="/flows/$sid/executions"
          params={{ sid }}
          search={{ start: true }}
          className={buttonClass()}
          aria-label={t('startExecution')}
        >
          <Icon of={Rocket} size={14} />
          {t('start')}
        </Link>
      )}
      <CommentsButton />
      <span className="grow" />
      <PublishButton />
    </section>
  );
}
