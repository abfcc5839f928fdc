/** What a template reads that is another value on the other side of a subflow's border. */

/**
 * The part of a read that crosses the border as one value, as the count of its names: `flow.variables.KEY` however deep
 * it is read, `widgets.NAME.inbound.Body`. 'all' for a read of everything at once, which cannot cross; null for what a
 * subflow sees as well: the contact, the channel and what the execution started with.
 */
export function crossingNames(names: readonly string[], isComputed: boolean): number | 'all' | null {
  const [root, second] = names;
  switch (root) {
    case 'flow':
      if (second === undefined) return 'all';
      if (second === 'channel') return null;
      if (second === 'variables') return names.length < 3 ? 'all' : 3;
      return second === 'data' ? Math.min(names.length, 3) : 2;
    case 'widgets':
      return second === undefined ? 'all' : withoutMeasure(names, isComputed);
    case 'trigger':
      if (second === undefined) return isComputed ? 'all' : 1;
      return second === 'parent' ? withoutMeasure(names, isComputed) : null;
    default:
      return null;
  }
}

/** `.size`, `.first` and `.last` are asked of the value once it is across. */
function withoutMeasure(names: readonly string[], isComputed: boolean): number {
  const isMeasure = ['size', 'first', 'last'].includes(names.at(-1) ?? '');
  return names.length > 2 && isMeasure && !isComputed ? names.length - 1 : names.length;
}

/** Gives out keys for values that cross the border: each path its own, none twice. */
export class KeyTable {
  readonly #keys = new Map<string, string>();
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** The key of a path, made of its names when it is new. */
  keyOf(names: readonly string[]): string {
    const id = JSON.stringify(names);
    const key = this.#keys.get(id) ?? this.free(wishedKey(names));
    this.#keys.set(id, key);
    return key;
  }

  /** The key, or with the lowest number from 2 that is free. */
  free(wished: string): string {
    let key = wished;
    for (let number = 2; this.#taken.has(key); number += 1) key = `${wished}_${number}`;
    this.#taken.add(key);
    return key;
  }
}

/** The key of `flow.variables.KEY` and `flow.data.KEY` stays; of a widget's value it is the widget's name and the last. */
function wishedKey(names: readonly string[]): string {
  const [root, second = '', ...more] = names;
  const last = more.at(-1);
  const isVariable = root === 'flow' && (second === 'variables' || second === 'data');
  const words = root === 'widgets' && last !== undefined ? [second, last] : [last ?? (second || root || '')];
  const key = (isVariable ? [more[0] ?? second] : words).join('_').replace(/[^\w-]/g, '_');
  return key === '' ? 'value' : key;
}
