/** The working copy of a flow, as the designer has it: with the edits that are not saved as a revision yet. */

import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { FlowContent } from '#flow/change/working-copy.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { EditLabel } from '../unsaved-work/edit-label.ts';

export type WorkingCopy = {
  read(): FlowDefinition;
  /** Calls `listener` after each edit; returns the function that ends it. */
  subscribe(listener: () => void): () => void;
  /** Edits it as an undo step of the designer. */
  apply(label: EditLabel, edit: (definition: FlowDefinition) => FlowDefinition): void;
  /** Makes the flow's name and definition those, as an undo step of the designer; false when they are so already. */
  put(label: EditLabel, content: FlowContent): boolean;
  undo(): void;
  /** The number of the newest edit that the server has, as far as this page knows. */
  head(): number;
};

/** Opens the working copy of a flow. The router's context has it, because pages do not import each other. */
export type OpenWorkingCopy = (flowSid: string) => Promise<WorkingCopy>;

/** The working copy; waits while `flowSid` is null. */
export function useWorkingCopy(flowSid: string | null, open: OpenWorkingCopy) {
  return useQuery({
    queryKey: ['working-copy', flowSid],
    queryFn: () => open(flowSid ?? ''),
    enabled: flowSid !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    retry: false,
    structuralSharing: false,
  });
}

/** What the working copy holds now; null while there is none. */
export function useWorkingDefinition(copy: WorkingCopy | undefined): FlowDefinition | null {
  return useSyncExternalStore(copy?.subscribe ?? neverChanges, copy?.read ?? nothing);
}

/** The number of the newest edit; null while there is no copy. */
export function useHead(copy: WorkingCopy | undefined): number | null {
  return useSyncExternalStore(copy?.subscribe ?? neverChanges, copy?.head ?? nothing);
}

const neverChanges = () => () => {};
const nothing = () => null;
