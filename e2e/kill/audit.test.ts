/**
 * Crash test of the audit log: the server is killed while clients change flows. After each restart every change that was
 * acknowledged has its event, every event a change that is there, and the chain is whole.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditRecord, AuditVerification } from '#api/audit/operations.ts';
import { paths } from '#api/paths.ts';
import { verifyLines } from '#server/audit/file-service.ts';
import { survey } from '#server/flows/testing/flows.ts';
import { kills, moreThan } from './kills.ts';
import { ServerProcess } from './server-process.ts';

const clients = 6;
const port = 21_495;
const base = `http://127.0.0.1:${port}`;
const account = `AC${'d'.repeat(32)}`;
const authorization = `Basic ${Buffer.from(`${account}:token-of-the-kill-test`).toString('base64')}`;

const folder = mkdtempSync(join(tmpdir(), 'patchbay-kill-'));
const server = new ServerProcess({
  PORT: String(port),
  SMTP_PORT: 'off',
  DATA_DIR: folder,
  PATCHBAY_ACCOUNT_SID: account,
  PATCHBAY_AUTH_TOKEN: 'token-of-the-kill-test',
  LOG_LEVEL: 'error',
});

beforeAll(() => server.start());
afterAll(async () => {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string) => fetch(base + path, { headers: { authorization } });

/** Creates flows until the server is gone; gives those that were acknowledged. */
async function createUntilGone(acknowledged: Set<string>): Promise<void> {
  const form = { FriendlyName: 'Kept', Status: 'draft', Definition: JSON.stringify(survey) };
  for (;;) {
    try {
      const body = new URLSearchParams(form);
      const response = await fetch(base + paths.flows, { method: 'POST', headers: { authorization }, body });
      if (response.status === 201) acknowledged.add(((await response.json()) as { sid: string }).sid);
    } catch {
      return;
    }
  }
}

async function listFlows(): Promise<Set<string>> {
  const sids = new Set<string>();
  for (let path: string | null = `${paths.flows}?PageSize=1000`; path !== null; ) {
    const page = (await (await get(path)).json()) as {
      flows: { sid: string }[];
      meta: { next_page_url: string | null };
    };
    for (const { sid } of page.flows) sids.add(sid);
    const next = page.meta.next_page_url;
    path = next === null ? null : next.slice(new URL(next).origin.length);
  }
  return sids;
}

it('has an event of each change, and no other, however often the server is killed', async () => {
  const acknowledged = new Set<string>();
  for (let round = 0; round < kills; round += 1) {
    const before = acknowledged.size;
    const creating = Array.from({ length: clients }, () => createUntilGone(acknowledged));
    await moreThan(() => acknowledged.size, before + 1);
    await sleep(150 + ((round * 97) % 300));
    await server.kill();
    await Promise.all(creating);
    await server.start();

    const text = await (await get(paths.auditEventsLines)).text();
    const lines = text.trim().split('\n');
    const events = lines.map((line) => JSON.parse(line) as AuditRecord);
    const created = events.flatMap(({ operation, object_sid: sid }) =>
      operation === 'CreateFlow' && sid !== null ? [sid] : [],
    );
    expect(new Set(created).size).toBe(created.length);
    expect([...acknowledged].filter((sid) => !created.includes(sid))).toEqual([]);
    expect(new Set(created)).toEqual(await listFlows());
    expect(await verifyLines(lines)).toMatchObject({ gaps: 0, broken: null });
    const verified = (await (await get(paths.auditVerification)).json()) as AuditVerification;
    expect(verified.broken).toBeNull();
  }
  expect(acknowledged.size).toBeGreaterThan(kills);
});
