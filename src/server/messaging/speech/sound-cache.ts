/** Sounds in memory, bounded in bytes and in number; those that were used longest ago go first. */

export class SoundCache {
  readonly #maxBytes: number;
  readonly #maxSounds: number;
  readonly #sounds = new Map<string, Buffer>();
  #bytes = 0;

  constructor(maxBytes: number, maxSounds: number) {
    this.#maxBytes = maxBytes;
    this.#maxSounds = maxSounds;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): Buffer | undefined {
    const sound = this.#sounds.get(key);
    if (sound === undefined) return undefined;
    this.#sounds.delete(key);
    this.#sounds.set(key, sound);
    return sound;
  }

  /** One that would take more than a quarter is not kept: it would push out all others. */
  add(key: string, sound: Buffer): void {
    if (sound.length > this.#maxBytes / 4 || this.#sounds.has(key)) return;
    this.#sounds.set(key, sound);
    this.#bytes += sound.length;
    for (const [oldest, { length }] of this.#sounds) {
      if (this.#bytes <= this.#maxBytes && this.#sounds.size <= this.#maxSounds) return;
      this.#sounds.delete(oldest);
      this.#bytes -= length;
    }
  }
}
