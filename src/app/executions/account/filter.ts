/** The filters of the address as the API takes them, and as words. Pure. */

import type { AccountExecutionFilter } from '../../client/executions/account-executions.ts';
import type { AccountSearch } from '../search-params.ts';

/** The filters that are shown as chips, in the order of the form. */
export const chipFilters = [
  'flow',
  'revision',
  'widget',
  'contact',
  'channel',
  'event',
  'error',
  'from',
  'to',
] as const;

export type ChipFilter = (typeof chipFilters)[number];

/** Days begin at midnight where the person is. */
export function accountFilterOf(search: AccountSearch): AccountExecutionFilter {
  const { show, flow, revision, widget, contact, channel, event, error, from, to } = search;
  const given: AccountExecutionFilter = {
    Status: show,
    FlowSid: flow,
    Revision: revision,
    Widget: widget,
    Contact: contact,
    Channel: channel,
    Event: event,
    Error: error,
    DateCreatedFrom: from === undefined ? undefined : startOfDay(from, 0),
    DateCreatedTo: to === undefined ? undefined : startOfDay(to, 1),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function startOfDay(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

export function isFiltered(search: AccountSearch): boolean {
  return search.show !== undefined || chipFilters.some((name) => search[name] !== undefined);
}
