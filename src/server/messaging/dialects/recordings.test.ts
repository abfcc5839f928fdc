/** Recordings of messages and of calls in each dialect: what the widget has of them, and what bad reports get. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { carrierDialects } from '#api/messaging/dialects.ts';
import { paths } from '#api/paths.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { flowOf, widget } from '../../flows/testing/flows.ts';
import {
  databaseKinds,
  openRunningServer,
  type RunningServer,
  startTimeoutMs,
} from '../../testing/running-server.ts';
import { say } from './testing/call-flows.ts';
import { callThrough, host, type Line, post, webhookOf } from './testing/call-through.ts';
import { standIns } from './testing/carriers.ts';
import { type Event, StandIn, type Taken } from './testing/stand-in.ts';

const address = '+15559100';

const record = (name: string, next: string | null, properties = {}) =>
  widget('record-call', name, { record_call: true, ...properties }, { success: next, failed: null });
const voicemail = flowOf(
  widget('record-voicemail', 'message', {}, { recordingComplete: 'bye', noAudio: null, hangup: null }),
  say('bye', 'Bye'),
);
const recorded = flowOf(record('begin', 'bye'), say('bye', 'Bye'));
const stopped = flowOf(
  record('begin', 'end'),
  record('end', 'bye', { record_call: false }),
  say('bye', 'Bye'),
);

describe.each(carrierDialects)('recordings of %s', (dialect) => {
  let server: RunningServer;
  let carrier: StandIn;
  let calls = 0;
  const { recorded: reported, sign } = standIns[dialect];
  const records = reported !== null;
  const recordsCalls = records && dialect !== 'somleng';

  beforeAll(async () => {
    server = await openRunningServer(databaseKinds[0] ?? 'embedded');
    carrier = await StandIn.start(standIns[dialect]);
    const form = {
      ...{ FriendlyName: 'Phones', Dialect: dialect, BaseUrl: carrier.baseUrl },
      ...carrier.specification.settings,
    };
    expect((await server.send(paths.carriers, { form })).statusCode).toBe(201);
  }, startTimeoutMs);
  afterAll(async () => {
    await server.close();
    carrier.stop();
  });

  const lineTo = async (definition: typeof voicemail): Promise<Line> => ({
    ...{ server, carrier, address },
    flow: await server.addFlow(definition),
  });
  const newCall = (): Event => {
    calls += 1;
    const CallSid = dialect === 'telnyx' ? `v3:Md_I91-${calls}` : `call-${calls}`;
    return { CallSid, From: server.contact(), To: address };
  };
  const outcome = async ({ flow }: Line) => {
    const [execution] = await server.executionsOf(flow);
    const view = await server.view(flow, execution?.sid ?? '');
    const { widgets } = view.execution.context as { widgets: Record<string, JsonObject> };
    return { sid: execution?.sid ?? '', widgets, steps: view.steps };
  };
  const beginnings = () =>
    carrier.taken.filter((each): each is Extract<Taken, { what: 'recording' }> => each.what === 'recording');

  const status = () => `${host}${paths.carrierStatus(server.account.account_sid)}`;
  const report = (call: Event, more: Event = {}): Event => ({
    ...{ CallSid: call.CallSid ?? '', RecordingStatus: 'completed', RecordingChannels: '2' },
    ...{ RecordingSid: 'RE1', RecordingUrl: 'https://carrier.example/Recordings/RE1' },
    ...{ RecordingDuration: '9', RecordingSource: 'StartCallRecordingAPI', ...more },
  });

  /** A call that is recorded and over, with the report of its recording. */
  async function recordedCall() {
    const line = await lineTo(recorded);
    const call = newCall();
    const heard = await callThrough(line, webhookOf(line), call);
    expect(heard).toEqual(['Bye', 'hangup']);
    const begun = beginnings().at(-1);
    const RecordingSid = carrier.sids.at(-1) ?? '';
    const event = report(call, { RecordingSid });
    return { line, call, event, url: begun?.callback ?? '', RecordingSid };
  }

  it('a message that was recorded has its URL, duration and SID', async () => {
    const line = await lineTo(voicemail);
    await callThrough(line, webhookOf(line), newCall());
    const { widgets, steps } = await outcome(line);
    if (reported === null) {
      expect(steps.map(({ name }) => name)).toEqual(['incomingCall', 'noAudio']);
      expect(widgets.message?.ErrorMessage).toContain('no "record"');
      return;
    }
    expect(widgets.message).toMatchObject({
      ...{ RecordingUrl: reported.RecordingUrl, RecordingDuration: '4', RecordingSid: 'RE1' },
    });
  });

  it('a recording of a call is begun and stopped by its SID, or fails with the reason', async () => {
    const line = await lineTo(stopped);
    const before = beginnings().length;
    await callThrough(line, webhookOf(line), newCall());
    const { widgets, steps } = await outcome(line);
    if (!recordsCalls) {
      expect(steps.map(({ name }) => name)).toEqual(['incomingCall', 'failed']);
      expect(JSON.stringify(steps)).toContain('The carrier did not do it: This carrier');
      expect(beginnings().length).toBe(before);
      return;
    }
    const [, end] = beginnings().slice(before);
    expect(end).toMatchObject({ callback: null, stops: widgets.begin?.Sid });
    expect(steps.map(({ name }) => name)).toEqual(['incomingCall', 'success', 'success', 'audioComplete']);
    expect(widgets.begin).toMatchObject({ Status: 'in-progress' });
    expect(widgets.end).toMatchObject({ Sid: widgets.begin?.Sid, Status: 'stopped' });
  });

  it.runIf(recordsCalls)(
    'a recording that is finished after the call is in the output of its widget and of its step',
    async () => {
      const { line, event, url, RecordingSid } = await recordedCall();
      expect((await outcome(line)).widgets.begin).toMatchObject({ Sid: RecordingSid, Status: 'in-progress' });
      expect((await post(line, url, event)).statusCode).toBe(204);
      const { widgets, sid, steps } = await outcome(line);
      const output = {
        Sid: RecordingSid,
        Status: 'completed',
        Duration: '9',
        RecordingUrl: event.RecordingUrl,
      };
      expect(widgets.begin).toMatchObject(output);
      const step = steps.find(({ transitioned_from }) => transitioned_from === 'begin');
      const shown = await server.send(paths.stepContext(line.flow, sid, step?.sid ?? ''));
      expect(shown.json<{ context: { widgets: JsonObject } }>().context.widgets.begin).toMatchObject(output);
    },
  );

  it.runIf(recordsCalls)(
    'a report that overtakes the answer to the request that has begun the recording waits for it',
    async () => {
      const line = await lineTo(recorded);
      const call = newCall();
      const answering = Promise.withResolvers<void>();
      carrier.held = answering.promise;
      const before = beginnings().length;
      const calling = callThrough(line, webhookOf(line), call);
      await expect.poll(() => beginnings().length).toBe(before + 1);
      const url = beginnings().at(-1)?.callback ?? '';
      const reporting = post(line, url, report(call, { RecordingSid: carrier.sids.at(-1) ?? '' }));
      carrier.held = null;
      answering.resolve();
      expect((await reporting).statusCode).toBe(204);
      await calling;
      expect((await outcome(line)).widgets.begin).toMatchObject({ Status: 'completed', Duration: '9' });
    },
  );

  it.runIf(records)(
    'a caller who hangs up while the message is recorded, and whose end is reported first',
    async () => {
      const line = await lineTo(voicemail);
      const call = newCall();
      const asked = await post(line, webhookOf(line), { ...call, CallStatus: 'in-progress' });
      const item = carrier.specification.read(asked.body)[0];
      if (item?.kind !== 'record') throw new Error('Nothing is recorded');
      await post(line, status(), { ...call, CallStatus: 'completed' });
      expect((await outcome(line)).widgets.message).not.toHaveProperty('RecordingUrl');
      const late = await post(line, item.action, {
        ...call,
        CallStatus: 'completed',
        ...reported,
        Digits: 'hangup',
      });
      expect(carrier.specification.read(late.body)).toEqual([{ kind: 'hangup' }]);
      const output = { RecordingUrl: reported?.RecordingUrl, RecordingDuration: '4', RecordingSid: 'RE1' };
      expect((await outcome(line)).widgets.message).toMatchObject(output);
      // What is reported when it is stored says the same again, in the carrier's other words.
      expect(new URL(item.callback).pathname).toBe(new URL(status()).pathname);
      const stored = report(call, { RecordingDuration: '5' });
      expect((await post(line, item.callback, stored)).statusCode).toBe(204);
      const { widgets, steps } = await outcome(line);
      expect(widgets.message).toMatchObject(output);
      expect(steps.map(({ name }) => name)).toEqual(['incomingCall', 'hangup']);
    },
  );

  describe.runIf(recordsCalls)('bad reports', () => {
    it.each<[string, (url: string, event: Event) => Event]>([
      ['no signature', () => ({})],
      [
        'the signature with another key',
        (url, event) => {
          const { body } = carrier.specification.write(event, 'call');
          return sign({ url, event, body, now: server.ctx.clock.now() }, 'wrong');
        },
      ],
    ])('%s', async (_, headersOf) => {
      const { line, event, url } = await recordedCall();
      const response = await post(line, url, event, { headers: headersOf(url, event) });
      expect(response.statusCode).toBe(403);
      expect((await outcome(line)).widgets.begin).toMatchObject({ Status: 'in-progress' });
    });

    it('one that comes again, and those that come after the last, change nothing', async () => {
      const { line, event, url } = await recordedCall();
      await post(line, url, event);
      const before = await outcome(line);
      const later: Event[] = [
        event,
        { ...event, RecordingDuration: '99', RecordingUrl: 'https://other.example/Recordings/RE1' },
        { ...event, RecordingStatus: 'in-progress' },
        { ...event, RecordingStatus: 'absent' },
      ];
      for (const each of later) expect((await post(line, url, each)).statusCode).toBe(204);
      expect(await outcome(line)).toEqual(before);
    });

    it('what belongs to something else changes nothing', async () => {
      const other = await recordedCall();
      const { line, event, url } = await recordedCall();
      const before = [await outcome(line), await outcome(other.line)];
      const turned = new URL(url);
      turned.searchParams.set('FlowEffect', '999.recording');
      const word = new URL(url);
      word.searchParams.set('FlowEffect', 'constructor');
      const bad: [string, Event][] = [
        // Of another recording, of another call, of no call, of another execution, of a step that is none.
        [url, { ...event, RecordingSid: 'RE-other' }],
        [url, { ...event, CallSid: other.call.CallSid ?? '' }],
        [url, { ...event, CallSid: 'unknown' }],
        [other.url, event],
        [turned.href, event],
        [word.href, event],
        [status(), event],
      ];
      for (const [at, each] of bad) expect((await post(line, at, each)).statusCode).toBe(204);
      expect([await outcome(line), await outcome(other.line)]).toEqual(before);
    });

    it('a URL, duration and SID that cannot be right are left out', async () => {
      const { line, event, url } = await recordedCall();
      const wrong = { RecordingUrl: `https://carrier.example/${'x'.repeat(3_000)}`, RecordingDuration: '-1' };
      await post(line, url, { ...event, ...wrong, RecordingSid: '<b>' });
      const { widgets } = await outcome(line);
      expect(widgets.begin).toMatchObject({ Status: 'completed', Duration: null });
      expect(widgets.begin).not.toHaveProperty('RecordingUrl');
    });
  });
});
