/**
 * Hints between processes on one PostgreSQL: a connection of its own that listens and notifies. However many
 * turns there are, notifications are few: what comes while the line rests goes out together.
 */

import pg from 'pg';
import { letGo, pidOf } from './monitored-pool.ts';
import { type Hint, keyOf, missedHints } from './notifications.ts';

const line = 'patchbay';
/** PostgreSQL takes less than 8,000 bytes in one notification. */
const maxBytes = 7_800;
/** The rest after each notification; PostgreSQL hands them out under a lock that all commits with one share. */
const restMs = 40;
/** More hints than this say no more than "look at everything". */
const maxGathered = 2_000;
const firstRetryMs = 200;
const longestRetryMs = 5_000;

export type HintLine = {
  /** Tells the other processes, soon; nothing when the line is down. */
  give(hint: Hint): void;
  close(): Promise<void>;
};

/** `hear` is called with the hints of the other processes. Connects when first used, and again when cut off. */
export function openHintLine(options: pg.ClientConfig, hear: (hint: Hint) => void): HintLine {
  let client: pg.Client | null = null;
  let gathered = new Map<string, Hint>();
  let timer: NodeJS.Timeout | null = null;
  let isResting = false;
  let isClosed = false;
  let wasCut = false;
  let retryMs = firstRetryMs;

  const send = async () => {
    const speaker = client;
    if (speaker === null || gathered.size === 0) return;
    const hints = [...gathered.values()];
    gathered = new Map();
    isResting = true;
    try {
      for (const payload of payloadsOf(hints)) {
        await speaker.query('select pg_notify($1, $2)', [line, payload]);
      }
    } catch {
      // The line is being connected anew, and the rows are there.
    }
    setTimeout(() => {
      isResting = false;
      void send();
    }, restMs).unref();
  };

  const connect = async () => {
    timer = null;
    const fresh = new pg.Client(options);
    let isLost = false;
    const lose = () => {
      if (isLost) return;
      isLost = true;
      wasCut = true;
      client = null;
      void letGo(fresh);
      if (isClosed) return;
      timer = setTimeout(connect, retryMs);
      timer.unref();
      retryMs = Math.min(longestRetryMs, retryMs * 2);
    };
    fresh.on('error', lose);
    fresh.on('end', lose);
    fresh.on('notification', ({ processId, payload }) => {
      // What this process said, it has heard already.
      if (processId === pidOf(fresh)) return;
      for (const hint of hintsIn(payload)) hear(hint);
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${line}`);
      client = fresh;
      retryMs = firstRetryMs;
      if (wasCut) hear({ channel: missedHints, text: '' });
      await send();
    } catch {
      lose();
    }
  };

  void connect();
  return {
    give(hint) {
      if (gathered.size >= maxGathered)
        gathered = new Map([[missedHints, { channel: missedHints, text: '' }]]);
      else gathered.set(keyOf(hint), hint);
      if (!isResting && gathered.size === 1) setImmediate(() => void send());
    },
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      if (client !== null) await letGo(client);
    },
  };
}

/** As few texts as hold all hints. A hint that is too long for one is left out. */
function payloadsOf(hints: readonly Hint[]): string[] {
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
function hintsIn(payload: string | undefined): Hint[] {
  return (payload ?? '').split('\n').flatMap((entry) => {
    try {
      const [channel, text] = JSON.parse(entry) as unknown[];
      return typeof channel === 'string' && typeof text === 'string' ? [{ channel, text }] : [];
    } catch {
      return [];
    }
  });
}
