/**
 * A call on the test phone: executes the documents with which the flow answers, as a carrier would, and reports what the
 * caller does. The documents are those of the test carrier (TwiML).
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CallResource } from '#api/messaging/operations.ts';
import type { Listening } from '../call/call-phone.tsx';
import { CallLine, type CallPart } from '../call/sound/call-line.ts';
import type { Recording } from '../call/sound/microphone.ts';
import { reportCall } from '../client/test-carrier.ts';

export type Caption = { key: number } & (
  | { kind: 'heard'; text: string }
  | { kind: 'said'; text: string }
  | { kind: 'pressed' | 'tones'; digits: string }
  | { kind: 'plays' | 'handedOver'; url: string }
  | { kind: 'elsewhere'; what: string }
  | { kind: 'noInput' | 'records' }
);

type NewCaption = Caption extends infer C ? (C extends Caption ? Omit<C, 'key'> : never) : never;

export type TestCallState = {
  phase: 'live' | 'ended' | 'refused';
  captions: readonly Caption[];
  /** The caption of what is heard now. */
  speaking: number | null;
  listening: Listening | null;
  /** Seconds that may be recorded; null where nothing is recorded. */
  recordsFor: number | null;
  recording: Recording | null;
  /** The other end of the call is not on this phone: the caller decides when it goes on. */
  isElsewhere: boolean;
  failure: string | null;
};

type Fields = Readonly<Record<string, string>>;

/** The next request of the carrier; null when the call is over. */
type Next = { url: string; method: string; fields: Fields } | null;

/** A flow may send a call in circles, at the pace of what it says. */
const maxDocuments = 1_000;
const maxCaptions = 300;

export class TestCall {
  readonly call: CallResource;
  readonly line = new CallLine();
  readonly state: StoreApi<TestCallState>;
  readonly #ended = new AbortController();
  /** What the caller does ends the wait for it. */
  #answer: ((fields: Fields | null) => void) | null = null;
  #captions = 0;

  constructor(call: CallResource) {
    this.call = call;
    this.state = createStore<TestCallState>(() => ({
      ...{ phase: 'live', captions: [], speaking: null, listening: null, recordsFor: null },
      ...{ recording: null, isElsewhere: false, failure: null },
    }));
  }

  /** Resolves when the call is over. */
  async run(): Promise<void> {
    let document = this.call.markup ?? '';
    try {
      for (let count = 0; count < maxDocuments; count += 1) {
        const next = await this.#execute(document);
        if (next === null || this.#ended.signal.aborted) break;
        document = await reportCall(next.url, next.method, this.#fields(next.fields));
      }
    } catch (failure) {
      if (!this.#ended.signal.aborted) this.state.setState({ failure: (failure as Error).message });
    }
    this.end();
  }

  /** The caller hangs up, or the flow has. */
  end(phase: 'ended' | 'refused' = 'ended'): void {
    if (this.state.getState().phase !== 'live') return;
    this.#ended.abort();
    this.#answer?.(null);
    this.state.setState({ phase, speaking: null, listening: null, recordsFor: null, isElsewhere: false });
  }

  press(digits: string): void {
    this.#caption({ kind: 'pressed', digits });
    this.#answer?.({ Digits: digits });
  }

  say(text: string): void {
    this.#caption({ kind: 'said', text });
    this.#answer?.({ SpeechResult: text, Confidence: '1.0' });
  }

  record(recording: Recording): void {
    this.state.setState({ recording });
    const RecordingUrl = `${location.origin}/test-phone`;
    const RecordingSid = this.call.sid.replace(/^CA/, 'RE');
    const RecordingDuration = String(recording.seconds);
    this.#answer?.({ RecordingUrl, RecordingSid, RecordingDuration, Digits: '#' });
  }

  /** Ends the connection to the other end of the call, where no one is. */
  goOn(): void {
    this.#answer?.(null);
  }

  #fields(more: Fields): Fields {
    const { sid, account_sid, from, to, direction } = this.call;
    return {
      ...{ CallSid: sid, AccountSid: account_sid, From: from ?? '', To: to ?? '' },
      ...{
        Direction: direction === 'inbound' ? 'inbound' : 'outbound-api',
        CallStatus: 'in-progress',
        ...more,
      },
    };
  }

  #caption(caption: NewCaption): number {
    this.#captions += 1;
    const key = this.#captions;
    const captions = [...this.state.getState().captions, { ...caption, key } as Caption];
    this.state.setState({ captions: captions.slice(-maxCaptions) });
    return key;
  }

  async #execute(markup: string): Promise<Next> {
    const { documentElement } = new DOMParser().parseFromString(markup, 'text/xml');
    for (const element of documentElement.children) {
      const next = await this.#executeElement(element);
      if (next !== 'go on' || this.#ended.signal.aborted) return next === 'go on' ? null : next;
    }
    return null;
  }

  async #executeElement(element: Element): Promise<Next | 'go on'> {
    const text = element.textContent;
    switch (element.nodeName) {
      case 'Say':
      case 'Play':
        await this.#play(element);
        return 'go on';
      case 'Pause':
        await this.#caller(numberOf(element, 'length', 1));
        return 'go on';
      case 'Gather':
        return this.#gather(element);
      case 'Record':
        return this.#record(element);
      case 'Redirect':
        return this.#redirect(text, element.getAttribute('method') ?? 'POST');
      case 'Hangup':
        return null;
      case 'Reject':
        this.end('refused');
        return null;
      case 'Start':
      case 'Stop':
        return 'go on';
      default:
        // What is not on this phone: a dialled number, a queue, a payment, an agent.
        this.#caption({ kind: 'elsewhere', what: `${element.nodeName} ${text}`.trim() });
        this.state.setState({ isElsewhere: true });
        await this.#caller(null);
        this.state.setState({ isElsewhere: false });
        return 'go on';
    }
  }

