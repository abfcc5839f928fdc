/** The tones of keys (DTMF, ITU-T Q.23) and the beep of a recorder, as samples. Pure. */

const rows = [697, 770, 852, 941];
const columns = [1209, 1336, 1477, 1633];
const keypad = ['123A', '456B', '789C', '*0#D'];

/** The two frequencies of a key in Hz; null for what is no key. */
export function keyFrequencies(key: string): readonly [low: number, high: number] | null {
  const row = keypad.findIndex((keys) => key.length === 1 && keys.includes(key.toUpperCase()));
  const column = keypad[row]?.indexOf(key.toUpperCase()) ?? -1;
  const [low, high] = [rows[row], columns[column]];
  return low === undefined || high === undefined ? null : [low, high];
}

const toneSeconds = 0.16;
const gapSeconds = 0.08;
/** Of a flow's key tones: `w` is half a second of silence, `W` a whole one. */
const pauses: Readonly<Record<string, number>> = { w: 0.5, W: 1 };
/** A flow may name any number of keys. */
const maxSeconds = 30;

export function renderKeys(keys: string, sampleRate: number): Float32Array<ArrayBuffer> {
  const parts = [...keys].map((key) => {
    const pause = pauses[key];
    if (pause !== undefined) return { seconds: pause, frequencies: null };
    return { seconds: toneSeconds, frequencies: keyFrequencies(key) };
  });
  const seconds = parts.reduce((sum, part) => sum + part.seconds + gapSeconds, 0);
  const samples = new Float32Array(Math.ceil(Math.min(seconds, maxSeconds) * sampleRate));
  let at = 0;
  for (const { seconds: length, frequencies } of parts) {
    if (frequencies !== null) addTone(samples, { at, seconds: length, frequencies, sampleRate });
    at += length + gapSeconds;
  }
  return samples;
}

/** What a caller hears before a recording. */
export function renderBeep(sampleRate: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.ceil(0.5 * sampleRate));
  addTone(samples, { at: 0.1, seconds: 0.3, frequencies: [1000], sampleRate });
  return samples;
}

type Tone = { at: number; seconds: number; frequencies: readonly number[]; sampleRate: number };

/** Rises and falls within 5 ms: a sudden start would click. */
function addTone(samples: Float32Array, { at, seconds, frequencies, sampleRate }: Tone): void {
  const first = Math.round(at * sampleRate);
  const count = Math.round(seconds * sampleRate);
  const ramp = 0.005 * sampleRate;
  for (let index = 0; index < count && first + index < samples.length; index += 1) {
    const level = 0.2 * Math.min(1, index / ramp, (count - index) / ramp);
    for (const frequency of frequencies)
      samples[first + index] =
        (samples[first + index] ?? 0) + level * Math.sin((2 * Math.PI * frequency * index) / sampleRate);
  }
}
