/** The panel of comments at the side of the canvas: what it needs of the open flow. */

import { type RefObject, useEffect } from 'react';
import { useStore } from 'zustand';
import type { CanvasHandle } from '../../canvas/canvas-props.ts';
import type { CommentPlace } from '../../client/comments.ts';
import { placeOf } from '../../comments/thread.ts';
import { lateComponent } from '../../ui/states/late-component.tsx';
import { LatePart } from '../../ui/states/late-part.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';
import { ownName } from '../presence/own-name.ts';
import type { CommentsView } from '../view-store.ts';
import { useDescribePlace, widgetIdOf } from './comment-places.ts';
import { useThreads } from './use-comment-pins.ts';

const CommentsPanel = lateComponent(
  async () => (await import('../../comments/comments-panel.tsx')).CommentsPanel,
);

type DesignerCommentsProps = {
  shown: CommentsView;
  /** What brings the place of a comment into view. */
  canvas: RefObject<Pick<CanvasHandle, 'reveal' | 'revealPlace'> | null>;
};

export function DesignerComments({ shown, canvas }: DesignerCommentsProps) {
  const t = useWords('comments');
  const { document, view, presence, sync, commands } = useDesigner();
  const flow = useDocument((state) => state.base?.flow.sid ?? null);
  const people = useStore(presence, (state) => state.people);
  const copy = useDocument((state) => state.editor.shown);
  const describe = useDescribePlace();
  const show = (change: Partial<CommentsView>) => view.setState({ comments: { ...shown, ...change } });
  const showPlace = (place: CommentPlace) => {
    if (place.kind === 'place') canvas.current?.revealPlace(place);
    if (place.kind !== 'widget') return;
    const id = widgetIdOf(document.getState().editor.shown, place.widget);
    if (id !== null) canvas.current?.reveal([id]);
  };
  useRevealed(shown.opened, showPlace);
  return (
    <LatePart
      fallback={
        <aside className="insp" aria-label={t('title')}>
          <Skeleton lines={6} />
        </aside>
      }
    >
      <CommentsPanel
        flow={flow}
        copy={copy}
        opened={shown.opened}
        writing={shown.writing}
        here={[...people.values()].map(({ name }) => name)}
        ownName={ownName}
        describe={describe}
        beforeSend={() => sync.flush()}
        onOpen={(opened) => show({ opened })}
        onWrite={(writing) => show({ writing })}
        onNew={commands.commentOnSelection}
        onShowPlace={showPlace}
        onClose={() => {
          view.setState({ comments: null });
          commands.focusCanvas();
        }}
      />
    </LatePart>
  );
}

/** Brings the place of an opened comment into view, as soon as it is known. */
function useRevealed(opened: string | null, show: (place: CommentPlace) => void): void {
  const { threads } = useThreads();
  const thread = threads.find(({ first, replies }) =>
    [first, ...replies].some(({ sid }) => sid === opened),
  )?.first;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each comment that is opened
  useEffect(() => {
    if (thread === undefined) return;
    // The canvas can scroll only after it has measured itself.
    const frame = requestAnimationFrame(() => show(placeOf(thread)));
    return () => cancelAnimationFrame(frame);
  }, [thread?.sid]);
}
