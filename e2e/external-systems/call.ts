/** Simulates one voice call on the carrier's side: executes the TwiML verbs and posts the result of each to its action URL. */

import type { Element } from '#server/testing/read-markup.ts';
import { type Fields, get, notify, post, type Sign } from './webhook-client.ts';

/** The verb that the call waits at, or `over`. */
export type CallState = 'gathering' | 'dialing' | 'queued' | 'recording' | 'paying' | 'talking' | 'over';

/** `url` returns the first markup, `webhook` is the flow's own URL, `sign` computes the carrier's signature headers. */
export type CallLine = { url: string; webhook: string; sign?: Sign | undefined };

/** The form fields that identify the call and its parties. */
export type Parties = { CallSid: string; AccountSid: string; From: string; To: string; Direction: string };

const maxRedirects = 50;

/** Milliseconds for each second of a `Pause`: time is simulated ten times as fast. */
const pauseMsPerSecond = 100;

const recording = { RecordingSid: `RE${'1'.repeat(32)}`, RecordingUrl: 'https://carrier.example/RE1' };

/** Verbs that block the call, its state meanwhile, and the fields posted when the contact hangs up during them. */
const waitingVerbs: Readonly<Record<string, { state: CallState; hungUp: Fields }>> = {
  Gather: { state: 'gathering', hungUp: {} },
  Dial: { state: 'dialing', hungUp: { DialCallStatus: 'completed' } },
  Enqueue: { state: 'queued', hungUp: { QueueResult: 'hangup', QueueTime: '9' } },
  Record: { state: 'recording', hungUp: { ...recording, RecordingDuration: '3', Digits: 'hangup' } },
  Pay: { state: 'paying', hungUp: { Result: 'caller-hung-up' } },
  Connect: { state: 'talking', hungUp: { VirtualAgentStatus: 'completed' } },
};

export class Call {
  readonly sid: string;
  /** Texts spoken and sounds played, in order. */
  readonly prompts: string[] = [];
  /** Verbs that do not block the call, such as the start and stop of streams. */
  readonly backgroundVerbs: Element[] = [];
  /** The numbers, clients or conferences that are being dialed. */
  dialed: string[] = [];
  state: CallState = 'over';
  readonly #line: CallLine;
  readonly #parties: Parties;
  #url: string;
  #queue: Element[] = [];
  #pending: Element | null = null;
  #last: { url: string; fields: Fields } | null = null;

  constructor(line: CallLine, parties: Parties) {
    this.#line = line;
    this.#parties = parties;
    this.#url = line.url;
    this.sid = parties.CallSid;
  }

