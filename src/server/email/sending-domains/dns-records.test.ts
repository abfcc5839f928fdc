/** What is wrong with the DNS records of a sending domain, and what should be set instead. */

import { describe, expect, it } from 'vitest';
import {
  domainsAbove,
  joinSpf,
  judgeDkim,
  judgeDmarc,
  judgeMailServer,
  judgeSpf,
  namesMechanisms,
} from './dns-records.ts';

const key = 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A';
const host = 'pb1._domainkey.shop.test';

describe('a DKIM record', () => {
  it.each([
    [null, [`v=DKIM1; k=rsa; p=${key}`]],
    [null, [`p=${key.slice(0, 9)} ${key.slice(9)};t=s`]],
    ['missing', []],
    ['several', [`p=${key}`, 'p=other']],
    ['cut_off', [`v=DKIM1; k=rsa; p=${key.slice(0, 20)}`]],
    ['other_key', ['v=DKIM1; k=rsa; p=AAAA']],
    ['other_key', ['google-site-verification=1']],
    ['revoked', ['v=DKIM1; p=']],
  ])('has the problem %s: %j', (problem, texts) => {
    const check = judgeDkim(host, texts, key);
    expect([check.problem, check.valid]).toEqual([problem, problem === null]);
    expect(check.reason === null).toBe(problem === null);
  });

  it('says how much of a key is there', () => {
    const { reason } = judgeDkim(host, [`p=${key.slice(0, 20)}`], key);
    expect(reason).toContain('after 20 of 32 characters');
  });
});

describe('an SPF record', () => {
  const mechanisms = ['a:mail.host.test'];
  const judge = (texts: string[]) =>
    judgeSpf('shop.test', texts, { mechanisms, isAllowed: namesMechanisms(texts, mechanisms) });

  it.each([
    [null, ['other', 'v=spf1 a:mail.host.test -all']],
    [null, ['V=SPF1 include:_spf.old.test +A:MAIL.host.test ~all']],
    ['missing', ['v=spf10 -all', 'v=spf1x']],
    ['several', ['v=spf1 a:mail.host.test -all', 'v=spf1 include:_spf.old.test -all']],
    ['everybody', ['v=spf1 a:mail.host.test +all']],
    ['everybody', ['v=spf1 a:mail.host.test all']],
    ['not_this_server', ['v=spf1 include:_spf.old.test -all']],
    ['not_this_server', ['v=spf1 -a:mail.host.test -all']],
  ])('has the problem %s: %j', (problem, texts) => {
    expect(judge(texts).problem).toBe(problem);
  });

  it('is joined with what is there', () => {
    expect(joinSpf([], mechanisms, '~all')).toBe('v=spf1 a:mail.host.test ~all');
    expect(joinSpf(['v=spf1 include:_spf.old.test ip4:192.0.2.1 -all'], mechanisms, '~all')).toBe(
      'v=spf1 a:mail.host.test include:_spf.old.test ip4:192.0.2.1 -all',
    );
    const two = ['v=spf1 include:_spf.old.test -all', 'text', 'v=spf1 a:mail.host.test mx ?all'];
    expect(joinSpf(two, mechanisms, '~all')).toBe('v=spf1 include:_spf.old.test a:mail.host.test mx ?all');
    expect(joinSpf(['v=spf1 +all'], mechanisms, '~all')).toBe('v=spf1 a:mail.host.test ~all');
  });
});

describe('the mail exchanger of a return path', () => {
  const judge = (...names: string[]) =>
    judgeMailServer(
      'bounce.shop.test',
      names.map((name, at) => ({ name, priority: at, addresses: [] })),
      ({ name }) => name === 'mail.host.test',
    );

  it('is the preferred one', () => {
    expect(judge('mail.host.test', 'backup.test')).toMatchObject({
      valid: true,
      found: ['0 mail.host.test', '1 backup.test'],
    });
    expect(judge('backup.test', 'mail.host.test').problem).toBe('not_this_server');
    expect(judge('').problem).toBe('no_mail');
    expect(judge().problem).toBe('missing');
  });
});

describe('a DMARC record', () => {
  it('is that of the domain, or else of one above', () => {
    expect(domainsAbove('a.news.shop.test')).toEqual(['a.news.shop.test', 'news.shop.test', 'shop.test']);
    expect(domainsAbove('test')).toEqual(['test']);
    const above = ['v=DMARC1; p=reject'];
    expect(judgeDmarc('news.shop.test', [['text'], above]).found).toEqual(above);
    expect(judgeDmarc('news.shop.test', [['v=DMARC1;p=none'], above]).found).toEqual(['v=DMARC1;p=none']);
  });

  it.each([
    ['missing', ['v=DMARC10; p=none']],
    ['several', ['v=DMARC1; p=none', 'v=DMARC1; p=reject']],
    ['no_policy', ['v=DMARC1; rua=mailto:a@shop.test']],
    ['no_policy', ['v=DMARC1; p=refuse']],
  ])('has the problem %s: %j', (problem, texts) => {
    expect(judgeDmarc('shop.test', [texts])).toMatchObject({ valid: false, problem });
  });
});
