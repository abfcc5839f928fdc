/** The date filter writes and reads in the time zone of the settings. */

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
  ])('writes the present in %s', (zone, text) => {
    expect(shown('{{ "now" | date: "%H:%M" }}', zone)).toEqual({ text });
  });

  it('knows summer time', () => {
    expect(shown('{{ "now" | date: "%H:%M" }}', 'Europe/Paris', Date.UTC(2026, 0, 1, 12))).toEqual({
      text: '13:00',
    });
  });

  it('reads a date without a zone as the clock there shows it', () => {
    expect(shown('{{ "2026-07-01 09:30" | date: "%d %H:%M" }}', 'America/New_York')).toEqual({
      text: '01 09:30',
    });
    expect(shown('{{ "2026-07-01 09:30" | date: "%s" }}', 'America/New_York')).toEqual({
      text: String(Date.UTC(2026, 6, 1, 13, 30) / 1000),
    });
    expect(shown('{{ "2026-03-29" | date: "%Y-%m-%d" }}', 'Europe/Paris')).toEqual({ text: '2026-03-29' });
  });

  it('leaves the moment of a date with a zone as it is', () => {
    expect(shown('{{ "2026-07-01T12:00:00Z" | date: "%H:%M" }}', 'Europe/Paris')).toEqual({ text: '14:00' });
  });

  it('writes in the zone that the template names', () => {
    expect(shown('{{ "now" | date: "%H:%M", "Asia/Tokyo" }}', 'Europe/Paris')).toEqual({ text: '21:00' });
  });
});
