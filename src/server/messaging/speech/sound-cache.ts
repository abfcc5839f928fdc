/** Sounds in memory, bounded in bytes and in number; those that were used longest ago go first. */

import type { Sound } from './engines.ts';

export class SoundCache {
  readonly #maxBytes: number;
  readonly #maxSounds: number;
  readonly #sounds = new Map<string, Sound>();
  #bytes = 0;

  constructor(maxBytes: number, maxSounds: number) {
    this.#maxBytes = maxBytes;
    this.#maxSounds = maxSounds;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): Sound | undefined {
    const sound = this.#sounds.get(key);
    if (sound === undefined) return undefined;
    this.#sounds.delete(key);
    this.#sounds.set(key, sound);
    return sound;
  }

  /** One that would take more than a quarter is not kept: it would push out all others. */
  add(key: string, sound: Sound): void {
    if (sound.bytes.length > this.#maxBytes / 4 || this.#sounds.has(key)) return;
    this.#sounds.set(key, sound);
    this.#bytes += sound.bytes.length;
    for (const [oldest, { bytes }] of this.#sounds) {
      if (this.#bytes <= this.#maxBytes && this.#sounds.size <= this.#maxSounds) return;
      this.#sounds.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }
}
