/** Speech of calls: bounds, voices, what engines may do wrong, and whose it is. Real espeak-ng where it is installed. */

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ResponseBody } from '#api/operation/operation.ts';
import { paths } from '#api/paths.ts';
import type { fetchOperations } from '#api/system/operations.ts';
import { openTestServer, type TestServer } from '../../testing/server.ts';
import { runCommand } from './run-command.ts';
import { SoundCache } from './sound-cache.ts';
import { nearestVoice } from './voices.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of cleanups.splice(0).reverse()) await each();
});

async function open(environment: Record<string, string> = {}): Promise<TestServer> {
  const server = await openTestServer(environment);
  cleanups.push(() => server.close());
  return server;
}

const say = (server: TestServer, Text: string, more: Record<string, string> = {}, by = server.account) =>
  server.send({ url: paths.speech, form: { Text, ...more }, by });

/** A folder with a program of that name, which lists two voices and then runs `script`; Node is in it as well. */
function programs(script: string, name = 'espeak-ng'): { SPEECH_PATH: string; log(): string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-speech-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const log = join(folder, 'log');
  const list =
    'Pty Language Age/Gender VoiceName File Other\\n 5  de  --/M  German  gmw/de\\n 2  en-us  --/M  English  gmw/en-US  (en 3)\\n';
  writeFileSync(
    join(folder, name),
    [
      '#!/bin/sh',
      `if [ "$1" = --voices ]; then printf '${list}'; exit 0; fi`,
      'if [ "$1" = --help ]; then exit 0; fi',
      `echo "$*" >> ${log}`,
      `LOG=${log}`,
      script,
    ].join('\n'),
  );
  chmodSync(join(folder, name), 0o755);
  return {
    SPEECH_PATH: `${folder}:/usr/bin:/bin`,
    log: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
  };
}

/** A WAV header as a stream has it, and the input as if it were samples. */
const echo = `printf 'RIFF\\377\\377\\377\\177WAVEfmt \\020\\000\\000\\000\\001\\000\\001\\000\\042V\\000\\000D\\254\\000\\000\\002\\000\\020\\000data\\377\\377\\377\\177'; cat`;

const spokenIn = ({ rawPayload }: { rawPayload: Buffer }) => rawPayload.subarray(44).toString('utf8');

