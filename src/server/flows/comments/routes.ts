/** Routes of comments on flows: /v1/Flows/{Sid}/Comments. */

import type { FastifyInstance } from 'fastify';
import type { CommentResource } from '#api/flows/comments.ts';
import * as operations from '#api/flows/comments.ts';
import { paths } from '#api/paths.ts';
import { Refusal } from '../../platform/errors.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { bySid } from '../../platform/http/paging.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import {
  addComment,
  deleteComment,
  type FollowedComment,
  fetchComment,
  listComments,
  updateComment,
} from './service.ts';

export function commentRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listComments, ({ page, base, caller, params: { Sid } }) =>
    page('comments', bySid('CM'), {
      list: (wanted) => listComments(ctx, caller, Sid, wanted),
      present: (row) => present(base, row),
    }),
  );

  serveOperation(app, operations.createComment, async ({ base, caller, params: { Sid }, form }) => {
    const row = await addComment(ctx, caller, Sid, {
      ...authorOf(caller, form),
      text: form.Text,
      replyTo: form.ReplyTo ?? null,
      widget: form.Widget ?? null,
      place: placeOf(form),
    });
    return present(base, row);
  });

  serveOperation(app, operations.fetchComment, async ({ base, caller, params: { Sid, CommentSid } }) =>
    present(base, await fetchComment(ctx, caller, { flow: Sid, sid: CommentSid })),
  );

  serveOperation(
    app,
    operations.updateComment,
    async ({ base, caller, params: { Sid, CommentSid }, form }) => {
      const { Text: text, Status: status } = form;
      const change = {
        ...authorOf(caller, form),
        ...(text !== undefined && { text }),
        ...(status !== undefined && { status }),
      };
      return present(base, await updateComment(ctx, caller, { flow: Sid, sid: CommentSid }, change));
    },
  );

  serveOperation(app, operations.deleteComment, async ({ caller, params: { Sid, CommentSid } }) => {
    await deleteComment(ctx, caller, { flow: Sid, sid: CommentSid });
  });
}

function authorOf(caller: Caller, { AuthorName, Client }: { AuthorName?: string; Client?: string }) {
  return { authorName: caller.person?.name ?? AuthorName ?? '', client: Client ?? '' };
}

/** @throws Refusal bad-request for one coordinate without the other */
function placeOf({ X, Y }: { X?: number; Y?: number }): { x: number; y: number } | null {
  if (X === undefined && Y === undefined) return null;
  if (X === undefined || Y === undefined)
    throw new Refusal('bad-request', 'A place has both X and Y', { field: X === undefined ? 'X' : 'Y' });
  return { x: X, y: Y };
}

function present(base: string, row: FollowedComment): CommentResource {
  const { thread, resolved_at, edited_at } = row;
  return {
    sid: row.sid,
    flow_sid: row.flow,
    account_sid: row.account,
    thread_sid: thread,
    text: row.text,
    widgets: row.widgets,
    author: row.author,
    author_name: row.author_name,
    client: row.client,
    widget: row.widget,
    widget_name: row.widget_name,
    x: row.x,
    y: row.y,
    status: thread !== null ? null : resolved_at === null ? 'open' : 'resolved',
    resolved_by_name: row.resolved_by_name,
    date_created: dateTime(row.created_at),
    date_updated: dateTime(row.updated_at),
    date_edited: edited_at === null ? null : dateTime(edited_at),
    url: base + paths.flowComment(row.flow, row.sid),
  };
}
