/** Dates that are written without a time zone. */

import { describe, expect, it } from 'vitest';
import { localDateTime, namedTimeZone, resolveLocalTime } from './time-zone.ts';

describe('a date without a time zone', () => {
  it.each([
    ['2024-07-01', 'Europe/Paris', '2024-06-30T22:00:00.000Z'],
    ['2024-01-15', 'Europe/Paris', '2024-01-14T23:00:00.000Z'],
    ['2024-07-01T10:00', 'Europe/Paris', '2024-07-01T08:00:00.000Z'],
    ['2024-07-01t10:00:30.5', 'Europe/Paris', '2024-07-01T08:00:30.500Z'],
    ['2024-07-01 10:00', 'Europe/Paris', '2024-07-01T08:00:00.000Z'],
    ['July 1, 2024', 'Europe/Paris', '2024-06-30T22:00:00.000Z'],
    ['1 July 2024 10:00', 'America/St_Johns', '2024-07-01T12:30:00.000Z'],
    ['2024-07-01 10:00', 'UTC', '2024-07-01T10:00:00.000Z'],
    // Clocks go forward at 2:00, back at 3:00.
    ['2024-03-31T01:30', 'Europe/Paris', '2024-03-31T00:30:00.000Z'],
    ['2024-03-31T03:30', 'Europe/Paris', '2024-03-31T01:30:00.000Z'],
    ['2024-10-27T01:30', 'Europe/Paris', '2024-10-26T23:30:00.000Z'],
    ['2024-10-27T03:30', 'Europe/Paris', '2024-10-27T02:30:00.000Z'],
    ['1969-12-31 23:59:59', 'Asia/Tokyo', '1969-12-31T14:59:59.000Z'],
    ['2024-07-01 00:00:00', 'Asia/Tokyo', '2024-06-30T15:00:00.000Z'],
  ])('%j in %s is %s', (text, zone, utc) => {
    expect(resolveLocalTime(text, zone)).toBe(utc);
  });

  it.each([
    '2024-07-01T10:00Z',
    '2024-07-01T10:00z ',
    '2024-07-01T10:00+02:00',
    '2024-07-01 10:00 -0230',
    'Mon, 01 Jul 2024 10:00:00 GMT',
    'Mon Jul 01 2024 10:00:00 (utc)',
    '1719828000',
    '7',
    'no date',
    'UTC',
    '2024-13-45',
    '',
  ])('is not %j, which stays', (text) => {
    expect(resolveLocalTime(text, 'Europe/Paris')).toBe(text);
  });
});

it.each([
  ['Europe/Paris', Date.UTC(2024, 6, 1, 12, 5, 9, 999), '2024-07-01T14:05:09'],
  ['Europe/Paris', Date.UTC(2024, 11, 31, 23, 0, 0), '2025-01-01T00:00:00'],
  ['America/St_Johns', Date.UTC(2024, 0, 1, 0, 0, 0), '2023-12-31T20:30:00'],
  ['Asia/Tokyo', -1, '1970-01-01T08:59:59'],
])('the local time in %s of %i is %s', (zone, epoch, local) => {
  expect(localDateTime(epoch, zone)).toBe(local);
});

it('a zone has the name that the platform spells', () => {
  expect(['europe/paris', 'UTC', 'Mars/Olympus', ''].map(namedTimeZone)).toEqual([
    ...['Europe/Paris', 'UTC', null, null],
  ]);
});
