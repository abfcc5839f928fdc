/** A working copy that cannot be opened: what is wrong with it, and its repair. */

import { queryOptions } from '@tanstack/react-query';
import type { RepairSource } from '#api/flows/repair.ts';
import { callApi } from './api.ts';

export const repairQuery = (sid: string) =>
  queryOptions({
    queryKey: ['repair', sid],
    queryFn: ({ signal }) =>
      callApi('GET /v1/Flows/{Sid}/WorkingCopy/Repair', { params: { Sid: sid }, signal }),
    gcTime: 0,
    retry: false,
  });

export type Repair = { by: RepairSource; seq: number; client: string; authorName: string };

export async function repairWorkingCopy(sid: string, { by, seq, client, authorName }: Repair): Promise<void> {
  await callApi('POST /v1/Flows/{Sid}/WorkingCopy/Repair', {
    params: { Sid: sid },
    form: { By: by, Seq: seq, Client: client, AuthorName: authorName },
  });
}
