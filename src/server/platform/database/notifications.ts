/**
 * News for whoever waits for rows: "look again". Hints are gathered and may get lost, so rows stay the truth
 * and waiting goes on without them; they only make it shorter.
 */

/** `channel` says what kind of thing moved, `text` which one (a SID, or nothing). */
export type Hint = { channel: string; text: string };

export type HintListener = (hint: Hint) => void;

/** The channel of the hint that says: hints were missed, so look at everything that you wait for. */
export const missedHints = '*';

/** Hints within one process: each is told once, however often it is given before the next turn of the event loop. */
export class Hints {
  readonly #listeners = new Set<HintListener>();
  #gathered = new Map<string, Hint>();

  /** Returns at once; listeners hear of it soon. */
  give(hint: Hint): void {
    if (this.#listeners.size === 0) return;
    if (this.#gathered.size === 0) setImmediate(() => this.#tell());
    this.#gathered.set(keyOf(hint), hint);
  }

  /** Gives back a function that ends the listening. */
  listen(listener: HintListener): () => void {
    // An own function, so that the same listener may listen twice.
    const own: HintListener = (hint) => listener(hint);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  #tell(): void {
    const hints = this.#gathered;
    this.#gathered = new Map();
    for (const hint of hints.values()) for (const listener of this.#listeners) listener(hint);
  }
}

/** The same for the same hint. */
export function keyOf({ channel, text }: Hint): string {
  return `${channel} ${text}`;
}
