/** Laying the flow out, as one edit. The layouter is fetched when it is first needed. */

import { type FlowDefinition, offsetOf, type Point } from '#flow/definition.ts';
import { moveWidgets } from '#flow/edit/move-widgets.ts';
import { widgetIds } from '#flow/graph.ts';
import { arrange, type Scope } from '#flow/layout.ts';
import type { EditName } from '../../words/designer.ts';
import type { DocumentStore } from './document-store.ts';
import type { OpenFlow } from './open-flow.ts';

const running = new WeakMap<DocumentStore, Promise<boolean>>();

/**
 * Lays out all widgets, or only those without a place, and says in the view that it is under way. What is
 * edited meanwhile stays. False when the layouter failed; a second call joins the one that is under way.
 */
export function layOut(flow: OpenFlow, name: EditName, scope: Scope, gesture?: string): Promise<boolean> {
  const begun = running.get(flow.document) ?? run(flow, name, scope, gesture);
  running.set(flow.document, begun);
  return begun;
}

async function run(
  { document, view }: OpenFlow,
  name: EditName,
  scope: Scope,
  gesture?: string,
): Promise<boolean> {
  view.setState({ isArranging: true });
  try {
    const { startLayouter } = await import('./elk-layouter.ts');
    const layouter = startLayouter();
    try {
      const before = document.getState().history.present.definition;
      const places = movedPlaces(before, await arrange(before, layouter, scope));
      document.apply(name, (now) => moveWidgets(now, places), gesture === undefined ? {} : { gesture });
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

/** The places of the widgets that stand elsewhere now. Both definitions have the same widgets in the same order. */
function movedPlaces(before: FlowDefinition, after: FlowDefinition): Map<string, Point> {
  const ids = widgetIds(after);
  return new Map(
    after.states.flatMap((state, index) => {
      const at = offsetOf(state);
      const isMoved = at !== null && before.states[index] !== state;
      return isMoved ? [[ids[index] ?? '', at] as const] : [];
    }),
  );
}
