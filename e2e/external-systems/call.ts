/** One call as the contact's carrier leads it: does what the markup says, and reports how each verb ended. */

import type { Element } from '#server/messaging/markup/read.ts';
import { type Fields, get, notify, post, type Sign } from './webhook-client.ts';

/** What a call is doing: it waits for the contact, or for somebody else who has it, or it is over. */
export type CallState = 'gathering' | 'dialing' | 'queued' | 'recording' | 'paying' | 'talking' | 'over';

/** Where a call asks what to do, the flow's own address, and how its carrier vouches for what it posts. */
export type CallLine = { url: string; webhook: string; sign?: Sign | undefined };

/** The fields with which a carrier names the call and who is on it. */
export type Parties = { CallSid: string; AccountSid: string; From: string; To: string; Direction: string };

const maxRedirects = 50;

/** Milliseconds that a second of a pause takes: the phone lives ten times as fast. */
const pauseMsPerSecond = 100;

const recording = { RecordingSid: `RE${'1'.repeat(32)}`, RecordingUrl: 'https://carrier.example/RE1' };

/** Verbs that wait for somebody, the state meanwhile, and what is reported when the contact hangs up on them. */
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
  /** What was said or played, in order. */
  readonly prompts: string[] = [];
  /** Verbs that were carried out beside the call: streams that began and ended. */
  readonly backgroundVerbs: Element[] = [];
  /** The numbers, clients or rooms that the call is being connected to while it is dialing. */
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

  /** The verb at which the call waits. */
  get pendingVerb(): Element {
    if (this.#pending === null) throw new Error(`Nothing is being asked: the call is ${this.state}.`);
    return this.#pending;
  }

  /** Tells the flow of the call, which then says what is to be done. */
  async begin(fields: Fields): Promise<void> {
    await this.#fetch(this.#url, fields);
  }

  /** Presses keys while a prompt waits. */
  async pressKeys(digits: string): Promise<void> {
    await this.#endVerb('Gather', { Digits: digits });
  }

  /** Says something while a prompt waits. */
  async speak(words: string): Promise<void> {
    await this.#endVerb('Gather', { SpeechResult: words, Confidence: '0.9' });
  }

  /** Lets the time of a prompt or a recording run out: the call goes on with what stands after it. */
  async timeOut(): Promise<void> {
    if (this.pendingVerb.name !== 'Gather' && this.pendingVerb.name !== 'Record')
      throw new Error('Nobody is to speak.');
    await this.#follow();
  }

  /** The other end of a dial hung up or was not reached: completed, busy, no-answer, failed, canceled. */
  async endDial(status: string): Promise<void> {
    const taped = this.pendingVerb.attributes.record === undefined ? {} : recording;
    await this.#endVerb('Dial', { DialCallStatus: status, DialCallSid: `CA${'d'.repeat(32)}`, ...taped });
  }

  /** Somebody took the call from the queue, or nobody could: bridged, redirected, queue-full, error … */
  async leaveQueue(QueueResult: string): Promise<void> {
    await this.#endVerb('Enqueue', { QueueResult, QueueSid: `QU${'1'.repeat(32)}`, QueueTime: '5' });
  }

  /** Leaves a message and presses `key`. The carrier then tells whoever wants to know of the recording. */
  async leaveMessage(seconds: number, key: string): Promise<void> {
    const { recordingStatusCallback, transcribe, transcribeCallback } = this.pendingVerb.attributes;
    const { RecordingSid } = recording;
    await this.#endVerb('Record', { ...recording, RecordingDuration: String(seconds), Digits: key });
    const about = { CallSid: this.sid, RecordingSid };
    if (recordingStatusCallback) {
      await notify(recordingStatusCallback, { ...about, RecordingStatus: 'completed' });
    }
    if (transcribe === 'true' && transcribeCallback) {
      await notify(transcribeCallback, { ...about, TranscriptionStatus: 'completed' });
    }
  }

  /** How the payment ended: success, too-many-failed-attempts, payment-connector-error … */
  async pay(Result: string, fields: Fields = {}): Promise<void> {
    await this.#endVerb('Pay', { Result, ...fields });
  }

  /** How the conversation with the virtual agent ended: completed, live-agent-handoff, failed … */
  async endVirtualAgent(VirtualAgentStatus: string, fields: Fields = {}): Promise<void> {
    await this.#endVerb('Connect', { VirtualAgentStatus, VirtualAgentProvider: 'talker', ...fields });
  }

  /** The carrier was told to go on with the markup at `url`, whatever the call is doing. */
  async redirectTo(url: string): Promise<void> {
    await this.#fetch(url, {});
  }

  /** Makes the last report once more, as a carrier does that had no response; the call stays where it is. */
  async repeatReport(): Promise<void> {
    if (this.#last === null) throw new Error('Nothing was reported yet.');
    await post(this.#last.url, this.#last.fields, this.#line.sign);
  }

  /** The contact hangs up: the carrier reports how the open verb ended by that, then the end of the call. */
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

  /** Without an address of its own a verb is passed like any other. */
  async #endVerb(verb: string, fields: Fields): Promise<void> {
    const { name, attributes } = this.pendingVerb;
    if (name !== verb) throw new Error(`No ${verb} is open: the call is ${this.state}.`);
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

  /** Carries out verbs until one waits for somebody or none is left, which ends the call. */
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
    throw new Error(`The call was redirected ${maxRedirects} times without anything being asked.`);
  }

  /** Does what the verb says; true when it waits for somebody. */
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
