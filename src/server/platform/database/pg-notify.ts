/**
 * Notifications between processes by PostgreSQL's LISTEN and NOTIFY, over a connection of its own. Throttled: what is
 * published within an interval goes out together.
 */

import pg from 'pg';
import { backendPid, closeClient } from './monitored-pool.ts';
import {
  type DatabaseNotification,
  missedNotifications,
  notificationKey,
  startedListening,
} from './notifications.ts';

/** All channels of PostgreSQL that are used begin so; others may share the database. */
const channelPrefix = 'patchbay_';
/** The only channel that every process listens to. */
const everyProcess = `${channelPrefix}all`;
/** PostgreSQL takes less than 8,000 bytes in one notification. */
const maxBytes = 7_800;
/**
 * PostgreSQL queues notifications under a lock that is shared by all commits that have one. On average they go out that
 * seldom; after a pause several go out at once, so that an edit now and then waits for nothing.
 */
const meanIntervalMs = 40;
const maxAtOnce = 8;
/** More than this are replaced by one that says that anything may have changed. */
const maxPending = 2_000;
const firstRetryMs = 200;
const longestRetryMs = 5_000;
/** A channel is listened to so long after its last listener, as the next one often comes soon. */
const lingerMs = 60_000;

export type PgNotifyChannel = {
  /** Sends it to the other processes that listen, soon; lost while the connection is down. */
  publish(notification: DatabaseNotification): void;
  /** Listens to a channel until the returned function is called. */
  listen(channel: string): () => void;
  /** False while the connection is down. */
  isListening(): boolean;
  close(): Promise<void>;
};

/** `deliver` is called with the notifications of the other processes. Connects at once, and reconnects with backoff. */
export function openPgNotifyChannel(
  options: pg.ClientConfig,
  deliver: (notification: DatabaseNotification) => void,
): PgNotifyChannel {
  let client: pg.Client | null = null;
  let dropConnection = () => {};
  let pending = new Map<string, DatabaseNotification>();
  let timer: NodeJS.Timeout | null = null;
  let isSending = false;
  let isRefilling = false;
  /** How many queries with notifications may go out now. */
  let allowance = maxAtOnce;
  let isClosed = false;
  let hasReconnected = false;
  let retryMs = firstRetryMs;
  /** How many listen to each channel; 0 for some time after the last. */
  const listeners = new Map<string, number>();

  const send = async () => {
    const connected = client;
    if (connected === null || pending.size === 0 || isSending || allowance === 0) return;
    const notifications = [...pending.values()];
    pending = new Map();
    isSending = true;
    allowance -= 1;
    refillLater();
    try {
      const payloads = payloadsFor(notifications);
      await connected.query(
        'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as n (channel, payload)',
        [payloads.map(({ channel }) => channel), payloads.map(({ payload }) => payload)],
      );
    } catch {
      // One that does not answer is replaced; subscribers poll the rows.
      if (client === connected) dropConnection();
    }
    isSending = false;
    void send();
  };

  /** Gives one back in each interval, until there are as many as may go out at once. */
  const refill = () => {
    allowance += 1;
    isRefilling = false;
    refillLater();
    void send();
  };
  const refillLater = () => {
    if (isRefilling || allowance >= maxAtOnce) return;
    isRefilling = true;
    setTimeout(refill, meanIntervalMs).unref();
  };

  const connect = async () => {
    timer = null;
    const fresh = new pg.Client(options);
    let isLost = false;
    const lose = () => {
      if (isLost) return;
      isLost = true;
      hasReconnected = true;
      client = null;
      void closeClient(fresh);
      if (isClosed) return;
      timer = setTimeout(connect, retryMs);
      timer.unref();
      retryMs = Math.min(longestRetryMs, retryMs * 2);
    };
    fresh.on('error', lose);
    fresh.on('end', lose);
    fresh.on('notification', ({ processId, channel, payload }) => {
      // This process has delivered its own notifications already.
      if (processId === backendPid(fresh)) return;
      if (channel === everyProcess) return deliver({ channel: missedNotifications, text: '' });
      for (const text of parsePayload(payload))
        deliver({ channel: channel.slice(channelPrefix.length), text });
    });
    try {
      await fresh.connect();
      const wanted = [...listeners.keys()];
      await fresh.query([everyProcess, ...wanted.map(nameOf)].map((name) => `listen ${name}`).join('; '));
      client = fresh;
      dropConnection = lose;
      retryMs = firstRetryMs;
      // Those that were asked for while it connected.
      for (const channel of listeners.keys()) if (!wanted.includes(channel)) void startListening(channel);
      if (hasReconnected) deliver({ channel: missedNotifications, text: '' });
      for (const channel of wanted) deliver({ channel: startedListening, text: channel });
      await send();
    } catch {
      lose();
    }
  };

  /** Errors close the connection, and the next one listens to all channels. */
  const startListening = async (channel: string) => {
    const connected = client;
    try {
      await connected?.query(`listen ${nameOf(channel)}`);
      if (connected !== null) deliver({ channel: startedListening, text: channel });
    } catch {
      if (client === connected) dropConnection();
    }
  };

  const stopListening = (channel: string) => {
    if (listeners.get(channel) !== 0) return;
    listeners.delete(channel);
    client?.query(`unlisten ${nameOf(channel)}`).catch(() => dropConnection());
  };

  void connect();
  return {
    publish(notification) {
      if (pending.size >= maxPending)
        pending = new Map([[missedNotifications, { channel: missedNotifications, text: '' }]]);
      else pending.set(notificationKey(notification), notification);
      if (pending.size === 1) setImmediate(() => void send());
    },
    listen(channel) {
      const others = listeners.get(channel);
      listeners.set(channel, (others ?? 0) + 1);
      if (others === undefined) void startListening(channel);
      return () => {
        const rest = (listeners.get(channel) ?? 1) - 1;
        listeners.set(channel, rest);
        if (rest === 0) setTimeout(stopListening, lingerMs, channel).unref();
      };
    },
    isListening: () => client !== null,
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      if (client !== null) await closeClient(client);
    },
  };
}

function nameOf(channel: string): string {
  if (!/^\w{1,50}$/.test(channel)) throw new Error(`"${channel}" is no name of a channel.`);
  return `${channelPrefix}${channel.toLowerCase()}`;
}

type Payload = { channel: string; payload: string };

/** As few payloads as hold all of them, each for one channel. One that is too long for a payload is dropped. */
function payloadsFor(notifications: readonly DatabaseNotification[]): Payload[] {
  const payloads: Payload[] = [];
  const open = new Map<string, Payload>();
  for (const { channel, text } of notifications) {
    const name = channel === missedNotifications ? everyProcess : nameOf(channel);
    const entry = JSON.stringify(text);
    if (Buffer.byteLength(entry) > maxBytes) continue;
    const last = open.get(name);
    if (last !== undefined && Buffer.byteLength(last.payload) + Buffer.byteLength(entry) < maxBytes) {
      last.payload += `\n${entry}`;
      continue;
    }
    const next = { channel: name, payload: entry };
    open.set(name, next);
    payloads.push(next);
  }
  return payloads;
}

/** Any client of the database may notify, so malformed entries are ignored. */
function parsePayload(payload: string | undefined): string[] {
  return (payload ?? '').split('\n').flatMap((entry) => {
    try {
      const text: unknown = JSON.parse(entry);
      return typeof text === 'string' ? [text] : [];
    } catch {
      return [];
    }
  });
}
