/** The removal of old messages, some at a time, on each database. */

import { beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import { splitTerms } from '../search/terms.ts';
import {
  deleteOldOutboundMessages,
  insertOutboundMessage,
  insertRecipients,
  type OutboundRecipientRow,
} from './store.ts';

describeOnEveryDatabase('old messages', ({ current }) => {
  beforeAll(() =>
    current().write((tx) => {
      const account = { sid: 'AC1', name: 'a', user: 'US1', token_hash: 'h', created_at: 0 };
      return tx.insertInto('accounts').values(account).execute();
    }),
  );

  const owner = { account: 'AC1', region: 'global' } as const;
  let made = 0;
  const add = (created_at: number, { recipients = 1, shared = 1, attached = 0 }) =>
    current().write(async (tx) => {
      made += 1;
      const key = { mail: `A${String(made).padStart(21, 'A')}`, shard: 0 };
      const mail = { ...owner, id: key.mail, shard: 0, shared: 'x'.repeat(shared), created_at };
      const file = {
        filename: 'f',
        type: 't',
        inline: 0,
        content_id: null,
        bytes: Buffer.alloc(attached, 1),
      };
      const attachments = attached === 0 ? [] : [{ ...key, ...file, number: 0 }];
      await insertOutboundMessage(tx, {
        mail,
        personalizations: [{ ...key, number: 0, value: '{}' }],
        attachments,
      });
      const rows = Array.from(
        { length: recipients },
        (_, number): OutboundRecipientRow => ({
          ...{
            sid: `EM${made}.${number}`,
            ...key,
            ...owner,
            number,
            personalization: 0,
            email: 'a@b.test',
            sender: 's',
          },
          ...{
            subject: 's',
            status: 'delivered',
            in_mailbox: 0,
            attempts: 1,
            response: '',
            send_at: 0,
            created_at,
          },
          ...{
            updated_at: null,
            waits_until: null,
            batch_id: null,
            terms: `term of nr.${made}${'x'.repeat(20)}`.slice(0, 32),
          },
        }),
      );
      await insertRecipients(tx, rows);
      return key.mail;
    });
  const remove = (before: number, limit = 100) =>
    current().write((tx) => deleteOldOutboundMessages(tx, { account: 'AC1', before, limit }));
  const count = async () => {
    const { read } = current();
    const all = [
      await read.selectFrom('outbound_mails').select('shard').execute(),
      await read.selectFrom('outbound_recipients').select('shard').execute(),
      await read.selectFrom('outbound_attachments').select('shard').execute(),
      await read.selectFrom('email_terms').select('shard').execute(),
    ];
    return all.map(({ length }) => length);
  };

  it('of many recipients lose these first', async () => {
    await add(1, { recipients: 120 });
    await add(2, {});
    await add(9, {});
    expect(splitTerms('x'.repeat(32))).toHaveLength(2);
    expect(await count()).toEqual([3, 122, 0, 244]);
    expect(await remove(5)).toBe(0);
    expect(await count()).toEqual([3, 72, 0, 144]);
    expect(await remove(5)).toBe(0);
    expect(await remove(5)).toBe(2);
    expect(await count()).toEqual([1, 1, 0, 2]);
    expect(await remove(5)).toBeNull();
    expect([await remove(9), await remove(9)]).toEqual([1, null]);
  });

  it('of many bytes are few at a time, one at least', async () => {
    for (const attached of [3_000_000, 5_000_000]) await add(1, { attached });
    for (const shared of [900_000, 900_000, 900_000]) await add(2, { shared });
    const removed: (number | null)[] = [];
    do removed.push(await remove(5));
    while (removed.at(-1) !== null);
    expect(removed).toEqual([1, 1, 3, null]);
    expect(await count()).toEqual([0, 0, 0, 0]);
  });
});
