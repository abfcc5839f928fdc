/** Areas of the email service that this server does not have; docs/reference/email-operations.md lists their operations. */

/** Paths, with `*` for one segment; what is below them is not built either. With a method only that is not. */
const areas: readonly (readonly [path: string, name: string])[] = [
  ['/v3/marketing', 'marketing'],
  ['/v3/contactdb', 'marketing'],
  ['/v3/campaigns', 'marketing'],
  ['/v3/senders', 'marketing'],
  ['/v3/designs', 'marketing'],
  ['/v3/ips', 'pools of addresses'],
  ['/v3/send_ips', 'pools of addresses'],
  ['/v3/whitelabel/ips', 'reverse DNS'],
  ['/v3/whitelabel/domains/*/ips', 'pools of addresses'],
  ['/v3/whitelabel/domains/subuser', 'association with subusers'],
  ['/v3/whitelabel/domains/*/subuser', 'association with subusers'],
  ['/v3/whitelabel/domains/*/subuser:add', 'association with subusers'],
  ['/v3/whitelabel/links/subuser', 'association with subusers'],
  ['/v3/whitelabel/links/*/subuser', 'association with subusers'],
  ['/v3/whitelabel/dns/email', 'email of DNS records'],
  ...['POST', 'PUT', 'PATCH', 'DELETE'].flatMap((each) => [
    [`${each} /v3/subusers`, 'changing subusers'] as const,
    [`${each} /v3/teammates`, 'changing teammates'] as const,
  ]),
  ['/v3/subusers/*', 'limits and statistics of subusers'],
  ['/v3/teammates/*/subuser_access', 'access of teammates to subusers'],
  ['/v3/partners', 'partners'],
  ['/v3/partner_settings', 'partners'],
  ['/v3/sso', 'single sign-on by this API'],
  ['POST /v3/access_settings/whitelist', 'restricting addresses'],
  ['DELETE /v3/access_settings/whitelist', 'restricting addresses'],
  ['/v3/access_settings/whitelist/*', 'restricting addresses'],
  ['/v3/messages/download', 'files of email activity'],
  ['/v3/logs', 'email logs'],
  ...['address_whitelist', 'bounce_purge', 'forward_bounce', 'forward_spam', 'template'].map(
    (each) => [`/v3/mail_settings/${each}`, `the setting ${each}`] as const,
  ),
  ['/v3/validations/email/jobs', 'validation of lists of addresses'],
  ['/v3/engagementquality', 'engagement quality'],
  ['/v3/recipients/erasejob', 'erasure of recipients'],
  ['/v3/browsers', 'statistics of browsers'],
  ['/v3/clients', 'statistics of mail programs'],
  ['/v3/devices', 'statistics of devices'],
  ['/v3/geo', 'statistics of places'],
  ['/v3/user/credits', 'credits'],
  ['/v3/user/password', 'passwords by this API'],
  ['/v3/user/settings', 'enforced TLS'],
  ['PUT /v3/user/email', 'changing the user'],
  ['PUT /v3/user/username', 'changing the user'],
  ['PATCH /v3/user/profile', 'changing the user'],
];

/** The name of the area that the path is in; null for other paths. */
export function notBuiltArea(method: string, path: string): string | null {
  const segments = path.split('/');
  const found = areas.find(([area]) => {
    const [only, under] = area.startsWith('/') ? [method, area] : area.split(' ');
    const parts = (under ?? '').split('/');
    const isUnder = parts.every(
      (part, at) => part === (segments[at] ?? '') || (part === '*' && segments[at]),
    );
    return only === method && isUnder;
  });
  return found?.[1] ?? null;
}
