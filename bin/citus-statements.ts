/**
 * Explains the statements that tests have recorded in a folder (RECORD_STATEMENTS) on the Citus cluster in another one, and says
 * how many go to one shard. Fails on one that goes to several and is not in
 * `src/server/testing/statements-across-shards.ts`. With `--whole` all tests have run, so all that is listed there
 * must have been sent; with `--write-docs` the table becomes `docs/reference/citus-statements.md`.
 */

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cloneDistributed, dropOnEachNode, startCitus } from '#server/testing/citus.ts';
import { explainRecorded, statementsDocument } from '#server/testing/recorded-statements.ts';

const { values, positionals } = parseArgs({
  options: { whole: { type: 'boolean', default: false }, 'write-docs': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [statements = '', cluster = ''] = positionals;
const name = 'patchbay_statements';
const { nodes, stop } = await startCitus(cluster);
await dropOnEachNode(nodes, name);
const table = await explainRecorded(statements, await cloneDistributed(nodes, name));
await dropOnEachNode(nodes, name);
await stop();

const line = (count: number, what: string) => console.log(`${String(count).padStart(6)}  ${what}`);
console.log('\nStatements of the product:');
line(table.oneShard, 'go to one shard');
line(table.elsewhere, 'read and write tables that every node has, or none');
for (const [why, forms] of table.listed) line(forms.length, `go to several shards: ${why}`);
const wrong = [
  ...table.unlisted.map((each) => `goes to several shards, and is not listed: ${each}`),
  ...table.refused.map((each) => `was refused: ${each}`),
  // A part of the tests sends a part of the statements.
  ...(values.whole ? table.unused : []).map((each) => `is listed, but was not sent: ${each}`),
];
for (const each of wrong) console.log(`FAILED statement ${each}`);
if (values['write-docs'] && wrong.length === 0)
  writeFileSync(new URL('../docs/reference/citus-statements.md', import.meta.url), statementsDocument(table));
process.exitCode = wrong.length === 0 ? 0 : 1;
