/** Starting, stopping and refusing to start, as a process. */

import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate } from './testing/certificate.ts';
import { compileCacheFolder, serverProgram, serverSources } from './testing/programs.ts';

const patchbay = fileURLToPath(new URL('../../bin/patchbay.mjs', import.meta.url));

let folder: string;
let processes: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-main-'));
  processes = [];
});
afterEach(() => {
  for (const each of processes) each.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

type Run = { child: ChildProcess; output: string; errors: string; code: Promise<number | null> };

function run(file: string, args: string[], environment: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [file, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCacheFolder,
      ...{ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' },
      ...environment,
    },
  });
  processes.push(child);
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const self: Run = { child, output: '', errors: '', code };
  child.stdout.on('data', (chunk) => {
    self.output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    self.errors += chunk;
  });
  return self;
}

/** A server that says it is ready; `url` is where. */
async function serve(environment: Record<string, string> = {}): Promise<Run & { url: string }> {
  return ready(run(serverProgram, [], environment));
}

async function ready(self: Run): Promise<Run & { url: string }> {
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = /^Patchbay is ready at (http:\S+)\n[\s\S]*sign-in\S+\n/m.exec(self.output)?.[1];
      if (found !== undefined) resolve(found);
    };
    self.child.stdout?.on('data', look);
    void self.code.then((code) => reject(new Error(`It ended with ${code}: ${self.errors}`)));
  });
  // Everything is announced in one go; what comes after the link is the credentials.
  return Object.assign(self, { url });
}

async function stop(self: Run): Promise<number | null> {
  self.child.kill('SIGTERM');
  return self.code;
}

const credentialsIn = (text: string) => ({
  sid: /^Account SID: (AC[0-9a-f]{32})$/m.exec(text)?.[1],
  token: /^Auth token: ([0-9a-f]{32})$/m.exec(text)?.[1],
});
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const linkFile = () => join(folder, 'sign-in-link.txt');
const credentialsFile = () => join(folder, 'first-credentials.txt');
const statusAs = async (url: string, sid = '', token = '') =>
  (await fetch(`${url}/v2/Flows`, { headers: { authorization: `Basic ${btoa(`${sid}:${token}`)}` } })).status;

describe('a start', () => {
  it('gives the account’s credentials the first time only, and a sign-in link each time', async () => {
    const first = await serve();
    const { sid, token } = credentialsIn(readFileSync(credentialsFile(), 'utf8'));
    expect(await statusAs(first.url, sid, token)).toBe(200);
    const link = readFileSync(linkFile(), 'utf8').trim();
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sign-in\?token=[0-9a-f]{32}$/);
    const signedIn = await fetch(link, { redirect: 'manual' });
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/']);
    expect(await stop(first)).toBe(0);

    rmSync(credentialsFile());
    const second = await serve();
    expect(readFileSync(linkFile(), 'utf8').trim()).not.toBe(link);
    expect(existsSync(credentialsFile())).toBe(false);
    expect(await statusAs(second.url, sid, token)).toBe(200);
    expect(await stop(second)).toBe(0);
  });

  it('prints neither the link nor the token where its output is no terminal, but the paths of their files', async () => {
    const server = await serve();
    expect(server.output).toContain(`see the file ${linkFile()}\n`);
    expect(server.output).toContain(`see the file ${credentialsFile()},`);
    const { sid = '', token = '' } = credentialsIn(readFileSync(credentialsFile(), 'utf8'));
    for (const secret of [sid, token, readFileSync(linkFile(), 'utf8').trim()]) {
      expect(server.output + server.errors).not.toContain(secret);
    }
    await stop(server);
  });

  it.each([
    ['000', serverProgram],
    ['077', serverSources],
  ])(
    'keeps its folder and files from other users at umask %s, whatever their mode was',
    async (umask, program) => {
      const data = join(folder, 'data');
      mkdirSync(data);
      chmodSync(data, 0o777);
      for (const name of ['patchbay.db', 'patchbay.lock', 'sign-in-link.txt']) {
        writeFileSync(join(data, name), '');
        chmodSync(join(data, name), 0o666);
      }
      const script = join(folder, 'start.mjs');
      writeFileSync(script, `process.umask(0o${umask}); await import('${pathToFileURL(program).href}');`);
      const server = await ready(run(script, [], { DATA_DIR: data, SMTP_PORT: '0' }));
      const modes = readdirSync(data).map((name) => [name, modeOf(join(data, name))]);
      expect(modes.length).toBeGreaterThanOrEqual(6);
      expect(modes).toEqual(modes.map(([name]) => [name, '600']));
      expect(modeOf(data)).toBe('700');
      await stop(server);
    },
  );

  it('takes the account of the settings, changes its token when it changes, and shows neither', async () => {
    const sid = `AC${'a'.repeat(32)}`;
    const first = await serve({ PATCHBAY_ACCOUNT_SID: sid, PATCHBAY_AUTH_TOKEN: 'first-token-of-the-test' });
    expect(await statusAs(first.url, sid, 'first-token-of-the-test')).toBe(200);
    expect(first.output).not.toContain('first-token-of-the-test');
    await stop(first);
    const second = await serve({
      PATCHBAY_ACCOUNT_SID: sid,
      PATCHBAY_AUTH_TOKEN: 'second-token-of-the-test',
    });
    expect(await statusAs(second.url, sid, 'first-token-of-the-test')).toBe(401);
    expect(await statusAs(second.url, sid, 'second-token-of-the-test')).toBe(200);
    await stop(second);
  });

  it('is refused while another process serves from the same folder, which may end in any way', async () => {
    const first = await serve();
    const second = run(serverProgram, []);
    expect(await second.code).toBe(1);
    expect(second.errors).toBe(`Another Patchbay is already running on the data folder ${folder}.\n`);
    first.child.kill('SIGKILL');
    await first.code;
    expect(await stop(await serve())).toBe(0);
  });

  it('is refused with a sentence when mail cannot be taken in as the settings say', async () => {
    const [cert, key] = [join(folder, 'mail.crt'), join(folder, 'mail.key')];
    const [good, other] = [makeCertificate(), makeCertificate()];
    const errorOutput = async (environment: Record<string, string>) => {
      const refused = run(serverProgram, [], { SMTP_PORT: '0', ...environment });
      expect(await refused.code).toBe(1);
      return refused.errors;
    };
    const files = { SMTP_TLS_CERT: cert, SMTP_TLS_KEY: key };
    expect(await errorOutput(files)).toMatch(
      /^The file of SMTP_TLS_CERT cannot be read: ENOENT.*mail\.crt.*\n$/,
    );
    writeFileSync(cert, good.cert);
    writeFileSync(key, other.key);
    expect(await errorOutput(files)).toMatch(
      /^SMTP_TLS_CERT and SMTP_TLS_KEY are not a matching certificate and key.*\n$/,
    );
    const port = await new Promise<number>((resolve) => {
      const occupied = createServer().listen(0, '127.0.0.1', () => {
        occupied.unref();
        resolve((occupied.address() as AddressInfo).port);
      });
    });
    expect(await errorOutput({ SMTP_PORT: String(port) })).toBe(
      `Patchbay cannot receive email on 127.0.0.1 port ${port}: another program listens there.\n`,
    );
    writeFileSync(key, good.key);
    expect(await stop(await serve({ SMTP_PORT: '0', ...files }))).toBe(0);
  });

  it('makes further accounts while it serves', async () => {
    const server = await serve();
    const added = run(patchbay, ['account', 'add', 'Second account']);
    expect(await added.code).toBe(0);
    expect(added.output.split('\n')).toHaveLength(2);
    const { account_sid, auth_token } = JSON.parse(added.output);
    expect(await statusAs(server.url, account_sid, auth_token)).toBe(200);
    await stop(server);
  });
});