describe('speech', () => {
  it('is not there without an engine, and the operations say so', async () => {
    const server = await open({ SPEECH_ENGINE: 'off' });
    expect((await say(server, 'Hello')).statusCode).toBe(204);
    const { json } = await server.send({ url: paths.operations });
    expect(json<ResponseBody<typeof fetchOperations>>().speech).toEqual({ engine: null, voices: 0 });
    const elsewhere = await open({ SPEECH_PATH: '/nowhere' });
    expect((await say(elsewhere, 'Hello')).statusCode).toBe(204);
  });

  it('comes from the program once, with the nearest voice, and lengths that are right', async () => {
    const { log, ...path } = programs(echo);
    const server = await open(path);
    const first = await say(server, 'Guten Tag', { Language: 'de-AT', Voice: 'alice' });
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'no-store',
    });
    expect(spokenIn(first)).toBe('Guten Tag');
    expect(first.rawPayload.readUInt32LE(40)).toBe('Guten Tag'.length);
    expect(first.rawPayload.readUInt32LE(4)).toBe('Guten Tag'.length + 36);
    await say(server, 'Guten Tag', { Language: 'de', Voice: 'alice' });
    expect(log()).toEqual(['--stdin --stdout -b 1 -s 155 -v de+f3']);
    await say(server, 'Hello', { Language: 'xx-YY', Voice: 'man' });
    expect(log()[1]).toMatch(/-v en-us\+m3$/);
    const { json } = await server.send({ url: paths.operations });
    expect(json<ResponseBody<typeof fetchOperations>>().speech).toEqual({ engine: 'espeak-ng', voices: 2 });
  });

  it('of one account is not that of another, and one that may not play contacts gets none', async () => {
    const { log, ...path } = programs(echo);
    const server = await open(path);
    await say(server, 'Hello');
    await say(server, 'Hello', {}, server.other);
    expect(log()).toHaveLength(2);
    expect((await server.send({ url: paths.speech, form: { Text: 'Hello' }, by: null })).statusCode).toBe(
      401,
    );
  });

  it.each([
    ['-f /etc/passwd', '-f /etc/passwd'],
    ['--version\n-w /tmp/x', '--version -w /tmp/x'],
    ['<speak><break time="9s"/></speak>', '<speak><break time="9s"/></speak>'],
    ['a\u0001b\u001b[31m\u0007c\r\n', 'a b [31m c'],
    ['[[h@l"oU]] $(id) `id` ; id', '[ [h@l"oU] ] $(id) `id` ; id'],
    ['\ud800x', '\ufffdx'],
  ])('says %j, and does not obey it', async (text, said) => {
    const { log, ...path } = programs(echo);
    const server = await open(path);
    const response = await server.send({ url: paths.speech, payload: { Text: text } });
    expect(response.statusCode).toBe(200);
    expect(spokenIn(response)).toBe(said);
    expect(log()).toEqual(['--stdin --stdout -b 1 -s 155 -v en-us']);
  });

  it('refuses what is too long, or has nothing to say', async () => {
    const { log, ...path } = programs(echo);
    const server = await open(path);
    expect((await say(server, 'x'.repeat(4_097))).statusCode).toBe(400);
    expect((await say(server, 'x'.repeat(64 * 1024))).statusCode).toBe(413);
    expect((await say(server, ' ')).statusCode).toBe(400);
    const controls = await server.send({ url: paths.speech, payload: { Text: '\u0001\u0002' } });
    expect(controls.statusCode).toBe(400);
    expect((await say(server, 'Hi', { Language: 'x'.repeat(36) })).statusCode).toBe(400);
    expect(log()).toEqual([]);
  });

  it('takes any language and voice by its nearest, never as an argument', async () => {
    const { log, ...path } = programs(echo);
    const server = await open(path);
    for (const [at, Voice] of ['-w/tmp/x', '../../etc/passwd', '+f9', 'Google.de-DE-Standard-A'].entries())
      expect((await say(server, `Text ${at}`, { Voice })).statusCode).toBe(200);
    expect((await say(server, 'Text', { Language: '--path=/tmp' })).statusCode).toBe(200);
    expect(log().map((line) => line.split(' ').at(-1))).toEqual(['en-us', 'en-us', 'en-us', 'de', 'en-us']);
  });

  it.each([
    ['dies', 'echo broken >&2; exit 3'],
    ['is killed', 'kill -9 $$'],
    ['writes no sound', 'echo hello'],
    ['writes without end', `${echo}; cat /dev/zero`],
  ])('fails for a while where the engine %s', async (_, script) => {
    const { log, ...path } = programs(script);
    const server = await open(path);
    expect((await say(server, 'Hello')).statusCode).toBe(503);
    // It is tried again: nothing of it was kept.
    expect((await say(server, 'Hello')).statusCode).toBe(503);
    expect(log()).toHaveLength(2);
  });

  it('of a thousand texts at once is made for some, four at once for an account, two in all', async () => {
    const { log, ...path } = programs(`echo begin >> $LOG; sleep 0.05; ${echo}; echo end >> $LOG`);
    const server = await open(path);
    const all = await Promise.all(
      Array.from({ length: 1_000 }, (_, at) =>
        say(server, `Text ${at}`, {}, at % 2 ? server.other : server.account),
      ),
    );
    const made = all.filter(({ statusCode }) => statusCode === 200);
    expect(made.length).toBe(8);
    expect(all.filter(({ statusCode }) => statusCode === 429).length).toBe(992);
    let running = 0;
    const most = log().reduce((highest, line) => {
      running += line === 'begin' ? 1 : line === 'end' ? -1 : 0;
      return Math.max(highest, running);
    }, 0);
    expect(most).toBe(2);
    // The same text by several at once is made once.
    const before = log().length;
    const same = await Promise.all(Array.from({ length: 50 }, () => say(server, 'Once')));
    expect(same.map(({ statusCode }) => statusCode)).toEqual(same.map(() => 200));
    expect(log().length - before).toBe(3);
  });

  it('is at most 120 new texts a minute; what is known is not counted', async () => {
    const { log: _, ...path } = programs(echo);
    const server = await open(path);
    for (let at = 0; at < 120; at += 4) {
      const some = [0, 1, 2, 3].map((more) => say(server, `Text ${at + more}`));
      for (const { statusCode } of await Promise.all(some)) expect(statusCode).toBe(200);
    }
    const refused = await say(server, 'One more');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await say(server, 'Text 7')).statusCode).toBe(200);
    server.advanceClock(60_000);
    expect((await say(server, 'One more')).statusCode).toBe(200);
  });

  it('is made by Piper where models are, by their languages', async () => {
    const { log, SPEECH_PATH } = programs(echo, 'piper');
    const voices = mkdtempSync(join(tmpdir(), 'patchbay-voices-'));
    cleanups.push(() => rmSync(voices, { recursive: true }));
    for (const name of [
      'en_US-amy-low.onnx',
      'de_DE-thorsten-medium.onnx',
      'de_DE-thorsten-medium.onnx.json',
    ])
      writeFileSync(join(voices, name), '');
    const server = await open({ SPEECH_PATH, SPEECH_VOICES: voices });
    expect(spokenIn(await say(server, 'Guten\nTag', { Language: 'de-DE' }))).toBe('Guten Tag');
    expect(log()).toEqual([`-m ${join(voices, 'de_DE-thorsten-medium.onnx')} -f -`]);
    const { json } = await server.send({ url: paths.operations });
    expect(json<ResponseBody<typeof fetchOperations>>().speech).toEqual({ engine: 'piper', voices: 2 });
  });
});

