/**
 * Commands of W3C WebDriver to the installed Firefox and WebKit. WebKit's driver takes them by HTTP; Firefox takes them itself,
 * without geckodriver, which no Debian has, as Marionette: the same commands by name over TCP
 * (https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html).
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../server.ts';

/** The commands that the journeys need, as Marionette calls them, with their method and path in WebDriver. */
const commands = {
  Navigate: 'POST url',
  AddCookie: 'POST cookie',
  ExecuteScript: 'POST execute/sync',
  PerformActions: 'POST actions',
  SetWindowRect: 'POST window/rect',
  TakeScreenshot: 'GET screenshot',
} as const;

export type WebDriver = {
  send(command: keyof typeof commands, parameters: object): Promise<unknown>;
  /** Closes the browser. */
  close(): Promise<void>;
};

const startMs = 90_000;
const programs = {
  firefox: '/usr/bin/firefox-esr',
  webkit: '/usr/bin/WebKitWebDriver',
  display: '/usr/bin/xvfb-run',
};

/** What is not installed of what the browser needs. */
export function missingFor(browser: 'Firefox' | 'WebKit'): string[] {
  const needed =
    browser === 'Firefox'
      ? { 'firefox-esr': programs.firefox }
      : { 'webkit2gtk-driver': programs.webkit, xvfb: programs.display };
  return Object.entries(needed).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
}

export async function startFirefox(): Promise<WebDriver> {
  const profile = await mkdtemp(join(tmpdir(), 'patchbay-firefox-'));
  const port = await freePort();
  await writeFile(join(profile, 'user.js'), `user_pref('marionette.port', ${port});\n`);
  const child = spawn(programs.firefox, ['--headless', '--marionette', '--profile', profile], {
    stdio: 'ignore',
    detached: true,
  });
  const socket = await untilDone(() => connected(port));
  let id = 0;
  const waiting = new Map<number, (answer: { error: unknown; result: unknown }) => void>();
  readPackets(socket, (packet) => {
    // The first one says what Marionette is.
    if (!Array.isArray(packet)) return;
    const [, of, error, result] = packet;
    waiting.get(of)?.({ error, result });
  });
  const send = async (name: string, parameters: object) => {
    id += 1;
    const answer = new Promise<{ error: unknown; result: unknown }>((done) => waiting.set(id, done));
    const text = JSON.stringify([0, id, `WebDriver:${name}`, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const { error, result } = await answer;
    if (error !== null) throw new Error(`${name}: ${JSON.stringify(error)}`);
    return result;
  };
  await send('NewSession', {});
  return {
    send: async (command, parameters) => unwrapped(await send(command, parameters)),
    close: async () => {
      socket.destroy();
      await end(child);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export async function startWebKit(): Promise<WebDriver> {
  const port = await freePort();
  // It has no way to run without a display.
  const child = spawn(
    programs.display,
    ['-a', '-s', '-screen 0 1600x1000x24', programs.webkit, `--port=${port}`],
    {
      stdio: 'ignore',
      detached: true,
      // Root has no sandbox, and a virtual display no GPU.
      env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
    },
  );
  const request = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const session = await untilDone(() => request('POST', 'session', { capabilities: {} }));
  const { sessionId } = session as { sessionId: string };
  return {
    send: (command, parameters) => {
      const [method = '', path = ''] = commands[command].split(' ');
      return request(method, `session/${sessionId}/${path}`, method === 'POST' ? parameters : undefined);
    },
    close: async () => {
      await request('DELETE', `session/${sessionId}`).catch(() => {});
      await end(child);
    },
  };
}

/** Marionette wraps what is not an object. */
function unwrapped(result: unknown): unknown {
  return typeof result === 'object' && result !== null && 'value' in result ? result.value : result;
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Each packet is its length in bytes, a colon, and JSON. */
function readPackets(socket: Socket, onPacket: (packet: unknown) => void): void {
  let kept = Buffer.alloc(0);
  socket.on('data', (piece) => {
    kept = Buffer.concat([kept, piece]);
    for (;;) {
      const colon = kept.indexOf(':');
      const until = colon + 1 + Number(kept.subarray(0, Math.max(colon, 0)).toString());
      if (colon < 0 || kept.length < until) return;
      onPacket(JSON.parse(kept.subarray(colon + 1, until).toString()));
      kept = kept.subarray(until);
    }
  });
}

async function untilDone<Value>(attempt: () => Promise<Value>): Promise<Value> {
  const deadline = Date.now() + startMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((next) => setTimeout(next, 200));
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGTERM');
  const limit = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), 10_000);
  await ended;
  clearTimeout(limit);
}
