/**
 * How much tracking and unsubscribe links may add to one message. A link of some hundred characters can replace a tag of one;
 * what exceeds the limit stays as it was written. One for each message.
 */

/** Characters: some 1,500 links. */
export const maxTrackingGrowth = 512 * 1024;

export class TrackingGrowth {
  #left = maxTrackingGrowth;
  #isSpent = false;

  /** No more links are worth making. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** Takes so many characters; false when they are not left. */
  take(characters: number): boolean {
    if (characters > this.#left) this.#isSpent = true;
    if (this.#isSpent) return false;
    this.#left -= Math.max(0, characters);
    return true;
  }

  /** Replaces a tag everywhere, as far as the growth allows. */
  replaceTag(text: string, tag: string, replacement: string): string {
    return text.replaceAll(tag, () => (this.take(replacement.length - tag.length) ? replacement : tag));
  }
}
