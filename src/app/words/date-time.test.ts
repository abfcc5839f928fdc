import { afterEach, describe, expect, it } from 'vitest';
import {
  duration,
  durationInWords,
  elapsed,
  shortDateAndTime,
  timeAgo,
  timeAgoInSentence,
} from './date-time.ts';
import { i18n } from './translator.ts';

afterEach(() => {
  i18n.language = 'en';
});

describe('a duration', () => {
  it('is shown in its two largest units', () => {
    expect([400, 41_000, 169_000, 11_100_000, 187_200_000].map(duration)).toEqual([
      '0 s',
      '41 s',
      '2 m 49 s',
      '3 h 05 m',
      '2 d 4 h',
    ]);
  });

  it('has no second unit of which there is none', () => {
    const whole = [60_000, 3_600_000, 86_400_000, 30 * 86_400_000, 86_400_000 + 59 * 60_000];
    expect(whole.map(duration)).toEqual(['1 m', '1 h', '1 d', '30 d', '1 d']);
    for (let seconds = 1; seconds < 400_000; seconds += 599)
      expect(duration(seconds * 1000)).not.toMatch(/\b0+ [dhms]/);
  });

  it('is in whole words in a sentence', async () => {
    const times = [0, 1_000, 65_000, 30 * 86_400_000];
    expect(times.map(durationInWords)).toEqual(['0 seconds', '1 second', '1 minute 5 seconds', '30 days']);
    i18n.language = 'de';
    expect(durationInWords(30 * 86_400_000 + 3_600_000)).toBe('30 Tage, 1 Stunde');
  });

  it('is never negative', () => expect(duration(-5_000)).toBe('0 s'));
});

describe('the elapsed time of a step', () => {
  it('is shown to a tenth of a second below a minute', () => {
    expect([-5, 40, 4_830, 59_940, 59_960, 169_000].map(elapsed)).toEqual([
      '0.0 s',
      '0.0 s',
      '4.8 s',
      '59.9 s',
      '1 m',
      '2 m 49 s',
    ]);
  });
});

describe('relative time', () => {
  const noon = new Date(2026, 5, 15, 12).getTime();
  const hoursAgo = (hours: number) => timeAgo(noon - hours * 3_600_000, noon);

  it('goes from now over minutes and hours to yesterday and the date', () => {
    expect(hoursAgo(0)).toBe('Now');
    expect(hoursAgo(0.5)).toMatch(/^30 min/);
    expect(hoursAgo(3)).toMatch(/^3 hr?/);
    expect(hoursAgo(20)).toBe('Yesterday');
    expect(hoursAgo(24 * 10)).toMatch(/5/);
    expect(hoursAgo(24 * 400)).toMatch(/2025/);
  });

  it('begins in lower case inside a sentence', async () => {
    const said = (hours: number) => timeAgoInSentence(noon - hours * 3_600_000, noon);
    expect([said(0), said(20)]).toEqual(['now', 'yesterday']);
    i18n.language = 'de';
    expect([said(0), said(0.5)]).toEqual(['jetzt', 'vor 30 Min']);
  });

  it('shows a future moment as now', () => expect(hoursAgo(-2)).toBe('Now'));

  it.each([
    ['25 hours', '2026-10-25T12:00', '2026-10-26T10:00'],
    ['23 hours', '2026-03-29T12:00', '2026-03-30T10:00'],
  ])('knows a yesterday of %s, when the clocks are changed', (_, then, now) => {
    const zone = process.env.TZ;
    process.env.TZ = 'Europe/Berlin';
    try {
      expect(timeAgo(then, new Date(now).getTime())).toBe('Yesterday');
      expect(shortDateAndTime(then, new Date(now).getTime())).toMatch(/^Yesterday/);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
});
