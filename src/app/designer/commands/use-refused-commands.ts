/** The commands that the role of who is signed in does not allow: menus and the palette leave them out. */

import { useCallback, useMemo } from 'react';
import { useMay } from '../../client/people/session.ts';
import { usePublishing } from '../../client/publishing.ts';
import { wordsOf } from '../../words/use-words.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';
import type { CommandId } from './command-table.ts';
import { createNotifier } from './notifier.ts';

/** Whether who is signed in may publish the flow or, where another person approves, ask for it. */
export function useMayPublish(): boolean {
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  const mayPublish = useMay('flows.publish');
  const mayRequest = useMay('flows.write');
  const setting = usePublishing(mayRequest && !mayPublish ? sid : null).data;
  return mayPublish || setting?.needs_approval === true;
}

/** Opens the publish dialog; to who may neither publish nor ask for it, it says which role can. */
export function useRequestPublish(): () => void {
  const { commands, view } = useDesigner();
  const mayPublish = useMayPublish();
  return useCallback(() => {
    if (mayPublish) void commands.requestPublish();
    else createNotifier(view).notifyFailure(wordsOf('designer')('publishNeedsRole'));
  }, [commands, view, mayPublish]);
}

export function useRefusedCommands(): readonly CommandId[] {
  // Who may not start it for contacts tests its draft there.
  const mayStart = useMay('flows.write');
  const mayDelete = useMay('flows.delete');
  return useMemo(
    () => [
      ...(mayStart ? [] : (['startExecution'] as const)),
      ...(mayDelete ? [] : (['deleteFlow'] as const)),
    ],
    [mayStart, mayDelete],
  );
}
