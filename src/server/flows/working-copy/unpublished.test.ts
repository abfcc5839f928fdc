import { expect, it } from 'vitest';
import type { FlowContent } from '#flow/change/working-copy.ts';
import { emptyDefinition } from '#flow/definition.ts';
import { openTestServer } from '../../testing/server.ts';
import { insertRevision } from '../revisions/store.ts';
import { insertFlow } from '../store.ts';
import { rememberedPublished } from './unpublished.ts';

it('published revisions in memory have 4 MB at most: those of the flows that were edited last', async () => {
  const { ctx, account, close } = await openTestServer();
  const definition = JSON.stringify({ ...emptyDefinition(), description: 'x'.repeat(1_000_000) });
  const flows = Array.from({ length: 12 }, (_, n) => `FW${n}`);
  const times = { created_at: 0, updated_at: null };
  const row = { friendly_name: 'Large', status: 'published', author: null } as const;
  await ctx.database.write(async (tx) => {
    for (const flow of flows) {
      const own = { sid: flow, account: account.account_sid, revision: 1, published_revision: 1 };
      await insertFlow(tx, {
        ...row,
        ...own,
        ...times,
        tags: '[]',
        needs_approval: 0,
        digest: '{}',
        verdict: null,
      });
      const stored = { flow, revision: 1, definition, commit_message: null, warnings: '[]', created_at: 0 };
      await insertRevision(tx, { ...row, ...stored });
    }
  });
  const read = rememberedPublished(ctx);
  const readAll = (sids: readonly string[]) =>
    ctx.database.write(async (tx) => {
      const contents = new Map<string, FlowContent>();
      for (const flow of sids) contents.set(flow, await read(tx, flow, 1));
      return contents;
    });
  const first = await readAll(flows);
  const again = await readAll(flows.toReversed());
  expect(flows.filter((flow) => again.get(flow) === first.get(flow))).toEqual(flows.slice(-4));
  await close();
});
