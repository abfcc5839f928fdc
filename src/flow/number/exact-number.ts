/** A number that keeps its digits: docs/reference/comparing.md has the rule. It is apart from what counts, as all JSON may hold one. */

/** Not in the type of ECMAScript 2025. https://tc39.es/proposal-json-parse-with-source */
const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown };

/** A number that a JavaScript number does not hold: of more digits, or a decimal that is whole, such as 7.0. */
export class ExactNumber {
  /** As it was written: a number of JSON. */
  readonly written: string;

  constructor(written: string) {
    this.written = written;
  }

  /** As it is shown: without zeros behind the point, so 7 for 7.0. */
  toString(): string {
    if (!/^-?\d+\.\d+$/.test(this.written)) return this.written;
    let end = this.written.length;
    while (this.written[end - 1] === '0') end--;
    return this.written.slice(0, this.written[end - 1] === '.' ? end - 1 : end);
  }

  /** For operators of JavaScript: a whole number in full. */
  valueOf(): number | bigint {
    return /^-?\d{1,100}$/.test(this.written) ? BigInt(this.written) : Number(this.written);
  }

  /** By which it is known as a number and not as an object of JSON, without this class being loaded for it. */
  [Symbol.toPrimitive](hint: string): string | number | bigint {
    return hint === 'string' ? this.toString() : this.valueOf();
  }

  /** The digits in JSON; in browsers that cannot write them, as text. */
  toJSON(): unknown {
    return rawJSON?.(this.written) ?? String(this);
  }
}
