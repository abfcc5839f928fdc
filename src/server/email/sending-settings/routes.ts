/** Routes: /v3/tracking_settings and /v3/mail_settings. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/email/operations/sending-settings.ts';
import type { SendingSettingName } from '#api/email/sending-settings.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { emailRoute } from '../http/operation-route.ts';
import { changeSetting, fetchSettings } from './service.ts';

export function sendingSettingRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  const settings = (caller: EmailCaller) => fetchSettings(ctx.database.read, caller);
  const list = async (caller: EmailCaller, names: readonly SendingSettingName[]) => {
    const found = await settings(caller);
    return {
      result: names.map((name) => ({ name, ...texts[name], enabled: found[name].enabled })),
    };
  };

  emailRoute(app, operations.listTrackingSettings, ({ caller }) =>
    list(caller, ['click', 'google_analytics', 'open', 'subscription']),
  );
  emailRoute(app, operations.listMailSettings, ({ caller }) => list(caller, ['footer']));

  emailRoute(app, operations.fetchClickTracking, async ({ caller }) => (await settings(caller)).click);
  emailRoute(app, operations.fetchOpenTracking, async ({ caller }) => (await settings(caller)).open);
  emailRoute(
    app,
    operations.fetchSubscriptionTracking,
    async ({ caller }) => (await settings(caller)).subscription,
  );
  emailRoute(
    app,
    operations.fetchAnalyticsTracking,
    async ({ caller }) => (await settings(caller)).google_analytics,
  );
  emailRoute(app, operations.fetchFooter, async ({ caller }) => (await settings(caller)).footer);

  emailRoute(app, operations.updateClickTracking, ({ caller, body }) =>
    changeSetting(ctx, caller, 'click', body),
  );
  emailRoute(app, operations.updateOpenTracking, ({ caller, body }) =>
    changeSetting(ctx, caller, 'open', body),
  );
  emailRoute(app, operations.updateSubscriptionTracking, ({ caller, body }) =>
    changeSetting(ctx, caller, 'subscription', body),
  );
  emailRoute(app, operations.updateAnalyticsTracking, ({ caller, body }) =>
    changeSetting(ctx, caller, 'google_analytics', body),
  );
  emailRoute(app, operations.updateFooter, ({ caller, body }) => changeSetting(ctx, caller, 'footer', body));
}

const texts: Record<SendingSettingName, { title: string; description: string }> = {
  click: { title: 'Click Tracking', description: 'Links lead through this server, which counts clicks.' },
  open: { title: 'Open Tracking', description: 'An image that cannot be seen counts opens.' },
  subscription: { title: 'Subscription Tracking', description: 'Email gets a link to unsubscribe.' },
  google_analytics: { title: 'Google Analytics', description: 'Links get the parameters of a campaign.' },
  footer: { title: 'Footer', description: 'Email gets a footer.' },
};
