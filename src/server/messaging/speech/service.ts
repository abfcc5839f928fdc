/**
 * Speech of calls that are tried on the page, and the audio files that flows play (docs/decisions/100). Nothing of it is
 * stored: what was spoken stays in the memory of this process for a while.
 */

import { createHash } from 'node:crypto';
import type { SpeechEngineName } from '#api/messaging/speech-operations.ts';
import { isHttpUrl } from '#engine/results/http-response.ts';
import { Refusal } from '../../platform/errors.ts';
import { perServer } from '../../platform/per-server.ts';
import { RateLimiter } from '../../platform/rate-limiter.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { findEngine, requestSound, type SpeechEngine } from './engines.ts';
import { SoundCache } from './sound-cache.ts';
import type { WantedVoice } from './voices.ts';

/** What is made at once: in this process, and of these for one account; further ones are refused. */
const atOnce = { all: 2, waiting: 30, account: 4 };
const speechLimit = { count: 120, windowMs: 60_000 };
const fileLimit = { count: 60, windowMs: 60_000 };
const maxFileBytes = 8 * 1024 * 1024;
const fileTimeoutMs = 10_000;

/** Where none was found it is looked for again after this time: it may have been installed meanwhile. */
const lookAgainMs = 60_000;

class SpeechState {
  readonly cache = new SoundCache(48 * 1024 * 1024, 2_000);
  readonly made = new RateLimiter();
  /** By the key of the sound: who wants the same waits for it. */
  readonly underWay = new Map<string, Promise<Buffer>>();
  readonly ofAccount = new Map<string, number>();
  engine: Promise<SpeechEngine | null> | null = null;
  lookedAt = 0;
  running = 0;
  readonly waiting: (() => void)[] = [];
}

const stateOf = perServer(() => new SpeechState());

/** The engine by which this process speaks; null where there is none. */
export async function speechEngine(ctx: ServiceContext): Promise<SpeechEngine | null> {
  const state = stateOf(ctx);
  const now = ctx.clock.now();
  if (state.engine === null || ((await state.engine) === null && now - state.lookedAt > lookAgainMs)) {
    state.lookedAt = now;
    state.engine = findEngine(ctx);
  }
  return state.engine;
}

export async function describeSpeech(
  ctx: ServiceContext,
): Promise<{ engine: SpeechEngineName | null; voices: number }> {
  const engine = await speechEngine(ctx);
  return { engine: engine?.name ?? null, voices: engine?.voices ?? 0 };
}

/**
 * The text as speech; null where this server has no engine.
 *
 * @throws Refusal bad-request for a text without a word; too-many; unavailable when the engine fails
 */
export async function speak(
  ctx: ServiceContext,
  { account }: Caller,
  { text, ...wanted }: { text: string } & WantedVoice,
): Promise<Buffer | null> {
  const said = spokenText(text);
  if (said === '') throw new Refusal('bad-request', 'Text has nothing that can be said', { field: 'Text' });
  const engine = await speechEngine(ctx);
  if (engine === null) return null;
  const voice = engine.voiceFor(wanted);
  // With the account: whether a text was spoken before, and how soon it comes, is no other account's business.
  const parts = [account, engine.name, voice, engine.name === 'service' ? wanted.language : '', said];
  const key = createHash('sha256').update(JSON.stringify(parts)).digest('base64');
  const state = stateOf(ctx);
  const known = state.cache.get(key) ?? state.underWay.get(key);
  if (known !== undefined) return known;
  const made = limited(ctx, account, speechLimit, 'texts', async () => {
    const sound = await engine.speak(said, voice, wanted).catch((error: Error) => {
      ctx.log.warn({ engine: engine.name, reason: error.message }, 'Speech failed');
      throw new Refusal('unavailable', 'The speech engine of this server failed', { cause: error });
    });
    state.cache.add(key, sound);
    return sound;
  }).finally(() => state.underWay.delete(key));
  state.underWay.set(key, made);
  return made;
}

/** An audio file of another server; null where there is none. @throws Refusal bad-request for what is no URL; too-many */
export async function fetchPlayed(
  ctx: ServiceContext,
  { account }: Caller,
  url: string,
): Promise<Buffer | null> {
  if (!isHttpUrl(url)) throw new Refusal('bad-request', 'Url must be an http or https URL', { field: 'Url' });
  return limited(ctx, account, fileLimit, 'audio files', async () => {
    const sound = await requestSound(ctx, {
      ...{ method: 'GET', url, headers: { accept: 'audio/*' }, body: null },
      ...{ timeout_ms: fileTimeoutMs, max_bytes: maxFileBytes },
    });
    return sound.ok ? sound.bytes : null;
  });
}

/** Without what is no text: control characters and halves of characters. */
function spokenText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]+/gu, ' ')
    .trim();
}

/** Does it within the limits of the account, and when it is its turn in this process. @throws Refusal too-many */
async function limited<T>(
  ctx: ServiceContext,
  account: string,
  limit: typeof speechLimit,
  what: string,
  make: () => Promise<T>,
): Promise<T> {
  const state = stateOf(ctx);
  const own = state.ofAccount.get(account) ?? 0;
  const isFull = own >= atOnce.account || state.waiting.length >= atOnce.waiting;
  const refused = isFull
    ? { retryAfterSeconds: 1 }
    : state.made.take([[`${account} ${what}`, limit]], 1, ctx.clock.now());
  if (refused !== null) {
    const message = `An account may have ${limit.count} ${what} a minute, ${atOnce.account} at once`;
    throw new Refusal('too-many', message, { retryAfterSeconds: refused.retryAfterSeconds });
  }
  state.ofAccount.set(account, own + 1);
  try {
    if (state.running >= atOnce.all) await new Promise<void>((resolve) => state.waiting.push(resolve));
    else state.running += 1;
    return await make().finally(() => {
      // The place goes to the next one that waits, if there is one.
      const next = state.waiting.shift();
      if (next === undefined) state.running -= 1;
      else next();
    });
  } finally {
    const left = (state.ofAccount.get(account) ?? 1) - 1;
    if (left === 0) state.ofAccount.delete(account);
    else state.ofAccount.set(account, left);
  }
}
