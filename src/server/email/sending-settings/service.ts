/** Settings of the email that an account sends, and their effect on a request to send. */

import type { SendRequest } from '#api/email/message.ts';
import type { SendingSettingName, SendingSettings } from '#api/email/sending-settings.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Owner } from '../../platform/database/schema/email.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { lockAccount } from '../access/store.ts';
import { findSettings, saveSetting } from './store.ts';

/** What holds for an account that has changed nothing. */
const initial: SendingSettings = {
  click: { enabled: true, enable_text: false },
  open: { enabled: true },
  subscription: { enabled: false, html_content: '', plain_content: '', replace: '' },
  google_analytics: {
    ...{ enabled: false, utm_source: '', utm_medium: '', utm_term: '', utm_content: '', utm_campaign: '' },
  },
  footer: { enabled: false, html_content: '', plain_content: '' },
};

export async function fetchSettings(db: Queries, owner: Owner): Promise<SendingSettings> {
  return settingsOf(await findSettings(db, owner));
}

function settingsOf(saved: ReadonlyMap<string, string>): SendingSettings {
  const settings = Object.entries(initial).map(([name, value]) => {
    return [name, { ...value, ...(JSON.parse(saved.get(name) ?? '{}') as object) }];
  });
  return Object.fromEntries(settings) as SendingSettings;
}

/** Changes what is given, and returns all of the setting. */
export function changeSetting<Name extends SendingSettingName>(
  ctx: ServiceContext,
  owner: Owner,
  name: Name,
  change: Partial<SendingSettings[Name]>,
): Promise<SendingSettings[Name]> {
  return ctx.database.write(async (tx) => {
    await lockAccount(tx, owner.account);
    const before = (await fetchSettings(tx, owner))[name];
    const known = Object.entries(change).filter(([field]) => Object.hasOwn(before, field));
    const value = { ...before, ...Object.fromEntries(known) };
    await saveSetting(tx, owner, { name, value: JSON.stringify(value) });
    return value;
  });
}

/** The request as it is sent: what it does not say is as the settings of the account say. */
export async function withSettings(
  ctx: ServiceContext,
  owner: Owner,
  request: SendRequest,
): Promise<SendRequest> {
  const saved = await findSettings(ctx.database.read, owner);
  if (saved.size === 0) return request;
  const { click, open, subscription, google_analytics, footer } = settingsOf(saved);
  const { tracking_settings: tracking = {}, mail_settings: mail = {} } = request;
  const { enabled: isTagged, ...campaign } = google_analytics;
  return {
    ...request,
    tracking_settings: {
      click_tracking: { enable: click.enabled, enable_text: click.enable_text, ...tracking.click_tracking },
      open_tracking: { enable: open.enabled, ...tracking.open_tracking },
      subscription_tracking: {
        enable: subscription.enabled,
        ...given({ html: subscription.html_content, text: subscription.plain_content }),
        ...given({ substitution_tag: subscription.replace }),
        ...tracking.subscription_tracking,
      },
      ganalytics: { enable: isTagged, ...given(campaign), ...tracking.ganalytics },
    },
    mail_settings: {
      ...mail,
      footer: {
        enable: footer.enabled,
        ...given({ html: footer.html_content, text: footer.plain_content }),
        ...mail.footer,
      },
    },
  };
}

/** Those that are not empty. */
function given<T extends Record<string, string>>(texts: T): Partial<T> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<T>;
}
