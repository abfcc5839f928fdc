/** One open flow with its commands, in the layout that fits the screen: to edit it, or to read it. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createRef, Suspense, useEffect, useMemo, useState } from 'react';
import type { CanvasHandle } from '../canvas/canvas-props.ts';
import { fetchFlowTests, keepFlowTest, refreshFlowTests } from '../client/flow-tests.ts';
import { flowQuery, summariesQuery } from '../client/flows.ts';
import { useMay } from '../client/people/session.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { loadSimulator } from '../simulator/load-simulator.ts';
import { createTestRun } from '../simulator/test-run-store.ts';
import { lateComponent } from '../ui/states/late-component.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { useLatest } from '../ui/use-latest.ts';
import { type CommandContext, createCommands } from './commands/create-commands.ts';
import { DesignerContext, type DesignerContextValue, useDocument } from './designer-context.tsx';
import { type OpenFlow, showRevision } from './document/open-flow.ts';
import { useReadingLayout } from './reading/reading-layout-choice.ts';

const Designer = lateComponent(async () => (await import('./designer.tsx')).Designer);

const ReadingLayout = lateComponent(async () => (await import('./reading/reading-layout.tsx')).ReadingLayout);

export type OpenDesignerProps = { flow: OpenFlow } & Pick<CommandContext, 'api' | 'onSaved' | 'onKept'>;

export function OpenDesigner({ flow, api, onSaved, onKept }: OpenDesignerProps) {
  // No useRef: what the commands get while rendering may hold no ref of React's. They read it later.
  const [canvas] = useState(() => createRef<CanvasHandle>());
  const queries = useQueryClient();
  const latest = useLatest({ onSaved, onKept });
  const designer = useMemo((): DesignerContextValue => {
    const testRun = createTestRun({
      definition: () => flow.document.getState().history.present.definition,
      now: Date.now,
      loadSimulator,
    });
    // What is tested is judged, new cards too.
    testRun.subscribe(({ isOpen }, before) => {
      if (isOpen && !before.isOpen) flow.findings.check();
    });
    const context: CommandContext = {
      api,
      canvas: () => canvas.current,
      endTestRun: () => {
        if (testRun.getState().isOpen) testRun.close();
      },
      isPublished: () =>
        queries
          .getQueryData(summariesQuery.queryKey)
          ?.some((each) => each.sid === flow.document.getState().id && each.state !== 'draft') ?? false,
      listTests: fetchFlowTests,
      keepTest: (sid, test) => keepFlowTest(sid, test).then(() => refreshFlowTests(queries, sid)),
      onSaved: (...saved) => latest.current.onSaved(...saved),
      onKept: (localId) => latest.current.onKept(localId),
    };
    return { ...flow, testRun, commands: createCommands(flow, context) };
  }, [flow, api, queries, latest, canvas]);
  return (
    <DesignerContext value={designer}>
      <Layout designer={designer} canvas={canvas} />
    </DesignerContext>
  );
}

type LayoutProps = { designer: DesignerContextValue; canvas: React.RefObject<CanvasHandle | null> };

function Layout({ designer, canvas }: LayoutProps) {
  const mayEdit = useMay('flows.write');
  const isReading = useReadingLayout() || !mayEdit;
  const [initialName] = useState(() => designer.document.getState().history.present.name);
  // The saved name: screen readers announce the title, which must not happen with every key press.
  usePageTitle(useDocument((state) => state.base?.draft.name ?? initialName));
  useFollowing(designer);
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      {isReading ? <ReadingLayout designer={designer} /> : <Designer designer={designer} canvas={canvas} />}
    </Suspense>
  );
}

/** Shows what others do, and which revision is the newest, should the stream have missed that. */
function useFollowing({ document, sync }: DesignerContextValue): void {
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  const { data } = useQuery({
    ...flowQuery(sid ?? ''),
    enabled: sid !== null,
    refetchInterval: 30_000,
  });
  useEffect(() => (sid === null ? undefined : sync.follow()), [sync, sid]);
  useEffect(() => {
    if (data !== undefined && data.sid === document.getState().base?.flow.sid) showRevision(document, data);
  }, [data, document]);
}
