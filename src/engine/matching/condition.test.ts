/** The 17 comparisons of split-based-on. */

import { describe, expect, it } from 'vitest';
import { maxWork, WorkBudget, workPrices } from '#flow/work-budget/work-budget.ts';
import { conditionHolds } from './condition.ts';

function holds(type: string, tested: string, value: string, warnings: string[], timeZone = 'UTC'): boolean {
  const around = { timeZone, work: new WorkBudget() };
  return conditionHolds(type, tested, value, around, (text) => warnings.push(text));
}

describe('a comparison', () => {
  it.each([
    ['equal_to', ' YES ', 'yes', true],
    ['equal_to', 'yes', ' Yes', true],
    ['equal_to', 'yes!', 'yes', false],
    ['not_equal_to', 'no', 'yes', true],
    ['not_equal_to', 'Yes ', ' yes ', false],
    ['equal_to', 'straße', 'STRASSE', true],
    ['matches_any_of', 'UM', '1, 1-, 1., one, um', true],
    ['matches_any_of', '', 'a,,b', false],
    ['matches_any_of', 'o', 'one,two', false],
    ['does_not_match_any_of', 'three', 'one,two', true],
    ['does_not_match_any_of', 'Two', 'one, two', false],
    ['contains', 'aab', 'A', true],
    ['contains', 'bcd', 'a', false],
    ['does_not_contain', 'bcd', 'a', true],
    ['does_not_contain', 'ABC', 'a', false],
    ['starts_with', ' Hoot', 'hoo', true],
    ['starts_with', 'a hoot', 'hoo', false],
    ['starts_with', 'hoot', ' hoo', true],
    ['starts_with', 'hoot', 'hoo ', false],
    ['does_not_start_with', 'a hoot', 'hoo', true],
    ['does_not_start_with', 'Hoot', ' hoo', false],
    ['does_not_start_with', 'hoot', 'hoo ', true],
    ['regex', 'aa', ' a+ ', true],
    ['is_before_date', ' 2024-02-09 ', ' 2024-10-01 ', true],
    ['less_than', '.5', '1.', true],
    ['less_than', '-.5', '+1', true],
    ['less_than', '1a', '10', false],
    ['less_than', 'a1', '10', false],
    ['is_blank', ' \n', 'Is Blank', true],
    ['is_blank', 'x', '', false],
    ['is_not_blank', 'x', 'Is Not Blank', true],
    ['is_not_blank', ' ', '', false],
    ['regex', '6', '[1-5]', false],
    ['regex', ' Sí, claro ', '.*(s(i|í)|y).*', true],
    ['less_than', ' 2 ', '10', true],
    ['less_than', '10', '10', false],
    ['less_than', '', '10', false],
    ['less_than', 'two', '10', false],
    ['less_than', '0x1', '10', false],
    ['greater_than', '10.5', '10', true],
    ['greater_than', 'ten', '1', false],
    ['greater_than', '-1', '-2', true],
    ['is_before_date', '2024-02-09', '2024-10-01', true],
    ['is_before_date', '2024-10-01', '2024-10-01', false],
    ['is_after_date', '2024-10-02', '2024-10-01', true],
    ['is_before_time', '17:00', '16:35', false],
    ['is_before_time', '09:05', '16:35', true],
    ['is_after_time', '17:00', '16:35', true],
  ])('%s: %j against %j is %s', (type, tested, value, expected) => {
    const warnings: string[] = [];
    expect(holds(type, tested, value, warnings)).toBe(expected);
    expect(warnings).toEqual([]);
  });

  it('that is unknown, or has an invalid pattern, is false with a warning', () => {
    const warnings: string[] = [];
    expect(holds('sounds_like', 'a', 'a', warnings)).toBe(false);
    expect(holds('regex', 'a', '(', warnings)).toBe(false);
    expect(warnings).toEqual([
      'There is no comparison "sounds_like".',
      'The pattern "(" cannot be used: A bracket is not closed.',
    ]);
  });
});

