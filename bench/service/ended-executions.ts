/** SQL that bulk-inserts ended executions as copies of an existing one. */

import type { Dialect } from '#server/platform/database/database.ts';

const stepsEach = 3;
/** They started within the last ten days, so that retention removes none. */
const spreadMs = 10 * 86_400_000;

/** The statements that add ended executions `from` to `to`, each with its steps and one message. */
export function fillStatements(dialect: Dialect, from: number, to: number): string[] {
  const count = to - from;
  const hex = (value: string, digits: number) =>
    dialect === 'sqlite'
      ? `printf('%0${digits}x', ${value})`
      : `lpad(to_hex((${value})::bigint), ${digits}, '0')`;
  const text = (value: string) => (dialect === 'sqlite' ? value : `(${value})::text`);
  const n =
    dialect === 'sqlite'
      ? `(with recursive n(i) as (select ${from} union all select i + 1 from n where i + 1 < ${to}) select i from n) n`
      : `generate_series(${from}, ${to - 1}) n(i)`;
  const newest = Date.now() - 60_000;
  const at = `(${newest} - ${spreadMs} + n.i * ${Math.max(1, Math.floor(spreadMs / to))})`;
  // In the order of the SIDs, whose first digits are those of the shard: so that index entries are appended.
  const shard = `(n.i - ${from}) * 256 / ${count}`;
  const sid = `'FN' || ${hex(shard, 2)} || ${hex('n.i', 12)} || '${'0'.repeat(18)}'`;
  const contact = `'+3' || ${text('n.i')}`;
  const columns = 'account, flow, revision, channel, exclusive, state, context, version, expires_at';
  const copied = columns.replaceAll(/(^|, )/g, '$1e.');
  const one = 'select * from executions order by sid limit 1';
  const stepColumns = 'name, type, transitioned_from, transitioned_to, changes, notes';
  const copiedStep = stepColumns.replaceAll(/(^|, )/g, '$1s.');
  const oneStep = 'select * from steps order by execution, seq limit 1';
  const seq = Array.from({ length: stepsEach }, (_, index) => `select ${index + 1} as seq`).join(
    ' union all ',
  );
  const messageColumns = 'account, flow, direction, sender, recipient, body, media, status';
  const copiedMessage = messageColumns.replaceAll(/(^|, )/g, '$1m.').replace('m.sender', contact);
  const oneMessage = `select * from messages where direction = 'inbound' limit 1`;
  return [
    `insert into executions (sid, shard, contact, status, created_at, updated_at, ${columns})
     select ${sid}, ${shard}, ${contact}, 'ended', ${at}, ${at}, ${copied} from ${n}, (${one}) e`,
    `insert into steps (execution, shard, seq, sid, created_at, ${stepColumns})
     select ${sid}, ${shard}, q.seq, 'FT' || ${hex(`n.i * ${stepsEach} + q.seq`, 32)}, ${at}, ${copiedStep}
     from ${n}, (${seq}) q, (${oneStep}) s`,
    `insert into messages (sid, execution, shard, created_at, ${messageColumns})
     select 'SM' || ${hex('n.i', 12)} || '${'e'.repeat(20)}', ${sid}, ${shard}, ${at}, ${copiedMessage} from ${n}, (${oneMessage}) m`,
  ];
}
