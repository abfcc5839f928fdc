/** Laying the flow out, as one edit. The layouter is fetched when it is first needed. */

import { arrange, type Scope } from '#flow/layout.ts';
import type { EditName } from '../words/designer.ts';
import type { OpenFlow } from './opening.ts';

/**
 * Lays out all widgets, or only those without a place. Says in the view that it is under way; an edit made
 * meanwhile wins over the layout of the widgets that are no more. False when the layouter failed.
 */
export async function layOut({ document, view }: OpenFlow, name: EditName, scope: Scope): Promise<boolean> {
  if (view.getState().arranging) return true;
  view.setState({ arranging: true });
  try {
    const { startLayouter } = await import('./elk-layouter.ts');
    const layouter = startLayouter();
    try {
      const before = document.getState().history.present.definition;
      const laid = await arrange(before, layouter, scope);
      document.apply(name, (now) => (now === before ? laid : now));
      return true;
    } finally {
      layouter.stop();
    }
  } catch (failure) {
    console.error(failure);
    return false;
  } finally {
    view.setState({ arranging: false });
  }
}
