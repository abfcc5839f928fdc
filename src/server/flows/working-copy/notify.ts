/** Tells those who have a flow open what was appended to its log, what the others are at, and what was said about it; in all processes. */

import { missedNotifications, startedListening } from '../../platform/database/notifications.ts';
import { perServer } from '../../platform/per-server.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { rememberEdits } from './recent.ts';
import type { LoggedEdit } from './stored-copy.ts';

/** Why those who follow a flow are woken: its edits are in memory, or they have to look into the database. */
export type Wake = 'edits' | 'change';

/** More is not sent, but read by those who are woken: PostgreSQL takes less than 8,000 bytes in one notification. */
const maxNotificationBytes = 7_000;

const editsChannelOf = (flow: string) => `edits_${bucketOf(flow)}`;
const presenceChannelOf = (flow: string) => `presence_${bucketOf(flow)}`;
const commentsChannelOf = (flow: string) => `comments_${bucketOf(flow)}`;
/** Few enough channels to listen to, and many enough that a process hears little of flows that are not open there. */
const bucketOf = (flow: string) => flow.slice(2, 4).toLowerCase();

/** Wakes everybody who has the flow open, in this process and in all others. Call it after the commit. */
export function notifyEditors(ctx: ServiceContext, flow: string, edits: readonly LoggedEdit[] = []): void {
  const text = JSON.stringify({ flow, edits });
  const isShort = Buffer.byteLength(JSON.stringify(text)) <= maxNotificationBytes;
  ctx.database.notify(editsChannelOf(flow), isShort ? text : JSON.stringify({ flow, edits: [] }));
}

/** Followers of one flow in one process: what they hear is parsed and remembered once for all of them. */
type Followers = { wakes: Set<(reason: Wake) => void>; end: () => void };

const followersOf = perServer(() => new Map<string, Followers>());

/** Calls `wake` when the flow has changed, or may have, until the returned function is called. */
export function subscribeToEdits(
  ctx: ServiceContext,
  flow: string,
  wake: (reason: Wake) => void,
): () => void {
  const all = followersOf(ctx);
  const followers = all.get(flow) ?? hearEdits(ctx, flow);
  all.set(flow, followers);
  followers.wakes.add(wake);
  return () => {
    followers.wakes.delete(wake);
    if (followers.wakes.size > 0 || all.get(flow) !== followers) return;
    all.delete(flow);
    followers.end();
  };
}

function hearEdits(ctx: ServiceContext, flow: string): Followers {
  const channel = editsChannelOf(flow);
  const wakes = new Set<(reason: Wake) => void>();
  const wakeAll = (reason: Wake) => {
    for (const wake of wakes) wake(reason);
  };
  const ends = [
    ctx.database.listen(channel),
    ctx.database.onNotification((notification) => {
      if (notification.channel === missedNotifications) wakeAll('change');
      if (notification.channel === startedListening && notification.text === channel) wakeAll('change');
      if (notification.channel !== channel) return;
      const heard = JSON.parse(notification.text) as { flow: string; edits: LoggedEdit[] };
      if (heard.flow !== flow) return;
      const isKnown = heard.edits.length > 0 && rememberEdits(ctx, flow, heard.edits);
      wakeAll(isKnown ? 'edits' : 'change');
    }),
  ];
  return {
    wakes,
    end: () => {
      for (const end of ends) end();
    },
  };
}

/** What a client says about who uses it: JSON, of which the server knows whose it is. `person` is null for who is no member. */
export type Presence = { client: string; state: object; by: { person: string | null; name: string } };

/** Sends it to everybody who has the flow open. It is kept nowhere, and may get lost. */
export function publishPresence(ctx: ServiceContext, flow: string, presence: Presence): void {
  ctx.database.notify(presenceChannelOf(flow), JSON.stringify({ flow, ...presence }));
}

/** Who follow the presence of one flow in one process: it is parsed once, and all of them have the same object. */
type Listeners = { each: Set<(presence: Presence) => void>; end: () => void };

const listenersOf = perServer(() => new Map<string, Listeners>());

/** Calls `listener` with what is published about the flow, until the returned function is called. */
export function subscribeToPresence(
  ctx: ServiceContext,
  flow: string,
  listener: (presence: Presence) => void,
): () => void {
  const all = listenersOf(ctx);
  const listeners = all.get(flow) ?? listenToPresence(ctx, flow);
  all.set(flow, listeners);
  listeners.each.add(listener);
  return () => {
    listeners.each.delete(listener);
    if (listeners.each.size > 0 || all.get(flow) !== listeners) return;
    all.delete(flow);
    listeners.end();
  };
}

function listenToPresence(ctx: ServiceContext, flow: string): Listeners {
  const channel = presenceChannelOf(flow);
  const each = new Set<(presence: Presence) => void>();
  const ends = [
    ctx.database.listen(channel),
    ctx.database.onNotification((notification) => {
      if (notification.channel !== channel) return;
      const { flow: about, client, state, by } = JSON.parse(notification.text) as Presence & { flow: string };
      if (about !== flow) return;
      const presence: Presence = { client, state, by };
      for (const listener of each) listener(presence);
    }),
  ];
  return {
    each,
    end: () => {
      for (const end of ends) end();
    },
  };
}

/** A comment that was written or changed, or that is gone. */
export type CommentNews = { sid: string; isDeleted: boolean };

/** Tells all who have the flow open. Call it after the commit. */
export function publishComment(ctx: ServiceContext, flow: string, comment: CommentNews): void {
  ctx.database.notify(commentsChannelOf(flow), JSON.stringify({ flow, comment }));
}

/** Calls `hear` with each of them, or null when some may have been missed, until the returned function is called. */
export function subscribeToComments(
  ctx: ServiceContext,
  flow: string,
  hear: (comment: CommentNews | null) => void,
): () => void {
  const channel = commentsChannelOf(flow);
  const ends = [
    ctx.database.listen(channel),
    ctx.database.onNotification((notification) => {
      if (notification.channel === missedNotifications) hear(null);
      if (notification.channel !== channel) return;
      const heard = JSON.parse(notification.text) as { flow: string; comment: CommentNews };
      if (heard.flow === flow) hear(heard.comment);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
