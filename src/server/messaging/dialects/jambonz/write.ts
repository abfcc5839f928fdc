/** Writes the documents of jambonz: an array of verbs, whose hooks answer with the next array. */

import type { MarkupVerb, Speech } from '#engine/commands/markup-verb.ts';
import type { Callbacks, CallDocument } from '../dialect.ts';

type VerbOf<Name extends MarkupVerb['verb']> = Extract<MarkupVerb, { verb: Name }>;
type Written = { verb: string } & Record<string, unknown>;

const pollSeconds = 2;

/** What a gather has whose widget names no language: the application's own is meant. */
const unnamedLanguage = 'en';

/** What it does not have: payments, recordings of a message, tasks, virtual agents, SIM cards, recordings of a dialled call. */
export function hasVerb(verb: MarkupVerb): boolean {
  switch (verb.verb) {
    case 'pay':
    case 'record':
    case 'virtual-agent':
      return false;
    case 'enqueue':
      return verb.workflow === '';
    case 'dial':
      return verb.noun !== 'sim' && !verb.record;
    case 'stream':
      return verb.transport === 'websocket';
    default:
      return true;
  }
}

export function writeCall(document: CallDocument): string {
  return JSON.stringify(verbsOf(document));
}

function verbsOf(document: CallDocument): Written[] {
  switch (document.do) {
    case 'verbs': {
      const written = document.verbs.map((verb) => writeVerb(verb, document.callbacks));
      const isLast = document.verbs.at(-1)?.verb === 'hangup';
      return isLast ? written : [...written, redirect(document.callbacks.after)];
    }
    case 'redirect':
      return [redirect(document.url, document.method)];
    case 'poll':
      return [{ verb: 'pause', length: pollSeconds }, redirect(document.url)];
    case 'hang-up':
      return [{ verb: 'hangup' }];
    case 'reject':
      return [{ verb: 'sip:decline', status: 486, reason: 'Busy Here' }];
  }
}

const hook = (url: string, method: 'GET' | 'POST' = 'POST') => ({ url, method });

/** Its redirect compares the hook with other URLs as a text; a text is posted to. */
function redirect(url: string, method: 'GET' | 'POST' = 'POST'): Written {
  return { verb: 'redirect', actionHook: method === 'POST' ? url : hook(url, method) };
}

function writeVerb(verb: MarkupVerb, { action }: Callbacks): Written {
  switch (verb.verb) {
    case 'say':
      return { verb: 'say', ...speech(verb.say) };
    case 'play':
      return { verb: 'play', url: verb.url, ...loop(verb.loop) };
    case 'digits':
      return { verb: 'dtmf', dtmf: verb.digits };
    case 'gather':
      return gather(verb, action);
    case 'dial':
      return dial(verb, action);
    case 'enqueue':
      return {
        verb: 'enqueue',
        name: verb.queue,
        actionHook: hook(action),
        ...(verb.wait_url !== '' && {
          waitHook: hook(verb.wait_url, verb.wait_url_method === 'GET' ? 'GET' : 'POST'),
        }),
      };
    case 'stream':
      return stream(verb);
    case 'hangup':
      return { verb: 'hangup' };
    case 'pay':
    case 'record':
    case 'virtual-agent':
      throw new Error(`"${verb.verb}" is not written: hasVerb refuses it`);
  }
}

/** Voices of the documented carrier that no vendor has: the application's own speaks instead. */
const foreignVoices = ['man', 'woman', 'alice'];

function speech({ text, voice, language, loop: times }: Speech) {
  const own = foreignVoices.includes(voice) ? '' : voice;
  const settings = { ...(language !== '' && { language }), ...(own !== '' && { voice: own }) };
  return {
    text,
    ...loop(times),
    ...(Object.keys(settings).length > 0 && { synthesizer: { vendor: 'default', ...settings } }),
  };
}

const loop = (times: number) => (times === 1 ? {} : { loop: times });

function gather(verb: VerbOf<'gather'>, action: string): Written {
  const [prompt] = verb.prompt;
  const hints = verb.hints
    .split(',')
    .map((hint) => hint.trim())
    .filter((hint) => hint !== '');
  const seconds = Number(verb.speech_timeout);
  const language = verb.language === unnamedLanguage ? '' : verb.language;
  return {
    verb: 'gather',
    input: ['digits', 'speech'],
    actionHook: hook(action),
    timeout: verb.timeout_s,
    dtmfBargein: true,
    ...(verb.finish_on_key !== '' && { finishOnKey: verb.finish_on_key }),
    ...(verb.digits !== null && { numDigits: verb.digits }),
    ...(seconds > 0 && { speechTimeout: seconds }),
    ...((language !== '' || hints.length > 0) && {
      recognizer: {
        vendor: 'default',
        ...(language !== '' && { language }),
        ...(hints.length > 0 && { hints }),
      },
    }),
    ...(prompt?.verb === 'say' && { say: speech(prompt.say) }),
    ...(prompt?.verb === 'play' && { play: { url: prompt.url, ...loop(prompt.loop) } }),
  };
}

function dial(verb: VerbOf<'dial'>, action: string): Written {
  if (verb.noun === 'conference')
    return { verb: 'conference', name: verb.targets[0] ?? '', actionHook: hook(action) };
  const auth = verb.username === '' ? {} : { auth: { username: verb.username, password: verb.password } };
  const target = verb.targets.map((each) => {
    if (verb.noun === 'client') return { type: 'user', name: each };
    if (verb.noun === 'sip')
      return { type: 'sip', sipUri: /^sips?:/i.test(each) ? each : `sip:${each}`, ...auth };
    return { type: 'phone', number: each };
  });
  return {
    verb: 'dial',
    target,
    actionHook: hook(action),
    timeout: verb.timeout_s,
    ...(verb.caller_id !== '' && { callerId: verb.caller_id }),
    ...(verb.time_limit_s !== null && { timeLimit: verb.time_limit_s }),
  };
}

/** A stream that runs along with the call is a setting of the session, of which there is one: its name is not needed to stop it. */
function stream(verb: VerbOf<'stream'>): Written {
  if (verb.action === 'stop') return { verb: 'config', listen: { enable: false } };
  return {
    verb: 'config',
    listen: {
      enable: true,
      url: verb.target,
      mixType: verb.track === 'both_tracks' ? 'stereo' : 'mono',
      metadata: Object.fromEntries(verb.parameters.map(({ name, value }) => [name, value])),
    },
  };
}
