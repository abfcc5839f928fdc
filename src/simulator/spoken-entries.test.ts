import { expect, it } from 'vitest';
import type { MarkupVerb } from '#engine/commands/markup-verb.ts';
import { reportFields, reportingEvent } from './carrier-report.ts';
import { requestSummary } from './request-summary.ts';
import type { MockedCommand } from './simulation.ts';
import { simulationAccount, simulationFlow, simulationSid } from './simulation-sid.ts';
import { type SpokenEntry, spokenEntries } from './spoken-entries.ts';

const say = { verb: 'say', say: { text: 'Hi', voice: 'alice', language: 'en', loop: 2 } } as const;
const play = { verb: 'play', url: 'https://x.example/a.mp3', loop: 3 } as const;
const played = { byItself: true, mocked: false };
const awaited = { byItself: false, mocked: true };

it.each<[Partial<MarkupVerb> & { verb: MarkupVerb['verb'] }, SpokenEntry[], object]>([
  [
    say,
    [{ kind: 'spoken', text: 'Hi', voice: 'alice', language: 'en', loop: 2 }],
    { name: 'audioComplete', ...played },
  ],
  [play, [{ kind: 'played', url: 'https://x.example/a.mp3', loop: 3 }], { name: 'audioComplete', ...played }],
  [{ verb: 'digits', digits: '12' }, [{ kind: 'tones', digits: '12' }], { name: 'audioComplete', ...played }],
  [
    { verb: 'gather', prompt: [say, play], timeout_s: 5 },
    [...spokenEntries([say, play]), { kind: 'listening', detail: '5 s' }],
    { name: 'timeout', byItself: false, mocked: false },
  ],
  [
    { verb: 'dial', targets: ['a', 'b'] },
    [{ kind: 'dialing', detail: 'a, b' }],
    { name: 'dialed', ...awaited },
  ],
  [
    { verb: 'enqueue', queue: 'q', workflow: 'w' },
    [{ kind: 'queued', detail: 'q' }],
    { name: 'queued', ...awaited },
  ],
  [
    { verb: 'enqueue', queue: '', workflow: 'w' },
    [{ kind: 'queued', detail: 'w' }],
    { name: 'queued', ...awaited },
  ],
  [
    { verb: 'record', max_length_s: 60 },
    [{ kind: 'recording', detail: '60 s' }],
    { name: 'recorded', ...awaited },
  ],
  [
    { verb: 'pay', pay: { amount: '10', currency: 'eur' } as never },
    [{ kind: 'paying', detail: '10 eur' }],
    { name: 'paid', ...awaited },
  ],
  [
    { verb: 'pay', pay: { amount: '', currency: 'eur' } as never },
    [{ kind: 'paying', detail: 'eur' }],
    { name: 'paid', ...awaited },
  ],
  [
    { verb: 'virtual-agent', connector: 'bot' },
    [{ kind: 'agent', detail: 'bot' }],
    { name: 'talked', ...awaited },
  ],
  [{ verb: 'stream' }, [], { name: 'streamed', ...played }],
  [{ verb: 'hangup' }, [], { name: 'audioComplete', ...played }],
])('%j is for the one who listens %j, and is reported by %j', (verb, entries, event) => {
  expect(spokenEntries([verb as MarkupVerb])).toEqual(entries);
  expect(reportingEvent([{ verb: 'gather' } as MarkupVerb, verb as MarkupVerb])).toEqual(event);
});

it('the report of no verbs, or of a call that is not known, has nothing but what is added', () => {
  expect(reportingEvent([])).toEqual({ name: 'audioComplete', ...played });
  expect(reportFields(null, { Digits: '1' })).toEqual({ Digits: '1' });
});

it.each<[object, object]>([
  [
    { kind: 'http', method: 'POST', url: 'https://x.example', body: 'a=1' },
    { kind: 'http', method: 'POST', target: 'https://x.example', body: 'a=1' },
  ],
  [
    { kind: 'start-subflow', flow_sid: 'FW1', parameters: { a: 1 } },
    { kind: 'start-subflow', method: '', target: 'FW1', body: { a: 1 } },
  ],
  [
    { kind: 'create-task', workflow: 'WW1', attributes: { b: 2 } },
    { kind: 'create-task', method: '', target: 'WW1', body: { b: 2 } },
  ],
  [
    { kind: 'ask-service', service: 'sync', action: 'update', request: { c: 3 } },
    { kind: 'ask-service', method: '', target: 'sync update', body: { c: 3 } },
  ],
])('the request %j is in short %j', (command, summary) => {
  expect(requestSummary(command as MockedCommand)).toEqual(summary);
});

it('SIDs of a simulation are counted', () => {
  expect([simulationAccount, simulationFlow, simulationSid('SM', 255)]).toEqual([
    ...['AC00000000000000000000000000000000', 'FW00000000000000000000000000000000'],
    'SM000000000000000000000000000000ff',
  ]);
});
