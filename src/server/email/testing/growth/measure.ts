/** Measures how the parsers of email grow: `node measure.ts` prints one line of JSON, as nothing else may run meanwhile. */

import { count, exponentOf, startCounting, takeWork } from '#flow/testing/growth/count-work.ts';

startCounting();
countBytes();
const { parsers } = await import('./parsers.ts');
const { hostileMessages } = await import('./hostile-messages.ts');
const sizes = [4_000, 8_000, 16_000];
/** By message and parser. */
const measured: Record<string, Record<string, number>> = {};
for (const [name, make] of Object.entries(hostileMessages)) {
  const exponents: Record<string, number> = {};
  for (const [parser, parse] of Object.entries(parsers)) {
    // What is made once, such as a decoder.
    await parse(make(1_000));
    const work: number[] = [];
    for (const size of sizes) {
      const message = make(size);
      takeWork();
      await parse(message);
      work.push(takeWork());
    }
    exponents[parser] = exponentOf(work);
  }
  measured[name] = exponents;
}
process.stdout.write(`${JSON.stringify(measured)}\n`);

/** What is done with bytes, as with texts. */
function countBytes(): void {
  const lengthOf = (value: unknown) => (value as { length?: number } | null)?.length ?? 1;
  count(Buffer.prototype, 'indexOf', (self, result, [, from]) =>
    result === -1 ? lengthOf(self) - Number(from ?? 0) : Number(result) - Number(from ?? 0) + 1,
  );
  count(Buffer.prototype, 'toString', (_, result) => lengthOf(result));
  count(TextDecoder.prototype, 'decode', (_, result) => lengthOf(result));
  count(Uint8Array.prototype, 'includes', lengthOf);
  count(Uint8Array.prototype, 'set', (_, __, [from]) => lengthOf(from));
  for (const name of ['from', 'concat']) count(Buffer, name, (_, result) => lengthOf(result));
}
