import { expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../../../testing/every-database.ts';
import { hasMessageEvent } from '../store/events.ts';
import { recordEvents } from './record.ts';

describeOnEveryDatabase('email events', ({ current }) => {
  const owner = { account: 'AC1', region: 'global', now: 1_700_000_000_500 } as const;
  const webhook = (id: string, kinds: string[], enabled = 1) => ({
    ...{
      id,
      account: 'AC1',
      region: 'global' as const,
      url: `https://${id}.test`,
      enabled,
      friendly_name: null,
    },
    ...{
      kinds: JSON.stringify(kinds),
      oauth_client_id: null,
      oauth_client_secret: null,
      oauth_token_url: null,
    },
    ...{ public_key: null, private_key: null, created_at: 0, updated_at: 0 },
  });

  it('are stored once for each cause and queued for subscribed webhooks', async () => {
    const db = current();
    await db.write(async (tx) => {
      await tx
        .insertInto('accounts')
        .values({
          ...{ sid: 'AC1', name: 'a', user: 'US1', token_hash: 'h', created_at: 0 },
          ...{ parent: null, username: null, closed_at: null },
        })
        .execute();
      const hooks = [
        webhook('all', ['open', 'click']),
        webhook('clicks', ['click']),
        webhook('off', ['click'], 0),
      ];
      await tx.insertInto('event_webhooks').values(hooks).execute();
    });
    const open = { cause: 'm1.open.1', kind: 'open', message: 'm1', fields: { email: 'a@b.test' } } as const;
    const click = { ...open, cause: 'm1.click.1', kind: 'click' } as const;
    await db.write((tx) => recordEvents(tx, owner, [open]));
    await db.write((tx) => recordEvents(tx, owner, [open, click]));
    const events = await db.read.selectFrom('mail_events').selectAll().orderBy('seq').execute();
    expect(events.map(({ kind }) => kind)).toEqual(['open', 'click']);
    const [first] = events;
    expect(JSON.parse(first?.payload ?? '')).toEqual({
      ...{ email: 'a@b.test', event: 'open', timestamp: 1_700_000_000 },
      ...{ sg_event_id: first?.id, sg_message_id: 'm1' },
    });
    const queued = await db.read
      .selectFrom('event_queue')
      .selectAll()
      .orderBy('webhook')
      .orderBy('event')
      .execute();
    expect(queued.map(({ webhook: to }) => to)).toEqual(['all', 'all', 'clicks']);
  });

  it('of a kind are looked for among the first of a message', async () => {
    const db = current();
    const has = (kind: 'open' | 'click') => hasMessageEvent(db.read, owner, { message: 'm9', kind });
    const record = (kind: 'open' | 'click', from: number, to: number) =>
      db.write((tx) =>
        recordEvents(
          tx,
          owner,
          Array.from({ length: to - from }, (_, n) => {
            return { cause: `m9.${kind}.${from + n}`, kind, message: 'm9', fields: { email: 'a@b.test' } };
          }),
        ),
      );
    expect([await has('open'), await has('click')]).toEqual([false, false]);
    await record('open', 0, 500);
    expect([await has('open'), await has('click')]).toEqual([true, false]);
    await record('click', 0, 1);
    // Behind so many it is not seen, and counts as there.
    expect([await has('open'), await has('click')]).toEqual([true, true]);
    await db.write((tx) => tx.deleteFrom('mail_events').where('kind', '=', 'click').execute());
    await record('open', 500, 501);
    expect([await has('open'), await has('click')]).toEqual([true, true]);
  });
});
