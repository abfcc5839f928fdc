/** Routes: /v3/user/webhooks/parse/settings. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/email/operations/parse.ts';
import type { ParseSetting } from '#api/email/parse-settings.ts';
import { shownUrl } from '../../platform/outbound/url-credentials.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { emailRoute } from '../http/operation-route.ts';
import {
  createParseSetting,
  deleteParseSetting,
  fetchParseSetting,
  listParseSettings,
  type ParseSettingRow,
  updateParseSetting,
} from './service.ts';

export function parseSettingRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operations.createParseSetting, async ({ caller, body }) =>
    present(await createParseSetting(ctx, caller, body)),
  );
  emailRoute(app, operations.listParseSettings, async ({ caller }) => ({
    result: (await listParseSettings(ctx, caller)).map(present),
  }));
  emailRoute(app, operations.fetchParseSetting, async ({ caller, params }) =>
    present(await fetchParseSetting(ctx, caller, params.hostname)),
  );
  emailRoute(app, operations.updateParseSetting, async ({ caller, params, body }) =>
    present(await updateParseSetting(ctx, caller, params.hostname, body)),
  );
  emailRoute(app, operations.deleteParseSetting, async ({ caller, params }) => {
    await deleteParseSetting(ctx, caller, params.hostname);
  });
}

const seconds = (ms: number | null) => (ms === null ? null : Math.floor(Number(ms) / 1000));

function present(row: ParseSettingRow): ParseSetting {
  return {
    hostname: row.hostname,
    url: shownUrl(row.url),
    spam_check: row.spam_check === 1,
    send_raw: row.send_raw === 1,
    ...{ checked_at: seconds(row.checked_at), lost_at: seconds(row.failing_since) },
    ...(row.security_policy !== null && { security_policy: row.security_policy }),
  };
}
