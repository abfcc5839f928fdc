/** A binary heap of numbers (J. W. J. Williams, "Algorithm 232: Heapsort", 1964). */

/** Numbers of which the smallest is at hand; adding and removing take log n. */
export class MinHeap {
  readonly #items: number[];

  constructor(...items: [] | [number]) {
    this.#items = [...items];
  }

  /** The smallest; undefined when there is none. */
  first(): number | undefined {
    return this.#items[0];
  }

  add(item: number): void {
    let at = this.#items.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = this.#items[parent] ?? item;
      if (above <= item) break;
      this.#items[at] = above;
      at = parent;
    }
    this.#items[at] = item;
  }

  removeFirst(): void {
    const last = this.#items.pop();
    const { length } = this.#items;
    if (last === undefined || length === 0) return;
    let at = 0;
    for (let child = 1; child < length; child = 2 * at + 1) {
      if ((this.#items[child + 1] ?? last) < (this.#items[child] ?? last)) child += 1;
      const below = this.#items[child] ?? last;
      if (below >= last) break;
      this.#items[at] = below;
      at = child;
    }
    this.#items[at] = last;
  }
}
