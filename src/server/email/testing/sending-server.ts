/** Test fixture: a listening server with a worker that sends email, and a Full Access key of its email API. */

import client from '@sendgrid/client';
import mail from '@sendgrid/mail';
import type { Agent } from 'undici';
import { expect } from 'vitest';
import { emailPaths } from '#api/email/paths.ts';
import type { Credentials } from '../../accounts/service.ts';
import { workerTasks } from '../../job-handlers.ts';
import { startWorker } from '../../platform/jobs/worker.ts';
import { createAddressGuard, createOutboundAgent } from '../../platform/outbound/address-guard.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { openMultiServer } from '../../testing/multi-server.ts';
import type { databaseKinds } from '../../testing/running-server.ts';
import { basicAuthorization } from '../../testing/server.ts';
import { listMessageEvents } from '../events/store/events.ts';
import { type OutboundMessage, parseOutboundMessage } from '../messages/message.ts';
import { findOutboundMessage, findRecipient } from '../messages/store.ts';

export type SendingServer = {
  host: ServiceContext;
  url: string;
  account: Credentials;
  /** Makes the client library use that key; by default the one of Full Access. */
  setKey(key?: string): void;
  agent: Agent;
  /** Sends a request with a JSON body, authorized by the Full Access key by default. */
  call(method: string, path: string, body?: unknown, authorization?: string): Promise<Response>;
  /** Sends an email to one address with the client library; returns the id from the response. */
  send(to: string, more?: object): Promise<string>;
  /** That message at its first recipient, as it is stored. */
  stored(id: string): Promise<OutboundMessage>;
  /** Events of that message at its first recipient, oldest first. */
  events(id: string): Promise<Record<string, unknown>[]>;
  /** Resolves with the events of that message once their kinds are these. */
  waitForEvents(id: string, kinds: string[]): Promise<Record<string, unknown>[]>;
  advanceClock(ms: number): void;
  /**
   * The same, unless a job is due or runs: its lease would be over before its end, and it would be done twice, or as late as the new time
   * says. Whether the clock was moved.
   */
  advanceIdleClock(ms: number): Promise<boolean>;
  close(): Promise<void>;
};

export async function openSendingServer(
  kind: (typeof databaseKinds)[number],
  environment: Readonly<Record<string, string>> = {},
): Promise<SendingServer> {
  const cluster = await openMultiServer(kind);
  const { ctx, url } = await cluster.start(environment);
  const agent = createOutboundAgent(createAddressGuard(['127.0.0.1']));
  const worker = startWorker(ctx, { agent }, workerTasks);
  let key = '';
  const call: SendingServer['call'] = (method, path, body, authorization = `Bearer ${key}`) =>
    fetch(url + path, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const made = await call('POST', emailPaths.keys, { name: 'Mail' }, basicAuthorization(cluster.account));
  key = ((await made.json()) as { api_key: string }).api_key;
  const setKey: SendingServer['setKey'] = (given = key) => {
    client.setApiKey(given);
    client.setDefaultRequest('baseUrl', `${url}/`);
  };
  setKey();
  mail.setClient(client);
  const events: SendingServer['events'] = async (id) => {
    const owner = { account: cluster.account.account_sid, region: 'global' } as const;
    const rows = await listMessageEvents(ctx.database.read, owner, `${id}.0`);
    return rows.map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
  };
  return {
    host: ctx,
    url,
    account: cluster.account,
    setKey,
    agent,
    call,
    events,
    async send(to, more = {}) {
      const message = { from: 'shop@sender.test', to, subject: 'Hello', text: 'Hello there', ...more };
      const [answer] = await mail.send(message as Parameters<typeof mail.send>[0]);
      expect(answer.statusCode).toBe(202);
      return String((answer.headers as Record<string, string>)['x-message-id']);
    },
    async stored(id) {
      const { read } = ctx.database;
      const recipient = await findRecipient(read, { mail: id, number: 0 });
      const row = recipient && (await findOutboundMessage(read, recipient));
      if (row === undefined) throw new Error('There is no such email.');
      return parseOutboundMessage(row);
    },
    async waitForEvents(id, kinds) {
      const seen = async () => (await events(id)).map(({ event }) => event);
      await expect.poll(seen).toEqual(kinds);
      return events(id);
    },
    advanceClock(ms) {
      cluster.advanceClock(ms);
    },
    async advanceIdleClock(ms) {
      const jobs = ctx.database.read.selectFrom('jobs').select('key').where('dead_at', 'is', null);
      const busy = await jobs
        .where((eb) => eb.or([eb('run_at', '<=', ctx.clock.now()), eb('lease_until', '>', 0)]))
        .limit(1)
        .executeTakeFirst();
      if (busy === undefined) cluster.advanceClock(ms);
      return busy === undefined;
    },
    async close() {
      await worker.stop();
      await agent.destroy();
      await cluster.close();
    },
  };
}
