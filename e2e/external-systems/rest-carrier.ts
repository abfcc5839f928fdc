/**
 * A carrier of the common REST shape on this machine: takes orders for messages and calls from whoever knows its
 * account, posts what its phones do to the flow's webhook and reports what became of the orders, all of it signed.
 * It knows the wire and nothing of Patchbay.
 */

import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from './loopback-server.ts';
import { type Call, Phone } from './phone.ts';

type Fields = Record<string, string>;

/** What it was asked for. `path` stands below the account; a repeated field has its values joined by a space. */
export type CarrierRequest = { path: string; sid: string; fields: Fields; headers: Fields };

type ErrorResponse = { status: number; code?: number; message?: string };

export class RestCarrier {
  readonly account = `AC${'c'.repeat(32)}`;
  readonly token = 'the carrier of the tests';
  readonly baseUrl: string;
  /** All orders that were accepted, in order. */
  readonly acceptedRequests: CarrierRequest[] = [];
  /** How many requests came, refused ones too. */
  requestCount = 0;
  readonly #server: LoopbackServer;
  #refusals: ErrorResponse[] = [];
  #listeners: (() => void)[] = [];
  #count = 0;

  private constructor(server: LoopbackServer) {
    this.#server = server;
    this.baseUrl = `${server.url}/2010-04-01`;
    server.onRequest((request, body, response) => this.#take(request, body.toString('utf8'), response));
  }

  static async start(): Promise<RestCarrier> {
    return new RestCarrier(await LoopbackServer.start());
  }

  /** The next orders are refused so, one each; then it accepts again. */
  rejectNext(...refusals: ErrorResponse[]): void {
    this.#refusals.push(...refusals);
  }

  /** Waits until so many orders came to that path, and gives them. A test that waits in vain ends by its own limit. */
  async waitForRequests(path: string | RegExp, count = 1): Promise<CarrierRequest[]> {
    const wanted = () =>
      this.acceptedRequests.filter((order) =>
        typeof path === 'string' ? order.path === path : path.test(order.path),
      );
    while (wanted().length < count) {
      await new Promise<void>((resolve) => {
        this.#listeners.push(resolve);
      });
    }
    return wanted();
  }

  /** A phone behind this carrier, which writes to and calls `address` of a flow. */
  phone(webhook: string, address: string, number: string): Phone {
    return new Phone({ webhook, account: this.account, address, sign: this.#sign }, number);
  }

  /** The person called takes the call that was ordered. */
  answerCall(order: CarrierRequest, more: Fields = {}): Promise<Call> {
    const { Url = '', From = '', To = '' } = order.fields;
    return this.phone(Url, From, To).answer(order.sid, Url, more);
  }

  /** Reports to the order's status address what became of it: MessageStatus or CallStatus, and more. */
  async reportStatus(order: CarrierRequest, fields: Fields, headers?: Fields): Promise<number> {
    const { From = '', To = '', StatusCallback = '' } = order.fields;
    const isCall = order.path === 'Calls.json';
    const body = {
      [isCall ? 'CallSid' : 'MessageSid']: order.sid,
      AccountSid: this.account,
      From,
      To,
      ...fields,
    };
    const response = await fetch(StatusCallback, {
      method: 'POST',
      headers: headers ?? this.#sign(StatusCallback, body),
      body: new URLSearchParams(body),
    });
    await response.arrayBuffer();
    return response.status;
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  readonly #sign = (url: string, fields: Fields): Fields => {
    const text = Object.keys(fields)
      .sort()
      .reduce((before, name) => before + name + fields[name], url);
    return { 'x-twilio-signature': createHmac('sha1', this.token).update(text).digest('base64') };
  };

  #take(request: IncomingMessage, body: string, response: ServerResponse): unknown {
    this.requestCount += 1;
    const respond = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const expected = `Basic ${Buffer.from(`${this.account}:${this.token}`).toString('base64')}`;
    if (request.headers.authorization !== expected)
      return respond(401, { code: 20003, message: 'Authenticate' });
    const root = `/2010-04-01/Accounts/${this.account}`;
    const url = request.url ?? '';
    if (request.method === 'GET' && url === `${root}.json`) return respond(200, { sid: this.account });
    const refusal = this.#refusals.shift();
    if (refusal !== undefined) return respond(refusal.status, { ...refusal });
    if (request.method !== 'POST' || !url.startsWith(`${root}/`)) return respond(404, { code: 20404 });
    const order = this.#keep(url.slice(root.length + 1), body, request);
    const { From = null, To = null, Body = null } = order.fields;
    return respond(201, {
      sid: order.sid,
      status: 'queued',
      from: From,
      to: To,
      body: Body,
      error_code: null,
    });
  }

  #keep(path: string, body: string, request: IncomingMessage): CarrierRequest {
    this.#count += 1;
    const query = new URLSearchParams(body);
    const fields: Fields = {};
    for (const name of new Set(query.keys())) fields[name] = query.getAll(name).join(' ');
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    const prefix =
      path.startsWith('Calls/') && path.includes('Recordings')
        ? 'RE'
        : path.startsWith('Calls')
          ? 'CA'
          : 'SM';
    const named = /^Calls\/(\w+)\.json$/.exec(path)?.[1];
    const sid = named ?? prefix + this.#count.toString(16).padStart(32, '0');
    const order = { path, sid, fields, headers: Object.fromEntries(headers) as Fields };
    this.acceptedRequests.push(order);
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
    return order;
  }
}
