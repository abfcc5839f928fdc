/** The query language of GET /v3/messages: what it means, and where a wrong query is wrong. */

import { describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/errors.ts';
import { termOf } from '../search/terms.ts';
import { accessOf, type Facts, isLike, matches, timesOf } from './match.ts';
import { parseQuery } from './query.ts';

const facts: Facts = {
  ...{ msg_id: 'AAAAAAAAAAAAAAAAAAAA_A.0', from_email: 'shop@sender.test', to_email: 'ann@reader.test' },
  ...{ subject: 'Your "June" invoice 20418', status: ['not_delivered', 'bounced'], template_id: null },
  ...{ template_name: null, categories: ['bill', 'june'], events: ['processed', 'bounced'] },
  ...{ unique_args: { order: '7' }, clicks: 0, opens: 3, unsubscribe_group_id: 12 },
  last_event_time: Date.UTC(2026, 10, 27, 8, 30) / 1000,
};

it.each([
  `status="bounced" AND to_email="ANN@reader.test"`,
  `status='not_delivered'AND(to_email="x@y.test"or to_email="ann@reader.test")`,
  `status IN ("delivered", "not_delivered") AND NOT status="dropped"`,
  String.raw`subject = "Your \"June\" invoice 20418"`,
  `subject LIKE "Your%20418" AND subject NOT LIKE "your%"`,
  `subject LIKE "%J_ne%"`,
  String.raw`subject NOT LIKE "%J\\_ne%"`,
  `to_email LIKE "%@reader.test"`,
  `last_event_time BETWEEN TIMESTAMP "2026-11-27T08:30:00.000Z" AND TIMESTAMP "2026-11-27 08:30:00"`,
  `last_event_time NOT BETWEEN TIMESTAMP '2026-11-28' AND TIMESTAMP '2026-11-29'`,
  `last_event_time > TIMESTAMP "2026-11-27T09:29:59+01:00" AND last_event_time<="2026-11-27T08:30:00Z"`,
  `Contains(categories, "june") AND categories != "july" AND categories NOT IN ("may", "july")`,
  `(Contains(events, 'bounced')) AND NOT Contains(events, 'opened')`,
  `unique_args["order"] = "7" AND unique_args['toString'] IS NULL AND unique_args["order"] IS NOT NULL`,
  `clicks="0" AND opens_count >= 3 AND opens<4`,
  `template_id IS NULL AND template_id != "d-1" AND asm_group_id=12 AND unsubscribe_group_id IN (11, 12)`,
  `msg_id LIKE "AAAAAAAAAAAAAAAAAAAA_A%" AND msg_id = "AAAAAAAAAAAAAAAAAAAA_A.0"`,
  `clicks = 1 OR clicks = 0 AND opens = 3`,
])('holds: %s', (query) => {
  expect(matches(parseQuery(query), facts, { steps: 0 })).toBe(true);
  expect(matches(parseQuery(`NOT (${query})`), facts, { steps: 0 })).toBe(false);
});

const deep = (levels: number) => `${'('.repeat(levels)}clicks=1${')'.repeat(levels)}`;

it.each([
  ['bad_field="x"', 1, "'bad_field' is not a known field"],
  ['to_email="a@b.test" AND teammate="x"', 25, "'teammate' is not kept of emails here"],
  ['status="sent"', 8, "'sent' is none of processed, delivered"],
  ['status LIKE "d%"', 13, 'status is not compared by LIKE'],
  ['subject > "a"', 11, 'subject is not compared by >'],
  ['subject = 5', 11, 'a text in quotes is expected'],
  ['subject = "a', 11, 'this quote does not end'],
  ['subject "a"', 9, `'"a"' is not an operator`],
  ['subject', 8, 'an operator is expected'],
  ['subject="a" to_email="b"', 13, "'to_email' is not expected here; AND or OR may follow"],
  ['(subject="a"', 13, ') is expected'],
  ['subject NOT = "a"', 13, 'IN, LIKE or BETWEEN is expected after NOT'],
  ['clicks > -1', 10, 'clicks is a whole number'],
  ['clicks BETWEEN 1 OR 2', 18, "AND is expected, not 'OR'"],
  ['last_event_time > "soon"', 19, "'soon' is no time such as"],
  ['last_event_time > "2026-13-01"', 19, "'2026-13-01' is no time such as"],
  ['last_event_time > INTERVAL 1 DAY', 19, 'INTERVAL is not supported here'],
  ['clicks > TIMESTAMP "2026-11-27"', 20, 'clicks is no time'],
  ['unique_args="x"', 1, 'name the argument: unique_args["name"]'],
  ['Contains(subject, "x")', 1, 'Contains is for categories and events, not for subject'],
  ['subject = "a" ; drop', 15, "';' is not part of the language"],
  [deep(10), 11, 'no more than 10 levels may be nested'],
  [`clicks IN (${Array.from({ length: 51 }, () => 1)})`, 112, 'no more than 50 values may be compared'],
  [`subject LIKE "${'%'.repeat(201)}"`, 14, 'a pattern has no more than 200 characters'],
  ['', 1, 'a field is expected'],
])('says where %s is wrong', (query, character, message) => {
  const error = (() => {
    try {
      return parseQuery(query);
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toBeInstanceOf(Refusal);
  expect((error as Refusal).message).toContain(`invalid syntax at character ${character}: ${message}`);
});

it('takes what is just within the limits', () => {
  expect(() => parseQuery(deep(9))).not.toThrow();
  expect(() => parseQuery(`clicks IN (${Array.from({ length: 50 }, () => 1)})`)).not.toThrow();
});

describe('LIKE', () => {
  it.each([
    ['', '', true],
    ['', '%', true],
    ['abc', 'a%c', true],
    ['abc', 'a%b', false],
    ['aXbXc', '%X%c', true],
    ['50%', String.raw`50\%`, true],
    ['50x', String.raw`50\%`, false],
    ['a👋b', 'a_b', true],
    ['abc', 'abcd', false],
    ['a\nb', 'a_b', true],
  ])('%s, %s', (text, pattern, expected) => {
    expect(isLike(text, pattern, { steps: 0 })).toBe(expected);
  });

  it('counts its steps, which grow with the text and the pattern only', () => {
    const cost = { steps: 0 };
    expect(isLike('a'.repeat(100_000), `${'a%'.repeat(99)}b`, cost)).toBe(false);
    expect(cost.steps).toBeLessThan(2_000 * 200);
  });
});

describe('candidates', () => {
  const scope = { account: 'AC1', region: 'global', direction: 'sent' } as const;
  const address = (value: string) => termOf(scope, 'address', value);
  const word = (value: string) => termOf(scope, 'word', value);

  it.each([
    ['to_email="A@b.test" AND clicks>0', [{ terms: [address('a@b.test')] }]],
    [
      'to_email IN ("a@b.test", "c@d.test")',
      [{ terms: [address('a@b.test')] }, { terms: [address('c@d.test')] }],
    ],
    [
      'to_email="a@b.test" AND categories="c"',
      [{ terms: [address('a@b.test'), termOf(scope, 'category', 'c')] }],
    ],
    ['subject="Hello there" AND msg_id="x.1"', [{ id: 'x.1' }]],
    ['msg_id LIKE "AAAAAAAAAAAAAAAAAAAA_A%"', [{ id: 'AAAAAAAAAAAAAAAAAAAA_A' }]],
    ['to_email LIKE "%nn@reader.te%"', [{ terms: [word('reader')] }]],
    ['subject LIKE "%invoice 20418"', [{ terms: [word('20418')] }]],
    ['to_email="a@b.test" OR clicks>0', null],
    ['NOT to_email="a@b.test"', null],
    ['subject LIKE "%invoice%"', null],
    ['status="bounced"', null],
  ])('%s', (query, expected) => {
    expect(accessOf(parseQuery(query), scope)).toEqual(expected);
  });

  it('come from the times that every match has', () => {
    const times = timesOf(
      parseQuery('last_event_time > "2026-11-27" AND (clicks=1 AND last_event_time<="2026-11-28")'),
    );
    expect(times).toEqual({ from: Date.UTC(2026, 10, 27) / 1000, to: Date.UTC(2026, 10, 28) / 1000 });
    expect(timesOf(parseQuery('last_event_time > "2026-11-27" OR clicks=1')).from).toBe(
      Number.NEGATIVE_INFINITY,
    );
  });
});
