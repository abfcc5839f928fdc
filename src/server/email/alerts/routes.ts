/** Routes: /v3/alerts. */

import type { FastifyInstance } from 'fastify';
import type { EmailAlert } from '#api/email/alerts.ts';
import * as operations from '#api/email/operations/alerts.ts';
import type { EmailAlertRow } from '../../platform/database/schema/email.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { emailRoute } from '../http/operation-route.ts';
import * as service from './service.ts';

export function emailAlertRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operations.createEmailAlert, async ({ caller, body }) =>
    present(await service.createAlert(ctx, caller, body)),
  );
  emailRoute(app, operations.listEmailAlerts, async ({ caller }) =>
    (await service.listAlerts(ctx, caller)).map(present),
  );
  emailRoute(app, operations.fetchEmailAlert, async ({ caller, params }) =>
    present(await service.fetchAlert(ctx, caller, params.alert_id)),
  );
  emailRoute(app, operations.updateEmailAlert, async ({ caller, params, body }) =>
    present(await service.updateAlert(ctx, caller, params.alert_id, body)),
  );
  emailRoute(app, operations.deleteEmailAlert, async ({ caller, params }) => {
    await service.deleteAlert(ctx, caller, params.alert_id);
  });
}

const seconds = (ms: number) => Math.floor(Number(ms) / 1000);

const present = ({ id, type, email_to, frequency, percentage, ...row }: EmailAlertRow): EmailAlert => ({
  ...{ id, type, email_to },
  ...(frequency !== null && { frequency }),
  ...(percentage !== null && { percentage }),
  ...{ created_at: seconds(row.created_at), updated_at: seconds(row.updated_at) },
});
