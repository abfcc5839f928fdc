/** `npm run dev` as processes, in a copy of the sources that is edited: what restarts, what stays, and that nothing is left. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { paths } from '#api/paths.ts';
import { isServerSource, root } from '../fingerprint.mjs';

const account = { PATCHBAY_ACCOUNT_SID: `AC${'a'.repeat(32)}`, PATCHBAY_AUTH_TOKEN: 'token-of-the-test' };
const authorization = `Basic ${btoa(Object.values(account).join(':'))}`;

// Each process compiles all sources of the copy for the first time.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let folder: string;
const children: ChildProcess[] = [];

/** The server's sources as they are, and a page of one module, so that no package of the page is bundled. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-dev-'));
  for (const path of ['bin/dev', 'bin/fingerprint.mjs', 'package.json'])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  for (const name of ['api', 'engine', 'flow', 'server', 'simulator'])
    cpSync(join(root, 'src', name), join(folder, 'src', name), {
      recursive: true,
      filter: (path) => !/\.test\.|\/testing$/.test(path),
    });
  write(
    'index.html',
    '<!doctype html><div id="root"></div><script type="module" src="/src/app/main.ts"></script>',
  );
  write('src/app/main.ts', 'export const page = 1;\nimport.meta.hot?.accept();\n');
  write('vite.config.ts', 'export default { optimizeDeps: { noDiscovery: true } };\n');
  // Links to the packages one by one: what Vite keeps of them beside them is the copy's own.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!/^\.(cache|vite)/.test(name))
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
});
afterAll(() => {
  for (const each of children) each.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(join(folder, path), 'utf8');
  if (!text.includes(from)) throw new Error(`${path} has no "${from}".`);
  write(path, text.replace(from, to));
}

type Development = {
  child: ChildProcess;
  output(): string /** Resolves once it has said that, after the first so many characters. */;
  says(pattern: RegExp, after?: number): Promise<RegExpExecArray>;
};

function startDevelopment(environment: Record<string, string> = {}): Development {
  const child = spawn(process.execPath, ['bin/dev/main.ts'], {
    cwd: folder,
    env: {
      ...{ PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' },
      ...{ PORT: '0', SMTP_PORT: 'off', ...account, ...environment },
    },
  });
  children.push(child);
  let output = '';
  const says = (pattern: RegExp, after = 0) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output.slice(after));
        if (found !== null) resolve(found);
      };
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', look);
      child.once('close', () => reject(new Error(`It has ended without saying ${pattern}: ${output}`)));
      look();
    });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece) => {
      output += piece;
    });
  return { child, output: () => output, says };
}

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** The processes below one, of any depth. */
function processesBelow(pid: number): number[] {
  const pairs = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([child = 0, parent]) => (parent === pid ? [child, ...processesBelow(child)] : []));
}

/** Reads until the server ends the stream, or breaks it. */
const untilEnd = (response: Response) => response.text().catch(() => '');

const routes = 'src/server/operations/routes.ts';
const status = (word: string) => `send({ status: '${word}', version })`;

