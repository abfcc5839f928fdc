/** How the flow opens for who is at this page: as they chose last, kept in this browser for each flow and person. */

import type { OpeningView } from '../canvas/canvas-props.ts';
import { useSession } from '../client/people/session.ts';
import { keep, readKept } from '../ui/browser-storage.ts';
import { useDesigner, useDocument, useView } from './designer-context.tsx';

export function useOpeningView(): { openingView: OpeningView; choose(next: OpeningView): void } {
  const { view } = useDesigner();
  const flow = useDocument(({ id }) => id);
  const key = `patchbay.opening-view.${flow}.${useSession().data?.person?.sid ?? ''}`;
  const chosen = useView(({ openingView }) => openingView) ?? readKept(key);
  return {
    openingView: chosen === 'whole' ? 'whole' : 'readable',
    choose(openingView) {
      keep(key, openingView === 'whole' ? openingView : null);
      view.setState({ openingView });
    },
  };
}
