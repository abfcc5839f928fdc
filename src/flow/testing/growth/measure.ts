/** Measures the growth of the public functions: `node measure.ts` prints one line of JSON, as nothing else may run meanwhile. */

import { exponentOf, startCounting, takeWork } from './count-work.ts';

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
