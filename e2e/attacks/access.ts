/** Attempts to get in: with other keys, guessed, stolen or short credentials, more rights, and others' host names. */

import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type RunningServer, type ServerOptions, startServer } from '../server.ts';
import { smallFlow } from '../small-flow.ts';
import type { Attack, AttackResult } from './attack.ts';

type Credentials = { sid: string; token: string };
type Body = Record<string, unknown>;

const basic = ({ sid, token }: Credentials) => `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`;

/** A request with a JSON body, as the account of the server unless `authorization` says otherwise. */
async function call(
  server: RunningServer,
  method: string,
  path: string,
  { body, authorization = basic(server.account) }: { body?: Body; authorization?: string } = {},
): Promise<{ status: number; json: Body; retryAfter: string | null; location: string | null }> {
  const response = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = text.startsWith('{') ? (JSON.parse(text) as Body) : {};
  const { headers, status } = response;
  return { status, json, retryAfter: headers.get('retry-after'), location: headers.get('location') };
}

/** Runs `work` on a server of its own. */
async function onServer(
  options: ServerOptions,
  work: (server: RunningServer) => Promise<AttackResult>,
): Promise<AttackResult> {
  const server = await startServer(options);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** What the server said when it refused to start; null when it started. */
async function refusalOfStart(options: ServerOptions): Promise<string | null> {
  try {
    const server = await startServer(options);
    await server.stop();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** How many of the answers had each status, as `401 × 20, 429 × 80`. */
function countsOf(statuses: readonly number[]): string {
  const groups = Object.groupBy(statuses, String);
  return Object.entries(groups)
    .map(([status, all = []]) => `${status} × ${all.length}`)
    .join(', ');
}

const startWithAnotherKey: Attack = {
  name: 'a start on the same data with another SECRET_KEY',
  expects: 'refused: the first start stored the fingerprint of the key',
  async attempt() {
    const dataDir = await mkdtemp(join(tmpdir(), 'patchbay-attack-'));
    try {
      const first = await startServer({ dataDir, env: { SECRET_KEY: 'the key of the first start' } });
      await first.stop();
      const said = await refusalOfStart({ dataDir, env: { SECRET_KEY: 'the key of another start' } });
      return { stopped: said?.includes('SECRET_KEY is not the key') === true, seen: said ?? 'it started' };
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

const shortToken: Attack = {
  name: 'a start with a token of 15 characters',
  expects: 'refused: 16 characters at least',
  async attempt() {
    const said = await refusalOfStart({ env: { PATCHBAY_AUTH_TOKEN: 'fifteen-letters' } });
    const isRefused = said?.includes('at least 16 characters') === true && !said.includes('fifteen');
    return { stopped: isRefused, seen: said?.trim().split('\n').at(-1) ?? 'it started' };
  },
};

const readableFiles: Attack = {
  name: 'another user of the machine reads the data folder',
  expects: 'folder 0700, files 0600',
  async attempt({ dataDir }) {
    const paths = [dataDir, ...(await readdir(dataDir)).map((name) => join(dataDir, name))];
    const open: string[] = [];
    for (const path of paths) if (((await stat(path)).mode & 0o077) !== 0) open.push(path);
    return { stopped: open.length === 0, seen: `${open.length} of ${paths.length} open to others` };
  },
};

const secretsInTheLog: Attack = {
  name: 'the first token and the sign-in link are read from redirected output',
  expects: 'only the paths of their files are printed',
  attempt: () =>
    onServer({ env: { PATCHBAY_ACCOUNT_SID: '', PATCHBAY_AUTH_TOKEN: '' } }, async (server) => {
      const file = (name: string) => readFile(join(server.dataDir, name), 'utf8');
      const link = (await file('sign-in-link.txt')).trim();
      const [, token = ''] = /Auth token: (\S+)/.exec(await file('first-credentials.txt')) ?? [];
      const isShown = [link, token].some((secret) => secret === '' || server.output().includes(secret));
      return { stopped: !isShown, seen: isShown ? 'a secret in the output' : 'two paths in the output' };
    }),
};

const guesses: Attack = {
  name: '300 guessed credentials of every kind from one address',
  expects:
    '20 of each kind 401, then 429 with Retry-After, for links the page that says so; right credentials work',
  attempt: () =>
    onServer({ env: { WRONG_CREDENTIALS_LIMIT: '20' } }, async (server) => {
      const guess = (n: number) => {
        const token = `guess-${n}-of-the-attack`;
        if (n % 3 === 0) return call(server, 'GET', `/sign-in?token=${token}`);
        const authorization = n % 3 === 1 ? `Bearer SG.${token}` : basic({ ...server.account, token });
        return call(server, 'GET', n % 3 === 1 ? '/v3/scopes' : '/v2/Flows', { authorization });
      };
      const answers = await Promise.all(Array.from({ length: 300 }, (_, n) => guess(n)));
      const refused = answers.filter(
        ({ status, retryAfter, location }) =>
          (status === 429 && Number(retryAfter) > 0) || location === '/sign-in?link=limited',
      );
      const right = await Promise.all(Array.from({ length: 70 }, () => call(server, 'GET', '/v2/Flows')));
      const refusedRight = right.filter(({ status }) => status !== 200).length;
      return {
        stopped: refused.length === 240 && refusedRight === 0,
        seen: `${countsOf(answers.map(({ status }) => status))}, ${refused.length} refused; ${refusedRight} of 70 right ones`,
      };
    }),
};

const guessesBehindProxy: Attack = {
  name: '60 guesses through a reverse proxy that the settings do not name, and then through one that they do',
  expects:
    'right credentials work in both; the log names TRUSTED_PROXIES, and once it is set each client is counted alone',
  async attempt() {
    const attempt = (TRUSTED_PROXIES: string) => {
      const env = { WRONG_CREDENTIALS_LIMIT: '20', TRUSTED_PROXIES };
      let seen = { guessed: 0, other: 0, right: 0, isWarned: false };
      return onServer({ env }, async (server) => {
        const statusOf = async (token: string, client: string) => {
          const headers = {
            authorization: basic({ ...server.account, token }),
            'x-forwarded-for': client,
          };
          return (await fetch(`${server.url}/v2/Flows`, { headers })).status;
        };
        const guesses = [];
        for (let n = 0; n < 60; n += 1)
          guesses.push(await statusOf(`guess-${n}-of-the-attack`, '198.51.100.1'));
        seen = {
          guessed: guesses.filter((status) => status === 429).length,
          other: await statusOf('a-guess-of-another-client', '198.51.100.2'),
          right: await statusOf(server.account.token, '198.51.100.2'),
          isWarned: server.output().includes('TRUSTED_PROXIES is not set'),
        };
        return { stopped: true, seen: '' };
      }).then(() => seen);
    };
    const [unknown, trusted] = [await attempt(''), await attempt('127.0.0.1')];
    const stopped =
      [unknown, trusted].every(({ guessed, right }) => guessed === 40 && right === 200) &&
      [unknown.other, unknown.isWarned, trusted.other, trusted.isWarned].join() === '429,true,401,false';
    return { stopped, seen: `not named ${JSON.stringify(unknown)}, named ${JSON.stringify(trusted)}` };
  },
};

/** A relay that offers AUTH and no TLS, as one does whose offer of STARTTLS was removed on the way. */
async function openPlainRelay() {
  let heard = '';
  const relay = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 relay.example ESMTP\r\n');
    socket.on('data', (chunk) => {
      heard += chunk;
      const isGreeting = /^EHLO/i.test(String(chunk));
      socket.write(isGreeting ? '250-relay.example\r\n250 AUTH PLAIN LOGIN\r\n' : '250 OK\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const address = relay.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, heard: () => heard, closed: () => once(relay, 'connection'), close: () => relay.close() };
}

const plainRelay: Attack = {
  name: 'a relay without TLS asks for the password',
  expects: 'no AUTH without TLS unless SMTP_RELAY_INSECURE=1',
  async attempt() {
    const relay = await openPlainRelay();
    try {
      const SMTP_RELAY_URL = `smtp://user:password-of-the-relay@127.0.0.1:${relay.port}`;
      return await onServer({ env: { SMTP_RELAY_URL } }, async (server) => {
        const connected = relay.closed();
        await call(server, 'POST', '/v3/mail/send', {
          body: {
            personalizations: [{ to: [{ email: 'kim@reader.example' }] }],
            ...{ from: { email: 'shop@sender.example' }, subject: 'Hello' },
            content: [{ type: 'text/plain', value: 'Hello' }],
          },
        });
        await connected;
        const deadline = Date.now() + 5_000;
        while (!/EHLO/i.test(relay.heard()) && Date.now() < deadline) await new Promise(setImmediate);
        await server.stop();
        const commands = relay.heard().split('\r\n').filter(Boolean);
        const isAsked = commands.some((line) => /^EHLO/i.test(line));
        return {
          stopped: isAsked && !commands.some((line) => /^AUTH/i.test(line)),
          seen: `commands ${commands.map((line) => line.split(' ')[0]).join(', ')}`,
        };
      });
    } finally {
      relay.close();
    }
  },
};

const strongerKeys: Attack = {
  name: 'an API key of email changes a stronger key, and gives itself billing and validation',
  expects: '403: a key changes only keys whose scopes it has, and gives no such scopes',
  async attempt(server) {
    const make = async (scopes?: string[]) =>
      (await call(server, 'POST', '/v3/api_keys', { body: { name: 'K', ...(scopes && { scopes }) } })).json;
    const weak = await make(['api_keys.create', 'api_keys.update', 'mail.send']);
    const full = await make();
    const by = (key: Body) => ({ authorization: `Bearer ${String(key.api_key)}` });
    const target = `/v3/api_keys/${String(full.api_key_id)}`;
    const body = { name: 'Mine', scopes: ['mail.send'] };
    const statuses = [
      (await call(server, 'PUT', target, { ...by(weak), body })).status,
      (await call(server, 'PATCH', target, { ...by(weak), body: { name: 'Mine' } })).status,
    ];
    for (const scope of ['billing.read', 'validations.email.create']) {
      const wanted = { name: 'More', scopes: [scope] };
      statuses.push((await call(server, 'POST', '/v3/api_keys', { ...by(full), body: wanted })).status);
    }
    return { stopped: statuses.every((status) => status === 403), seen: countsOf(statuses) };
  },
};

const subaccountOf = async (server: RunningServer, name: string): Promise<Credentials> => {
  const { json } = await call(server, 'POST', '/v1/Accounts', { body: { FriendlyName: name } });
  return { sid: String(json.sid), token: String(json.auth_token) };
};

const setHost = (server: RunningServer, hostname: string, by: Credentials) =>
  call(server, 'POST', '/v3/user/webhooks/parse/settings', {
    authorization: basic(by),
    body: { hostname, url: 'https://hooks.example.org/mail' },
  });

const foreignHost: Attack = {
  name: 'an account adds a host name that is not its own and waits for its email',
  expects: 'rejected at RCPT until a TXT record proves it',
  attempt: () =>
    onServer({ env: { SMTP_HOST: '0.0.0.0' } }, async (server) => {
      const { status } = await setHost(server, 'mail.bank.invalid', server.account);
      const transport = createTransport({ host: '127.0.0.1', port: server.smtpPort ?? 0 });
      const mail = { from: 'a@sender.example', to: 'x@mail.bank.invalid', text: 'Secret' };
      const code = await transport.sendMail(mail).then(
        () => 250,
        (error: { responseCode?: number }) => error.responseCode ?? 0,
      );
      return { stopped: status === 201 && code === 550, seen: `setting ${status}, RCPT ${code}` };
    }),
};

const takenHost: Attack = {
  name: 'an account adds the host name of another one',
  expects: '400, and the error names the TXT record that would prove it',
  async attempt(server) {
    const [one, two] = [await subaccountOf(server, 'Owner'), await subaccountOf(server, 'Thief')];
    const first = await setHost(server, 'mail.owner.invalid', one);
    const second = await setHost(server, 'mail.owner.invalid', two);
    const isHelped = JSON.stringify(second.json).includes('_patchbay.mail.owner.invalid');
    const isStopped = first.status === 201 && second.status === 400 && isHelped;
    return { stopped: isStopped, seen: `${first.status}, then ${second.status}` };
  },
};

const manySubaccounts: Attack = {
  name: 'ten subaccounts are created where two are allowed',
  expects: '403 beyond SUBACCOUNT_LIMIT',
  attempt: () =>
    onServer({ env: { SUBACCOUNT_LIMIT: '2' } }, async (server) => {
      const attempts = Array.from({ length: 10 }, (_, n) =>
        call(server, 'POST', '/v1/Accounts', { body: { FriendlyName: `S${n}` } }),
      );
      const statuses = (await Promise.all(attempts)).map(({ status }) => status);
      const made = statuses.filter((status) => status === 201).length;
      return { stopped: made === 2, seen: countsOf(statuses) };
    }),
};

const startsOfSubaccounts: Attack = {
  name: 'three subaccounts together start more than their parent may',
  expects: 'START_LIMIT_REST counts at the parent, too',
  attempt: () =>
    onServer({ env: { START_LIMIT_REST: '5' } }, async (server) => {
      const flows: { by: Credentials; sid: string }[] = [];
      for (const name of ['A', 'B', 'C']) {
        const by = await subaccountOf(server, name);
        const body = { FriendlyName: 'F', Status: 'published', Definition: smallFlow() };
        const { json } = await call(server, 'POST', '/v2/Flows', { authorization: basic(by), body });
        flows.push({ by, sid: String(json.sid) });
      }
      const began = Math.floor(Date.now() / 1000);
      const answers = await Promise.all(
        flows.flatMap(({ by, sid }) =>
          Array.from({ length: 20 }, (_, n) =>
            call(server, 'POST', `/v2/Flows/${sid}/Executions`, {
              authorization: basic(by),
              body: { To: `+1500555${1000 + n}`, From: '+15005550006' },
            }),
          ),
        ),
      );
      const seconds = Math.floor(Date.now() / 1000) - began + 1;
      const statuses = answers.map(({ status }) => status);
      const started = statuses.filter((status) => status === 201).length;
      const isStopped = started > 0 && started <= 5 * seconds && statuses.includes(429);
      return { stopped: isStopped, seen: `${countsOf(statuses)} in ${seconds} s` };
    }),
};

const stolenKey: Attack = {
  name: 'a stolen API key of the account makes itself another one, and is used after it was revoked',
  expects: '403, then 401',
  async attempt(server) {
    const { json } = await call(server, 'POST', '/v1/ApiKeys', { body: { FriendlyName: 'Stolen' } });
    const authorization = basic({ sid: String(json.sid), token: String(json.secret) });
    const statuses = [
      (await call(server, 'GET', '/v2/Flows', { authorization })).status,
      (await call(server, 'POST', '/v1/ApiKeys', { authorization, body: {} })).status,
      (await call(server, 'POST', `/v1/Accounts/${server.account.sid}/AuthToken`, { authorization })).status,
    ];
    await call(server, 'DELETE', `/v1/ApiKeys/${String(json.sid)}`);
    statuses.push((await call(server, 'GET', '/v2/Flows', { authorization })).status);
    return { stopped: statuses.join() === '200,403,403,401', seen: statuses.join(', ') };
  },
};

const keptKeys: Attack = {
  name: 'keys are used after the token was replaced with RevokeKeys',
  expects: '401 for API keys of the account and of email',
  async attempt(server) {
    const own = await subaccountOf(server, 'Replaced');
    const as = { authorization: basic(own) };
    const key = (await call(server, 'POST', '/v1/ApiKeys', { ...as, body: {} })).json;
    const emailKey = (await call(server, 'POST', '/v3/api_keys', { ...as, body: { name: 'K' } })).json;
    await call(server, 'POST', `/v1/Accounts/${own.sid}/AuthToken`, { body: { RevokeKeys: true } });
    const authorization = basic({ sid: String(key.sid), token: String(key.secret) });
    const bearer = `Bearer ${String(emailKey.api_key)}`;
    const statuses = [
      (await call(server, 'GET', '/v2/Flows', as)).status,
      (await call(server, 'GET', '/v2/Flows', { authorization })).status,
      (await call(server, 'GET', '/v3/scopes', { authorization: bearer })).status,
    ];
    return { stopped: statuses.every((status) => status === 401), seen: statuses.join(', ') };
  },
};

export const accessAttacks: readonly Attack[] = [
  startWithAnotherKey,
  shortToken,
  readableFiles,
  secretsInTheLog,
  guesses,
  guessesBehindProxy,
  plainRelay,
  strongerKeys,
  foreignHost,
  takenHost,
  manySubaccounts,
  startsOfSubaccounts,
  stolenKey,
  keptKeys,
];
