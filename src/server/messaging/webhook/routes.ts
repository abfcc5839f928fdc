/**
 * The webhook: /v1/Accounts/{AccountSid}/Flows/{FlowSid}. Carriers post inbound messages and calls of the flow's
 * addresses to it, and get markup in the response.
 *
 * The route is open, because carriers cannot sign in. A post is authenticated by the carrier of the call, conversation
 * or address that it is about, and the handlers act on that subject alone.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '#api/paths.ts';
import { isSid, type SidPrefix } from '#api/sid.ts';
import { requireOpenAccount } from '../../accounts/service.ts';
import { notFound } from '../../platform/errors.ts';
import { carrierPostLimits, maxFieldsOf } from '../../platform/http/body-limits.ts';
import { formOfQuery } from '../../platform/http/form.ts';
import { baseUrl } from '../../platform/http/host.ts';
import { queryOf } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { readPost } from '../dialects/read-post.ts';
import { requireCarrier, secretOf, signedRoute, signersOf } from '../signatures/verify-signature.ts';
import { respondTo } from './respond.ts';

type Post = { Params: { account: string; flow: string } };

export function webhookRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  const handle = async (request: FastifyRequest<Post>, reply: FastifyReply): Promise<string> => {
    const target = {
      account: sidParam('AC', request.params.account),
      flow: sidParam('FW', request.params.flow),
    };
    await requireOpenAccount(ctx, target.account);
    const asked = queryOf(request);
    const { form, query } =
      request.method === 'POST'
        ? readPost(request.body, asked, maxFieldsOf(request))
        : { form: formOfQuery(asked, maxFieldsOf(request)), query: asked };
    const posted = request.method === 'POST' ? form : null;
    const { dialect, document } = await respondTo(ctx, {
      ...{ target, form, query, base: baseUrl(ctx, request), secret: secretOf(request) },
      isSignedBy: signersOf(ctx, request, posted),
      requireCarrier: (subject) => requireCarrier(ctx, request, subject, posted),
    });
    void reply.type(dialect.contentType).header('cache-control', 'no-store');
    return document;
  };
  const onRejection = { onResponse: logRejection };
  const options = { ...carrierPostLimits, ...onRejection };
  app.post<Post>(paths.webhook(':account', ':flow'), { ...signedRoute, ...options }, handle);
  app.get<Post>(paths.webhook(':account', ':flow'), options, handle);
}

/** Operators should see that posts are rejected; their content is personal data and not logged. */
function logRejection(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { statusCode: status } = reply;
  if (status >= 400 && status < 500 && status !== 403) {
    request.log.info({ request: request.id, status }, 'Webhook post rejected');
  }
  done();
}

/**
 * The parameter if it is a SID of that kind.
 *
 * @throws Refusal not-found: nothing can stand at such an address
 */
function sidParam(prefix: SidPrefix, value: string): string {
  if (!isSid(prefix, value)) throw notFound();
  return value;
}
