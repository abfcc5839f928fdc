/** connect-call-to: joins the live call with another party and goes on when they have parted. */

import { textOf } from '#flow/json.ts';
import type { Behaviour, Scope } from '../behaviour.ts';
import { addressOf } from '../context.ts';
import type { Note } from '../execution.ts';
import { withoutCall } from '../prompt.ts';
import { isSet, textOr, wholeNumber } from '../property.ts';
import type { Verb } from '../verb.ts';

type Dial = Extract<Verb, { verb: 'dial' }>;

const mostTargets = 10;
const defaultRinging = 30;

export const connectCallTo: Behaviour = {
  enter(_state, scope) {
    if (scope.call === null) return withoutCall(scope);
    const dial = dialVerb(scope);
    const notes = dial.targets.length > mostTargets ? [tooMany(dial.targets.length)] : [];
    dial.targets = dial.targets.slice(0, mostTargets);
    if (dial.targets.length > 0) return { wait: { for: 'call', verbs: [dial], timeout_ms: null }, notes };
    return {
      go: 'callCompleted',
      set: [scope.output({ DialCallStatus: 'failed' })],
      notes: [{ code: 0, message: 'There is nobody to connect the call to.' }],
    };
  },
  receive: (_state, signal, scope) =>
    signal.kind === 'call' ? { go: 'callCompleted', set: [scope.output(signal.call)] } : { stay: true },
};

function tooMany(count: number): Note {
  return { code: 0, message: `Of ${count} numbers the first ${mostTargets} are called.` };
}

function dialVerb(scope: Scope): Dial {
  const { properties } = scope;
  const noun = textOf(properties.noun);
  const isSip = noun === 'sip';
  const to = textOr(scope, isSip ? 'sip_endpoint' : 'to', scope.render(properties.to)).trim();
  const targets = noun === 'number-multi' ? to.split(',').map((target) => target.trim()) : [to];
  const limit = wholeNumber(scope, 'time_limit', 0);
  return {
    verb: 'dial',
    noun: noun === 'client' || noun === 'conference' || noun === 'sim' || noun === 'sip' ? noun : 'number',
    targets: targets.filter((target) => target !== ''),
    caller_id: textOr(scope, 'caller_id', addressOf(scope.context.contact)),
    record: isSet(properties.record),
    timeout_s: wholeNumber(scope, 'timeout', defaultRinging),
    time_limit_s: limit === 0 ? null : limit,
    username: isSip ? scope.render(properties.sip_username) : '',
    password: isSip ? scope.render(properties.sip_password) : '',
  };
}