describe('one sentence and a non-zero exit', () => {
  const sentence = async (environment: Record<string, string>) => {
    const self = run(serverProgram, [], environment);
    expect(await self.code).toBe(1);
    expect(self.output).toBe('');
    expect(self.errors.trimEnd().split('\n')).toHaveLength(1);
    return self.errors.trimEnd();
  };

  it('come from a port in use', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve(Number(Object(other.address()).port))),
    );
    expect(await sentence({ PORT: String(port) })).toBe(
      `Patchbay cannot listen on 127.0.0.1 port ${port}: another program listens there; end it, or set PORT to another port.`,
    );
    other.close();
  });

  it('come from a folder that cannot be created', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await sentence({ DATA_DIR: join(file, 'data') })).toMatch(
      /^The data folder .* cannot be created: ENOTDIR/,
    );
  });

  it('come from a file that is no database', async () => {
    writeFileSync(
      join(folder, 'patchbay.db'),
      'something else entirely, and long enough to be looked at. '.repeat(20),
    );
    expect(await sentence({})).toMatch(/^The database .* cannot be opened: file is not a database\.$/);
  });

  it('come from a PostgreSQL that does not answer, without its password', async () => {
    const said = await sentence({ DATABASE_URL: 'postgres://me:p4ss@127.0.0.1:1/flows' });
    expect(said).toMatch(/^The database flows at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/);
    expect(said).not.toContain('p4ss');
  });

  it('come from settings that cannot be used', async () => {
    expect(await sentence({ PORT: 'http' })).toBe('PORT must be a number from 0 to 65535, not "http".');
  });
});

describe('the command line', () => {
  it('says how it is used', async () => {
    const wrong = run(patchbay, ['account']);
    expect(await wrong.code).toBe(2);
    expect(wrong.errors).toContain('patchbay account add NAME');
    const help = run(patchbay, ['--help']);
    expect(await help.code).toBe(0);
    expect(help.output).toContain('patchbay account add NAME');
  });

  it('needs no server to make an account', async () => {
    const added = run(patchbay, ['account', 'add', 'Alone']);
    expect(await added.code).toBe(0);
    expect(Object.keys(JSON.parse(added.output))).toEqual(['account_sid', 'auth_token']);
  });
});
