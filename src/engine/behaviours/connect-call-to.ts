/** connect-call-to: bridges the live call to another party and continues when they have hung up. */

import { textOf } from '#flow/json/json.ts';
import type { Behaviour, TemplateScope } from '../behaviour.ts';
import type { MarkupVerb } from '../commands/markup-verb.ts';
import { noCallOutcome } from '../commands/prompt.ts';
import { channelAddress } from '../context.ts';
import type { Note } from '../execution.ts';
import { integerProperty, isTrue, textProperty } from '../properties/property-values.ts';

type Dial = Extract<MarkupVerb, { verb: 'dial' }>;

const maxTargets = 10;
const defaultRingTimeout = 30;

export const connectCallTo: Behaviour = {
  enter(_state, scope) {
    if (scope.call === null) return noCallOutcome(scope);
    const dial = dialVerb(scope);
    const notes = dial.targets.length > maxTargets ? [targetsDropped(dial.targets.length)] : [];
    dial.targets = dial.targets.slice(0, maxTargets);
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

function targetsDropped(count: number): Note {
  return { code: 0, message: `Of ${count} numbers the first ${maxTargets} are called.` };
}

function dialVerb(scope: TemplateScope): Dial {
  const { properties } = scope;
  const noun = textOf(properties.noun);
  const isSip = noun === 'sip';
  const to = textProperty(scope, isSip ? 'sip_endpoint' : 'to', scope.render(properties.to)).trim();
  const targets = noun === 'number-multi' ? to.split(',').map((target) => target.trim()) : [to];
  const limit = integerProperty(scope, 'time_limit', 0);
  return {
    verb: 'dial',
    noun: noun === 'client' || noun === 'conference' || noun === 'sim' || noun === 'sip' ? noun : 'number',
    targets: targets.filter((target) => target !== ''),
    caller_id: textProperty(scope, 'caller_id', channelAddress(scope.context.contact)),
    record: isTrue(properties.record),
    timeout_s: integerProperty(scope, 'timeout', defaultRingTimeout),
    time_limit_s: limit === 0 ? null : limit,
    username: isSip ? scope.render(properties.sip_username) : '',
    password: isSip ? scope.render(properties.sip_password) : '',
  };
}
