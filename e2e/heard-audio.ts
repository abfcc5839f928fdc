/**
 * What a page sends to the loudspeaker, as samples: everything that is connected to the output of an AudioContext is recorded
 * in the page as well. What was heard is judged by numbers: energy, and tones by Goertzel's algorithm.
 */

import type { Page } from 'playwright/test';
import { goertzelPower } from '#app/call/sound/testing/goertzel.ts';

export type Heard = { rate: number; samples: Float32Array };

/** `started` are the sounds that were begun, whole; a recorder that the page runs itself may lose blocks where it is busy. */
type Recorder = { rate: number; blocks: Float32Array[]; started: { rate: number; samples: Float32Array }[] };

/** Call it before the page is opened. */
export async function recordOutput(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const recorder: Recorder = { rate: 0, blocks: [], started: [] };
    Object.assign(globalThis, { heardOutput: recorder });
    const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode;
    const taps = new WeakMap<BaseAudioContext, AudioNode>();
    const record = function (this: AudioNode, to: AudioNode): AudioNode {
      if (to === this.context.destination && !taps.has(this.context)) {
        recorder.rate = this.context.sampleRate;
        // Large, so that a busy machine loses none.
        const tap = (this.context as AudioContext).createScriptProcessor(8192, 1, 1);
        tap.addEventListener('audioprocess', ({ inputBuffer }) => {
          // Half a minute is enough of it.
          if (recorder.blocks.length < 200) recorder.blocks.push(inputBuffer.getChannelData(0).slice());
        });
        taps.set(this.context, tap);
        connect.call(this, tap);
        connect.call(tap, to);
      }
      return connect.call(this, to);
    };
    Object.assign(AudioNode.prototype, { connect: record });
    const start = AudioBufferSourceNode.prototype.start;
    Object.assign(AudioBufferSourceNode.prototype, {
      start(this: AudioBufferSourceNode, ...times: number[]) {
        const { buffer } = this;
        if (buffer !== null && recorder.started.length < 200)
          recorder.started.push({ rate: buffer.sampleRate, samples: buffer.getChannelData(0).slice() });
        start.apply(this, times as [number]);
      },
    });
  });
}

/** The tones of the sounds that were begun since then, in their order: none is lost, however busy the page is. */
export async function startedTones(page: Page): Promise<string[]> {
  const started = await page.evaluate(() =>
    (globalThis as unknown as { heardOutput: Recorder }).heardOutput.started.map(({ rate, samples }) => ({
      rate,
      samples: [...samples.subarray(0, rate)],
    })),
  );
  return started.flatMap(({ rate, samples }) => heardTones({ rate, samples: Float32Array.from(samples) }));
}

/** What was heard since the page was opened, or since the last `forgetOutput`; no samples before anything was opened. */
export async function heardOutput(page: Page): Promise<Heard> {
  const { rate, text } = await page.evaluate(() => {
    const { rate, blocks } = (globalThis as unknown as { heardOutput: Recorder }).heardOutput;
    const bytes = blocks.map(
      (block) => new Uint8Array(Int16Array.from(block, (each) => each * 32_767).buffer),
    );
    let text = '';
    for (const each of bytes) text += String.fromCharCode(...each);
    return { rate, text: btoa(text) };
  });
  const bytes = Buffer.from(text, 'base64');
  const samples = Float32Array.from(
    { length: bytes.length / 2 },
    (_, at) => bytes.readInt16LE(at * 2) / 32_767,
  );
  return { rate, samples };
}

/** Begins again with what is heard from now on: the blocks that are being filled are awaited first. */
export async function forgetOutput(page: Page): Promise<void> {
  const blocks = () => (globalThis as unknown as { heardOutput: Recorder }).heardOutput.blocks.length;
  const before = await page.evaluate(blocks);
  await page.waitForFunction(
    (least) => (globalThis as unknown as { heardOutput: Recorder }).heardOutput.blocks.length >= least,
    before + 2,
  );
  await page.evaluate(() => {
    const { heardOutput } = globalThis as unknown as { heardOutput: Recorder };
    heardOutput.blocks.length = 0;
    heardOutput.started.length = 0;
  });
}

/** The seconds in which something is heard, in windows of 50 ms. */
export function loudSeconds({ rate, samples }: Heard): number {
  return windows({ rate, samples }).filter((each) => rms(each) > 0.005).length * 0.05;
}

const frequencies = [697, 770, 852, 941, 1209, 1336, 1477, 1633];

/** The pairs of DTMF frequencies that are heard, each once: two that have nearly all of a window's power. */
export function heardTones(heard: Heard): string[] {
  const found = windows(heard).map((each) => {
    if (rms(each) < 0.02) return '';
    const powers = frequencies.map((frequency) => goertzelPower(each, frequency, heard.rate));
    const strong = frequencies.filter((_, at) => (powers[at] ?? 0) > 0.002);
    return strong.length === 2 ? strong.join('+') : '';
  });
  return [...new Set(found)].filter((tone) => tone !== '');
}

function windows({ rate, samples }: Heard): Float32Array[] {
  const size = Math.round(rate * 0.05);
  if (size === 0) return [];
  return Array.from({ length: Math.floor(samples.length / size) }, (_, at) =>
    samples.subarray(at * size, (at + 1) * size),
  );
}

const rms = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, each) => sum + each * each, 0) / samples.length);
