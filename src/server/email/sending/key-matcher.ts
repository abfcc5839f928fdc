/**
 * Finds the keys of substitutions in texts in linear time, however many and alike they are: the algorithm of Aho and Corasick
 * (1975), run from the end of the text, so that it knows the longest key that begins at each position. Pure.
 */

/** Called with the index of a key and where it begins. */
type OnMatch = (key: number, start: number) => void;

/** Positions that are looked at together. */
const chunkLength = 16 * 1024;

/** Of all matchers, as each uses it only within a call: a text of some MB would otherwise allocate its size several times. */
const chunkResults = new Int32Array(chunkLength);

export class KeyMatcher {
  readonly #lengths: Uint32Array;
  readonly #maxLength: number;
  /** The number of each character that is part of a key, from 1 on: of the frequent ones, and of all others. */
  readonly #latinSymbols = new Uint16Array(256);
  readonly #otherSymbols = new Map<number, number>();
  readonly #symbolCount: number;
  /** Nodes of a trie of the reversed keys, by node and symbol. Node 0 is the root. */
  readonly #children = new Map<number, number>();
  /** The node of the longest proper suffix of each node that is also a node. */
  readonly #fallbacks: number[] = [0];
  /** The longest key that is a suffix of each node; -1 for none. */
  readonly #longest: number[] = [-1];

  /** No key may be empty. */
  constructor(keys: readonly string[]) {
    this.#lengths = Uint32Array.from(keys, ({ length }) => length);
    this.#maxLength = this.#lengths.reduce((longest, each) => Math.max(longest, each), 0);
    this.#symbolCount = 1 + this.#numberSymbols(keys);
    for (const [index, key] of keys.entries()) this.#insert(index, key);
    this.#connect();
  }

  /**
   * Reports the keys that begin in the next part of the text, from `start` on; the leftmost first, of several at one position
   * the longest, none within another. Returns where the next part begins.
   */
  scan(text: string, start: number, onMatch: OnMatch): number {
    const end = Math.min(text.length, start + Math.max(chunkLength, 4 * this.#maxLength));
    const found = this.#longestKeys(text, start, end);
    let at = start;
    while (at < end) {
      const key = found[at - start] ?? -1;
      if (key >= 0) onMatch(key, at);
      at += key >= 0 ? (this.#lengths[key] ?? 1) : 1;
    }
    return at;
  }

  /** The longest key that begins at each position from `start` to `end`; -1 for none. Valid until the next call. */
  #longestKeys(text: string, start: number, end: number): Int32Array {
    const length = end - start;
    const found = length > chunkLength ? new Int32Array(length) : chunkResults.subarray(0, length);
    found.fill(-1);
    let node = 0;
    for (let at = Math.min(text.length, end + this.#maxLength) - 1; at >= start; at -= 1) {
      const symbol = this.#symbolOf(text.charCodeAt(at));
      node = symbol === 0 ? 0 : this.#next(node, symbol);
      if (at < end) found[at - start] = this.#longest[node] ?? -1;
    }
    return found;
  }

  /** 0 for a character that no key has. */
  #symbolOf(code: number): number {
    return (code < 256 ? this.#latinSymbols[code] : this.#otherSymbols.get(code)) ?? 0;
  }

  /** Returns how many there are. */
  #numberSymbols(keys: readonly string[]): number {
    let count = 0;
    for (const key of keys) {
      for (let at = 0; at < key.length; at += 1) {
        const code = key.charCodeAt(at);
        if (this.#symbolOf(code) !== 0) continue;
        count += 1;
        if (code < 256) this.#latinSymbols[code] = count;
        else this.#otherSymbols.set(code, count);
      }
    }
    return count;
  }

  #next(from: number, symbol: number): number {
    for (let node = from; ; node = this.#fallbacks[node] ?? 0) {
      const child = this.#children.get(node * this.#symbolCount + symbol);
      if (child !== undefined) return child;
      if (node === 0) return 0;
    }
  }

  #insert(index: number, key: string): void {
    let node = 0;
    for (let at = key.length - 1; at >= 0; at -= 1) {
      const edge = node * this.#symbolCount + this.#symbolOf(key.charCodeAt(at));
      let child = this.#children.get(edge);
      if (child === undefined) {
        child = this.#longest.push(-1) - 1;
        this.#children.set(edge, child);
      }
      node = child;
    }
    this.#longest[node] = index;
  }

  /** Sets fallbacks and the keys that end at them, nodes near the root first. */
  #connect(): void {
    const edges: [parent: number, symbol: number, child: number][][] = [];
    const depths: number[] = [0];
    // A map keeps the order of insertion, and parents are inserted before their children.
    for (const [edge, child] of this.#children) {
      const parent = Math.floor(edge / this.#symbolCount);
      const depth = depths[parent] ?? 0;
      depths[child] = depth + 1;
      edges[depth] ??= [];
      edges[depth]?.push([parent, edge % this.#symbolCount, child]);
    }
    for (const [parent, symbol, child] of edges.flat()) {
      const fallback = parent === 0 ? 0 : this.#next(this.#fallbacks[parent] ?? 0, symbol);
      this.#fallbacks[child] = fallback;
      if (this.#longest[child] === -1) this.#longest[child] = this.#longest[fallback] ?? -1;
    }
  }
}
