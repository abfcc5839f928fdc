/** Commands on comments: writing one about what is selected or at a place, and the panel of them. */

import type { Point } from '#flow/definition.ts';
import { widgetIds } from '#flow/graph.ts';
import type { CanvasHandle } from '../../canvas/canvas-props.ts';
import type { CommentPlace } from '../../client/comments.ts';
import type { OpenFlow } from '../document/open-flow.ts';

export type CommentContext = {
  canvas(): CanvasHandle | null;
  /** Ends the test run, which stands where the comments do. */
  endTestRun(): void;
};

export function commentCommands({ document, view }: OpenFlow, { canvas, endTestRun }: CommentContext) {
  const write = (writing: CommentPlace) => {
    endTestRun();
    view.setState({ comments: { opened: null, writing } });
  };
  /** The widget by its identity, which stays when it is renamed. */
  const placeOf = (widget: string | undefined): CommentPlace => {
    const { widgets, definition } = document.getState().editor.shown;
    const identity = widget === undefined ? undefined : widgets[widgetIds(definition).indexOf(widget)];
    return identity === undefined ? { kind: 'flow' } : { kind: 'widget', widget: identity };
  };
  return {
    /** About the selected or the focused widget; about the flow where none or several are selected. */
    commentOnSelection() {
      const { selected } = view.getState();
      const [first, ...more] = selected.size > 0 ? selected : [canvas()?.focusedOutlet()?.widget];
      write(placeOf(more.length > 0 ? undefined : first));
    },
    commentAt: ({ x, y }: Point) => write({ kind: 'place', x, y }),
    toggleComments() {
      const { comments } = view.getState();
      endTestRun();
      view.setState({ comments: comments === null ? { opened: null, writing: null } : null });
    },
  };
}