describe('a reply that is typed on a phone of another language', () => {
  it.each([
    ['equal_to', 'İptal', 'iptal', true],
    ['equal_to', 'ışık', 'IŞIK', true],
    ['equal_to', 'ipta', 'iptal', false],
    ['not_equal_to', 'EVET\u200b', 'evet', false],
    ['equal_to', 'हाँ\u200d', 'हाँ', true],
    ['equal_to', 'दिन', 'दान', false],
    ['equal_to', '\u200fنَعَم\u200f', 'نعم', true],
    ['equal_to', 'ΟΧΙ', 'όχι', true],
    ['equal_to', '１\u3000', '1', true],
    ['equal_to', '1\ufe0f\u20e3', '1', true],
    ['matches_any_of', 'İPTAL', 'evet, iptal', true],
    ['matches_any_of', '२', '1, 2', true],
    ['matches_any_of', 'ΝΑΙ', 'ναι, όχι', true],
    ['matches_any_of', 'ﾊｲ', 'ハイ,イイエ', true],
    ['matches_any_of', 'นัด', 'นัด, ยกเลิก', true],
    ['does_not_match_any_of', '٣', '1,2', true],
    ['contains', 'İSTANBUL lütfen', 'istanbul', true],
    ['contains', 'أريد الإلـغاء', 'الإلغاء', true],
    ['does_not_contain', 'ば', 'は', true],
    ['starts_with', '\ufeffİstanbul', 'istanbul', true],
    ['starts_with', '２０時', '20', true],
    ['does_not_start_with', 'ไม่', 'ไม้', true],
    ['is_blank', '\u200b \u2060\u3000', '', true],
    ['is_not_blank', '\u200e', '', false],
    ['regex', 'İptal', 'iptal', true],
    ['regex', 'iptal', 'İptal', true],
    ['regex', 'STRASSE 7', 'straße \\d', true],
    ['regex', 'strasse', 'stra[ßz]e', true],
    ['regex', 'İ', '[ıİ]', true],
    ['regex', 'i', '\\u0130', true],
    ['regex', '٤٢', '\\d+', true],
    ['regex', '42', '[٠-٩]+', true],
    ['regex', '٤٢', '[\\u0660-\\u0669]{2}', true],
    ['regex', 'غرفة ٣', '[؀-ۿ ]+', true],
    ['regex', 'ห้อง ๓', '[ก-๙ ]+', true],
    ['regex', '7', '[٠-٥]', false],
    ['regex', 'ＡＢ１２', '[A-Z]{2}[0-9]{2}', true],
    ['regex', 'ΟΧΙ', '[α-ώ]+', true],
    ['regex', 'x', '[^ก-๙]', true],
    ['regex', '๓', '[^ก-๙]', false],
    ['regex', '（a）', '（a）', true],
    ['regex', 'st\u00adop', 'stop', true],
    ['less_than', '9007199254740992', '9007199254740993', true],
    ['greater_than', '7615917337495251232', '7615917337495251231', true],
    ['greater_than', '0.30000000000000000001', '0.3', true],
    ['less_than', '٣٫٥', '3.6', true],
    ['less_than', '٩', '10', true],
    ['less_than', '９.5', '10', true],
    ['greater_than', '१२', '11', true],
    ['greater_than', '๑๐', '9', true],
    ['is_before_date', '２０２４-０２-０９', '2024-10-01', true],
    ['is_after_date', '٢٠٢٤-١٠-٠٢', '2024-10-01', true],
    ['is_after_time', '१७:००', '16:35', true],
  ])('%s: %j against %j is %s', (type, tested, value, expected) => {
    const warnings: string[] = [];
    expect(holds(type, tested, value, warnings)).toBe(expected);
    expect(warnings).toEqual([]);
  });
});

describe('the work of a comparison', () => {
  const spent = (type: string, tested: string, value: string) => {
    const work = new WorkBudget();
    conditionHolds(type, tested, value, { timeZone: 'UTC', work }, () => undefined);
    return maxWork - work.left;
  };

  it.each(['equal_to', 'starts_with', 'sounds_like'])('is both texts: %s', (type) => {
    expect(spent(type, 'x'.repeat(100), 'y'.repeat(10))).toBe(110);
  });

  it.each(['contains', 'does_not_contain'])('is a search, too: %s', (type) => {
    expect(spent(type, 'x'.repeat(100), 'y'.repeat(10))).toBe(110 + 100 + (91 * 10) / 20);
  });

  it.each(['is_before_date', 'is_after_time'])('is two dates, too: %s', (type) => {
    expect(spent(type, '10:00', '11:00')).toBe(10 + 2 * workPrices.date);
  });
});

