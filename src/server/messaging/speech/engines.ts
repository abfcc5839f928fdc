/** What makes speech: synthesizers of this machine, by a table, and a voice service by settings. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpeechEngineName } from '#api/messaging/speech-operations.ts';
import { createAddressGuard, createOutboundAgent } from '../../platform/outbound/address-guard.ts';
import { sendForBytes } from '../../platform/outbound/client.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { runCommand } from './run-command.ts';
import { type EngineVoice, genderOf, nearestVoice, type WantedVoice } from './voices.ts';

/** An engine that is there. `voiceFor` is what the engine calls the voice that speaks. */
export type SpeechEngine = {
  name: SpeechEngineName;
  voices: number;
  voiceFor(wanted: WantedVoice): string;
  /** @throws when it fails, takes too long or makes too much */
  speak(text: string, voice: string, wanted: WantedVoice): Promise<Buffer>;
};

/** For one text; the longest takes espeak-ng a third of a second. */
const timeoutMs = 10_000;

/** Five minutes of 16 bits at 22,050 Hz, which is what the longest text takes to say. */
const maxSoundBytes = 16 * 1024 * 1024;

type CommandEngine = {
  name: Exclude<SpeechEngineName, 'service'>;
  listVoices(run: Run, folder: string | null): Promise<EngineVoice[]>;
  /** The voice by which the program is called. */
  variant(voice: EngineVoice, wanted: WantedVoice): string;
  arguments(voice: string): string[];
  /** The text as the program says it, and does not obey it. */
  plain(text: string): string;
};

type Run = (name: string, args: readonly string[], input: string) => Promise<Buffer>;

const variants = { female: '+f3', male: '+m3' };

/** In the order in which they are looked for: the better voices first. */
const commandEngines: readonly CommandEngine[] = [
  {
    name: 'piper',
    // A model is a file such as de_DE-thorsten-medium.onnx.
    async listVoices(run, folder) {
      if (folder === null) return [];
      const files = (await readdir(folder)).filter((file) => /^[a-z]{2,3}_[A-Z]{2}-[\w-]+\.onnx$/.test(file));
      if (files.length > 0) await run('piper', ['--help'], '');
      return files.sort().map((file) => ({
        name: join(folder, file),
        languages: [(file.split('-')[0] ?? '').replace('_', '-').toLowerCase()],
      }));
    },
    variant: ({ name }) => name,
    arguments: (voice) => ['-m', voice, '-f', '-'],
    // It says one line at a time.
    plain: (text) => text.replaceAll(/\s+/g, ' '),
  },
  {
    name: 'espeak-ng',
    async listVoices(run) {
      const lines = (await run('espeak-ng', ['--voices'], '')).toString('utf8').split('\n').slice(1);
      return lines.flatMap((line) => {
        const [, , language = ''] = /^(\s*\d+\s+)(\S+)/.exec(line) ?? [];
        const others = [...line.matchAll(/\(([\w-]+) \d+\)/g)].map(([, other = '']) => other);
        return language === '' ? [] : [{ name: language, languages: [language, ...others].map(lowerCase) }];
      });
    },
    variant({ name }, { voice }) {
      const gender = genderOf(voice);
      return gender === null ? name : name + variants[gender];
    },
    // Its own pace is too fast for a menu.
    arguments: (voice) => ['--stdin', '--stdout', '-b', '1', '-s', '155', '-v', voice],
    // Double brackets would be phonemes.
    plain: (text) => text.replaceAll('[[', '[ [').replaceAll(']]', '] ]'),
  },
];

const lowerCase = (text: string) => text.toLowerCase();

/** The engine that the settings name, or the best that is there; null where there is none. */
export async function findEngine(ctx: ServiceContext): Promise<SpeechEngine | null> {
  const { engine, url } = ctx.config.speech;
  if (engine === 'off') return null;
  if (url !== null && (engine === 'auto' || engine === 'service')) return serviceEngine(ctx, url);
  for (const candidate of commandEngines) {
    if (engine !== 'auto' && engine !== candidate.name) continue;
    const found = await commandEngine(ctx, candidate);
    if (found !== null) return found;
  }
  return null;
}

async function commandEngine(ctx: ServiceContext, engine: CommandEngine): Promise<SpeechEngine | null> {
  const { path, voices: folder } = ctx.config.speech;
  const run: Run = (name, args, input) =>
    runCommand({ name, arguments: args, input, path, timeoutMs, maxBytes: maxSoundBytes });
  const voices = await engine.listVoices(run, folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') ctx.log.warn({ engine: engine.name, reason: error.message }, 'No speech');
    return [];
  });
  if (voices.length === 0) return null;
  return {
    name: engine.name,
    voices: voices.length,
    voiceFor(wanted) {
      const voice = nearestVoice(voices, wanted);
      return voice === undefined ? '' : engine.variant(voice, wanted);
    },
    async speak(text, voice) {
      return withLengths(await run(engine.name, engine.arguments(voice), engine.plain(text)));
    },
  };
}

/** A WAV file that was written as a stream names no lengths: they are set (RIFF header of 44 bytes). */
function withLengths(bytes: Buffer): Buffer {
  const isWave = bytes.length >= 44 && bytes.toString('latin1', 0, 4) === 'RIFF';
  if (!isWave || bytes.toString('latin1', 36, 40) !== 'data') throw new Error('What it wrote is no WAV file');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.writeUInt32LE(bytes.length - 44, 40);
  return bytes;
}

function serviceEngine(ctx: ServiceContext, url: string): SpeechEngine {
  const { token } = ctx.config.speech;
  return {
    name: 'service',
    voices: 0,
    voiceFor: ({ voice }) => voice,
    async speak(text, _, { voice, language }) {
      const sound = await requestSound(ctx, {
        ...{ method: 'POST', url },
        headers: {
          ...{ 'content-type': 'application/json', accept: 'audio/*' },
          ...(token !== null && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ text, ...(voice !== '' && { voice }), ...(language !== '' && { language }) }),
        ...{ timeout_ms: timeoutMs, max_bytes: maxSoundBytes },
      });
      if (!sound.ok) throw new Error(sound.reason);
      return sound.bytes;
    },
  };
}

type SoundOutcome = { ok: true; bytes: Buffer } | { ok: false; reason: string };

/** An audio file of another server, through the guard of outbound requests. */
export async function requestSound(
  ctx: ServiceContext,
  outbound: Parameters<typeof sendForBytes>[1],
): Promise<SoundOutcome> {
  const agent = createOutboundAgent(createAddressGuard(ctx.config.outboundAllow));
  try {
    const outcome = await sendForBytes(agent, outbound);
    if (!outcome.ok) return outcome;
    const { status, headers, body } = outcome.response;
    const [type = ''] = (headers['content-type'] ?? '').split(';');
    if (status !== 200) return { ok: false, reason: `It responded with ${status}` };
    if (!/^audio\/[\w.+-]{1,60}$/i.test(type.trim()))
      return { ok: false, reason: 'It responded with something that is no audio' };
    return { ok: true, bytes: body };
  } finally {
    await agent.destroy();
  }
}
