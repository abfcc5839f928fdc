/**
 * A contact's phone with its carrier: posts what a carrier posts to the webhook of a flow, and does what the
 * markup in the answer says. It knows the wire and nothing of Patchbay.
 */

import { type Element, readMarkup } from '#server/connector/markup/read.ts';

/**
 * `webhook` is the flow's `webhook_url`, `address` the number of the flow that the contact writes to or calls;
 * `sign` gives the headers by which a carrier vouches for a post.
 */
export type Line = {
  webhook: string;
  account: string;
  address: string;
  sign?: (url: string, fields: Record<string, string>) => Record<string, string>;
};

/** What a call is doing: a prompt waits for the contact, somebody else is being called, or it is over. */
export type CallState = 'gathering' | 'dialing' | 'over';

const mostRedirects = 50;

/** Milliseconds that a second of a pause takes: the phone lives ten times as fast. */
const pausedSecond = 100;

export class Phone {
  readonly number: string;
  readonly line: Line;
  #sent = 0;

  constructor(line: Line, number: string) {
    this.line = line;
    this.number = number;
  }

  /** Sends a text message; gives the texts that the answer carries. `sid` repeats a delivery of the same message. */
  async write(body: string, sid = this.freshSid('SM')): Promise<string[]> {
    const root = await post(this.line, this.line.webhook, {
      MessageSid: sid,
      SmsSid: sid,
      AccountSid: this.line.account,
      From: this.number,
      To: this.line.address,
      Body: body,
      NumMedia: '0',
      NumSegments: '1',
    });
    return root.children.filter(({ name }) => name === 'Message').map(textOfMessage);
  }

  /** Calls the flow and listens until it asks for something or the call is over. */
  async call(): Promise<Call> {
    const call = new Call(this, this.freshSid('CA'));
    await call.begin();
    return call;
  }

  /** Takes a call that the flow has placed; `url` is where its carrier asks what is to be said. */
  async answer(sid: string, url: string, more: Record<string, string> = {}): Promise<Call> {
    const call = new Call(this, sid, { url });
    await call.begin(more);
    return call;
  }

  freshSid(prefix: string): string {
    this.#sent += 1;
    const digits = this.number.replace(/\D/g, '') + String(this.#sent).padStart(4, '0');
    return prefix + digits.padStart(32, '0').slice(-32);
  }
}

export class Call {
  readonly sid: string;
  /** What was said or played, in order. */
  readonly heard: string[] = [];
  /** The numbers, clients or rooms that the call is being connected to while it is dialing. */
  dialed: string[] = [];
  state: CallState = 'over';
  readonly #phone: Phone;
  #url: string;
  readonly #isPlaced: boolean;
  #queue: Element[] = [];
  #pending: Element | null = null;

  /** `placed` is there for a call that the flow made. */
  constructor(phone: Phone, sid: string, placed: { url: string } | null = null) {
    this.#phone = phone;
    this.#url = placed?.url ?? phone.line.webhook;
    this.#isPlaced = placed !== null;
    this.sid = sid;
  }

  async begin(more: Record<string, string> = {}): Promise<void> {
    await this.#fetch(this.#url, { CallStatus: this.#isPlaced ? 'in-progress' : 'ringing', ...more });
  }

  /** Presses keys while a prompt waits. */
  async press(digits: string): Promise<void> {
    await this.#answer('Gather', { Digits: digits });
  }

  /** Says something while a prompt waits. */
  async speak(words: string): Promise<void> {
    await this.#answer('Gather', { SpeechResult: words, Confidence: '0.9' });
  }