describe('splits on dates and times take ISO 8601 dates and date-times, MM/DD/YYYY, HH:MM, HH:MM:SS, 12-hour times', () => {
  it.each([
    ['is_before_date', '02/09/2024', '2024-10-01', true],
    ['is_after_date', '12/31/2024', '10/01/2024', true],
    ['is_before_date', '2024-02-29', '03/01/2024', true],
    ['is_before_date', '2024-10-01T09:00:00Z', '2024-10-01', false],
    ['is_after_date', '2024-10-01T23:59', '2024-10-01', false],
    ['is_after_date', '2024-10-01T10:00:00+02:00', '2024-10-01T07:59:59.5Z', true],
    ['is_before_date', '2024-10-01 09:00', '2024-10-01T09:00:01', true],
    ['is_before_time', '16:35', '16:35:01', true],
    ['is_after_time', '5:00 PM', '16:35', true],
    ['is_before_time', '12:05 am', '00:06', true],
    ['is_after_time', '12 p.m.', '11:59:59 AM', true],
    ['is_before_time', '2024-10-01T09:00:00Z', '9:30am', true],
    ['is_after_date', '1/2/2024', '2024-01-01', true],
    ['is_before_date', '1/2/2024', '2024-01-03', true],
    ['is_after_date', '2024-10-01T10:00:00+02', '2024-10-01T07:59:59Z', true],
    ['is_before_date', '2024-10-01T10:00:00+0230', '2024-10-01T07:30:01z', true],
    ['is_after_date', '2024-10-01T10:00:00+0230', '2024-10-01T07:29:59z', true],
    ['is_before_date', '2024-10-01T10:00:00-02', '2024-10-01T12:00:01Z', true],
    ['is_after_time', '9:30 am', '09:29:59', true],
    ['is_before_time', '9:30:10 am', '09:30:11', true],
    ['is_before_time', '12 am', '00:00:01', true],
    ['is_after_time', '00:10', '00:00:59', true],
  ])('%s: %j against %j is %s', (type, tested, value, expected) => {
    const warnings: string[] = [];
    expect(holds(type, tested, value, warnings)).toBe(expected);
    expect(warnings).toEqual([]);
  });

  it('in the configured time zone', () => {
    const zone = 'America/New_York';
    // 2024-10-02 01:30 UTC is still the first of October there.
    expect(holds('is_after_date', '2024-10-02T01:30:00Z', '2024-10-01', [], zone)).toBe(false);
    expect(holds('is_after_date', '2024-10-02T01:30:00Z', '2024-10-01', [])).toBe(true);
    expect(holds('is_after_time', '2024-10-02T01:30:00Z', '21:00', [], zone)).toBe(true);
    expect(holds('is_before_date', '2024-10-01T22:00', '2024-10-02T01:30:00Z', [], zone)).toBe(false);
  });

  it.each([
    ['is_before_date', '2024-2-9', 'date'],
    ['is_after_date', 'tomorrow', 'date'],
    ['is_after_date', '2024-02-30', 'date'],
    ['is_after_date', '13/01/2024', 'date'],
    ['is_after_date', '2024-10-01T25:00', 'date'],
    ['is_after_date', '2024-02-30T10:00', 'date'],
    ['is_after_date', 'x 2024-10-01', 'date'],
    ['is_after_date', '2024-10-01T10:00 x', 'date'],
    ['is_after_time', 'x 10:00', 'time'],
    ['is_after_time', '10:00 x', 'time'],
    ['is_after_time', '13 pm', 'time'],
    ['is_after_time', '0:10 pm', 'time'],
    ['is_after_time', '10:60', 'time'],
    ['is_before_date', '', 'date'],
    ['is_before_time', '9:05', 'time'],
    ['is_after_time', '25:00', 'time'],
    ['is_after_time', '13:00 PM', 'time'],
  ])('what cannot be read is noted: %s with %j', (type, tested, kind) => {
    const warnings: string[] = [];
    expect(holds(type, tested, kind === 'date' ? '2024-10-01' : '16:35', warnings)).toBe(false);
    expect(warnings).toEqual([`"${tested}" cannot be read as a ${kind}, so the condition is not met.`]);
  });
});
