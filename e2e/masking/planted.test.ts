/** A planted value is found however it is written. */

import { expect, test } from 'vitest';
import { planted, plantedIn } from './planted.ts';

test('every spelling of a planted value is found', () => {
  const value = planted['sender of a message'];
  const address = planted.bounce;
  for (const text of [
    value,
    value.slice(1),
    encodeURIComponent(value),
    JSON.stringify({ deep: JSON.stringify({ value }) }),
    `0${value.slice(3)}`,
    Buffer.from(value).toString('base64'),
    Buffer.from(`{"from":"${value}"}`).toString('base64url'),
  ])
    expect(plantedIn(text), text).toEqual(['sender of a message']);
  for (const text of [encodeURIComponent(address), address.toUpperCase(), `at ${address.split('@')[1]}`])
    expect(plantedIn(text), text).toEqual(['bounce']);
  expect(plantedIn('+44 ••• ••02, t•••@•••.example')).toEqual([]);
});
