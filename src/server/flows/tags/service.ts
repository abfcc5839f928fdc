/** Service functions of the tags of flows. */

import { isTooLong, maxTagLength, maxTags, tagKey, tagTexts } from '#api/flows/tag-text.ts';
import type { FlowRow } from '../../platform/database/schema/tables.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { requireFlow } from '../service.ts';
import { setTags } from '../store.ts';

/** @throws Refusal not-found */
export async function fetchTags(ctx: ServiceContext, caller: Caller, flowSid: string): Promise<string[]> {
  return tagsOf(await requireFlow(ctx.database.read, caller, flowSid));
}

/**
 * Replaces all tags. The flow's date of change stays: what it does has not changed.
 *
 * @throws Refusal not-found, bad-request for too many tags or a long one
 */
export async function updateTags(
  ctx: ServiceContext,
  caller: Caller,
  flowSid: string,
  typed: readonly string[],
): Promise<string[]> {
  const tags = tagTexts(typed);
  if (tags.length > maxTags) throw badTags(`Parameter Tags has more than ${maxTags} tags`);
  if (tags.some(isTooLong)) throw badTags(`Parameter Tags has a tag of more than ${maxTagLength} characters`);
  const isThere = await ctx.database.write((tx) =>
    setTags(tx, caller.account, flowSid, JSON.stringify(tags)),
  );
  if (!isThere) throw notFound();
  return tags;
}

/** The tags of a stored flow. */
export function tagsOf({ tags }: FlowRow): string[] {
  return JSON.parse(tags) as string[];
}

/** Whether the flow has the tag, however that is spelled. */
export function hasTag(flow: FlowRow, tag: string): boolean {
  return tagsOf(flow).some((each) => tagKey(each) === tagKey(tag));
}

function badTags(message: string): Refusal {
  return new Refusal('bad-request', message, { field: 'Tags' });
}
