/**
 * What somebody who can write to the database can do to the audit log, and what verification has to say of it. The chain has the
 * events 1 to 12; heads of 3, 6 and 12 are kept elsewhere.
 */

import { sql } from 'kysely';
import type { AuditBreak } from '#api/audit/operations.ts';
import { hashOf, recordOf } from '../../platform/audit/chain.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { AuditChainRow, AuditEventRow } from '../../platform/database/schema/audit.ts';
import { shardOfAccount } from '../../platform/database/shard.ts';

export const length = 12;
export const keptHeads: readonly number[] = [3, 6, 12];

/** The numbers of the events, how many, and the problem. */
type Named = [sequence: number, problem: AuditBreak['problem'], events?: number];

export type Damage = {
  title: string;
  /** Where only one kind of database takes it. */
  only?: 'embedded' | 'PostgreSQL';
  inflict(on: DamagedLog): Promise<unknown>;
  /** What verification of the database names, and nothing else; nothing where the database alone cannot tell. */
  named: Named[];
  /** What the heads that are kept elsewhere tell besides. */
  byHeads?: Named[];
  /** What is named once the next event is sealed, where that is something else. */
  later?: Named[];
};

type Cells = Partial<Record<keyof AuditEventRow, unknown>>;
type ChainCells = Partial<Record<keyof AuditChainRow, unknown>>;

/** The log of an account, to be damaged. */
export class DamagedLog {
  readonly tx: Queries;
  readonly account: string;
  readonly other: string;
  readonly #rows: readonly AuditEventRow[];

