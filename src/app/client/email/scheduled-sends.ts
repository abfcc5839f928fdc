/** Emails that wait for their time, and batches of them that are paused or cancelled. */

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ScheduledSend } from '#api/email/scheduled-sends.ts';
import { pagesOf } from '../paging.ts';
import { useChange } from '../use-change.ts';
import { callEmail, targetHeaders } from './email-request.ts';
import { type EmailTarget, emailTargetKey } from './email-target.ts';

const scheduledKey = (target: EmailTarget) => [...emailTargetKey(target), 'scheduled-sends'];

const pollMs = 10_000;

/** The soonest first, in pages. */
export function useWaitingEmails(target: EmailTarget) {
  return useInfiniteQuery({
    ...pagesOf('GET /v1/Mail/Scheduled', [...scheduledKey(target), 'waiting'], {
      headers: targetHeaders(target),
      query: { Region: target.region, PageSize: 50 },
    }),
    refetchInterval: pollMs,
  });
}

/** Oldest first. */
export function useScheduledSends(target: EmailTarget) {
  return useQuery({
    queryKey: scheduledKey(target),
    queryFn: ({ signal }) => callEmail(target, 'GET /v3/user/scheduled_sends', { signal }),
  });
}

/** Pauses or cancels a batch that goes out. */
export function useHoldBatch(target: EmailTarget) {
  return useChange([scheduledKey(target)], (json: ScheduledSend) =>
    callEmail(target, 'POST /v3/user/scheduled_sends', { json }),
  );
}

/** Changes a batch that is held: to another status, or with null it goes on. */
export function useChangeBatch(target: EmailTarget) {
  return useChange(
    [scheduledKey(target)],
    ({
      batch_id,
      status,
    }: {
      batch_id: string;
      status: ScheduledSend['status'] | null;
    }): Promise<unknown> => {
      const params = { batch_id };
      return status === null
        ? callEmail(target, 'DELETE /v3/user/scheduled_sends/{batch_id}', { params })
        : callEmail(target, 'PATCH /v3/user/scheduled_sends/{batch_id}', { params, json: { status } });
    },
  );
}