  /** Lets the time of a prompt run out: the call goes on with what stands after it. */
  async stayQuiet(): Promise<void> {
    if (this.#pending?.name !== 'Gather')
      throw new Error(`Nothing is being asked: the call is ${this.state}.`);
    await this.#follow();
  }

  /** The other end of a dial hung up or was not reached: completed, busy, no-answer, failed, canceled. */
  async endDial(status: string): Promise<void> {
    await this.#answer('Dial', { DialCallStatus: status, DialCallSid: this.#phone.freshSid('CA') });
  }

  /** The contact hangs up: the carrier reports the end of the call. */
  async hangUp(): Promise<void> {
    this.state = 'over';
    this.#pending = null;
    await post(
      this.#phone.line,
      this.#phone.line.webhook,
      this.#fields({ CallStatus: 'completed', CallDuration: '10' }),
    );
  }

  async #answer(verb: 'Gather' | 'Dial', fields: Record<string, string>): Promise<void> {
    const pending = this.#pending;
    if (pending?.name !== verb) throw new Error(`No ${verb} is open: the call is ${this.state}.`);
    const { action } = pending.attributes;
    if (verb === 'Dial' && action === undefined) return this.#follow();
    await this.#fetch(new URL(action ?? '', this.#url).href, fields);
  }

  async #fetch(url: string, fields: Record<string, string>): Promise<void> {
    this.#url = url;
    const root = await post(this.#phone.line, url, this.#fields(fields));
    this.#queue = [...root.children];
    await this.#follow();
  }

  /** Carries out verbs until one waits for somebody or none is left, which ends the call. */
  async #follow(): Promise<void> {
    this.#pending = null;
    this.dialed = [];
    for (let redirects = 0; redirects < mostRedirects; ) {
      const verb = this.#queue.shift();
      if (verb === undefined || verb.name === 'Hangup' || verb.name === 'Reject') {
        this.state = 'over';
        return;
      }
      if (verb.name === 'Redirect') {
        redirects += 1;
        this.#url = new URL(verb.text, this.#url).href;
        this.#queue = [...(await post(this.#phone.line, this.#url, this.#fields({}))).children];
      } else if (verb.name === 'Pause') {
        const seconds = Number(verb.attributes.length ?? 1);
        await new Promise((resolve) => setTimeout(resolve, seconds * pausedSecond));
      } else if (this.#waitsAt(verb)) return;
    }
    throw new Error(`The call was redirected ${mostRedirects} times without anything being asked.`);
  }

  /** Does what the verb says; true when it waits for somebody. */
  #waitsAt(verb: Element): boolean {
    if (verb.name === 'Say' || verb.name === 'Play') {
      this.heard.push(
        verb.name === 'Play' && verb.text === '' ? `keys ${verb.attributes.digits ?? ''}` : verb.text,
      );
      return false;
    }
    if (verb.name !== 'Gather' && verb.name !== 'Dial') return false;
    this.#pending = verb;
    this.state = verb.name === 'Gather' ? 'gathering' : 'dialing';
    if (verb.name === 'Gather') for (const prompt of verb.children) this.#waitsAt(prompt);
    else this.dialed = verb.children.length === 0 ? [verb.text] : verb.children.map(({ text }) => text);
    return true;
  }

  #fields(more: Record<string, string>): Record<string, string> {
    const { account, address } = this.#phone.line;
    const { number } = this.#phone;
    const [from, to] = this.#isPlaced ? [address, number] : [number, address];
    const who = { From: from, To: to, Caller: from, Called: to };
    return {
      CallSid: this.sid,
      AccountSid: account,
      ...who,
      CallStatus: 'in-progress',
      Direction: this.#isPlaced ? 'outbound-api' : 'inbound',
      ...more,
    };
  }
}

function textOfMessage(message: Element): string {
  return message.children.find(({ name }) => name === 'Body')?.text ?? message.text;
}

/** Posts as a carrier does; the answer must be markup. */
async function post(line: Line, url: string, fields: Record<string, string>): Promise<Element> {
  const headers = line.sign?.(url, fields) ?? {};
  const answer = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The webhook answered ${answer.status}: ${text.slice(0, 500)}`);
  if (text.trim() === '') return { name: 'Response', attributes: {}, children: [], text: '' };
  return readMarkup(text);
}
