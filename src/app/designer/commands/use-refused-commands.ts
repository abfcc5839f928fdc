/** The commands that the role of who is signed in does not allow: menus and the palette leave them out. */

import { useMemo } from 'react';
import { useMay } from '../../client/people/session.ts';
import { usePublishing } from '../../client/publishing.ts';
import { useDocument } from '../designer-context.tsx';
import type { CommandId } from './command-table.ts';

/** Whether who is signed in may publish the flow or, where another person approves, ask for it. */
export function useMayPublish(): boolean {
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  const mayPublish = useMay('flows.publish');
  const mayRequest = useMay('flows.write');
  const setting = usePublishing(mayRequest && !mayPublish ? sid : null).data;
  return mayPublish || setting?.needs_approval === true;
}

export function useRefusedCommands(): readonly CommandId[] {
  const mayPublish = useMayPublish();
  const mayStart = useMay('executions.create');
  const mayDelete = useMay('flows.delete');
  return useMemo(
    () => [
      ...(mayPublish ? [] : (['publish'] as const)),
      ...(mayStart ? [] : (['startExecution'] as const)),
      ...(mayDelete ? [] : (['deleteFlow'] as const)),
    ],
    [mayPublish, mayStart, mayDelete],
  );
}
