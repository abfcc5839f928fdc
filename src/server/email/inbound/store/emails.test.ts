/** The store of received email, on each database. */

import { expect, it } from 'vitest';
import { upsertAccount } from '../../../accounts/store.ts';
import type { InboundMailRow } from '../../../platform/database/schema/inbound-email.ts';
import { shardOfContent } from '../../../platform/database/shard.ts';
import { describeOnEveryDatabase } from '../../../testing/every-database.ts';
import { countAllContents } from '../../testing/inbound-census.ts';
import { insertEmail, insertPart, releaseContent, setEmailStatus } from './emails.ts';

const mail = (
  id: string,
  content: string,
): Omit<InboundMailRow, 'shard' | 'subject' | 'terms' | 'dmarc' | 'kept_until'> => ({
  ...{ id, account: 'AC1', region: 'global', hostname: `${id}.test`, content, size: 1, sender: 'a@b.test' },
  ...{
    recipients: '[]',
    client_ip: '127.0.0.1',
    helo: null,
    spf: null,
    dkim: null,
    status: 'waiting',
    attempts: 0,
  },
  ...{ received_at: 1, finished_at: null },
});

describeOnEveryDatabase('the store of received email', ({ current }) => {
  it('deletes shared content when emails are posted concurrently', async () => {
    const { read } = current();
    const account = { name: 'A', user: 'US1', token_hash: 'h', created_at: 1, closed_at: null };
    await current().write((tx) =>
      upsertAccount(tx, { ...account, sid: 'AC1', parent: null, username: null }),
    );
    for (let round = 0; round < 40; round += 1) {
      const content = `content ${round}`;
      const ids = ['a', 'b', 'c'].map((letter) => `${letter}${round}`);
      await current().write(async (tx) => {
        await insertPart(tx, { content, seq: 0, bytes: new Uint8Array([1]), created_at: 1 });
        for (const id of ids) await insertEmail(tx, mail(id, content));
      });
      const arrive = (id: string) =>
        current().write(async (tx) => {
          await setEmailStatus(tx, {
            ...{
              id,
              shard: shardOfContent(content),
              status: 'posted',
              attempts: 1,
              finished_at: 2,
              spf: 'none',
              dkim: 'none',
              dmarc: null,
              subject: '',
              terms: '',
              kept_until: null,
            },
          });
          await releaseContent(tx, content);
        });
      await Promise.all(ids.map(arrive));
      expect(await countAllContents(read)).toBe(0);
    }
  });
});
