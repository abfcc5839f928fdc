/** Test fixture: Postfix on loopback as a relay, with a configuration and queue of its own. Needs the program, and root. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const hasPostfix = process.getuid?.() === 0 && existsSync('/usr/sbin/postfix');

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export type Postfix = {
  /** Has what is deferred tried at once. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Takes email for anybody from this machine, and delivers that of each domain to its port. `policyPort` is that of a policy
 * service, which is asked about each recipient.
 */
export async function openPostfix(
  port: number,
  routes: Readonly<Record<string, number>>,
  policyPort: number | null = null,
): Promise<Postfix> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-postfix-'));
  await chmod(folder, 0o755);
  const [config, queue, data] = ['config', 'queue', 'data'].map((name) => join(folder, name));
  if (config === undefined || queue === undefined || data === undefined) throw new Error('No folders');
  for (const each of [config, queue, data]) await mkdir(each);
  await run('chown', ['postfix', data]);
  const transports = Object.entries(routes).map(([domain, at]) => `{ ${domain} = smtp:[127.0.0.1]:${at} }`);
  await writeFile(join(config, 'main.cf'), mainConfig({ queue, data, transports, policyPort }));
  await writeFile(join(config, 'master.cf'), services(port));
  await run('postfix', ['-c', config, 'start']);
  return {
    async flush() {
      await run('postqueue', ['-c', config, '-f']);
    },
    async stop() {
      await run('postfix', ['-c', config, 'stop']);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Retries each second, and tells the sender about a delay after one. */
function mainConfig({
  queue,
  data,
  transports,
  policyPort,
}: {
  queue: string;
  data: string;
  transports: string[];
  policyPort: number | null;
}): string {
  const policy = policyPort === null ? '' : `check_policy_service inet:127.0.0.1:${policyPort}`;
  return [
    'compatibility_level = 3.6',
    `queue_directory = ${queue}`,
    `data_directory = ${data}`,
    'myhostname = relay.test',
    'mydestination =',
    'inet_interfaces = 127.0.0.1',
    'inet_protocols = ipv4',
    'mynetworks = 127.0.0.0/8',
    'smtpd_relay_restrictions = permit_mynetworks, reject',
    `smtpd_recipient_restrictions = ${policy}`,
    `transport_maps = inline:{ ${transports.join(', ')} }`,
    'default_transport = error:nobody is there',
    ...['queue_run_delay', 'minimal_backoff_time', 'maximal_backoff_time', 'delay_warning_time'].map(
      (name) => `${name} = 1s`,
    ),
    'smtp_tls_security_level = none',
    'smtputf8_enable = no',
    '',
  ].join('\n');
}

function services(port: number): string {
  const lines = [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'pickup unix n - n 60 1 pickup',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'rewrite unix - - n - - trivial-rewrite',
    ...['bounce', 'defer', 'trace'].map((name) => `${name} unix - - n - 0 bounce`),
    ...['smtp', 'relay'].map((name) => `${name} unix - - n - - smtp`),
    ...['error', 'retry'].map((name) => `${name} unix - - n - - error`),
    'flush unix n - n 1000? 0 flush',
    'showq unix n - n - - showq',
    'anvil unix - - n - 1 anvil',
    'scache unix - - n - 1 scache',
    'proxymap unix - - n - - proxymap',
  ];
  return `${lines.join('\n')}\n`;
}

export type Greylist = {
  port: number;
  /** What was deferred, as `sender > recipient`, once for each attempt. */
  deferred: string[];
  close(): Promise<void>;
};

/**
 * A policy service that greylists, as Postfix delegates it (SMTPD_POLICY_README): what it first saw less than a second ago,
 * by sender and recipient, is deferred.
 */
export async function openGreylist(): Promise<Greylist> {
  const firstSeen = new Map<string, number>();
  const deferred: string[] = [];
  const answer = (request: string): string => {
    const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(request)?.[1] ?? '';
    const key = `${value('sender')} > ${value('recipient')}`;
    const first = firstSeen.get(key) ?? Date.now();
    firstSeen.set(key, first);
    if (Date.now() - first >= 1_000) return 'action=DUNNO\n\n';
    deferred.push(key);
    return 'action=DEFER_IF_PERMIT 4.7.1 Greylisted, try again later\n\n';
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        socket.write(answer(text.slice(0, end)));
        text = text.slice(end + 2);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    deferred,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
