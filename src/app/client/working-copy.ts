/** The working copy of a flow, which everybody edits: reading it, sending edits, and following those of others. */

import type { FlowEdit, FlowEditAnswer, FlowEditPage } from '#api/flows/working-copy.ts';
import { paths } from '#api/paths.ts';
import { problemCodes } from '#api/problem.ts';
import type { WorkingCopy } from '#flow/change/working-copy.ts';
import type { PendingCommand } from '#flow/commands/editor.ts';
import type { Numbered } from '#flow/commands/log.ts';
import { commandFormat } from '#flow/commands/read-command.ts';
import { isObject } from '#flow/json/json.ts';
import { callApi } from './api.ts';
import { RequestError } from './request.ts';

/** A copy of the server: the content after edit `seq`, and the edit of the newest revision where that is known. */
export type FetchedCopy = Numbered & { revision: number; savedSeq: number | null };

export type SentEdits = {
  base: number;
  client: string;
  authorName: string;
  commands: readonly PendingCommand[];
};

export type EditAnswer = Omit<FlowEditAnswer, 'snapshot'> & { snapshot: Numbered | null };

/** A person who has the flow open. `state` is what their page says, `by` what the server knows: a member, or none. */
export type PresenceEvent = { client: string; state: object; by: { person: string | null; name: string } };

export type CommentEvent = { sid: string; deleted: boolean };

export type EditStreamListener = {
  /** `isComplete` is false when edits were missed that the stream cannot give any more. */
  onOpen(isComplete: boolean): void;
  onEdit(edit: FlowEdit): void;
  onPresence(presence: PresenceEvent): void;
  /** A comment was written, changed or deleted; null when any may have been. */
  onComment(comment: CommentEvent | null): void;
  /** Edits are missing: the copy has to be fetched. */
  onExpired(): void;
  onDeleted(): void;
  /** The stream broke. The browser opens it again, unless `isClosed`. */
  onBreak(isClosed: boolean): void;
};

/** The requests of one working copy, as the document's synchronisation uses them. Each throws a RequestError. */
export type WorkingCopyApi = {
  fetchCopy(sid: string): Promise<FetchedCopy>;
  fetchEditsAfter(sid: string, seq: number): Promise<FlowEditPage>;
  sendEdits(sid: string, edits: SentEdits): Promise<EditAnswer>;
  /** Follows the edits after `lastSeq`; returns the function that ends it. */
  follow(sid: string, lastSeq: number, listener: EditStreamListener): () => void;
};

export const workingCopyApi: WorkingCopyApi = {
  async fetchCopy(sid) {
    const fetched = await callApi('GET /v1/Flows/{Sid}/WorkingCopy', { params: { Sid: sid } });
    requireFormat(fetched.format);
    return { ...numberedOf(fetched), revision: fetched.revision, savedSeq: fetched.saved_seq };
  },
  fetchEditsAfter: (sid, seq) =>
    callApi('GET /v1/Flows/{Sid}/WorkingCopy/Edits', { params: { Sid: sid }, query: { After: seq } }),
  async sendEdits(sid, { base, client, authorName, commands }) {
    const form = {
      Base: base,
      Client: client,
      AuthorName: authorName,
      Format: commandFormat,
      Commands: JSON.stringify(commands.map(({ id, label, operations }) => ({ id, label, operations }))),
    };
    const params = { Sid: sid };
    const answer = await callApi('POST /v1/Flows/{Sid}/WorkingCopy/Edits', { params, form, asJson: true });
    return { ...answer, snapshot: answer.snapshot === null ? null : numberedOf(answer.snapshot) };
  },
  follow(sid, lastSeq, listener) {
    const source = new EventSource(`${paths.workingCopyEvents(sid)}?LastEventId=${lastSeq}`);
    const on = (event: string, take: (data: string) => void) =>
      source.addEventListener(event, ({ data }: MessageEvent<string>) => take(data));
    on('opened', (data) =>
      listener.onOpen((JSON.parse(data) as { beginning: string }).beginning !== 'expired'),
    );
    on('edit', (data) => listener.onEdit(JSON.parse(data) as FlowEdit));
    on('presence', (data) => listener.onPresence(JSON.parse(data) as PresenceEvent));
    on('comment', (data) => {
      const { sid, deleted } = JSON.parse(data) as { sid: string | null; deleted: boolean };
      listener.onComment(sid === null ? null : { sid, deleted });
    });
    on('expired', listener.onExpired);
    on('deleted', () => {
      source.close();
      listener.onDeleted();
    });
    source.addEventListener('error', () => listener.onBreak(source.readyState === EventSource.CLOSED));
    return () => source.close();
  },
};

/** Tells the others who have the flow open where the person at this page is, also when the page is being left. */
export function announcePresence(sid: string, { client, state }: Omit<PresenceEvent, 'by'>): Promise<void> {
  const [params, form] = [{ Sid: sid }, { Client: client, State: JSON.stringify(state) }];
  return callApi('POST /v1/Flows/{Sid}/WorkingCopy/Presence', { params, form, keepalive: true });
}

/** @throws RequestError as the server refuses commands of another version */
function requireFormat(format: number): void {
  if (format === commandFormat) return;
  const message = 'This page is older than the server. Load it again.';
  throw new RequestError(message, 409, problemCodes.conflict, { format });
}

/** True when the server knows another version of commands than this page. */
export function isOfOtherFormat(failure: unknown): boolean {
  if (!(failure instanceof RequestError) || failure.status !== 409) return false;
  return isObject(failure.details) && typeof failure.details.format === 'number';
}

type WireCopy = { seq: number; friendly_name: string } & Pick<WorkingCopy, 'definition'> & {
    widgets: string[];
  };

function numberedOf({ seq, friendly_name, definition, widgets }: WireCopy): Numbered {
  return { seq, copy: { name: friendly_name, definition, widgets } };
}
