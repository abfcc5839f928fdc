import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#flow/json/json.ts';
import type { Command } from '../commands/command.ts';
import { emptyContext } from '../context.ts';
import { recordingFailure, recordingResult, runningRecording } from './recording.ts';

const now = Date.UTC(2026, 6, 1, 12);
const command = (
  on: boolean,
  options: Record<string, string> = {},
): Extract<Command, { kind: 'record-call' }> => ({
  kind: 'record-call',
  effect: '1.recording',
  call: 'CA1',
  on,
  options,
});
const by = { account: 'AC1', sid: () => 'RE1', now };
const withWidgets = (...widgets: JsonObject[]) => ({
  ...emptyContext(),
  widgets: Object.fromEntries(widgets.map((each, index) => [`record_${index}`, each])),
});
const recording = (given: JsonObject): JsonObject => ({
  CallSid: 'CA1',
  Sid: 'RE1',
  Status: 'in-progress',
  StartTime: '2026-07-01T11:59:18.400Z',
  ...given,
});

describe('a recording that is started', () => {
  it('has the fields of a carrier', () => {
    expect(recordingResult(command(true), emptyContext(), by)).toEqual({
      ok: true,
      data: {
        Sid: 'RE1',
        AccountSid: 'AC1',
        CallSid: 'CA1',
        Status: 'in-progress',
        StartTime: '2026-07-01T12:00:00.000Z',
        Duration: null,
        Channels: 2,
        Source: 'StartCallRecordingAPI',
        Track: 'both',
        Trim: 'do-not-trim',
      },
    });
  });

  it('has the channels and the trim that are asked for', () => {
    const options = { RecordingChannels: 'mono', Trim: 'trim-silence' };
    expect(recordingResult(command(true, options), emptyContext(), by).data).toMatchObject({
      Channels: 1,
      Trim: 'trim-silence',
    });
  });
});

describe('a recording that is stopped', () => {
  it('keeps its fields, with its seconds', () => {
    expect(recordingResult(command(false), withWidgets(recording({})), by)).toEqual({
      ok: true,
      data: recording({ Status: 'stopped', Duration: '42' }),
    });
  });

  it('has no negative length', () => {
    const later = recording({ StartTime: '2026-07-01T13:00:00Z' });
    expect(recordingResult(command(false), withWidgets(later), by).data).toMatchObject({ Duration: '0' });
  });

  it('is a failure where none is running', () => {
    const failure = recordingFailure('The call is not being recorded');
    expect(failure).toEqual({ ok: false, code: 0, message: 'The call is not being recorded', data: {} });
    expect(recordingResult(command(false), emptyContext(), by)).toEqual(failure);
  });
});

describe('the running recording of a call', () => {
  it('is the one that started last, however its time is written', () => {
    const early = recording({ Sid: 'RE1', StartTime: 'Wed, 01 Jul 2026 11:00:00 +0000' });
    const late = recording({ Sid: 'RE2', StartTime: '2026-07-01T11:30:00Z' });
    const without = recording({ Sid: 'RE3', StartTime: null });
    for (const widgets of [
      [early, late, without],
      [without, late, early],
    ])
      expect(runningRecording(withWidgets(...widgets), 'CA1')).toEqual(late);
  });

  it('is none of another call, none that has ended and nothing that is no recording', () => {
    const none = (...widgets: JsonObject[]) =>
      expect(runningRecording(withWidgets(...widgets), 'CA1')).toBeNull();
    none(recording({ CallSid: 'CA2' }));
    none(recording({}), recording({ Status: 'stopped' }));
    none(recording({ Status: 'absent' }), recording({ Sid: '' }), recording({ Status: '' }));
    none({ CallSid: 'CA1', body: 'Hello' });
  });

  it('is another than the one that has ended', () => {
    const stopped = recording({ Sid: 'RE2', Status: 'stopped', StartTime: '2026-07-01T11:59:59Z' });
    const [first, second] = [recording({ Sid: 'RE1' }), recording({ Sid: 'RE2' })];
    expect(runningRecording(withWidgets(first, second, stopped), 'CA1')).toEqual(first);
  });
});
