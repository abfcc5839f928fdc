/** Writes the part of `docs/explanations/scaling.md` that follows from the list of tables. */

import { distribution, shardGroups } from '#server/platform/database/schema/distribution.ts';

const begin =
  '<!-- Written by `npm run docs`: change src/server/platform/database/schema/distribution.ts. -->';
const end = '<!-- End of the written part. -->';

/**
 * The document with its written part replaced.
 *
 * @throws when it does not have that part
 */
export function withCitusCommands(document: string): string {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error('The document has no part to write.');
  return `${document.slice(0, from)}${begin}\n\n${citusCommands()}\n\n${document.slice(to)}`;
}

function citusCommands(): string {
  const tables = Object.entries(distribution);
  const rows = tables.flatMap(([name, table]) =>
    table.kind === 'hot' ? [`| \`${name}\` | ${table.shardOf} |`] : [],
  );
  const references = tables.filter(([, { kind }]) => kind === 'reference');
  const commands = tables.map(([name, { kind }]) => (kind === 'hot' ? distribute(name) : copy(name)));
  return [
    `Of ${tables.length} tables ${rows.length} are distributed by \`shard\`; the other ${references.length} are small and copied to every node.`,
    ['| distributed table | the shard of a row follows from |', '|---|---|', ...rows].join('\n'),
    ['```sql', ...commands, '```'].join('\n'),
  ].join('\n\n');
}

/** `executions` decides where the rows of a shard are; all others join it there. */
function distribute(name: string): string {
  const place =
    name === 'executions'
      ? `colocate_with => 'none', shard_count => ${shardGroups}`
      : `colocate_with => 'executions'`;
  return `select create_distributed_table('${name}', 'shard', ${place});`;
}

function copy(name: string): string {
  return `select create_reference_table('${name}');`;
}
