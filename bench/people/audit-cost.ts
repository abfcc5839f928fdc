/** What the audit log costs: both servers run from their sources, as the log is left out of a module of them. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Cost, type CostPlan, measureCost } from '../service/cost.ts';
import { prepareSqlite } from '../service/sqlite-database.ts';

const program = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));
const without = { NODE_OPTIONS: `--import ${new URL('./without-audit.ts', import.meta.url)}` };

export async function measureAuditCost(plan: CostPlan): Promise<Cost[]> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-audit-'));
  try {
    const database = await prepareSqlite(folder, { turns: 1_000, starts: 1_000, conversations: 0 });
    return await measureCost(database, { name: 'the audit log', with: {}, without, program }, plan);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
