/**
 * Notifications between processes by PostgreSQL's LISTEN and NOTIFY, over a connection of its own. Throttled: what is
 * published within the minimum interval goes out together.
 */

import pg from 'pg';
import { backendPid, closeClient } from './monitored-pool.ts';
import { type DatabaseNotification, missedNotifications, notificationKey } from './notifications.ts';

const channelName = 'patchbay';
/** PostgreSQL takes less than 8,000 bytes in one notification. */
const maxBytes = 7_800;
/** PostgreSQL queues notifications under a lock that is shared by all commits that have one. */
const minIntervalMs = 40;
/** More than this are replaced by one that says that anything may have changed. */
const maxPending = 2_000;
const firstRetryMs = 200;
const longestRetryMs = 5_000;

export type PgNotifyChannel = {
  /** Sends it to the other processes soon; lost while the connection is down. */
  publish(notification: DatabaseNotification): void;
  close(): Promise<void>;
};

/** `deliver` is called with the notifications of the other processes. Connects at once, and reconnects with backoff. */
export function openPgNotifyChannel(
  options: pg.ClientConfig,
  deliver: (notification: DatabaseNotification) => void,
): PgNotifyChannel {
  let client: pg.Client | null = null;
  let pending = new Map<string, DatabaseNotification>();
  let timer: NodeJS.Timeout | null = null;
  let isThrottled = false;
  let isClosed = false;
  let hasReconnected = false;
  let retryMs = firstRetryMs;

  const send = async () => {
    const connected = client;
    if (connected === null || pending.size === 0) return;
    const notifications = [...pending.values()];
    pending = new Map();
    isThrottled = true;
    try {
      for (const payload of payloadsFor(notifications)) {
        await connected.query('select pg_notify($1, $2)', [channelName, payload]);
      }
    } catch {
      // The connection is being replaced, and subscribers poll the rows.
    }
    setTimeout(() => {
      isThrottled = false;
      void send();
    }, minIntervalMs).unref();
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
    fresh.on('notification', ({ processId, payload }) => {
      // This process has delivered its own notifications already.
      if (processId === backendPid(fresh)) return;
      for (const notification of parsePayload(payload)) deliver(notification);
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${channelName}`);
      client = fresh;
      retryMs = firstRetryMs;
      if (hasReconnected) deliver({ channel: missedNotifications, text: '' });
      await send();
    } catch {
      lose();
    }
  };

  void connect();
  return {
    publish(notification) {
      if (pending.size >= maxPending)
        pending = new Map([[missedNotifications, { channel: missedNotifications, text: '' }]]);
      else pending.set(notificationKey(notification), notification);
      if (!isThrottled && pending.size === 1) setImmediate(() => void send());
    },
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      if (client !== null) await closeClient(client);
    },
  };
}

/** As few payloads as hold all of them. One that is too long for a payload is dropped. */
function payloadsFor(notifications: readonly DatabaseNotification[]): string[] {
  const payloads: string[] = [];
  let payload = '';
  for (const { channel, text } of notifications) {
    const entry = JSON.stringify([channel, text]);
    if (Buffer.byteLength(entry) > maxBytes) continue;
    if (payload !== '' && Buffer.byteLength(payload) + Buffer.byteLength(entry) >= maxBytes) {
      payloads.push(payload);
      payload = '';
    }
    payload += payload === '' ? entry : `\n${entry}`;
  }
  return payload === '' ? payloads : [...payloads, payload];
}

/** Any client of the database may notify, so malformed entries are ignored. */
function parsePayload(payload: string | undefined): DatabaseNotification[] {
  return (payload ?? '').split('\n').flatMap((entry) => {
    try {
      const [channel, text] = JSON.parse(entry) as unknown[];
      return typeof channel === 'string' && typeof text === 'string' ? [{ channel, text }] : [];
    } catch {
      return [];
    }
  });
}
