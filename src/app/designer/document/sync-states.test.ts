/** The table of states, and the machine of it on a bad network. COEDIT_RUNS sets the number of random sessions. */

import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server.ts';
import { describeAs, openedDocument } from '../testing/open-document.ts';
import { slowNetwork } from '../testing/slow-network.ts';
import { type Sync, startSync } from './sync.ts';
import { isEnded, type SyncEvent, type SyncState, stateAfter, transitions } from './sync-states.ts';

const runs = Number(process.env.COEDIT_RUNS ?? 60);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const after = (...events: SyncEvent[]): SyncState => events.reduce<SyncState>(stateAfter, 'opening');
const opened: SyncEvent[] = ['copied', 'requested', 'answered', 'caughtUp'];

it.each<[SyncState, SyncEvent[]]>([
  ['behind', ['copied']],
  ['live', opened],
  ['sending', [...opened, 'sent']],
  ['live', [...opened, 'sent', 'answered']],
  ['behind', [...opened, 'missed']],
  ['behind', [...opened, 'sent', 'missed', 'answered']],
  ['behind', [...opened, 'missed', 'requested', 'missed', 'answered', 'caughtUp']],
  ['opening', [...opened, 'sent', 'expired', 'answered']],
  ['behind', [...opened, 'sent', 'expired', 'answered', 'copied']],
  ['offline', [...opened, 'sent', 'failed', 'missed', 'expired']],
  ['behind', [...opened, 'failed', 'answered', 'caughtUp']],
  ['behind', ['failed', 'answered', 'copied']],
  ['refused', [...opened, 'otherFormat', 'answered', 'copied', 'deleted']],
  ['deleted', [...opened, 'deleted', 'answered', 'copied', 'failed']],
])('is %s after %j', (state, events) => {
  expect(after(...events)).toBe(state);
});

it('is live only after an answer that brought everything, and ends from any state', () => {
  const states = Object.keys(transitions) as SyncState[];
  const beforeLive = states.filter((state) => Object.values(transitions[state]).includes('live'));
  expect(beforeLive).toEqual(['sending', 'catchingUp']);
  const open = states.filter((state) => !isEnded(state));
  expect(open.filter((state) => stateAfter(state, 'deleted') !== 'deleted')).toEqual([]);
  expect(open.filter((state) => stateAfter(state, 'otherFormat') !== 'refused')).toEqual([]);
  expect(states.filter(isEnded)).toEqual(['refused', 'deleted']);
});

type Page = { document: ReturnType<typeof openedDocument>; sync: Sync };

/** What may happen to a page, or to the server. */
const acts: Record<string, (page: Page, server: FakeServer, nth: number) => unknown> = {
  write: ({ document }, _, nth) => document.apply({ name: 'describe' }, describeAs(`text ${nth}`)),
  rename: ({ document }, _, nth) => document.rename(`name ${nth}`),
  undo: ({ document }) => document.undo(),
  catchUp: ({ sync }) => sync.catchUp(),
  hide: ({ sync }) => sync.setVisible(false),
  show: ({ sync }) => sync.setVisible(true),
  unplug: ({ sync }) => sync.setOnline(false),
  plug: ({ sync }) => sync.setOnline(true),
  stop: (_, server) => server.stop(),
  start: (_, server) => (server.isDown = false),
  loseAnswers: (_, server) => (server.losesAnswers = !server.losesAnswers),
  forget: (_, server) => (server.keptFrom = server.head.seq),
};
const act = fc.record({
  page: fc.nat(2),
  name: fc.constantFrom(...Object.keys(acts)),
  waitMs: fc.nat(200),
});
const session = fc.array(act, { minLength: 20, maxLength: 40, size: 'max' });

it('ends live with the same flow on every page, whatever the network does', async () => {
  await fc.assert(
    fc.asyncProperty(session, fc.infiniteStream(fc.nat(150)), async (acts, delays) => {
      const server = new FakeServer();
      const pages = ['a', 'b', 'c'].map((client) => openPage(server, client, () => delays.next().value));
      await perform(acts, server, pages);
      Object.assign(server, { isDown: false, losesAnswers: false });
      for (const { sync } of pages) {
        sync.setVisible(true);
        sync.setOnline(true);
      }
      await vi.advanceTimersByTimeAsync(60_000);
      for (const { document } of pages) {
        const { sync, editor, history } = document.getState();
        expect({ sync, pending: editor.pending }).toEqual({ sync: 'live', pending: [] });
        expect(history.present).toEqual(server.head.copy);
      }
      vi.clearAllTimers();
    }),
    { numRuns: runs },
  );
}, 3_600_000);

function openPage(server: FakeServer, client: string, delayMs: () => number): Page {
  const document = openedDocument(client);
  const sync = startSync(document, slowNetwork(server, delayMs), {
    client,
    authorName: () => client,
    onRevision: () => {},
    onPresence: () => {},
    onComment: () => {},
    onOthersEdits: () => {},
  });
  sync.follow();
  return { document, sync };
}

async function perform(
  session: readonly { page: number; name: string; waitMs: number }[],
  server: FakeServer,
  pages: readonly Page[],
): Promise<void> {
  for (const [nth, { page, name, waitMs }] of session.entries()) {
    acts[name]?.(pages[page] ?? expect.fail(), server, nth);
    await vi.advanceTimersByTimeAsync(waitMs);
  }
}
