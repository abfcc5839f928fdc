/** What filters and operators of templates cost by the size of their operands. */

import { isObject } from '../json/json.ts';
import type { RenderContext } from './render-context.ts';
import { estimateLength } from './stringify.ts';

/** Filters that look for their first argument. */
const searches = new Set([
  'remove',
  'remove_first',
  'remove_last',
  'replace',
  'replace_first',
  'replace_last',
  'split',
]);

/** Filters that evaluate a path on each item in a scope of its own, and how many items that counts as. */
const scopedFilters = new Set(['where', 'reject', 'find', 'find_index', 'has', 'group_by']);
const itemsOfScope = 5;

/** Filters that compare items with each other: about as often as the logarithm of a long list. */
const sorts = new Set(['sort', 'sort_natural']);
const comparisonsOfItem = 10;

/** Characters of a path that cost as much as an item. */
const charactersOfPath = 20;

/** Spends what a filter costs beyond the characters that it makes. @throws LimitExceeded */
export function chargeFilter(
  { work }: RenderContext,
  name: string,
  value: unknown,
  [argument]: readonly unknown[],
): void {
  work.spend('template node');
  if (name === 'date' || name === 'timezone') work.spend('date');
  if (searches.has(name))
    work.spendSearch(estimateLength(value, work.left), estimateLength(argument, work.left));
  const items = Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 0;
  if (items === 0) return;
  const path = typeof argument === 'string' ? argument.length / charactersOfPath : 0;
  work.spend('list item', items * (1 + path) * (scopedFilters.has(name) ? itemsOfScope : 1));
  if (sorts.has(name)) work.spend('byte', comparisonsOfItem * estimateLength(value, work.left));
}

/** Spends what comparing lists, and looking for something in a list or text, costs. @throws LimitExceeded */
export function chargeOperator({ work }: RenderContext, name: string, left: unknown, right: unknown): void {
  if (name === 'contains') {
    work.spendSearch(estimateLength(left, work.left), estimateLength(right, work.left));
  }
  if (Array.isArray(left)) work.spend('list item', left.length);
}
