/**
 * Service functions of comments on flows. They are kept apart from the definition, and their anchor is the identity of a widget
 * in the working copy, so that neither a revision nor a rename changes them (docs/decisions/050).
 */

import { stateOf, type WorkingCopy } from '#flow/change/working-copy.ts';
import type { NamedWidgets } from '#flow/commands/named-widgets.ts';
import { possibleMentions, renameMentions } from '#flow/edit/rename-mentions.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { CommentRow } from '../../platform/database/schema/comments.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { requireFlow } from '../service.ts';
import { followedText, type NamingText, storedNames } from '../working-copy/named-widgets.ts';
import { publishComment } from '../working-copy/notify.ts';
import { fetchWorkingCopy, readWorkingCopy } from '../working-copy/service.ts';
import {
  changeComment,
  countComments,
  deleteCommentRows,
  findComment,
  insertComment,
  listRows,
  lockComment,
} from './store.ts';

/** A comment with the present names of the widgets in its text; `widgets` says which they are. */
export type FollowedComment = Omit<CommentRow, 'named_widgets'> & { widgets: NamedWidgets | null };

const naming: NamingText = { names: possibleMentions, rename: renameMentions };

/** Comments of one flow, replies among them. */
const maxComments = 1_000;
/** Comments that a flow takes in a minute: those before now, counted in their rows with the total. */
const maxPerMinute = 60;
const minuteMs = 60_000;
const maxNameLength = 100;

/** Who writes: the name that others see, and the browser or program. */
export type CommentAuthor = { authorName: string; client: string };

export type NewComment = CommentAuthor & {
  text: string;
  /** At most one of these is not null; without any the comment is about the flow. */
  replyTo: string | null;
  widget: string | null;
  place: { x: number; y: number } | null;
};

type CommentKey = { flow: string; sid: string };

