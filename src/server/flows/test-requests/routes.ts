/** Routes of the requests of test runs: /v1/Flows/{Sid}/TestRequests. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/flows/test-requests.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { sendTestRequest } from './service.ts';

export function testRequestRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.createTestRequest, async ({ caller, params: { Sid }, form }) => {
    const outcome = await sendTestRequest(ctx, caller, Sid, {
      method: form.Method,
      url: form.Url,
      contentType: form.ContentType ?? null,
      body: form.Body ?? null,
    });
    const { status, contentType, body } = outcome.ok ? outcome.response : none;
    return {
      flow_sid: Sid,
      status,
      content_type: contentType,
      body,
      problem: outcome.ok ? null : outcome.reason,
    };
  });
}

const none = { status: null, contentType: '', body: '' };
