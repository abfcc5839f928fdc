/** A map with a most number of entries: beyond it the one that was used longest ago goes. */
export class RecentMap<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #max: number;
  readonly #onRemove: (value: Value) => void;

  constructor(max: number, onRemove: (value: Value) => void = () => {}) {
    this.#max = max;
    this.#onRemove = onRemove;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#max) return;
    const [oldest] = this.#entries;
    if (oldest === undefined) return;
    this.#entries.delete(oldest[0]);
    this.#onRemove(oldest[1]);
  }

  /** Removes all. */
  clear(): void {
    for (const value of this.#entries.values()) this.#onRemove(value);
    this.#entries.clear();
  }
}
