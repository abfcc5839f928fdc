/** Service functions of short links: links in messages of flows, whose visits are noted on the execution. */

import { paths } from '#api/paths.ts';
import type { Note } from '#engine/execution.ts';
import type { ShortLinkRow } from '../../platform/database/schema/short-links.ts';
import { shardOfExecution } from '../../platform/database/shard.ts';
import { publishChanges } from '../../platform/notification-handlers.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { pipelineWrite, type TurnTransaction } from '../service/turn-transaction.ts';
import { countClick, findShortLink, insertShortLinks, visitedLinks } from './store.ts';

/** Links of one message that are shortened; the rest stays as it is. */
const maxLinks = 50;

/** Visited links that are noted on one execution. */
const maxNotedLinks = 200;

/** 12 characters of base64url: 72 random bits, so that links cannot be guessed. */
const idLength = 12;
const isId = /^[\w-]{12}$/;

const links = /\bhttps?:\/\/[^\s<>"']+/gi;

/** What ends a sentence or a bracket around a link, and is not part of it. */
const trailing = /[.,;:!?)\]}]+$/;

/**
 * The text with its http and https links replaced by short ones of this server, the same link by the same one.
 * `execution` is the row's, `step` the number of the step that sends the text.
 */
export function shortenLinks(
  turn: TurnTransaction,
  { account, execution, step }: { account: string; execution: string; step: number },
  text: string,
): string {
  const base = turn.ctx.publicUrl();
  const rows = new Map<string, ShortLinkRow>();
  const shortened = text.replace(links, (found) => {
    const target = found.replace(trailing, '');
    const known = rows.get(target);
    if (known === undefined && (rows.size >= maxLinks || !isShortenable(target, base))) return found;
    const row = known ?? {
      ...{ id: newId(turn.ctx), account, execution, shard: shardOfExecution(execution), step, target },
      ...{ clicks: 0, created_at: turn.now, clicked_at: null },
    };
    rows.set(target, row);
    return `${base}${paths.shortLink(row.id)}${found.slice(target.length)}`;
  });
  if (rows.size > 0) pipelineWrite(turn, insertShortLinks(turn.tx, [...rows.values()]));
  return shortened;
}

/** Short links themselves are left alone. */
function isShortenable(target: string, base: string): boolean {
  return isWebUrl(target) && !target.startsWith(`${base}${paths.shortLink('')}`);
}

function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '';
}

function newId({ ids }: ServiceContext): string {
  return Buffer.from(ids.token(), 'hex').toString('base64url').slice(0, idLength);
}

/** Where the link leads, null when it leads nowhere (any more). `isVisit` is false for what only looks at the link. */
export async function followShortLink(
  ctx: ServiceContext,
  id: string,
  isVisit: boolean,
): Promise<string | null> {
  const link = isId.test(id) ? await findShortLink(ctx.database.read, id) : undefined;
  if (link === undefined || !isWebUrl(link.target)) return null;
  if (isVisit) {
    await ctx.database.write((tx) => countClick(tx, link, ctx.clock.now()));
    publishChanges(ctx, new Set([link.execution]));
  }
  return link.target;
}

/** Notes on the visits of an execution's links, each with the number of the step that sent the link. */
export async function visitNotes(
  ctx: ServiceContext,
  execution: string,
): Promise<{ step: number; note: Note }[]> {
  const visited = await visitedLinks(ctx.database.read, execution, maxNotedLinks);
  return visited.map(({ step, target, clicks, clicked_at }) => {
    const times = clicks === 1 ? '' : ` ${clicks} times, last`;
    const at = clicked_at === null ? '' : ` at ${new Date(clicked_at).toISOString().slice(0, 19)}Z`;
    return { step, note: { code: 0, message: `The link to ${target} was opened${times}${at}.` } };
  });
}
