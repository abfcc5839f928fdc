/** Writes the part of `docs/explanations/scaling.md` that follows from the list of tables. */

import {
  distribution,
  shardGroups,
  spreadBy,
  type TableKind,
} from '#server/platform/database/schema/distribution.ts';

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
  const flows = tables.flatMap(([name, { kind }]) => (kind === 'flow' ? [`\`${name}\``] : []));
  const copied = tables.length - rows.length - flows.length;
  const commands = tables.map(([name, { kind }]) => command(name, kind));
  return [
    `Of ${tables.length} tables ${rows.length} are distributed by \`shard\`, and ${flows.length} by the SID of their \`flow\`; the other ${copied} are small and copied to every node.`,
    ['| distributed table | the shard of a row follows from |', '|---|---|', ...rows].join('\n'),
    `By \`flow\`: ${flows.join(', ')}. They are written while people draw, or with the turns that are counted.`,
    ['```sql', ...commands, '```'].join('\n'),
  ].join('\n\n');
}

/** The first table of a kind decides where rows are; all others join it there. */
function command(name: string, kind: TableKind): string {
  const spread = spreadBy[kind];
  if (spread === null) return `select create_reference_table('${name}');`;
  const { column, first } = spread;
  const place =
    name === first ? `colocate_with => 'none', shard_count => ${shardGroups}` : `colocate_with => '${first}'`;
  return `select create_distributed_table('${name}', '${column}', ${place});`;
}
