/** Automatic layout of the flow as one edit. The layout engine is loaded on first use. */

import { type FlowDefinition, offsetOf, type Point } from '#flow/definition.ts';
import { moveWidgets } from '#flow/edit/move-widgets.ts';
import { widgetIds } from '#flow/graph.ts';
import type { LayoutMode } from '#flow/layout/layout.ts';
import type { EditLabel } from '../../unsaved-work/edit-label.ts';
import type { DocumentStore } from './document-store.ts';
import type { OpenFlow } from './open-flow.ts';

const running = new WeakMap<DocumentStore, Promise<boolean>>();

/**
 * Lays out all widgets, or only those without a position, and sets `isArranging` meanwhile. Edits made meanwhile
 * are kept. False when the layout engine failed; a call while one is running joins it.
 */
export function layOut(
  flow: OpenFlow,
  label: EditLabel,
  scope: LayoutMode,
  gesture?: string,
): Promise<boolean> {
  const current = running.get(flow.document) ?? run(flow, label, scope, gesture);
  running.set(flow.document, current);
  return current;
}

async function run(
  { document, view }: OpenFlow,
  label: EditLabel,
  scope: LayoutMode,
  gesture?: string,
): Promise<boolean> {
  view.setState({ isArranging: true });
  try {
    const [{ layoutDefinition }, { startLayouter }] = await Promise.all([
      import('#flow/layout/layout.ts'),
      import('./elk-layouter.ts'),
    ]);
    const layouter = startLayouter();
    try {
      const before = document.getState().history.present.definition;
      const positions = changedPositions(before, await layoutDefinition(before, layouter, scope));
      const edit = (definition: FlowDefinition) => moveWidgets(definition, positions);
      document.apply(label, edit, gesture === undefined ? {} : { gesture });
      return true;
    } finally {
      layouter.stop();
    }
  } catch (failure) {
    console.error(failure);
    return false;
  } finally {
    view.setState({ isArranging: false });
    running.delete(document);
  }
}

/** The new positions of the widgets that moved. Both definitions have the same widgets in the same order. */
function changedPositions(before: FlowDefinition, after: FlowDefinition): Map<string, Point> {
  const ids = widgetIds(after);
  return new Map(
    after.states.flatMap((state, index) => {
      const position = offsetOf(state);
      const isMoved = position !== null && before.states[index] !== state;
      return isMoved ? [[ids[index] ?? '', position] as const] : [];
    }),
  );
}
