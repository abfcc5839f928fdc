/** Every column of texts or bytes is encrypted, or says why not; and every one that is, is written by way of the query builder. */

import { describe, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../../../testing/every-database.ts';
import { ContactData } from '../cell-cipher.ts';
import { contactData, encryptedColumns, withoutContactData } from './contact-data.ts';
import { distribution } from './distribution.ts';

describe('the list of columns with data of contacts', () => {
  it('has each table once', () => {
    const listed = [...Object.keys(contactData), ...Object.keys(withoutContactData)];
    expect(listed.sort()).toEqual(Object.keys(distribution).sort());
  });
});

describeOnEveryDatabase('the columns with data of contacts', ({ current }) => {
  it('are listed, as are those of the same tables that have none', async () => {
    const tables = await current().read.introspection.getTables();
    for (const [table, { key, encrypted, plain }] of Object.entries(contactData)) {
      const columns = tables.find(({ name }) => name === table)?.columns ?? [];
      const texts = columns.filter(({ dataType }) => /^(text|bytea|blob|varchar)/i.test(dataType));
      const listed = [...encrypted, ...Object.values(plain).flat()];
      expect(listed.sort(), table).toEqual(texts.map(({ name }) => name).sort());
      const binary = texts.filter(({ dataType }) => /^(bytea|blob)/i.test(dataType)).map(({ name }) => name);
      expect(
        binary.every((column) => column === 'bytes'),
        `${table}: those of bytes have this name`,
      ).toBe(true);
      const names = columns.map(({ name }) => name);
      expect(
        key.every((column) => names.includes(column)),
        table,
      ).toBe(true);
      if (encrypted.length > 0) expect(names).toContain('shard');
    }
  });

  it('are marked in what is compiled: inserts of one and several rows, updates, and what conflicts', () => {
    const db = current().read;
    const row = { sid: 'x', shard: 1, account: 'a', name: 'n', data: '{"a":1}', revision: 1, created_at: 1 };
    const one = db.insertInto('sync_objects').values({ ...row, updated_at: null });
    const statements = [
      one,
      db.insertInto('sync_objects').values([
        { ...row, updated_at: null },
        { ...row, updated_at: 1 },
      ]),
      one.onConflict((conflict) =>
        conflict.column('sid').doUpdateSet({ data: 'second', name: 'second name' }),
      ),
      db.updateTable('sync_objects').set({ data: 'third', name: 'b' }).where('data', '=', 'as it is'),
      db.updateTable('sync_objects as o').set({ data: 'third', name: 'b' }).where('o.sid', '=', 'x'),
      db
        .with('made', (inner) => inner.insertInto('sync_objects').values({ ...row, updated_at: null }))
        .selectFrom('accounts')
        .selectAll(),
    ];
    const marked = statements.map((each) =>
      each.compile().parameters.flatMap((value) => (value instanceof ContactData ? [value.value] : [])),
    );
    const data = row.data;
    expect(marked).toEqual([[data], [data, data], [data, 'second'], ['third'], ['third'], [data]]);
    expect(encryptedColumns('accounts')).toBeUndefined();
  });
});
