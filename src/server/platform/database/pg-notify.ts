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
  return new ReconnectingChannel(options, deliver);
}

/** How many queries with notifications may go out now: one comes back in each interval, until all have. */
class Allowance {
  #left = maxAtOnce;
  #isRefilling = false;
  readonly #onRefill: () => void;

  constructor(onRefill: () => void) {
    this.#onRefill = onRefill;
  }

  take(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    this.#refillLater();
    return true;
  }

  #refillLater(): void {
    if (this.#isRefilling || this.#left >= maxAtOnce) return;
    this.#isRefilling = true;
    setTimeout(() => {
      this.#left += 1;
      this.#isRefilling = false;
      this.#refillLater();
      this.#onRefill();
    }, meanIntervalMs).unref();
  }
}

class ReconnectingChannel implements PgNotifyChannel {
  readonly #options: pg.ClientConfig;
  readonly #deliver: (notification: DatabaseNotification) => void;
  readonly #allowance = new Allowance(() => void this.#send());
  /** How many listen to each channel; 0 for some time after the last. */
  readonly #listeners = new Map<string, number>();
  #client: pg.Client | null = null;
  #dropConnection = () => {};
  #pending = new Map<string, DatabaseNotification>();
  #timer: NodeJS.Timeout | null = null;
  #isSending = false;
  #isClosed = false;
  #hasReconnected = false;
  #retryMs = firstRetryMs;

  constructor(options: pg.ClientConfig, deliver: (notification: DatabaseNotification) => void) {
    this.#options = options;
    this.#deliver = deliver;
    void this.#connect();
  }

  publish(notification: DatabaseNotification): void {
    if (this.#pending.size >= maxPending)
      this.#pending = new Map([[missedNotifications, { channel: missedNotifications, text: '' }]]);
    else this.#pending.set(notificationKey(notification), notification);
    if (this.#pending.size === 1) setImmediate(() => void this.#send());
  }

  listen(channel: string): () => void {
    const others = this.#listeners.get(channel);
    this.#listeners.set(channel, (others ?? 0) + 1);
    if (others === undefined) void this.#startListening(channel);
    return () => {
      const rest = (this.#listeners.get(channel) ?? 1) - 1;
      this.#listeners.set(channel, rest);
      if (rest === 0) setTimeout(() => this.#stopListening(channel), lingerMs).unref();
    };
  }

  isListening(): boolean {
    return this.#client !== null;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#client !== null) await closeClient(this.#client);
  }

  async #connect(): Promise<void> {
    this.#timer = null;
    const client = new pg.Client(this.#options);
    let isLost = false;
    const lose = () => {
      if (isLost) return;
      isLost = true;
      this.#reconnectLater(client);
    };
    client.on('error', lose);
    client.on('end', lose);
    client.on('notification', (notification) => this.#receive(client, notification));
    try {
      await client.connect();
      const wanted = [...this.#listeners.keys()];
      await client.query([everyProcess, ...wanted.map(nameOf)].map((name) => `listen ${name}`).join('; '));
      // Closed while it connected: a command that ends at once would wait for it.
      if (this.#isClosed) return lose();
      this.#client = client;
      this.#dropConnection = lose;
      await this.#begin(wanted);
    } catch {
      // Its end is an event too; the next connection is made after a pause.
      lose();
    }
  }

  #reconnectLater(lost: pg.Client): void {
    this.#hasReconnected = true;
    this.#client = null;
    void closeClient(lost);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#connect(), this.#retryMs);
    this.#timer.unref();
    this.#retryMs = Math.min(longestRetryMs, this.#retryMs * 2);
  }

  /** Over a new connection, which listens to the channels `wanted`. */
  async #begin(wanted: readonly string[]): Promise<void> {
    this.#retryMs = firstRetryMs;
    // Those that were asked for while it connected.
    for (const channel of this.#listeners.keys())
      if (!wanted.includes(channel)) void this.#startListening(channel);
    if (this.#hasReconnected) this.#deliver({ channel: missedNotifications, text: '' });
    for (const channel of wanted) this.#deliver({ channel: startedListening, text: channel });
    await this.#send();
  }

  #receive(client: pg.Client, { processId, channel, payload }: pg.Notification): void {
    // This process has delivered its own notifications already.
    if (processId === backendPid(client)) return;
    const name = channel.slice(channelPrefix.length);
    if (channel === everyProcess) this.#deliver({ channel: missedNotifications, text: '' });
    else for (const text of parsePayload(payload)) this.#deliver({ channel: name, text });
  }

  async #send(): Promise<void> {
    const client = this.#client;
    if (client === null || this.#pending.size === 0 || this.#isSending || !this.#allowance.take()) return;
    const notifications = [...this.#pending.values()];
    this.#pending = new Map();
    this.#isSending = true;
    try {
      const payloads = payloadsFor(notifications);
      await client.query(
        'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as n (channel, payload)',
        [payloads.map(({ channel }) => channel), payloads.map(({ payload }) => payload)],
      );
    } catch {
      // One that does not answer is replaced; subscribers poll the rows.
      if (this.#client === client) this.#dropConnection();
    }
    this.#isSending = false;
    void this.#send();
  }

  /** Errors close the connection, and the next one listens to all channels. */
  async #startListening(channel: string): Promise<void> {
    const client = this.#client;
    try {
      await client?.query(`listen ${nameOf(channel)}`);
      if (client !== null) this.#deliver({ channel: startedListening, text: channel });
    } catch {
      if (this.#client === client) this.#dropConnection();
    }
  }

  #stopListening(channel: string): void {
    if (this.#listeners.get(channel) !== 0) return;
    this.#listeners.delete(channel);
    this.#client?.query(`unlisten ${nameOf(channel)}`).catch(() => this.#dropConnection());
  }
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
