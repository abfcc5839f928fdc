import { type TSchema, Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { maskResponse } from '#api/masking/mask-response.ts';
import { eventLoopTurn } from '../event-loop-turn.ts';
import { longJson } from './long-json.ts';

const bodies: readonly object[] = [
  [],
  Array.from({ length: 201 }, (_, at) => (at === 7 ? undefined : `${at}`)),
  {},
  { sid: 'FW1', left: undefined, meta: { key: 'flows' } },
  {
    flows: Array.from({ length: 500 }, (_, at) => ({ at, name: `“${at}”`, left: undefined })),
    'a "name"': null,
  },
  { flows: Array.from({ length: 101 }, () => undefined), left: undefined, date: new Date(0) },
  { one: Array.from({ length: 200 }, String), other: Array.from({ length: 300 }, (_, at) => [at]) },
];

it.each(bodies)('writes what JSON.stringify writes: %#', async (body) => {
  expect(await longJson(body)).toBe(JSON.stringify(body));
});

describe('what is masked', () => {
  const address = Type.String({ personal: 'address' });
  const row = Type.Object({ sid: Type.String({ pattern: '^FW[0-9a-fA-F]{32}$' }), to: address });
  const rows = Array.from({ length: 250 }, (_, at) => ({
    ...{
      sid: `FW${String(at).padStart(32, '0')}`,
      to: `+1555000${String(at).padStart(4, '0')}`,
      other: 'Lee',
    },
  }));
  const meta = { key: 'rows', sid: 'Lee' };
  const schemas: Record<string, TSchema> = {
    'a list': Type.Array(row),
    'a list in an object': Type.Object({ rows: Type.Array(row), meta: Type.Object({ key: Type.String() }) }),
    'a list of something else': Type.Object({ rows: Type.Array(address) }),
    'a list of which nothing may be seen': Type.Object({ rows: Type.Unsafe({ personal: 'id' }) }),
    'no list': Type.Object({ rows: address }),
    'nothing that is described': Type.Unsafe({}),
  };
  it.each(Object.keys(schemas))('is written as it is masked whole: %s', async (name) => {
    const mask = <T>(body: T) => maskResponse(schemas[name] ?? {}, body);
    for (const body of [rows, { rows, meta, left: undefined }, { meta, rows, more: rows }]) {
      expect(await longJson(body, mask)).toBe(JSON.stringify(mask(body)));
      expect(await longJson(body, mask)).not.toContain('Lee');
    }
  });
});

it('lets others have their turn between the entries of a long list', async () => {
  let turns = 0;
  const count = setInterval(() => (turns += 1), 0);
  // Each part takes as long as a turn may.
  const slow = { toJSON: () => Array.from({ length: 1_000 }, (_, at) => at) };
  await longJson({ slow: Array.from({ length: 1_000 }, () => slow) });
  clearInterval(count);
  await eventLoopTurn.enter();
  expect(turns).toBeGreaterThan(1);
});