describe('a program that hangs', () => {
  it('is killed with what it started, and its output forgotten', async () => {
    const { log, SPEECH_PATH: path } = programs('sleep 3600 & echo $! >> $LOG; wait');
    const command = { name: 'espeak-ng', arguments: ['say'], input: 'x'.repeat(100_000), path };
    const run = runCommand({ ...command, timeoutMs: 1_000, maxBytes: 1_000 });
    await expect(run).rejects.toThrow('takes longer than 1000 ms');
    const sleeping = Number(log()[1]);
    expect(sleeping).toBeGreaterThan(1);
    await expect.poll(() => isRunning(sleeping)).toBe(false);
  });
});

function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

async function listen(
  respond: (request: IncomingMessage, body: string, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    respond(request, body, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  cleanups.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a voice service', () => {
  it('gets the text as JSON with its token, and its audio is spoken', async () => {
    const seen: unknown[] = [];
    const url = await listen(({ method, headers }, body, response) => {
      seen.push([method, headers.authorization, JSON.parse(body)]);
      response.writeHead(200, { 'content-type': 'audio/mpeg; x=y' }).end('sound');
    });
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-token-'));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'token'), 'secret\n');
    const server = await open({
      ...{ SPEECH_URL: url, SPEECH_TOKEN_FILE: join(folder, 'token'), OUTBOUND_ALLOW: '127.0.0.1' },
    });
    const response = await say(server, 'Hello', { Voice: 'alice', Language: 'en-GB' });
    expect([response.statusCode, response.body]).toEqual([200, 'sound']);
    await say(server, 'Hello', { Voice: 'alice', Language: 'en-GB' });
    expect(seen).toEqual([['POST', 'Bearer secret', { text: 'Hello', voice: 'alice', language: 'en-GB' }]]);
  });

  it('that is not allowed is not asked', async () => {
    let asked = 0;
    const url = await listen((_, __, response) => {
      asked += 1;
      response.writeHead(200, { 'content-type': 'audio/wav' }).end('sound');
    });
    expect((await say(await open({ SPEECH_URL: url }), 'Hello')).statusCode).toBe(503);
    expect(asked).toBe(0);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['a page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<script>')],
    ['an error', (response) => response.writeHead(429, { 'content-type': 'audio/wav' }).end('sound')],
    ['a redirect', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    [
      'more than 16 MB',
      (response) =>
        response.writeHead(200, { 'content-type': 'audio/wav' }).end('x'.repeat(16 * 1024 * 1024 + 1)),
    ],
    [
      'half of an answer',
      (response) =>
        response
          .writeHead(200, { 'content-type': 'audio/wav', 'content-length': 9 })
          .write('so', () => response.destroy()),
    ],
  ])('that gives %s fails, which is not kept: the next request is made', async (_, fail) => {
    let asked = 0;
    const url = await listen((_request, _body, response) => {
      asked += 1;
      if (asked === 1) fail(response);
      else response.writeHead(200, { 'content-type': 'audio/wav' }).end('sound');
    });
    const server = await open({ SPEECH_URL: url, OUTBOUND_ALLOW: '127.0.0.1' });
    const failed = await say(server, 'Hello');
    expect([failed.statusCode, failed.json()]).toMatchObject([503, {}]);
    expect(failed.body).toContain('The speech engine of this server failed');
    expect(failed.body).not.toContain(url);
    const again = await say(server, 'Hello');
    expect([again.statusCode, again.body, asked]).toEqual([200, 'sound', 2]);
  });
});

describe('an audio file that a flow plays', () => {
  it('is fetched through the guard, and only where it is audio', async () => {
    const url = await listen(({ url: path }, _, response) => {
      if (path === '/large')
        response.writeHead(200, { 'content-type': 'audio/wav' }).end(Buffer.alloc(9_000_000));
      else
        response
          .writeHead(200, { 'content-type': path === '/page' ? 'text/html' : 'audio/wav' })
          .end('sound');
    });
    const server = await open({ OUTBOUND_ALLOW: '127.0.0.1' });
    const play = (Url: string, on = server) => on.send({ url: paths.playedAudio, form: { Url } });
    const response = await play(`${url}/a.wav`);
    expect([response.statusCode, response.body]).toEqual([200, 'sound']);
    for (const wrong of ['file:///etc/passwd', 'x']) expect((await play(wrong)).statusCode).toBe(400);
    for (const none of [`${url}/page`, `${url}/large`, 'http://127.0.0.1:9/'])
      expect((await play(none)).statusCode).toBe(204);
    // Not allowed by the guard.
    expect((await play(`${url}/a.wav`, await open())).statusCode).toBe(204);
  });
});

describe('sounds in memory', () => {
  it('stay within their bytes: the oldest go first, and one that is too large is not kept', () => {
    const cache = new SoundCache(1_000, 100);
    const sound = (size: number) => Buffer.alloc(size);
    for (let at = 0; at < 50; at += 1) {
      cache.add(`${at}`, sound(200));
      expect(cache.bytes).toBeLessThanOrEqual(1_000);
      cache.get('0');
    }
    expect(cache.get('0')).toBeDefined();
    expect(cache.get('49')).toBeDefined();
    expect(cache.get('44')).toBeUndefined();
    cache.add('large', sound(300));
    expect(cache.get('large')).toBeUndefined();
    for (let at = 0; at < 500; at += 1) cache.add(`empty ${at}`, sound(0));
    expect(cache.get('empty 100')).toBeUndefined();
  });
});

describe('a voice', () => {
  const voices = ['fr', 'en-gb', 'en-us', 'de', 'pt-br'].map((name) => ({ name, languages: [name] }));
  it.each([
    ['en-US', '', 'en-us'],
    ['en', '', 'en-gb'],
    ['en-AU', '', 'en-gb'],
    ['de_CH', '', 'de'],
    ['pt-PT', '', 'pt-br'],
    ['', '', 'en-us'],
    ['', 'Polly.Joanna', 'en-us'],
    ['', 'de-DE-KatjaNeural', 'de'],
    ['klingon', '', 'en-us'],
  ])('for the language %j and the voice %j is %s', (language, voice, name) => {
    expect(nearestVoice(voices, { language, voice })?.name).toBe(name);
  });
});

const hasEspeak = spawnSync('espeak-ng', ['--version']).status === 0;

describe.runIf(hasEspeak)('espeak-ng, which is installed', () => {
  it('speaks, longer for a longer text, and in another language otherwise', async () => {
    const server = await open({ SPEECH_ENGINE: 'espeak-ng' });
    const size = async (text: string, more = {}) => (await say(server, text, more)).rawPayload.length;
    const short = await size('One.');
    expect(short).toBeGreaterThan(5_000);
    expect(await size('One, two, three, four, five, six, seven.')).toBeGreaterThan(3 * short);
    const english = await say(server, 'Zwei Tage', { Language: 'en-US' });
    const german = await say(server, 'Zwei Tage', { Language: 'de-DE' });
    expect(german.rawPayload.equals(english.rawPayload)).toBe(false);
    expect(german.rawPayload.readUInt32LE(40)).toBe(german.rawPayload.length - 44);
  });
});
