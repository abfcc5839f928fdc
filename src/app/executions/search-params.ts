/** Search parameters of the executions pages. Defaults are left out. */

import type { StatusFilter } from '../client/executions/executions.ts';

/**
 * The list over all flows: its filters, so that a saved filter is a link. Days are YYYY-MM-DD, both included; `page` is
 * the token of the page, left out for the newest; `error` is a code or `any`.
 */
export type AccountSearch = {
  show?: 'active' | 'ended' | undefined;
  flow?: string | undefined;
  revision?: number | undefined;
  widget?: string | undefined;
  contact?: string | undefined;
  channel?: string | undefined;
  event?: string | undefined;
  error?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  page?: string | undefined;
};

/** A phone number in an address may have been read as a number. */
function textIn(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' && text.length <= 300 ? text.trim() : undefined;
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

const isRevision = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

export function readAccountSearch(search: Record<string, unknown>): AccountSearch {
  const { show, flow, revision, error, from, to, page } = search;
  const texts = (['widget', 'contact', 'channel', 'event'] as const).flatMap((name) => {
    const text = textIn(search[name]);
    return text === undefined ? [] : [[name, text]];
  });
  const code = textIn(error);
  return {
    ...((show === 'active' || show === 'ended') && { show }),
    ...(typeof flow === 'string' && /^FW[0-9a-f]{32}$/.test(flow) && { flow }),
    ...(isRevision(revision) && { revision }),
    ...Object.fromEntries(texts),
    ...(code !== undefined && /^(any|\d{1,9})$/.test(code) && { error: code }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(typeof page === 'string' && /^P[AB][\w-]{8,200}$/.test(page) && { page }),
  };
}

/**
 * `q` is the search of the list, `start` opens the start dialog, `revision` is the one that the live picture shows; left
 * out for all.
 */
export type ExecutionsSearch = {
  q?: string;
  show?: Exclude<StatusFilter, 'all'>;
  start?: true;
  revision?: number;
};

/** `step` is the number of the selected step (left out: the newest), `view` the tab: on a wide screen only
 * the conversation is one. */
export type ExecutionSearch = { step?: number; view?: 'conversation' | 'context' | 'details' };

export function readExecutionsSearch(search: Record<string, unknown>): ExecutionsSearch {
  const { q, show, start, revision } = search;
  return {
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
    ...((show === 'active' || show === 'ended') && { show }),
    ...(start === true && { start }),
    ...(isRevision(revision) && { revision }),
  };
}

export function readExecutionSearch(search: Record<string, unknown>): ExecutionSearch {
  const { step, view } = search;
  return {
    ...(typeof step === 'number' && Number.isSafeInteger(step) && step > 0 && { step }),
    ...((view === 'conversation' || view === 'context' || view === 'details') && { view }),
  };
}
