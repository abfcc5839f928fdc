/** Puts the parts of a running server together, and takes them apart again in the right order. */

import type { FastifyInstance } from 'fastify';
import { type Credentials, createSignInLink, ensureAccount } from './accounts/service.ts';
import { commandHandlers } from './command-handlers.ts';
import { startEventDelivery } from './email/events/delivery/dispatcher.ts';
import { startSmtpListener } from './email/inbound/smtp-listener.ts';
import { ensureConfiguredKey } from './email/keys/service.ts';
import { closeRelayConnections } from './email/sending/relay.ts';
import { provideCommandHandlers } from './executions/service/command-handler.ts';
import { maintenanceTasks, workerTasks } from './job-handlers.ts';
import { startSinkWorker } from './live/sink-worker.ts';
import type { Config, Role } from './platform/config.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { buildServer } from './platform/http/server.ts';
import { startMaintenance } from './platform/jobs/maintenance.ts';
import { startWorker, type Worker } from './platform/jobs/worker.ts';
import { handleNotifications } from './platform/notification-handlers.ts';
import { createAddressGuard, createOutboundAgent } from './platform/outbound/address-guard.ts';
import { checkSecretKey } from './platform/secret-key-check.ts';
import { createServiceRuntime, systemTime } from './platform/service-runtime.ts';
import { routeTable } from './routes.ts';

/** The server cannot listen where the settings say; the message is one sentence. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen';
}

export type Running = {
  /** Where it listens, as a URL that works on this machine. */
  url: string;
  /** The port on which mail is taken in; null where none is. */
  smtpPort: number | null;
  /** A link that signs in once; null where there is no page to sign in to. */
  signInLink: string | null;
  /** How long the link can be used. */
  linkMinutes: number;
  /** Credentials of the account that this start made; null when there was one. */
  made: Credentials | null;
  /** Takes no more requests, finishes what is under way and lets go of everything. */
  stop(): Promise<void>;
};

/** Each process answers at least about its health. */
const duties: Record<Role, { http: boolean; work: boolean }> = {
  all: { http: true, work: true },
  api: { http: true, work: false },
  worker: { http: false, work: true },
};

/** What has not ended by then is cut off: requests end unanswered, effects are done again by the next start. */
const patienceMs = 8_000;

/**
 * Starts everything; resolves once requests are answered.
 *
 * @throws DatabaseUnavailable, WrongSecretKey, CannotListen, CannotTakeMail
 */
export async function start(config: Config): Promise<Running> {
  const database = await openDatabase(config, 'exclusive', systemTime());
  const world = createServiceRuntime(config, database);
  const { ctx } = world;
  provideCommandHandlers(ctx, commandHandlers);
  try {
    await checkSecretKey(ctx);
    const { account, created: made } = await ensureAccount(ctx);
    if (config.role !== 'worker') await ensureConfiguredKey(ctx, account);
    const app = await buildServer(ctx, routeTable);
    const agent = createOutboundAgent(createAddressGuard(config.outboundAllow));
    const url = await listen(app, config);
    world.setListeningUrl(url);
    const linkMinutes = made === null ? 15 : 60;
    const does = duties[config.role];
    const token = does.http ? await createSignInLink(ctx, account, linkMinutes * 60_000) : null;
    const worker: Worker | null = does.work ? startWorker(ctx, { agent }, workerTasks) : null;
    const sinks = does.work ? startSinkWorker(ctx, { agent }) : null;
    const events = does.work ? startEventDelivery(ctx, { agent }) : null;
    const maintenance = does.work ? startMaintenance(ctx, maintenanceTasks) : null;
    const mail = does.http ? await startSmtpListener(ctx) : null;
    handleNotifications(world, () => {
      worker?.wake();
      events?.wake();
    });
    return {
      url,
      smtpPort: mail?.port ?? null,
      signInLink: token === null ? null : `${ctx.publicUrl()}/sign-in?token=${token}`,
      linkMinutes,
      made,
      async stop() {
        await untilDone(async () => {
          await mail?.close();
          await app.close();
          await sinks?.stop();
          await events?.stop();
          await maintenance?.stop();
          await worker?.stop();
          closeRelayConnections(ctx);
        });
        app.server.closeAllConnections();
        await database.close();
        await agent.destroy();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const reason = code === 'EADDRINUSE' ? 'another program listens there' : (error as Error).message;
    throw new CannotListen(`Patchbay cannot listen on ${host} port ${port}: ${reason}.`);
  }
  const address = app.server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  const everywhere = ['0.0.0.0', '::'].includes(host);
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${actual}`;
}

/** Resolves when `work` has, or when patience is at its end. */
async function untilDone(work: () => Promise<void>): Promise<void> {
  let impatience: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    impatience = setTimeout(resolve, patienceMs);
  });
  await Promise.race([work(), enough]);
  clearTimeout(impatience);
}
