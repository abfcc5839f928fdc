/** Routes of working copies: /v1/Flows/{Sid}/WorkingCopy. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as repairs from '#api/flows/repair.ts';
import * as operations from '#api/flows/working-copy.ts';
import type { Numbered } from '#flow/commands/log.ts';
import { commandFormat } from '#flow/commands/read-command.ts';
import { Refusal } from '../../platform/errors.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { createEventStreams, formatEvent, joinEvents } from '../../platform/http/sse.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type EditorEvent, type EditorSubscription, followWorkingCopy, serializeEdit } from './follow.ts';
import type { CommentNews } from './notify.ts';
import { fetchRepair, repairWorkingCopy } from './repair.ts';
import {
  addEdits,
  announcePresence,
  authorNameOf,
  fetchEditsAfter,
  fetchEditsBefore,
  fetchWorkingCopy,
} from './service.ts';

const defaultLimit = 100;

export function workingCopyRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.fetchWorkingCopy, async ({ caller, params: { Sid }, query }) => {
    const { flow, revision, savedSeq, ...copy } = await fetchWorkingCopy(ctx, caller, Sid, query.Edit);
    return {
      flow_sid: flow,
      ...presentCopy(copy),
      revision,
      saved_seq: savedSeq,
      format: commandFormat,
    };
  });

  serveOperation(app, operations.listEdits, ({ caller, params: { Sid }, query }) =>
    query.After === undefined
      ? fetchEditsBefore(ctx, caller, Sid, {
          before: query.Before ?? operations.maxSeq,
          limit: query.Limit ?? defaultLimit,
        })
      : fetchEditsAfter(ctx, caller, Sid, query.After),
  );

  serveOperation(app, operations.createEdits, async ({ caller, params: { Sid }, form }) => {
    const answer = await addEdits(ctx, caller, Sid, {
      base: form.Base,
      client: form.Client,
      authorName: form.AuthorName ?? '',
      commands: form.Commands,
      format: form.Format ?? commandFormat,
    });
    const { seq, edits, acknowledgements, snapshot } = answer;
    return {
      seq,
      edits,
      results: acknowledgements.map(({ skipped, ...each }) => ({ ...each, skipped: skipped.length })),
      snapshot: snapshot === null ? null : presentCopy(snapshot),
    };
  });

  serveOperation(app, operations.announcePresence, async ({ caller, params: { Sid }, form }) => {
    await announcePresence(ctx, caller, Sid, { client: form.Client, state: form.State });
  });

  serveOperation(app, repairs.fetchRepair, ({ caller, params: { Sid } }) => fetchRepair(ctx, caller, Sid));

  serveOperation(app, repairs.repairWorkingCopy, async ({ caller, params: { Sid }, form }) => {
    const origin = { client: form.Client, authorName: authorNameOf(caller, form.AuthorName ?? '') };
    return presentCopy(await repairWorkingCopy(ctx, caller, Sid, { by: form.By, seq: form.Seq, origin }));
  });

  eventStreamRoute(app, ctx);
}

function eventStreamRoute(app: FastifyInstance, ctx: ServiceContext): void {
  const streams = createEventStreams(app, ctx);
  serveOperation(
    app,
    operations.followWorkingCopy,
    async ({ request, reply, caller, params: { Sid }, query }) => {
      const subscription = await followWorkingCopy(ctx, caller, Sid, lastSeq(request, query.LastEventId));
      await streams.send(reply, (signal) => streamTexts(subscription, signal));
    },
    { exposeHeadRoute: false },
  );
}

/** A browser that reconnects sends the header; who cannot send headers may write it into the address. */
function lastSeq({ headers }: FastifyRequest, parameter: number | undefined): number | null {
  const header = headers['last-event-id'];
  if (typeof header !== 'string' || header === '') return parameter ?? null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  throw new Refusal('bad-request', 'LastEventId is not the number of an edit', { field: 'LastEventId' });
}

async function* streamTexts(
  { beginning, seq, events, close }: EditorSubscription,
  signal: AbortSignal,
): AsyncGenerator<string> {
  try {
    yield formatEvent({ id: String(seq), event: 'opened', data: JSON.stringify({ beginning, seq }) });
    for await (const batch of events(signal)) yield* joinEvents(formatEditorEvents(batch));
  } finally {
    close();
  }
}

function* formatEditorEvents(events: readonly EditorEvent[]): Generator<string> {
  for (const event of events) yield formatEditorEvent(event);
}

function formatEditorEvent(event: EditorEvent): string {
  switch (event.kind) {
    case 'edit':
      return formatEvent({ id: String(event.edit.seq), event: 'edit', data: serializeEdit(event.edit) });
    case 'presence':
      return formatEvent({ id: null, event: 'presence', data: JSON.stringify(event.presence) });
    case 'comment':
      return formatEvent({ id: null, event: 'comment', data: JSON.stringify(commentData(event.comment)) });
    case 'expired':
      return formatEvent({
        id: String(event.seq),
        event: 'expired',
        data: JSON.stringify({ seq: event.seq }),
      });
    case 'deleted':
      return formatEvent({ id: null, event: 'deleted', data: '{}' });
  }
}

function commentData(comment: CommentNews | null): { sid: string | null; deleted: boolean } {
  return { sid: comment?.sid ?? null, deleted: comment?.isDeleted ?? false };
}

function presentCopy({ seq, copy: { name, definition, widgets } }: Numbered) {
  return { seq, friendly_name: name, definition, widgets: [...widgets] };
}
