/** Measures the growth of the public functions: `node measure.ts` prints one line of JSON, as nothing else may run meanwhile. */

import { startCounting, takeWork } from './count-work.ts';

startCounting();
const { growthCases } = await import('./growth-cases.ts');
const sizes = [48, 96, 192];
const measured: Record<string, Record<string, Record<string, number>>> = {};
for (const [file, functions] of Object.entries(growthCases)) {
  measured[file] = {};
  for (const [name, cases] of Object.entries(functions)) {
    const exponents: Record<string, number> = {};
    for (const [over, make] of Object.entries(cases)) {
      const work: number[] = [];
      // What is made once, such as a compiled schema.
      await make(12)();
      for (const size of sizes) {
        const call = make(size);
        takeWork();
        await call();
        work.push(takeWork());
      }
      exponents[over] = exponentOf(work);
    }
    measured[file][name] = exponents;
  }
}
process.stdout.write(`${JSON.stringify(measured)}\n`);

/** From one doubling to the next, so that what is done once does not count. */
function exponentOf([first = 0, second = 0, third = 0]: readonly number[]): number {
  const [more, evenMore] = [second - first, third - second];
  return more <= 0 || evenMore <= 0 ? 0 : Math.max(0, Math.log2(evenMore / more));
}
