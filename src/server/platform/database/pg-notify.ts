/**
 * Hints between processes on one PostgreSQL: a connection of its own that listens and notifies. However many
 * turns there are, notifications are few: what comes while the line rests goes out together.
 */

import pg from 'pg';
import { backendPid, closeClient } from './monitored-pool.ts';
import { type DatabaseNotification, missedNotifications, notificationKey } from './notifications.ts';

const channelName = 'patchbay';
/** PostgreSQL takes less than 8,000 bytes in one notification. */
const maxBytes = 7_800;
/** The rest after each notification; PostgreSQL hands them out under a lock that all commits with one share. */
const minIntervalMs = 40;
/** More hints than this say no more than "look at everything". */
const maxPending = 2_000;
const firstRetryMs = 200;
const longestRetryMs = 5_000;

export type PgNotifyChannel = {
  /** Tells the other processes, soon; nothing when the line is down. */
  publish(hint: DatabaseNotification): void;
  close(): Promise<void>;
};

/** `hear` is called with the hints of the other processes. Connects when first used, and again when cut off. */
export function openPgNotifyChannel(
  options: pg.ClientConfig,
  deliver: (hint: DatabaseNotification) => void,
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
    const hints = [...pending.values()];
    pending = new Map();
    isThrottled = true;
    try {
      for (const payload of payloadsFor(hints)) {
        await connected.query('select pg_notify($1, $2)', [channelName, payload]);
      }
    } catch {
      // The line is being connected anew, and the rows are there.
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
      // What this process said, it has heard already.
      if (processId === backendPid(fresh)) return;
      for (const hint of parsePayload(payload)) deliver(hint);
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
    publish(hint) {
      if (pending.size >= maxPending)
        pending = new Map([[missedNotifications, { channel: missedNotifications, text: '' }]]);
      else pending.set(notificationKey(hint), hint);
      if (!isThrottled && pending.size === 1) setImmediate(() => void send());
    },
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      if (client !== null) await closeClient(client);
    },
  };
}

/** As few texts as hold all hints. A hint that is too long for one is left out. */
function payloadsFor(hints: readonly DatabaseNotification[]): string[] {
  const payloads: string[] = [];
  let payload = '';
  for (const { channel, text } of hints) {
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

/** Whoever may connect to the database may notify, so what is no hint is left out. */
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
