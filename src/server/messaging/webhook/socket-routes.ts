/**
 * The webhook over a WebSocket, at the same path: jambonz keeps a connection for each call, and asks over it for what it
 * would otherwise post. It signs nothing then; Basic authentication (RFC 7617) says which carrier it is: the user is the
 * carrier's Account SID, the password its signing key.
 */

import type { FastifyInstance } from 'fastify';
import { paths } from '#api/paths.ts';
import { isSid } from '#api/sid.ts';
import { requireOpenAccount } from '../../accounts/service.ts';
import { notFound, Refusal, unauthenticated } from '../../platform/errors.ts';
import { carrierPostLimits } from '../../platform/http/body-limits.ts';
import { JsonLimitExceeded, parseLimitedJson } from '../../platform/http/json-limits.ts';
import { type SocketLimits, serveWebSockets } from '../../platform/http/web-socket.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { acknowledgement, readMessage, subprotocol } from '../dialects/jambonz/messages.ts';
import { readPost } from '../dialects/read-post.ts';
import { carrierAmong, socketSigners } from '../signatures/verify-signature.ts';
import { receiveStatusReport } from '../status-callbacks/report.ts';
import type { PostSubject } from '../subjects/service.ts';
import { respondTo } from './respond.ts';

/** A call needs one connection. Calls that connect others may last for hours without a message. */
const limits: SocketLimits = {
  connectionsPerKey: 2_000,
  messageBytes: carrierPostLimits.bodyLimit,
  messagesAtOnce: 20,
  unreadBytes: 256 * 1024,
  firstMessageMs: 10_000,
  idleMs: 4 * 3_600_000,
  pingMs: 30_000,
};

type Target = { account: string; flow: string };

const pathPattern = new RegExp(`^${paths.webhook('(\\w{34})', '(\\w{34})')}/?$`);

function targetOf(path: string): Target | null {
  const [, account = '', flow = ''] = pathPattern.exec(path) ?? [];
  return isSid('AC', account) && isSid('FW', flow) ? { account, flow } : null;
}

export function webhookSocketRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveWebSockets(app, ctx, {
    ...{ subprotocol, limits },
    hasPath: (path) => targetOf(path) !== null,
    async accept(request) {
      const url = urlOf(request.url ?? '/');
      const target = targetOf(url.pathname);
      if (target === null) throw notFound();
      await requireOpenAccount(ctx, target.account);
      const mayPost = socketSigners(ctx, request.headers);
      const carrier = await carrierAmong(ctx, target.account, mayPost);
      if (carrier === undefined) throw unauthenticated();
      const receive = (text: string) => respond(ctx, { target, query: url.searchParams, mayPost }, text);
      return { key: carrier.sid, receive };
    },
  });
}

type Session = { target: Target; query: URLSearchParams; mayPost: ReturnType<typeof socketSigners> };

async function respond(
  ctx: ServiceContext,
  { target, query, mayPost }: Session,
  text: string,
): Promise<string | null> {
  const message = readMessage(parse(text));
  if (message === null) return null;
  const asked = message.hook === null ? query : queryOfHook(message.hook, target);
  const post = readPost(message.data, asked, carrierPostLimits.config.maxFormFields);
  const guard = {
    isSignedBy: () => false,
    async requireCarrier({ carrier }: PostSubject) {
      if (carrier === null || !mayPost(carrier))
        throw new Refusal('forbidden', 'The call is not of the carrier that is connected');
    },
  };
  if (message.do === 'report') {
    await receiveStatusReport(ctx, target.account, post, guard);
    return null;
  }
  if (!post.form.has('CallSid')) throw new Refusal('bad-request', 'The message is about no call');
  // Hooks that are paths come back over the connection, others are posted to.
  const { document } = await respondTo(ctx, { ...post, ...guard, target, base: '', secret: null });
  return acknowledgement(message.id, document);
}

/** @throws Refusal */
function parse(text: string): unknown {
  try {
    return parseLimitedJson(text);
  } catch (error) {
    if (error instanceof JsonLimitExceeded || error instanceof SyntaxError)
      throw new Refusal('bad-request', 'The message is not JSON, or too large');
    throw error;
  }
}

/** The query of a callback URL that we gave. @throws Refusal where it is another's */
function queryOfHook(hook: string, { account, flow }: Target): URLSearchParams {
  const url = urlOf(hook);
  if (url.pathname !== paths.webhook(account, flow))
    throw new Refusal('bad-request', 'The hook is not one of this flow');
  return url.searchParams;
}

/** @throws Refusal */
function urlOf(text: string): URL {
  const url = URL.parse(text, 'http://localhost');
  if (url === null) throw new Refusal('bad-request', 'The URL cannot be read');
  return url;
}