  /** `rows`: those of both accounts. */
  constructor(tx: Queries, account: string, other: string, rows: readonly AuditEventRow[]) {
    [this.tx, this.account, this.other, this.#rows] = [tx, account, other, rows];
  }

  row(sequence: number, account = this.account): AuditEventRow {
    const found = this.#rows.find((row) => row.account === account && row.sequence === sequence);
    if (found === undefined) throw new Error(`There is no event ${sequence}.`);
    return found;
  }

  set(sequence: number, cells: Cells): Promise<unknown> {
    return this.setOf(this.row(sequence).sid, cells);
  }

  async setOf(sid: string, cells: Cells): Promise<unknown> {
    const set = Object.entries(cells).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    return sql`update audit_events set ${sql.join(set)} where sid = ${sid}`.execute(this.tx);
  }

  async remove(...sequences: number[]): Promise<void> {
    for (const each of sequences)
      await this.tx.deleteFrom('audit_events').where('sid', '=', this.row(each).sid).execute();
  }

  async insert(cells: Cells): Promise<void> {
    const [names, values] = [Object.keys(cells).map((name) => sql.ref(name)), Object.values(cells)];
    await sql`insert into audit_events (${sql.join(names)}) values (${sql.join(values)})`.execute(this.tx);
  }

  setChain(cells: ChainCells, account = this.account): Promise<unknown> {
    const set = Object.entries(cells).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    return sql`update audit_chains set ${sql.join(set)} where account = ${account}`.execute(this.tx);
  }

  /** A row with other cells, and the hash that belongs to them. */
  forged(row: AuditEventRow, change: Partial<AuditEventRow>): AuditEventRow {
    const changed = { ...row, ...change };
    return { ...changed, hash: hashOf(recordOf(changed)) };
  }

  /** An event that the server has not written, behind another. */
  planted(before: AuditEventRow, change: Partial<AuditEventRow> = {}): AuditEventRow {
    const sequence = (before.sequence ?? 0) + 1;
    const sid = `AE${'f'.repeat(24)}${String(sequence).padStart(8, '0')}`;
    return this.forged(before, {
      ...{ sid, sequence, previous_hash: before.hash, actor_name: 'Planted', ...change },
    });
  }

  /** Changes an event, and computes the hashes of it and of those behind it again, up to one. */
  async recompute(from: number, upTo = length): Promise<AuditEventRow> {
    let before = from === 1 ? null : this.row(from - 1);
    for (let sequence = from; sequence <= upTo; sequence += 1) {
      const row = this.row(sequence);
      const forged = this.forged(row, {
        previous_hash: before?.hash ?? row.previous_hash,
        ...(sequence === from && { actor_name: 'Somebody else' }),
      });
      await this.set(sequence, { previous_hash: forged.previous_hash, hash: forged.hash });
      if (sequence === from) await this.set(sequence, { actor_name: forged.actor_name });
      before = forged;
    }
    return before ?? this.row(upTo);
  }

  async swap(one: number, other: number): Promise<void> {
    await this.set(one, { sequence: 1_000_000 });
    await this.set(other, { sequence: one });
    await this.set(one, { sequence: other });
  }
}

const texts = [
  ...(['operation', 'actor_kind', 'actor_sid', 'actor_name', 'actor_role', 'object_kind'] as const),
  ...(['object_sid', 'object_name', 'reason', 'address', 'request', 'changes'] as const),
];
type Text = (typeof texts)[number];

const nullable = texts.filter((name) => !['operation', 'actor_kind', 'changes'].includes(name));

const asText = (bytes: string) => sql`cast(${sql.raw(`x'${bytes}'`)} as text)`;

/** In the middle, so that there are events before and behind it. */
const at = 5;

const cell = (
  title: string,
  column: keyof AuditEventRow,
  value: unknown | ((row: AuditEventRow) => unknown),
  more: Partial<Damage> = {},
): Damage => ({
  title: `${column} of one event: ${title}`,
  inflict: (log) => log.set(at, { [column]: typeof value === 'function' ? value(log.row(at)) : value }),
  named: [[at, 'changed']],
  ...more,
});

const embedded = { only: 'embedded' } as const;
const atColumn = (column: Text) => (row: AuditEventRow) => String(row[column]);

const cells: Damage[] = [
  ...texts.flatMap((column) => [
    cell('another text', column, 'somebody'),
    cell('empty', column, ''),
    cell('controls and signs of direction', column, '\u202e\u0007\u001b[2J'),
    cell('what encrypted cells begin with', column, '\u00017:t'),
    cell('a letter more', column, (row: AuditEventRow) => `${atColumn(column)(row)} `),
    cell('a long text', column, 'x'.repeat(300_000)),
    cell('bytes', column, Buffer.from([0, 255, 1]), embedded),
    cell('the same as bytes', column, (row: AuditEventRow) => Buffer.from(atColumn(column)(row)), embedded),
    cell('no UTF-8', column, asText('61fffe62'), embedded),
    cell('a text behind a NUL', column, (row: AuditEventRow) => `${row[column]}\0hidden`, embedded),
    cell('a number', column, 7, embedded),
  ]),
  ...nullable.map((column) => cell('null', column, null)),
  cell('a list of other things', 'changes', '[null, 1, {"field":7,"before":{}}]'),
  cell('no list', 'changes', '{"a":1}'),
  cell('no JSON', 'changes', '{'),
  cell('an empty list', 'changes', '[]'),
  cell('a blank between', 'changes', (row: AuditEventRow) => row.changes.replace(',', ', ')),
  cell('another field', 'changes', (row: AuditEventRow) => row.changes.replace('}', ',"note":"x"}')),
  cell('a field twice', 'changes', (row: AuditEventRow) => row.changes.replace('{', '{"field":"x",')),
  cell('another order', 'changes', '[{"before":null,"field":"Name","after":"Survey 5"}]'),
  cell('a secret that is none', 'changes', (row: AuditEventRow) =>
    row.changes.replace('}', ',"is_secret":false}'),
  ),
  cell('nested deeply', 'changes', '['.repeat(100_000)),
  cell('the next millisecond', 'at', (row: AuditEventRow) => row.at + 1),
  cell('an hour before', 'at', (row: AuditEventRow) => row.at - 3_600_000),
  cell('the first one', 'at', 0),
  cell('before all times', 'at', -9_000_000_000_000_000),
  cell('behind all times', 'at', 9_000_000_000_000_000),
  cell('the year 10000', 'at', 253_402_300_800_000),
  cell('the greatest number', 'at', sql`9223372036854775807`),
  cell('the least number', 'at', sql`-9223372036854775808`),
  cell('a fraction more', 'at', (row: AuditEventRow) => row.at + 0.5, embedded),
  cell('a text', 'at', 'yesterday', embedded),
  cell('bytes', 'at', Buffer.from([1, 2]), embedded),
  cell('without end', 'at', sql`9e999`, embedded),
  cell('another hash', 'hash', '1'.repeat(64)),
  cell('null', 'hash', null),
  cell('empty', 'hash', ''),
  cell('that of the event before', 'hash', (row: AuditEventRow) => row.previous_hash),
  cell('a long text', 'hash', 'a'.repeat(300_000)),
  cell('bytes', 'hash', Buffer.from('hash'), embedded),
  cell('no UTF-8', 'hash', asText('ff'), embedded),
  cell('another hash', 'previous_hash', '2'.repeat(64)),
  cell('null', 'previous_hash', null),
  cell('its own', 'previous_hash', (row: AuditEventRow) => row.hash),
  cell('bytes', 'previous_hash', Buffer.from('hash'), embedded),
  cell('another SID', 'sid', `AE${'e'.repeat(32)}`),
  cell('no SID', 'sid', 'x'),
  cell('empty', 'sid', ''),
  cell('letters of a URL', 'sid', 'AE/../%2e?#'),
  cell('null', 'sid', null, embedded),
  cell('bytes', 'sid', Buffer.from('AE1'), embedded),
  cell('no UTF-8', 'sid', asText('4145ff'), embedded),
  cell('a text behind a NUL', 'sid', (row: AuditEventRow) => `${row.sid}\0x`, embedded),
  cell('a long text', 'sid', 'AE'.repeat(50_000), embedded),
  cell('that of another account', 'account', 'AC0', { named: [[at, 'missing']] }),
  cell('that of the installation', 'account', '', { named: [[at, 'missing']] }),
  cell('bytes', 'account', Buffer.from('AC'), { ...embedded, named: [[at, 'missing']] }),
  cell('another shard', 'shard', (row: AuditEventRow) => (row.shard + 1) % 256, { named: [[at, 'missing']] }),
];

const beyond = Number.MAX_SAFE_INTEGER;

const number = (title: string, value: unknown, stands: number, more: Partial<Damage> = {}): Damage =>
  cell(title, 'sequence', value, {
    named: (
      [
        [at, 'missing'],
        [stands, 'added'],
      ] as Named[]
    ).sort(([one], [another]) => one - another),
    ...more,
  });

const numbers: Damage[] = [
  cell('none, so that it is sealed once more', 'sequence', null, { named: [[at, 'missing']] }),
  number('behind the end', 100, 100),
  number('the next one', 13, 13),
  number('0', 0, 0),
  number('below 0', -5, -5),
  number('far behind the end', 2 ** 52 + 1, 2 ** 52 + 1),
  number('the greatest number', sql`9223372036854775807`, beyond),
  number('the least number', sql`-9223372036854775808`, beyond),
  number('a fraction', 7.5, 7, embedded),
  number('a fraction behind the end', 12.5, 12, embedded),
  number('a text', 'five', beyond, embedded),
  number('bytes', Buffer.from([5]), beyond, embedded),
  number('without end', sql`9e999`, beyond, embedded),
];

const rows: Damage[] = [
  ...[1, 2, 6, 11, 12].map(
    (each): Damage => ({
      title: `event ${each} is removed`,
      inflict: (log) => log.remove(each),
      named: [[each, 'missing']],
    }),
  ),
  { title: 'two in a row are removed', inflict: (log) => log.remove(3, 4), named: [[3, 'missing', 2]] },
  {
    title: 'the first half is removed',
    inflict: (log) => log.remove(1, 2, 3, 4, 5, 6),
    named: [[1, 'missing', 6]],
  },
  { title: 'the tail is removed', inflict: (log) => log.remove(10, 11, 12), named: [[10, 'missing', 3]] },
  {
    title: 'every second one is removed',
    inflict: (log) => log.remove(2, 4, 6, 8, 10, 12),
    named: [2, 4, 6, 8, 10, 12].map((each) => [each, 'missing']),
  },
  {
    title: 'all are removed',
    inflict: (log) => log.remove(...Array.from({ length }, (_, index) => index + 1)),
    named: [[1, 'missing', 12]],
  },
  ...(
    [
      [5, 6],
      [4, 9],
      [1, 12],
      [11, 12],
    ] as const
  ).map(
    ([one, other]): Damage => ({
      title: `the events ${one} and ${other} are swapped`,
      inflict: (log) => log.swap(one, other),
      named: [
        [one, 'changed'],
        [other, 'changed'],
      ],
    }),
  ),
  {
    title: 'three events change places',
    async inflict(log) {
      await log.swap(5, 6);
      await log.set(7, { sequence: 1_000_000 });
      await log.set(5, { sequence: 7 });
      await log.set(7, { sequence: 6 });
    },
    named: [
      [5, 'changed'],
      [6, 'changed'],
      [7, 'changed'],
    ],
  },
  {
    title: 'the tail is renumbered',
    async inflict(log) {
      for (let each = length; each > 6; each -= 1) await log.set(each, { sequence: each + 1 });
    },
    named: [[7, 'missing'], ...[8, 9, 10, 11, 12].map((each): Named => [each, 'changed']), [13, 'added']],
  },
  {
    title: 'the tail is renumbered over one that is removed',
    async inflict(log) {
      await log.remove(6);
      for (let each = 7; each <= length; each += 1) await log.set(each, { sequence: each - 1 });
    },
    named: [...[6, 7, 8, 9, 10, 11].map((each): Named => [each, 'changed']), [12, 'missing']],
  },
  {
    title: 'one is doubled behind the end',
    inflict: (log) => log.insert({ ...log.row(5), sid: `AE${'d'.repeat(32)}`, sequence: 13 }),
    named: [[13, 'added']],
  },
  {
    title: 'one is doubled far behind the end',
    inflict: (log) => log.insert({ ...log.row(12), sid: `AE${'d'.repeat(32)}`, sequence: 500_000 }),
    named: [[500_000, 'added']],
  },
  {
    title: 'one is doubled in the place of another',
    async inflict(log) {
      await log.remove(8);
      await log.insert({ ...log.row(5), sid: `AE${'d'.repeat(32)}`, sequence: 8 });
    },
    named: [[8, 'changed']],
  },
  {
    title: 'one is doubled between two numbers',
    only: 'embedded',
    inflict: (log) => log.insert({ ...log.row(5), sid: `AE${'d'.repeat(32)}`, sequence: 5.5 }),
    named: [[5, 'added']],
  },
  {
    title: 'one of another account stands behind the end',
    inflict: (log) =>
      log.setOf(log.row(2, log.other).sid, {
        account: log.account,
        shard: shardOfAccount(log.account),
        sequence: 13,
      }),
    named: [[13, 'added']],
  },
  {
    title: 'one of another account stands in the place of one',
    async inflict(log) {
      await log.remove(2);
      await log.setOf(log.row(2, log.other).sid, {
        account: log.account,
        shard: shardOfAccount(log.account),
      });
    },
    named: [[2, 'changed']],
  },
  {
    title: 'one of another account stands in the place of one, with its hash',
    async inflict(log) {
      await log.remove(2);
      const { account } = log;
      const { hash } = log.forged(log.row(2, log.other), { account });
      await log.setOf(log.row(2, log.other).sid, { account, shard: shardOfAccount(account), hash });
    },
    named: [
      [2, 'unlinked'],
      [3, 'unlinked'],
    ],
  },
];

const forgeries: Damage[] = [
  ...[1, 5, 11].map(
    (each): Damage => ({
      title: `event ${each} is changed with its hash`,
      inflict: (log) => log.recompute(each, each),
      named: [[each + 1, 'unlinked']],
    }),
  ),
  {
    title: 'the last event is changed with its hash',
    inflict: (log) => log.recompute(12),
    named: [[12, 'end']],
    byHeads: [[12, 'rewritten']],
  },
  {
    title: 'three events are computed again',
    inflict: (log) => log.recompute(5, 7),
    named: [[8, 'unlinked']],
  },
  {
    title: 'the whole tail is computed again',
    inflict: (log) => log.recompute(5),
    named: [[12, 'end']],
    byHeads: [
      [6, 'rewritten'],
      [12, 'rewritten'],
    ],
  },
  {
    title: 'the whole tail is computed again, and the end of the chain with it',
    inflict: async (log) => log.setChain({ hash: (await log.recompute(5)).hash }),
    named: [],
    byHeads: [
      [6, 'rewritten'],
      [12, 'rewritten'],
    ],
  },
  {
    title: 'the whole chain is computed again, and its end with it',
    inflict: async (log) => log.setChain({ hash: (await log.recompute(1)).hash }),
    named: [],
    byHeads: [
      [3, 'rewritten'],
      [6, 'rewritten'],
      [12, 'rewritten'],
    ],
  },
  {
    title: 'the last event is changed with its hash, and the end of the chain with it',
    inflict: async (log) => log.setChain({ hash: (await log.recompute(12)).hash }),
    named: [],
    byHeads: [[12, 'rewritten']],
  },
  {
    title: 'an event is planted behind the end',
    inflict: (log) => log.insert(log.planted(log.row(12))),
    named: [[13, 'added']],
  },
  {
    title: 'several events are planted behind the end',
    async inflict(log) {
      const first = log.planted(log.row(12));
      await log.insert(first);
      await log.insert(log.planted(first));
    },
    named: [[13, 'added', 2]],
  },
  {
    title: 'events are planted behind the end, and the end with them',
    async inflict(log) {
      const { sequence, hash, ...rest } = log.planted(log.row(12));
      await log.insert({ sequence, hash, ...rest });
      await log.setChain({ sequence, hash });
    },
    // It is an event that the server would have sealed: see the guide.
    named: [],
  },
  {
    title: 'an event is planted before the first',
    inflict: (log) => log.insert(log.planted(log.row(1), { sequence: 0, previous_hash: '0'.repeat(64) })),
    named: [[0, 'added']],
  },
  {
    title: 'events are planted before the first',
    async inflict(log) {
      await log.insert(log.planted(log.row(1), { sequence: -2 }));
      await log.insert(log.planted(log.row(2), { sequence: -1 }));
    },
    named: [[-2, 'added', 2]],
  },
  ...(['embedded', 'PostgreSQL'] as const).map(
    (only): Damage => ({
      title: 'an event is planted behind the end, in another shard',
      only,
      inflict: (log) => {
        const row = log.planted(log.row(12));
        return log.insert({ ...row, shard: (row.shard + 1) % 256 });
      },
      // No list, file or verification has it. In the embedded database its number is taken, which is then named.
      named: [],
      ...(only === 'embedded' && { later: [[13, 'missing']] }),
    }),
  ),
  {
    title: 'the link leads to an earlier event',
    async inflict(log) {
      const forged = log.forged(log.row(8), { previous_hash: log.row(3).hash });
      await log.set(8, { previous_hash: forged.previous_hash, hash: forged.hash });
    },
    named: [
      [8, 'unlinked'],
      [9, 'unlinked'],
    ],
  },
];

const chain = (
  title: string,
  set: (log: DamagedLog) => ChainCells,
  named: Named[],
  more: Partial<Damage> = {},
): Damage => ({
  title: `the end of the chain: ${title}`,
  inflict: (log) => log.setChain(set(log)),
  named,
  ...more,
});

/** As its hash is that of the last event, the next one follows that, and nothing is left of the damage. */
const healed = { later: [] };

const all: Named[] = [[1, 'added', 12]];

const ends: Damage[] = [
  chain('one event back', (log) => ({ sequence: 11, hash: log.row(11).hash }), [[12, 'added']], {
    byHeads: [[12, 'cut']],
  }),
  chain('several events back', (log) => ({ sequence: 5, hash: log.row(5).hash }), [[6, 'added', 7]], {
    byHeads: [
      [6, 'cut'],
      [6, 'cut', 7],
    ],
  }),
  chain(
    'another number, the same hash',
    () => ({ sequence: 9 }),
    [
      [9, 'end'],
      [10, 'added', 3],
    ],
    {
      ...{ byHeads: [[10, 'cut', 3]], ...healed },
    },
  ),
  chain('at the beginning', () => ({ sequence: 0, hash: '0'.repeat(64) }), all, {
    byHeads: [
      [1, 'cut', 3],
      [1, 'cut', 6],
      [1, 'cut', 12],
    ],
  }),
  chain('below 0', () => ({ sequence: -1 }), [[0, 'end'], ...all], {
    ...healed,
    byHeads: [
      [1, 'cut', 3],
      [1, 'cut', 6],
      [1, 'cut', 12],
    ],
  }),
  chain('one event ahead', () => ({ sequence: 13 }), [[13, 'missing']]),
  chain('far ahead', () => ({ sequence: 1_000_000 }), [[13, 'missing', 999_988]]),
  chain('as far ahead as it can be', () => ({ sequence: 2 ** 52 }), [[13, 'missing', 2 ** 52 - 12]]),
  chain('farther', () => ({ sequence: 2 ** 53 }), [[0, 'end'], ...all], {
    ...healed,
    byHeads: [
      [1, 'cut', 3],
      [1, 'cut', 6],
      [1, 'cut', 12],
    ],
  }),
  chain('the greatest number', () => ({ sequence: sql`9223372036854775807` }), [[0, 'end'], ...all], {
    ...healed,
    byHeads: [
      [1, 'cut', 3],
      [1, 'cut', 6],
      [1, 'cut', 12],
    ],
  }),
  ...(
    [
      ['a text', 'twelve'],
      ['a fraction', 11.5],
      ['bytes', Buffer.from([1])],
    ] as const
  ).map(([title, sequence]) =>
    chain(title, () => ({ sequence }), [[0, 'end'], ...all], {
      ...{ ...embedded, ...healed },
      byHeads: [
        [1, 'cut', 3],
        [1, 'cut', 6],
        [1, 'cut', 12],
      ],
    }),
  ),
  ...(
    [
      ['another hash', '3'.repeat(64)],
      ['no hash', ''],
      ['a long text', 'x'.repeat(300_000)],
    ] as const
  ).map(([title, hash]) => chain(title, () => ({ hash }), [[12, 'end']])),
  chain('bytes for its hash', () => ({ hash: Buffer.from('x') }), [[12, 'end']], embedded),
  chain('another beginning', () => ({ anchor_hash: '4'.repeat(64) }), [[1, 'unlinked']]),
  chain('a beginning without a hash', () => ({ anchor_hash: '' }), [[1, 'unlinked']]),
  chain(
    'a beginning behind events that are there',
    (log) => ({ anchor_sequence: 4, anchor_hash: log.row(4).hash }),
    [[1, 'added', 4]],
  ),
  chain(
    'a beginning behind the end',
    () => ({ anchor_sequence: 50, anchor_hash: '5'.repeat(64) }),
    [
      [1, 'added', 12],
      [50, 'end'],
    ],
    {
      byHeads: [
        [3, 'missing'],
        [6, 'missing'],
        [12, 'missing'],
      ],
    },
  ),
  chain('a beginning below 0', () => ({ anchor_sequence: -3 }), []),
  chain('a beginning that is no number', () => ({ anchor_sequence: 'x' }), [], embedded),
  chain('kept for a millisecond', () => ({ kept_ms: 1 }), []),
  chain('kept for a time that is none', () => ({ kept_ms: -1 }), []),
  chain('kept for a text', () => ({ kept_ms: 'x' }), [], embedded),
  chain('a head that is none', () => ({ head: '{"signature":' }), []),
  chain('a head of bytes', () => ({ head: Buffer.from([0, 1]) }), [], embedded),
  chain('its shard', () => ({ shard: 1 }), [], embedded),
  {
    title: 'the row of the end is removed',
    inflict: (log) => log.tx.deleteFrom('audit_chains').where('account', '=', log.account).execute(),
    named: all,
    byHeads: [
      [1, 'cut', 3],
      [1, 'cut', 6],
      [1, 'cut', 12],
    ],
  },
  {
    title: 'all rows and the row of the end are removed',
    async inflict(log) {
      await log.tx.deleteFrom('audit_events').where('account', '=', log.account).execute();
      await log.tx.deleteFrom('audit_chains').where('account', '=', log.account).execute();
    },
    named: [],
    byHeads: [
      [1, 'cut', 3],
      [1, 'cut', 6],
      [1, 'cut', 12],
    ],
  },
  {
    title: 'the tail is cut off, and the end set back',
    async inflict(log) {
      await log.remove(10, 11, 12);
      await log.setChain({ sequence: 9, hash: log.row(9).hash });
    },
    named: [],
    byHeads: [[10, 'cut', 3]],
  },
  {
    title: 'the last event is cut off, and the end set back',
    async inflict(log) {
      await log.remove(12);
      await log.setChain({ sequence: 11, hash: log.row(11).hash });
    },
    named: [],
    byHeads: [[12, 'cut']],
  },
  {
    title: 'the tail is cut off and written in another way',
    async inflict(log) {
      await log.remove(11, 12);
      const one = log.planted(log.row(10));
      const two = log.planted(one);
      await log.insert(one);
      await log.insert(two);
      await log.setChain({ sequence: 12, hash: two.hash });
    },
    named: [],
    byHeads: [[12, 'rewritten']],
  },
  {
    title: 'the beginning is cut off as retention does it',
    async inflict(log) {
      await log.remove(1, 2, 3, 4);
      await log.setChain({ anchor_sequence: 4, anchor_hash: log.row(4).hash });
    },
    named: [],
    byHeads: [[3, 'missing']],
  },
  {
    title: 'the clock of the server is set back by a day',
    async inflict(log) {
      const { at: now } = log.row(12);
      const late = log.planted(log.row(12), { at: now - 86_400_000 });
      await log.insert(late);
      await log.setChain({ sequence: 13, hash: late.hash });
    },
    named: [],
    byHeads: [
      [13, 'clock'],
      [13, 'clock'],
      [13, 'clock'],
    ],
  },
];

const several: Damage[] = [
  {
    title: 'a change, a gap, a swap and an event more',
    async inflict(log) {
      await log.set(2, { actor_name: 'Somebody else' });
      await log.remove(4, 5);
      await log.swap(7, 8);
      await log.set(10, { hash: '6'.repeat(64) });
      await log.insert(log.planted(log.row(12)));
    },
    named: [
      ...[
        [2, 'changed'],
        [4, 'missing', 2],
        [7, 'changed'],
        [8, 'changed'],
        [10, 'changed'],
        [13, 'added'],
      ],
    ] as Named[],
  },
  {
    title: 'every event is changed',
    inflict: (log) =>
      sql`update audit_events set reason = 'x' where account = ${log.account}`.execute(log.tx),
    named: Array.from({ length }, (_, index) => [index + 1, 'changed']),
  },
  {
    title: 'every hash is removed',
    inflict: (log) =>
      sql`update audit_events set hash = null, previous_hash = null where account = ${log.account}`.execute(
        log.tx,
      ),
    named: Array.from({ length }, (_, index) => [index + 1, 'changed']),
  },
  {
    title: 'the seal of every event is removed',
    inflict: (log) =>
      sql`update audit_events set sequence = null, hash = null, previous_hash = null
        where account = ${log.account}`.execute(log.tx),
    // They are sealed once more, behind.
    named: [[1, 'missing', 12]],
  },
  {
    title: 'one is changed with its hash, the next one removed, the last one changed',
    async inflict(log) {
      await log.recompute(3, 3);
      await log.remove(4);
      await log.set(12, { request: 'x' });
    },
    named: [
      [4, 'missing'],
      [12, 'changed'],
    ],
  },
  {
    title: 'the end is set back, and one before it changed',
    async inflict(log) {
      await log.set(4, { address: '::1' });
      await log.setChain({ sequence: 9, hash: log.row(9).hash });
    },
    named: [
      [4, 'changed'],
      [10, 'added', 3],
    ],
    byHeads: [[10, 'cut', 3]],
  },
  {
    title: 'two changes in one event',
    inflict: (log) => log.set(6, { at: 7, changes: '', hash: '7'.repeat(64) }),
    named: [[6, 'changed']],
    byHeads: [
      [6, 'clock'],
      [6, 'rewritten'],
    ],
  },
  {
    title: 'the first and the last event are removed, and the beginning changed',
    async inflict(log) {
      await log.remove(1, 12);
      await log.setChain({ anchor_hash: '8'.repeat(64) });
    },
    named: [
      [1, 'missing'],
      [12, 'missing'],
    ],
  },
];

export const damages: readonly Damage[] = [
  ...[...cells, ...numbers, ...rows, ...forgeries, ...ends, ...several],
];
