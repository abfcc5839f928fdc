/** The date filter formats and parses in the configured time zone. */

import { describe, expect, it } from 'vitest';
import { advance, newExecution } from './advance.ts';
import { contextAfter } from './context.ts';
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
      text: String(Date.UTC(2026, 6, 1, 13, 30) / 1000),
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