describe('npm run dev', () => {
  let development: Development;
  let url: string;
  let hmr: WebSocket;
  /** What Vite sends to the open page. */
  const toPage: { type: string }[] = [];

  beforeAll(async () => {
    development = startDevelopment();
    [, url = ''] = await development.says(/^Patchbay is ready at (\S+)$/m);
  });

  const health = async () => (await (await fetch(`${url}/healthz`)).json()).status;

  it('serves the page and the API on one port', async () => {
    const html = await fetch(`${url}/flows`, { headers: { accept: 'text/html' } });
    expect(await html.text()).toContain('/@vite/client');
    expect(await (await fetch(`${url}/src/app/main.ts`)).text()).toContain('page = 1');
    expect((await fetch(`${url}/v2/Flows`)).status).toBe(401);
    expect((await fetch(`${url}/v2/None`, { headers: { accept: 'text/html' } })).status).toBe(404);
    const [, token = ''] =
      /wsToken = "([^"]+)"/.exec(await (await fetch(`${url}/@vite/client`)).text()) ?? [];
    hmr = new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
    hmr.on('message', (data) => toPage.push(JSON.parse(String(data))));
    await once(hmr, 'open');
  });

  it('restarts the server for a change of its sources, and holds requests meanwhile', async () => {
    const open = () => fetch(url + paths.accountEvents, { headers: { authorization } });
    const before = await open();
    expect(before.status).toBe(200);
    const ended = untilEnd(before);
    edit(routes, status('ok'), status('edited'));
    await ended;
    // The server before is stopping: both reach the next one.
    const [again, now] = await Promise.all([open(), health()]);
    expect([again.status, now]).toEqual([200, 'edited']);
    await development.says(/^Restarted in \d+ ms: src\/server\/operations\/routes\.ts$/m);
    expect(hmr.readyState).toBe(WebSocket.OPEN);
    await again.body?.cancel();
  });

  it('replaces modules of the page without a restart', async () => {
    const updated = new Promise<void>((resolve) => {
      hmr.on('message', (data) => JSON.parse(String(data)).type === 'update' && resolve());
    });
    edit('src/app/main.ts', 'page = 1', 'page = 2');
    await updated;
    edit(routes, status('edited'), status('edited again'));
    await development.says(/(^Restarted .*\n[\s\S]*){2}/m);
    expect(await health()).toBe('edited again');
    expect(development.output().match(/^Restarted .*$/gm)).toEqual([
      expect.stringMatching(/^Restarted in \d+ ms: src\/server\/operations\/routes\.ts$/),
      expect.stringMatching(/^Restarted in \d+ ms: src\/server\/operations\/routes\.ts$/),
    ]);
    expect(new Set(toPage.map(({ type }) => type))).toEqual(new Set(['connected', 'update']));
  });

  it.each([
    [
      'whose syntax is wrong',
      'const = 1;',
      /SyntaxError.*\n[\s\S]*^For the error above, npm run dev cannot load .*\n/m,
    ],
    [
      'whose import fails',
      "import './none-such.ts';",
      /none-such\.ts[\s\S]*^For the error above, npm run dev cannot load .*\n/m,
    ],
  ])('keeps the server of before where there is a source %s, until the next save', async (_, wrong, said) => {
    const at = development.output().length;
    const right = readFileSync(join(folder, routes), 'utf8');
    write(routes, `${wrong}\n${right.replace(status('edited again'), status('broken'))}`);
    await development.says(said, at);
    expect(await health()).toBe('edited again');
    write(routes, right);
    await development.says(/^Restarted in/m, at);
    expect(await health()).toBe('edited again');
  });

  it('ends with all its processes at a signal', async () => {
    const below = processesBelow(development.child.pid ?? 0);
    expect(below.length).toBeGreaterThanOrEqual(2);
    development.child.kill('SIGINT');
    const [code] = await once(development.child, 'exit');
    expect(code).toBe(0);
    expect(below.filter(isRunning)).toEqual([]);
  });

  it('leaves nothing running where it is killed', async () => {
    const other = startDevelopment();
    await other.says(/^Patchbay is ready at/m);
    const below = processesBelow(other.child.pid ?? 0);
    expect(below.length).toBeGreaterThanOrEqual(1);
    other.child.kill('SIGKILL');
    await expect.poll(() => below.filter(isRunning)).toEqual([]);
  });

  it('says in one sentence that its port is taken', async () => {
    const occupied = createServer().listen(0, '127.0.0.1');
    await once(occupied, 'listening');
    const { port } = Object(occupied.address());
    const refused = startDevelopment({ PORT: String(port) });
    const [code] = await once(refused.child, 'close');
    occupied.close();
    expect([code, refused.output()]).toEqual([
      1,
      `Patchbay cannot listen on 127.0.0.1 port ${port}: another program listens there; end it, or set PORT to another port.\n`,
    ]);
  });
});

it('tells sources of the server from those of the page and from tests', () => {
  const files = [
    ...['src/server/start.ts', 'src/flow/graph.ts', 'src/cli/main.ts', 'src/app/main.tsx'],
    ...['src/server/start.test.ts', 'src/server/testing/server.ts', 'package.json', 'srcs/server/a.ts'],
  ];
  expect(files.filter(isServerSource)).toEqual([
    'src/server/start.ts',
    'src/flow/graph.ts',
    'src/cli/main.ts',
  ]);
});
