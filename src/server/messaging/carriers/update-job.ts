/** The payload of `carrier-update` jobs, and what the version before dialects has left in the queue. */

import type { CallChange } from '../dialects/dialect.ts';

/** `effect` is the one that an execution waits for, null when none does. */
export type UpdateJob = { carrier: string; change: CallChange; effect: string | null };

type EarlierJob = {
  carrier: string;
  /** `Calls/{call}.json`, with `/Recordings` and the SID of one below the call. */
  path: string;
  fields: [name: string, value: string][];
  effect: string | null;
};

export function readUpdateJob(payload: string): UpdateJob {
  const job = JSON.parse(payload) as UpdateJob | EarlierJob;
  return 'path' in job ? { carrier: job.carrier, change: changeOf(job), effect: job.effect } : job;
}

function changeOf({ path, fields }: EarlierJob): CallChange {
  const [, call = '', recordings, recording] = path
    .replace(/\.json$/, '')
    .split('/')
    .map(decodeURIComponent);
  const values = Object.fromEntries(fields);
  if (recording !== undefined) return { do: 'stop-recording', call, recording };
  if (recordings !== undefined) return { do: 'start-recording', call, options: values };
  if (values.Url !== undefined) return { do: 'redirect', call, url: values.Url };
  return { do: 'hang-up', call, isRinging: false };
}
