/** Search parameters of the executions pages. Defaults are left out. */

import { day, isTrue, matching, oneOf, ordinal, searchReader, text } from '../ui/search-params.ts';

const trimmed = (parameter: unknown) => text(300)(parameter)?.trim();
const status = oneOf(['active', 'ended']);

/**
 * The list over all flows: its filters, so that a saved filter is a link. Days are YYYY-MM-DD, both included; `page` is
 * the token of the page, left out for the newest; `error` is a code or `any`.
 */
export type AccountSearch = ReturnType<typeof readAccountSearch>;

export const readAccountSearch = searchReader({
  show: status,
  flow: matching(/^FW[0-9a-f]{32}$/),
  revision: ordinal,
  ...{ widget: trimmed, contact: trimmed, channel: trimmed, event: trimmed },
  error: (parameter) => matching(/^(any|\d{1,9})$/)(trimmed(parameter)),
  ...{ from: day, to: day },
  page: matching(/^P[AB][\w-]{8,200}$/),
});

/**
 * `q` is the search of the list, `start` opens the start dialog, `revision` is the one that the live picture shows; left
 * out for all.
 */
export type ExecutionsSearch = ReturnType<typeof readExecutionsSearch>;

export const readExecutionsSearch = searchReader({
  q: text(300),
  show: status,
  start: isTrue,
  revision: ordinal,
});

/** `step` is the number of the selected step (left out: the newest), `view` the tab: on a wide screen only
 * the conversation is one. */
export type ExecutionSearch = ReturnType<typeof readExecutionSearch>;

export const readExecutionSearch = searchReader({
  step: ordinal,
  view: oneOf(['conversation', 'context', 'details']),
});