  async #play(element: Element): Promise<void> {
    const part = partOf(element);
    const key = this.#caption(captionOf(part));
    this.state.setState({ speaking: key });
    await this.line.play([part]);
    if (this.state.getState().speaking === key) this.state.setState({ speaking: null });
  }

  /** The caller may answer while the prompt is still said: it ends then. */
  async #gather(element: Element): Promise<Next | 'go on'> {
    const digits = element.getAttribute('numDigits');
    this.state.setState({
      listening: {
        digits: digits === null ? null : Number(digits),
        finishOnKey: element.getAttribute('finishOnKey') ?? '#',
        language: element.getAttribute('language') ?? '',
      },
    });
    const fields = await this.#caller(numberOf(element, 'timeout', 5), async (isOver) => {
      for (const part of element.children) if (!isOver()) await this.#play(part);
    });
    this.state.setState({ listening: null });
    if (fields !== null) return this.#action(element, fields);
    if (!this.#ended.signal.aborted) this.#caption({ kind: 'noInput' });
    return 'go on';
  }

  async #record(element: Element): Promise<Next | 'go on'> {
    this.#caption({ kind: 'records' });
    if (element.getAttribute('playBeep') !== 'false') await this.line.play([{ kind: 'beep' }]);
    this.state.setState({ recordsFor: numberOf(element, 'maxLength', 3_600) });
    const fields = await this.#caller(null);
    this.state.setState({ recordsFor: null });
    return fields === null ? 'go on' : this.#action(element, fields);
  }

  #action(element: Element, fields: Fields): Next {
    return { url: element.getAttribute('action') ?? '', method: 'POST', fields };
  }

  #redirect(url: string, method: string): Next {
    if (isOwnUrl(url)) return { url, method, fields: {} };
    this.#caption({ kind: 'handedOver', url });
    return null;
  }

  /**
   * What the caller does; null after so many seconds, counted from when `after` is done, or when the call ends. Null for the
   * seconds waits without end.
   */
  #caller(
    seconds: number | null,
    after: (isOver: () => boolean) => Promise<void> = async () => {},
  ): Promise<Fields | null> {
    return new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const answer = (fields: Fields | null) => {
        clearTimeout(timer);
        this.#answer = null;
        this.line.stop();
        resolve(fields);
      };
      this.#answer = answer;
      if (this.#ended.signal.aborted) return answer(null);
      void after(() => this.#answer !== answer).then(() => {
        if (this.#answer === answer && seconds !== null) timer = setTimeout(answer, seconds * 1_000, null);
      });
    });
  }
}

/** Of the server that has this page: the flow's own webhook, at whichever name the server has for others. */
function isOwnUrl(url: string): boolean {
  return /^\/v1\/Accounts\/AC[0-9a-f]{32}\/Flows\/FW[0-9a-f]{32}$/i.test(URL.parse(url)?.pathname ?? '');
}

function numberOf(element: Element, name: string, fallback: number): number {
  const value = Number(element.getAttribute(name) ?? fallback);
  return Number.isFinite(value) ? Math.min(Math.max(0, value), 3_600) : fallback;
}

function partOf(element: Element): CallPart {
  const attribute = (name: string) => element.getAttribute(name) ?? '';
  const text = element.textContent;
  const loop = numberOf(element, 'loop', 1);
  if (element.nodeName === 'Say')
    return { kind: 'say', text, voice: attribute('voice'), language: attribute('language'), loop };
  return element.hasAttribute('digits')
    ? { kind: 'tones', digits: attribute('digits') }
    : { kind: 'play', url: text, loop };
}

function captionOf(part: CallPart): NewCaption {
  if (part.kind === 'say') return { kind: 'heard', text: part.text };
  if (part.kind === 'tones') return { kind: 'tones', digits: part.digits };
  return { kind: 'plays', url: part.kind === 'play' ? part.url : '' };
}
