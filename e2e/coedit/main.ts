/**
 * Several editors of one flow while the server is killed: `node e2e/coedit/main.ts [--kills N] [--on embedded,PostgreSQL]
 * [--processes N]`, on PostgreSQL three where nothing is said.
 * Prints the counts; the exit code is 1 when an acknowledged edit is missing or there twice, or when the editors do not
 * have the same bytes in the end.
 */

import { parseArgs } from 'node:util';
import { startPostgres } from '#server/testing/postgres.ts';
import { editUnderKills } from './scenario.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    on: { type: 'string', default: 'embedded,PostgreSQL' },
    processes: { type: 'string', default: '3' },
  },
});
const kills = Number(values.kills);

async function run(database: string, environment: Record<string, string>, processes: number): Promise<void> {
  const { made, acknowledged, problems } = await editUnderKills(kills, environment, processes);
  const outcome =
    problems.length === 0 ? 'none lost, none twice, the same bytes everywhere' : problems.join('; ');
  console.log(`${database}: ${kills} kills, ${made} edits, ${acknowledged} acknowledged: ${outcome}`);
  if (problems.length > 0) process.exitCode = 1;
}

const wanted = values.on.split(',');
if (wanted.includes('embedded')) await run('embedded', {}, 1);
if (wanted.includes('PostgreSQL')) {
  const postgres = await startPostgres();
  try {
    await run('PostgreSQL', { DATABASE_URL: postgres.url }, Number(values.processes));
  } finally {
    await postgres.stop();
  }
}
