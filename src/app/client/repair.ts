/** A working copy that cannot be opened: what is wrong with it, and its repair. */

import { queryOptions } from '@tanstack/react-query';
import type { RepairSource, WorkingCopyRepair } from '#api/flows/repair.ts';
import { paths } from '#api/paths.ts';
import { request } from './request.ts';

export const repairQuery = (sid: string) =>
  queryOptions({
    queryKey: ['repair', sid],
    queryFn: ({ signal }) => request<WorkingCopyRepair>(paths.workingCopyRepair(sid), { signal }),
    gcTime: 0,
    retry: false,
  });

export type Repair = { by: RepairSource; seq: number; client: string; authorName: string };

export function repairWorkingCopy(sid: string, { by, seq, client, authorName }: Repair): Promise<void> {
  const json = { By: by, Seq: String(seq), Client: client, AuthorName: authorName };
  return request<void>(paths.workingCopyRepair(sid), { json });
}