  /** The verb that the call waits at. @throws when there is none */
  get pendingVerb(): Element {
    if (this.#pending === null) throw new Error(`No verb is pending: the call is ${this.state}.`);
    return this.#pending;
  }

  /** Posts the call to its URL and executes the markup of the response. */
  async begin(fields: Fields): Promise<void> {
    await this.#fetch(this.#url, fields);
  }

  /** Enters digits at a pending Gather. */
  async pressKeys(digits: string): Promise<void> {
    await this.#endVerb('Gather', { Digits: digits });
  }

  /** Speaks at a pending Gather. */
  async speak(text: string): Promise<void> {
    await this.#endVerb('Gather', { SpeechResult: text, Confidence: '0.9' });
  }

  /** Lets a Gather or Record time out: the call continues with the next verb. */
  async timeOut(): Promise<void> {
    if (this.pendingVerb.name !== 'Gather' && this.pendingVerb.name !== 'Record')
      throw new Error('No Gather or Record is pending.');
    await this.#follow();
  }

  /** Ends a pending Dial with a DialCallStatus: completed, busy, no-answer, failed, canceled. */
  async endDial(status: string): Promise<void> {
    const recordingFields = this.pendingVerb.attributes.record === undefined ? {} : recording;
    await this.#endVerb('Dial', {
      DialCallStatus: status,
      DialCallSid: `CA${'d'.repeat(32)}`,
      ...recordingFields,
    });
  }

  /** Ends a pending Enqueue with a QueueResult: bridged, redirected, queue-full, error … */
  async leaveQueue(QueueResult: string): Promise<void> {
    await this.#endVerb('Enqueue', { QueueResult, QueueSid: `QU${'1'.repeat(32)}`, QueueTime: '5' });
  }

  /** Ends a pending Record with `key`, then posts to its recording and transcription callbacks. */
  async leaveMessage(seconds: number, key: string): Promise<void> {
    const { recordingStatusCallback, transcribe, transcribeCallback } = this.pendingVerb.attributes;
    const { RecordingSid } = recording;
    await this.#endVerb('Record', { ...recording, RecordingDuration: String(seconds), Digits: key });
    const ids = { CallSid: this.sid, RecordingSid };
    if (recordingStatusCallback) {
      await notify(recordingStatusCallback, { ...ids, RecordingStatus: 'completed' });
    }
    if (transcribe === 'true' && transcribeCallback) {
      await notify(transcribeCallback, { ...ids, TranscriptionStatus: 'completed' });
    }
  }

  /** Ends a pending Pay with a Result: success, too-many-failed-attempts, payment-connector-error … */
  async pay(Result: string, fields: Fields = {}): Promise<void> {
    await this.#endVerb('Pay', { Result, ...fields });
  }

  /** Ends a pending Connect with a VirtualAgentStatus: completed, live-agent-handoff, failed … */
  async endVirtualAgent(VirtualAgentStatus: string, fields: Fields = {}): Promise<void> {
    await this.#endVerb('Connect', { VirtualAgentStatus, VirtualAgentProvider: 'talker', ...fields });
  }

  /** Redirects the live call to the markup at `url`, as the carrier's REST API does. */
  async redirectTo(url: string): Promise<void> {
    await this.#fetch(url, {});
  }

  /** Posts the last request again, as a carrier retries one without a response; the state of the call stays. */
  async repeatReport(): Promise<void> {
    if (this.#last === null) throw new Error('Nothing was posted yet.');
    await post(this.#last.url, this.#last.fields, this.#line.sign);
  }

  /** The contact hangs up: posts the result of the pending verb, then the status `completed` to the webhook. */
  async hangUp(): Promise<void> {
    const pending = this.#pending;
    this.state = 'over';
    this.#pending = null;
    const action = pending?.name === 'Gather' ? undefined : pending?.attributes.action;
    const over = { CallStatus: 'completed', CallDuration: '10' };
    if (action !== undefined && pending !== null) {
      const { hungUp } = waitingVerbs[pending.name] ?? { hungUp: {} };
      await post(new URL(action, this.#url).href, this.#fields({ ...over, ...hungUp }), this.#line.sign);
    }
    await post(this.#line.webhook, this.#fields(over), this.#line.sign);
  }

  /** Posts the result to the verb's action URL; without one the call continues with the next verb. */
  async #endVerb(verb: string, fields: Fields): Promise<void> {
    const { name, attributes } = this.pendingVerb;
    if (name !== verb) throw new Error(`No ${verb} is pending: the call is ${this.state}.`);
    if (verb !== 'Gather' && attributes.action === undefined) return this.#follow();
    await this.#fetch(new URL(attributes.action ?? '', this.#url).href, fields);
  }

  async #fetch(url: string, fields: Fields): Promise<void> {
    this.#url = url;
    this.#last = { url, fields: this.#fields(fields) };
    const root = await post(url, this.#last.fields, this.#line.sign);
    this.#queue = [...root.children];
    await this.#follow();
  }

  /** Executes verbs until one blocks or none is left, which ends the call. */
  async #follow(): Promise<void> {
    this.#pending = null;
    this.dialed = [];
    for (let redirects = 0; redirects < maxRedirects; ) {
      const verb = this.#queue.shift();
      if (verb === undefined || verb.name === 'Hangup' || verb.name === 'Reject') {
        this.state = 'over';
        return;
      }
      if (verb.name === 'Redirect') {
        redirects += 1;
        this.#url = new URL(verb.text, this.#url).href;
        const send = verb.attributes.method === 'GET' ? get : post;
        this.#last = { url: this.#url, fields: this.#fields({}) };
        this.#queue = [...(await send(this.#url, this.#last.fields, this.#line.sign)).children];
      } else if (verb.name === 'Pause') {
        const seconds = Number(verb.attributes.length ?? 1);
        await new Promise((resolve) => setTimeout(resolve, seconds * pauseMsPerSecond));
      } else if (this.#waitsAt(verb)) return;
    }
    throw new Error(`The call was redirected ${maxRedirects} times without reaching a blocking verb.`);
  }

  /** Executes the verb; true when it blocks. */
  #waitsAt(verb: Element): boolean {
    if (verb.name === 'Say' || verb.name === 'Play') {
      this.prompts.push(
        verb.name === 'Play' && verb.text === '' ? `keys ${verb.attributes.digits ?? ''}` : verb.text,
      );
      return false;
    }
    const wait = waitingVerbs[verb.name];
    if (wait === undefined) {
      this.backgroundVerbs.push(verb);
      return false;
    }
    this.#pending = verb;
    this.state = wait.state;
    if (verb.name === 'Gather') for (const prompt of verb.children) this.#waitsAt(prompt);
    if (verb.name === 'Dial')
      this.dialed = verb.children.length === 0 ? [verb.text] : verb.children.map(({ text }) => text);
    return true;
  }

  #fields(more: Fields): Fields {
    const { From, To } = this.#parties;
    return { ...this.#parties, Caller: From, Called: To, CallStatus: 'in-progress', ...more };
  }
}
