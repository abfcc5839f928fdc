/** Composition root: starts the parts of a server, and stops them in the right order. */

import type { FastifyInstance } from 'fastify';
import { type Credentials, createSignInLink, ensureAccount } from './accounts/service.ts';
import { startSealing } from './audit/chain-service.ts';
import { commandHandlers } from './command-handlers.ts';
import { startEventDelivery } from './email/events/delivery/deliver.ts';
import { startSmtpListener } from './email/inbound/smtp-listener.ts';
import { ensureConfiguredKey } from './email/keys/service.ts';
import { closeRelayConnections } from './email/sending/relay.ts';
import { provideCommandHandlers } from './executions/service/command-handler.ts';
import { maintenanceTasks, workerTasks } from './job-handlers.ts';
import { startSinkWorker } from './live/sink-worker.ts';
import type { Config, Role } from './platform/config.ts';
import { type Following, followDataKeys } from './platform/data-key-rotation.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { CannotListen, listeningUrl } from './platform/http/listening-address.ts';
import { buildServer } from './platform/http/server.ts';
import { startMaintenance } from './platform/jobs/maintenance.ts';
import { startWorker, type Worker } from './platform/jobs/worker.ts';
import { handleFailover, handleNotifications } from './platform/notification-handlers.ts';
import { createAddressGuard, createOutboundAgent } from './platform/outbound/address-guard.ts';
import { checkSecretKey } from './platform/secret-key-check.ts';
import { followRotation, type Rotation } from './platform/secret-key-rotation.ts';
import { createServiceRuntime, systemTime } from './platform/service-runtime.ts';
import { routeTable } from './routes.ts';

/** A part of the server did not stop in time; the process ends with an error. */
export class ShutdownForced extends Error {
  override readonly name = 'ShutdownForced';

  constructor(part: string) {
    super(`Patchbay did not stop in ${shutdownTimeoutMs / 1000} seconds: ${part} had not ended.`);
  }
}

export type Running = {
  /** The URL of the server on this machine. */
  url: string;
  /** The port of the SMTP server; null where it is off. */
  smtpPort: number | null;
  /** A one-time sign-in link; null where this process serves no page. */
  signInLink: string | null;
  /** The lifetime of the link. */
  linkMinutes: number;
  /** Credentials of the account that this start created; null when there was one. */
  createdAccount: Credentials | null;
  /**
   * Graceful shutdown: accepts no more requests, finishes those in progress and closes everything.
   *
   * @throws ShutdownForced when a part did not stop in time; everything is closed then, too
   */
  stop(): Promise<void>;
};

/** Every role serves at least its health. */
const rolesDo: Record<Role, { http: boolean; work: boolean }> = {
  all: { http: true, work: true },
  api: { http: true, work: false },
  worker: { http: false, work: true },
};

/** After this time a shutdown is forced: requests get no response, jobs run again after the next start. */
const shutdownTimeoutMs = 8_000;

/**
 * Starts everything; resolves once requests are served.
 *
 * @throws DatabaseUnavailable, WrongSecretKey, CannotListen, SmtpListenerError
 */
export async function start(config: Config): Promise<Running> {
  const database = await openDatabase(config, 'exclusive', systemTime());
  const runtime = createServiceRuntime(config, database);
  const { ctx } = runtime;
  provideCommandHandlers(ctx, commandHandlers);
  let serving: FastifyInstance | null = null;
  let rotation: Rotation | null = null;
  let dataKeys: Following | null = null;
  try {
    rotation = followRotation(ctx, await checkSecretKey(ctx));
    dataKeys = await followDataKeys(ctx);
    const { account, created: createdAccount } = await ensureAccount(ctx);
    if (config.role !== 'worker') await ensureConfiguredKey(ctx, account);
    const app = await buildServer(ctx, routeTable);
    const agent = createOutboundAgent(createAddressGuard(config.outboundAllow));
    const url = await listen(app, config);
    serving = app;
    runtime.setListeningUrl(config.devUrl ?? url);
    const linkMinutes = createdAccount === null ? 15 : 60;
    const does = rolesDo[config.role];
    const token = does.http ? await createSignInLink(ctx, account, linkMinutes * 60_000) : null;
    const worker: Worker | null = does.work ? startWorker(ctx, { agent }, workerTasks) : null;
    const sinks = does.work ? startSinkWorker(ctx, { agent }) : null;
    const audit = does.work ? startSealing(ctx) : null;
    const events = does.work ? startEventDelivery(ctx, { agent }) : null;
    const maintenance = does.work ? startMaintenance(ctx, maintenanceTasks) : null;
    const smtpListener = does.http ? await startSmtpListener(ctx, worker) : null;
    handleFailover(ctx);
    handleNotifications(ctx, does.work);
    return {
      url,
      smtpPort: smtpListener?.port ?? null,
      signInLink: token === null ? null : `${ctx.publicUrl()}/sign-in?token=${token}`,
      linkMinutes,
      createdAccount,
      async stop() {
        database.limitWaiting();
        const hanging = await stopInOrder([
          { SMTP: async () => smtpListener?.close(), HTTP: () => app.close() },
          // At the same time, as each may wait for a database that does not respond.
          {
            sinks: async () => sinks?.stop(),
            'audit log': async () => audit?.stop(),
            'event webhooks': async () => events?.stop(),
            maintenance: async () => maintenance?.stop(),
            jobs: async () => worker?.stop(),
          },
          { 'relay connections': async () => closeRelayConnections(ctx) },
        ]);
        if (hanging !== null)
          ctx.log.error({ part: hanging }, 'Shutdown was forced: a part did not stop in time');
        rotation?.stop();
        dataKeys?.stop();
        app.server.closeAllConnections();
        await database.close();
        await agent.destroy();
        if (hanging !== null) throw new ShutdownForced(hanging);
      },
    };
  } catch (error) {
    // Requests are served already: they get no response, which clients send again, rather than a fault for want of a database.
    const closed = serving?.close();
    serving?.server.closeAllConnections();
    await closed;
    rotation?.stop();
    dataKeys?.stop();
    await database.close();
    throw error;
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    throw new CannotListen(host, port, error);
  }
  return listeningUrl(app.server, host, port);
}

/** Parts of the server that are stopped at the same time, each by its name in the log. */
type Stage = Readonly<Record<string, () => Promise<unknown>>>;

/** Stops one stage after the other; gives the names of what had not stopped at the shutdown timeout, or null. */
export async function stopInOrder(
  stages: readonly Stage[],
  timeoutMs = shutdownTimeoutMs,
): Promise<string | null> {
  const hanging = new Set<string>();
  const stopAll = async () => {
    for (const stage of stages)
      await Promise.all(
        Object.entries(stage).map(async ([name, stop]) => {
          hanging.add(name);
          await stop();
          hanging.delete(name);
        }),
      );
  };
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([stopAll(), timeout]);
  clearTimeout(timer);
  return hanging.size > 0 ? [...hanging].join(', ') : null;
}