/** Newest first; positions are SIDs. @throws Refusal not-found */
export async function listComments(
  ctx: ServiceContext,
  caller: Caller,
  flow: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<FollowedComment>> {
  await requireFlow(ctx.database.read, caller, flow);
  const page = await listRows(ctx.database.read, flow, request);
  const copy = page.rows.length === 0 ? null : await readWorkingCopy(ctx, flow);
  return { ...page, rows: page.rows.map((row) => followed(copy, row)) };
}

/** @throws Refusal not-found */
export async function fetchComment(
  ctx: ServiceContext,
  caller: Caller,
  { flow, sid }: CommentKey,
): Promise<FollowedComment> {
  await requireFlow(ctx.database.read, caller, flow);
  const row = await findComment(ctx.database.read, flow, sid);
  if (row === undefined) throw notFound();
  return followed(await readWorkingCopy(ctx, flow), row);
}

/**
 * Adds a comment and tells those who have the flow open.
 *
 * @throws Refusal not-found; bad-request for an unknown widget or thread; forbidden beyond 1,000 comments of the flow;
 * too-many beyond 60 in a minute
 */
export async function addComment(
  ctx: ServiceContext,
  caller: Caller,
  flow: string,
  comment: NewComment,
): Promise<FollowedComment> {
  await requireFlow(ctx.database.read, caller, flow);
  const { replyTo, widget, place, authorName, client } = comment;
  if ([replyTo, widget, place].filter((each) => each !== null).length > 1)
    throw new Refusal('bad-request', 'A comment has one of ReplyTo, Widget, and X with Y', {
      field: 'ReplyTo',
    });
  const now = ctx.clock.now();
  const text = readText(comment.text);
  const widgetName = widget === null ? null : await requireWidget(ctx, caller, flow, widget);
  const copy = await readWorkingCopy(ctx, flow);
  const row: CommentRow = {
    sid: ctx.ids.sid('CM'),
    account: caller.account,
    flow,
    thread: replyTo,
    text,
    named_widgets: storedNames(copy, naming, text),
    author: caller.user,
    author_name: authorName.slice(0, maxNameLength),
    client,
    widget,
    widget_name: widgetName,
    x: place?.x ?? null,
    y: place?.y ?? null,
    created_at: now,
    updated_at: now,
    edited_at: null,
    resolved_at: null,
    resolved_by_name: null,
  };
  await ctx.database.write(async (tx) => {
    await requireFlow(tx, caller, flow);
    const counts = await countComments(tx, flow, now - minuteMs);
    if (counts.all >= maxComments)
      throw new Refusal('forbidden', `The flow has ${maxComments} comments, and may have no more`);
    if (counts.recent >= maxPerMinute)
      throw new Refusal('too-many', `A flow takes ${maxPerMinute} comments in a minute`, {
        retryAfterSeconds: minuteMs / 1_000,
      });
    const thread = replyTo === null ? null : await lockComment(tx, flow, replyTo);
    if (thread === undefined || (thread !== null && thread.thread !== null))
      throw new Refusal('bad-request', 'ReplyTo is not the first comment of a thread of this flow', {
        field: 'ReplyTo',
      });
    await insertComment(tx, row);
  });
  publishComment(ctx, flow, { sid: row.sid, isDeleted: false });
  return followed(copy, row);
}

/** What is left out stays. */
export type CommentChange = CommentAuthor & { text?: string; status?: 'open' | 'resolved' };

/**
 * Changes the text, which only its author may, and resolves or reopens the thread, which everybody may.
 *
 * @throws Refusal not-found; forbidden for the text of another author; bad-request for the status of a reply
 */
export async function updateComment(
  ctx: ServiceContext,
  caller: Caller,
  { flow, sid }: CommentKey,
  { text, status, authorName, client }: CommentChange,
): Promise<FollowedComment> {
  const now = ctx.clock.now();
  await requireFlow(ctx.database.read, caller, flow);
  const copy = await readWorkingCopy(ctx, flow);
  const updated = await ctx.database.write(async (tx) => {
    await requireFlow(tx, caller, flow);
    const row = await lockComment(tx, flow, sid);
    if (row === undefined) throw notFound();
    // A member is the author on every device; who shares the account’s credentials, in one browser or program.
    const isOther = row.author !== caller.user || (caller.person === undefined && row.client !== client);
    if (text !== undefined && isOther)
      throw new Refusal('forbidden', 'Only the author may change the text of a comment');
    if (status !== undefined && row.thread !== null)
      throw new Refusal('bad-request', 'A reply has no status: its thread has', { field: 'Status' });
    const isChanged = status !== undefined && (status === 'resolved') !== (row.resolved_at !== null);
    return changeComment(tx, sid, {
      updated_at: now,
      ...(text !== undefined && changedText(copy, text, now)),
      ...(isChanged && {
        resolved_at: status === 'resolved' ? now : null,
        resolved_by_name: status === 'resolved' ? authorName.slice(0, maxNameLength) : null,
      }),
    });
  });
  publishComment(ctx, flow, { sid, isDeleted: false });
  return followed(copy, updated);
}

/** Deletes the comment and the replies to it. @throws Refusal not-found */
export async function deleteComment(
  ctx: ServiceContext,
  caller: Caller,
  { flow, sid }: CommentKey,
): Promise<void> {
  await ctx.database.write(async (tx) => {
    await requireFlow(tx, caller, flow);
    if ((await lockComment(tx, flow, sid)) === undefined) throw notFound();
    await deleteCommentRows(tx, flow, sid);
  });
  publishComment(ctx, flow, { sid, isDeleted: true });
}

/** The name of the widget. @throws Refusal bad-request when the working copy has no such widget */
async function requireWidget(
  ctx: ServiceContext,
  caller: Caller,
  flow: string,
  widget: string,
): Promise<string> {
  const { copy } = await fetchWorkingCopy(ctx, caller, flow);
  const state = stateOf(copy, widget);
  if (state === undefined)
    throw new Refusal('bad-request', 'Widget is not the identity of a widget of the working copy', {
      field: 'Widget',
    });
  return typeof state.name === 'string' ? state.name : '';
}

function changedText(copy: WorkingCopy | null, given: string, now: number) {
  const text = readText(given);
  return { text, named_widgets: storedNames(copy, naming, text), edited_at: now };
}

function followed(copy: WorkingCopy | null, { named_widgets, ...row }: CommentRow): FollowedComment {
  return { ...row, ...followedText(copy, naming, row.text, named_widgets) };
}

/** Lines end alike, wherever the text was written. @throws Refusal bad-request for nothing but white space */
function readText(text: string): string {
  const read = text.replaceAll('\r\n', '\n').trim();
  if (read === '') throw new Refusal('bad-request', 'Text must not be blank', { field: 'Text' });
  return read;
}
