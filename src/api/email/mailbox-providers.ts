/** Mailbox providers that statistics tell apart, by the domains of their addresses. Apart from the schemas: the page has it without a schema library. */

/** `outlook.*` is that name below any ending. Domains of companies that a provider serves cannot be told by their name. */
const domains = {
  'Apple iCloud': ['icloud.com', 'me.com', 'mac.com'],
  AOL: ['aol.*', 'aim.com'],
  Comcast: ['comcast.net', 'xfinity.com'],
  Fastmail: ['fastmail.*'],
  Free: ['free.fr'],
  Freenet: ['freenet.de'],
  Gmail: ['gmail.com', 'googlemail.com'],
  GMX: ['gmx.*'],
  'Mail.ru': ['mail.ru', 'inbox.ru', 'list.ru', 'bk.ru'],
  Microsoft: ['outlook.*', 'hotmail.*', 'live.*', 'msn.com', 'passport.com'],
  NetEase: ['163.com', '126.com', 'yeah.net'],
  Orange: ['orange.fr', 'wanadoo.fr'],
  Proton: ['proton.me', 'protonmail.*', 'pm.me'],
  QQ: ['qq.com', 'foxmail.com'],
  'T-Online': ['t-online.de', 'magenta.de'],
  'WEB.DE': ['web.de', 'email.de'],
  Yahoo: ['yahoo.*', 'ymail.com', 'rocketmail.com'],
  Yandex: ['yandex.*', 'ya.ru'],
  Zoho: ['zoho.*', 'zohomail.*'],
} as const;

/** The provider of all other domains. */
export const otherProvider = 'Other';

export const mailboxProviders: readonly string[] = [...Object.keys(domains), otherProvider];

const byDomain = new Map<string, string>(
  Object.entries(domains).flatMap(([name, names]) => names.map((each) => [each, name] as const)),
);

/** An ending such as `co.uk` or `com`. */
const ending = /\.(?:com?\.)?[a-z]{2,3}$/;

/** The provider of an address. */
export function providerOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return byDomain.get(domain) ?? byDomain.get(domain.replace(ending, '.*')) ?? otherProvider;
}
