/**
 * The work budget of one turn or one request: a deterministic counter in units, never in time, so that the same turn
 * spends the same everywhere. A unit is about 10 ns of a server's processor; what costs more counts for more units.
 */

/** What a budget is spent on, each with its price in units. */
export const workPrices = {
  /** One output, tag or text between them of a template that is parsed. */
  'template part': 800,
  /** One character of a template that is parsed. */
  'template character': 5,
  /** One text, output, tag or filter of a template, each time that it is rendered. */
  'template node': 400,
  /** One date that is formatted. */
  date: 30_000,
  /** One item of a list that a filter or a condition of a template goes through. */
  'list item': 100,
  /** One instruction of a regular expression on one character, those of lookaheads included. */
  'regular expression step': 5,
  /** One part of a regular expression that is compiled. */
  'regular expression part': 60,
  /** One byte that is rendered, searched, compared, or stored with the turn. */
  byte: 1,
  /** One character of a text beyond ASCII, which is folded to be compared. */
  'folded character': 40,
  /** One keyword that is looked for, and once more for each 1,000 characters of the text. */
  keyword: 100,
  /** What was counted in units already. */
  unit: 1,
  /** One variable that is copied because another next to it changes. */
  variable: 40,
} as const;

export type WorkKind = keyof typeof workPrices;

/** Units of a turn with its subflows, and of the validation of a request: less than 100 ms on a slow processor. */
export const maxWork = 5_000_000;

/** Comparisons of single characters that cost a unit. */
const comparisonsInUnit = 20;

/** Units that are left for the rest of a turn once a widget has exceeded its budget: its failure path. */
const reserve = maxWork / 10;

/** A limit was exceeded; the message is a sentence that names it. */
export class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded';
}

export class WorkBudget {
  #left: number;
  #exceeded: LimitExceeded | null = null;
  #hasReserve = true;
  readonly #seen = new Set<string>();

  /** `units` can be spent. */
  constructor(units: number = maxWork) {
    this.#left = units;
  }

  /** Units that can still be spent. */
  get left(): number {
    return this.#left;
  }

  /** Spends `count` times the price of `kind`. @throws LimitExceeded when that is more than is left, and from then on */
  spend(kind: WorkKind, count = 1): void {
    this.#left -= workPrices[kind] * count;
    if (this.#left >= 0 && this.#exceeded === null) return;
    this.#left = 0;
    this.#exceeded ??= new LimitExceeded(
      `The limit of ${maxWork.toLocaleString('en-US')} units of work was exceeded.`,
    );
    throw this.#exceeded;
  }

  /** Spends the worst case of searching a text for a pattern, given their lengths. @throws LimitExceeded */
  spendSearch(text: number, pattern: number): void {
    const positions = Math.max(0, text - pattern + 1);
    this.spend('byte', text + (positions * pattern) / comparisonsInUnit);
  }

  /** True the first time that a template is named to this budget: the next time its parsed form is in a cache. */
  isFirst(template: string): boolean {
    return this.#seen.size < this.#seen.add(template).size;
  }

  /** @throws LimitExceeded when it was exceeded before, for callers between which and `spend` errors are caught */
  assertNotExceeded(): void {
    if (this.#exceeded !== null) throw this.#exceeded;
  }

  /** After it was exceeded, gives a tenth of it to go on with; false the second time. */
  takeReserve(): boolean {
    if (!this.#hasReserve) return false;
    this.#hasReserve = false;
    this.#exceeded = null;
    this.#left = Math.max(this.#left, reserve);
    return true;
  }
}
