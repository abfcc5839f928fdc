/**
 * What is heard of a call on the page: parts that are played one after the other, and the tones of keys. All sound but that
 * of the browser's own voices goes through Web Audio, so the page's policy needs no source of media.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import { fetchPlayedAudio, fetchSpeech } from '../../client/call-audio.ts';
import { speakInBrowser } from './browser-voice.ts';
import { hearsCalls } from './sound-choice.ts';
import { renderBeep, renderKeys } from './tones.ts';

export type CallPart =
  | { kind: 'say'; text: string; voice: string; language: string; loop: number }
  | { kind: 'play'; url: string; loop: number }
  | { kind: 'tones'; digits: string }
  | { kind: 'beep' }
  | { kind: 'sound'; buffer: AudioBuffer };

/**
 * What speaks: the server, the browser, or nothing that could. `unheard` is an audio file that cannot be played, `playing`
 * what is played now.
 */
export type LineState = {
  voice: 'server' | 'browser' | 'none' | null;
  unheard: string | null;
  playing: CallPart | null;
};

/** What the server takes of a text; the caption has all of it. */
const maxTextLength = 4_000;
/** Sounds that are kept decoded: those of a menu that is heard again. */
const maxKept = 40;
/** Of one part: a menu that is repeated without end is not. */
const maxLoops = 10;

/** Of the page: a browser allows few of them. */
let output: { context: AudioContext; gain: GainNode } | null = null;
/** Decoded speech by what was asked for; null where the server has no engine. */
const kept = new Map<string, AudioBuffer | null>();

/** False before a person has pressed anything on the page: nothing is played then. */
export const mayPlay = () => navigator.userActivation?.hasBeenActive !== false;

function openOutput(): { context: AudioContext; gain: GainNode } {
  if (output === null) {
    const context = new AudioContext();
    const gain = context.createGain();
    gain.connect(context.destination);
    output = { context, gain };
  }
  output.gain.gain.value = hearsCalls() ? 1 : 0;
  if (output.context.state === 'suspended') void output.context.resume();
  return output;
}

export function setLoudness(isOn: boolean): void {
  if (output !== null) output.gain.gain.value = isOn ? 1 : 0;
  if (!isOn) globalThis.speechSynthesis?.cancel();
}

export class CallLine {
  readonly state: StoreApi<LineState> = createStore<LineState>(() => ({
    ...{ voice: null, unheard: null, playing: null },
  }));
  #stopped = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  /** Plays the parts after those before. Resolves true once all were played, false where that was stopped. */
  play(parts: readonly CallPart[]): Promise<boolean> {
    const { signal } = this.#stopped;
    const played = this.#last.then(() => this.#playAll(parts, signal));
    this.#last = played;
    return played;
  }

  /** Ends what is played and forgets what was to follow. */
  stop(): void {
    this.#stopped.abort();
    this.#stopped = new AbortController();
    this.state.setState({ playing: null });
  }

  /** The tone of a key that the caller presses; what is said ends, as on a call. */
  press(key: string): void {
    this.stop();
    if (!mayPlay()) return;
    const { context } = openOutput();
    // The tone itself is heard to its end, and what follows from the key after it.
    const tone = playBuffer(bufferOf(renderKeys(key, context.sampleRate)), new AbortController().signal);
    this.#last = this.#last.then(() => tone);
  }

  async #playAll(parts: readonly CallPart[], signal: AbortSignal): Promise<boolean> {
    if (!mayPlay()) return !signal.aborted;
    openOutput();
    // The next one is fetched while one is heard.
    let next = this.#soundOf(parts[0], signal);
    for (const [index, part] of parts.entries()) {
      const sound = await next;
      if (signal.aborted) return false;
      next = this.#soundOf(parts[index + 1], signal);
      this.state.setState({ playing: part });
      const times = 'loop' in part ? Math.min(Math.max(1, part.loop), maxLoops) : 1;
      for (let time = 0; time < times && !signal.aborted; time += 1)
        await this.#playPart(part, sound, signal);
    }
    if (!signal.aborted) this.state.setState({ playing: null });
    return !signal.aborted;
  }

  async #playPart(part: CallPart, sound: AudioBuffer | null, signal: AbortSignal): Promise<void> {
    if (sound !== null) return playBuffer(sound, signal);
    if (part.kind !== 'say') return;
    const isSpoken = await speakInBrowser(part, hearsCalls() ? 1 : 0, signal);
    this.state.setState({ voice: isSpoken ? 'browser' : 'none' });
  }

  /** Null where there is none: the browser speaks, or an audio file is left out. Never rejects. */
  async #soundOf(part: CallPart | undefined, signal: AbortSignal): Promise<AudioBuffer | null> {
    const { context } = openOutput();
    switch (part?.kind) {
      case undefined:
        return null;
      case 'sound':
        return part.buffer;
      case 'tones':
        return bufferOf(renderKeys(part.digits, context.sampleRate));
      case 'beep':
        return bufferOf(renderBeep(context.sampleRate));
      case 'say': {
        const { voice, language } = part;
        const text = part.text.slice(0, maxTextLength);
        const key = JSON.stringify([text, voice, language]);
        const sound = await decoded(key, () => fetchSpeech({ text, voice, language }, signal));
        if (sound !== null) this.state.setState({ voice: 'server' });
        return sound;
      }
      case 'play': {
        const sound = await decoded(part.url, () => fetchPlayedAudio(part.url, signal));
        if (sound === null && !signal.aborted) this.state.setState({ unheard: part.url });
        return sound;
      }
    }
  }
}

async function decoded(
  key: string,
  fetchBytes: () => Promise<ArrayBuffer | null>,
): Promise<AudioBuffer | null> {
  const known = kept.get(key);
  if (known !== undefined) return known;
  try {
    const bytes = await fetchBytes();
    const sound = bytes === null ? null : await openOutput().context.decodeAudioData(bytes);
    kept.set(key, sound);
    for (const oldest of kept.keys()) {
      if (kept.size <= maxKept) break;
      kept.delete(oldest);
    }
    return sound;
  } catch {
    // Refused, stopped, or nothing that this browser can decode: asked for again the next time.
    return null;
  }
}

/** Samples as something that can be played. */
export function bufferOf(samples: Float32Array<ArrayBuffer>): AudioBuffer {
  const { context } = openOutput();
  const buffer = context.createBuffer(1, Math.max(1, samples.length), context.sampleRate);
  if (samples.length > 0) buffer.copyToChannel(samples, 0);
  return buffer;
}

export const silence = (seconds: number) =>
  bufferOf(new Float32Array(Math.ceil(seconds * openOutput().context.sampleRate)));

export const decodeSound = (bytes: ArrayBuffer) => openOutput().context.decodeAudioData(bytes);

function playBuffer(buffer: AudioBuffer, signal: AbortSignal): Promise<void> {
  const { context, gain } = openOutput();
  return new Promise((resolve) => {
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(gain);
    source.addEventListener('ended', () => resolve());
    signal.addEventListener('abort', () => {
      source.stop();
      resolve();
    });
    source.start();
  });
}
