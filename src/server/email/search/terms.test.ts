import { describe, expect, it } from 'vitest';
import { joinTerms, splitTerms, termOf, termsOfEmail, termsOfQuery } from './terms.ts';

const scope = { account: 'AC1', region: 'global', direction: 'sent' } as const;
const mail = (subject: string) => ({
  ...{
    addresses: ['Bob@Oldmail.example', 'desk@shop.example'],
    recipients: ['Bob@Oldmail.example'],
    subject,
  },
  ...{ template: 'd-1', categories: ['News Letter'] },
});

/** Whether what was typed finds the email. */
const finds = (query: string, subject = 'Your invoice № 20418 für Größe') => {
  const terms = termsOfEmail(scope, mail(subject));
  const wanted = termsOfQuery(scope, query);
  return wanted.length > 0 && wanted.every((term) => terms.includes(term));
};

describe('search terms', () => {
  it.each([
    ...['bob@oldmail.example', 'BOB@oldmail.EXAMPLE', 'desk@shop.example', 'bob', 'oldmail.example'],
    ...['invoice', 'INVOICE 20418', 'grösse'.toUpperCase().replace('SS', 'ß'), 'bob invoice', '“invoice”,'],
  ])('%s finds the email', (query) => {
    expect(finds(query)).toBe(true);
  });

  it.each(['bo@oldmail.example', 'invoices', 'shop', 'news', 'invoice 20419', '', ' , '])(
    '%s does not find it',
    (query) => {
      expect(finds(query)).toBe(false);
    },
  );

  it('are of one account, region and direction', () => {
    const terms = [
      termOf(scope, 'word', 'a'),
      termOf({ ...scope, account: 'AC2' }, 'word', 'a'),
      termOf({ ...scope, region: 'eu' }, 'word', 'a'),
      termOf({ ...scope, direction: 'received' }, 'word', 'a'),
      termOf(scope, 'category', 'a'),
    ];
    expect(new Set(terms).size).toBe(5);
  });

  it('are as many as a column holds, whatever the subject is', () => {
    const terms = termsOfEmail(
      scope,
      mail('a '.repeat(10) + Array.from({ length: 9_000 }, (_, at) => `w${at}`).join(' ')),
    );
    expect(terms.length).toBe(40);
    expect(splitTerms(joinTerms(terms))).toEqual(terms);
    expect(splitTerms('')).toEqual([]);
    expect(termsOfQuery(scope, 'a b c d e f g h i j k').length).toBe(8);
    expect(finds('x'.repeat(5_000), 'x'.repeat(1_000_000))).toBe(true);
  });
});
