/** The power of one frequency in samples (Goertzel's algorithm), by which tones are found. */
export function goertzelPower(samples: ArrayLike<number>, frequency: number, sampleRate: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * frequency) / sampleRate);
  let before = 0;
  let beforeThat = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const next = (samples[index] ?? 0) + coefficient * before - beforeThat;
    beforeThat = before;
    before = next;
  }
  const power = before ** 2 + beforeThat ** 2 - coefficient * before * beforeThat;
  return power / samples.length ** 2;
}
