import { describe, expect, it } from 'vitest';
import { goertzelPower } from './testing/goertzel.ts';
import { keyFrequencies, renderBeep, renderKeys } from './tones.ts';

const rate = 8_000;
const frequencies = [697, 770, 852, 941, 1209, 1336, 1477, 1633];

/** The DTMF frequencies that are in the samples: those with a tenth of the power of the strongest. */
function found(samples: Float32Array): number[] {
  const powers = frequencies.map((frequency) => goertzelPower(samples, frequency, rate));
  const most = Math.max(...powers);
  return frequencies.filter((_, index) => (powers[index] ?? 0) > most / 10);
}

describe('the tones of keys', () => {
  it.each([...'1234567890*#ABCD'])('of %s are its row and its column, and no other', (key) => {
    expect(found(renderKeys(key, rate).subarray(0, 0.16 * rate))).toEqual(keyFrequencies(key));
  });

  it('follow each other with silence between them, and w is half a second of it', () => {
    const samples = renderKeys('1w#', rate);
    const part = (from: number, to: number) => samples.subarray(from * rate, to * rate);
    expect(found(part(0, 0.16))).toEqual([697, 1209]);
    expect(part(0.17, 0.81).every((sample) => sample === 0)).toBe(true);
    expect(found(part(0.82, 0.98))).toEqual([941, 1477]);
  });

  it('are bounded, whatever a flow names, and what is no key is silent', () => {
    expect(renderKeys('1'.repeat(100_000), rate).length).toBe(30 * rate);
    expect(renderKeys('x', rate).every((sample) => sample === 0)).toBe(true);
    expect(keyFrequencies('12')).toBeNull();
    expect(renderBeep(rate).some((sample) => sample > 0.1)).toBe(true);
  });
});
