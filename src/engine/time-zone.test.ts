/** The date filter formats and parses in the configured time zone. */

import { describe, expect, it } from 'vitest';
import { advance, newExecution } from './advance.ts';
import { contextAfter } from './testing/context-after.ts';
import { flowOf, messageStart } from './testing/start-flow.ts';

function shown(template: string, timeZone?: string, now = Date.UTC(2026, 6, 1, 12)): unknown {
  const flow = flowOf({
    name: 'w',
    type: 'set-variables',
    transitions: [{ event: 'next' }],
    properties: { variables: [{ key: 'text', value: template }] },
  });
  const { steps } = advance(flow, newExecution(), messageStart, now, timeZone);
  return contextAfter(steps).flow.variables;
}

describe('the date filter', () => {
  it.each([
    [undefined, '12:00'],
    ['Europe/Paris', '14:00'],
    ['America/Los_Angeles', '05:00'],
    ['Asia/Kolkata', '17:30'],
  ])('formats the present time in %s', (zone, text) => {
    expect(shown('{{ "now" | date: "%H:%M" }}', zone)).toEqual({ text });
  });

  it('observes daylight saving time', () => {
    expect(shown('{{ "now" | date: "%H:%M" }}', 'Europe/Paris', Date.UTC(2026, 0, 1, 12))).toEqual({
      text: '13:00',
    });
  });

  it('reads a date without a zone as local time', () => {
    expect(shown('{{ "2026-07-01 09:30" | date: "%d %H:%M" }}', 'America/New_York')).toEqual({
      text: '01 09:30',
    });
    expect(shown('{{ "2026-07-01 09:30" | date: "%s" }}', 'America/New_York')).toEqual({
      text: Date.UTC(2026, 6, 1, 13, 30) / 1000,
    });
    expect(shown('{{ "2026-07-01T09:30" | date: "%s" }}', 'America/New_York')).toEqual({
      text: Date.UTC(2026, 6, 1, 13, 30) / 1000,
    });
    expect(shown('{{ "2026-03-29" | date: "%Y-%m-%d" }}', 'Europe/Paris')).toEqual({ text: '2026-03-29' });
  });

  it('keeps the instant of a date with a zone', () => {
    expect(shown('{{ "2026-07-01T12:00:00Z" | date: "%H:%M" }}', 'Europe/Paris')).toEqual({ text: '14:00' });
  });

  it('formats in the zone that the template names', () => {
    expect(shown('{{ "now" | date: "%H:%M", "Asia/Tokyo" }}', 'Europe/Paris')).toEqual({ text: '21:00' });
  });
});

describe("| timezone: 'Area/City' works in templates", () => {
  it.each([
    ['{{ "now" | timezone: \'Asia/Tokyo\' | date: "%H:%M" }}', '21:00'],
    ['{{ "now" | timezone: "america/new_york" }}', '2026-07-01T08:00:00-04:00'],
    ['{{ "now" | timezone: "Asia/Kolkata" | slice: 0, 16 }}', '2026-07-01T17:30'],
    ['{% assign there = "now" | timezone: "Asia/Tokyo" %}{{ there | date: "%d %H" }}', '01 21'],
    ['{{ "2026-07-01 09:30" | timezone: "UTC" | date: "%H:%M" }}', '07:30'],
    ['{{ "2026-07-01T09:30:00Z" | timezone: "UTC" }}', '2026-07-01T09:30:00+00:00'],
    ['{{ 0 | timezone: "UTC" }}', '1970-01-01T00:00:00+00:00'],
    ['{{ "now" | timezone: "Asia/Tokyo" | date: "%H:%M", "UTC" }}', '12:00'],
    ['{{ "never" | timezone: "UTC" }}', 'never'],
  ])('%s', (template, text) => {
    expect(shown(template, 'Europe/Paris')).toEqual({ text });
  });

  it('notes a zone that does not exist', () => {
    const { steps } = advance(
      flowOf({
        name: 'w',
        type: 'set-variables',
        transitions: [{ event: 'next' }],
        properties: { variables: [{ key: 'text', value: '{{ "now" | timezone: "Mars/Base" }}' }] },
      }),
      newExecution(),
      messageStart,
      0,
    );
    expect(steps.at(-1)?.notes).toEqual([{ code: 0, message: 'There is no time zone "Mars/Base".' }]);
  });
});
