/**
 * Simulates a carrier with the common REST API on loopback: accepts authenticated requests for messages and calls,
 * posts what its phones do to the flow's webhook and sends status callbacks, all of it signed.
 */

import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from './loopback-server.ts';
import { type Call, Phone } from './phone.ts';

type Fields = Record<string, string>;

/** A request to the carrier. `path` is below the account; values of a repeated field are joined by a space. */
export type CarrierRequest = { path: string; sid: string; fields: Fields; headers: Fields };

type ErrorResponse = { status: number; code?: number; message?: string };

export class RestCarrier {
  readonly account = `AC${'c'.repeat(32)}`;
  readonly token = 'the carrier of the tests';
  readonly baseUrl: string;
  /** In order of arrival. */
  readonly acceptedRequests: CarrierRequest[] = [];
  /** All requests, rejected ones too. */
  requestCount = 0;
  readonly #server: LoopbackServer;
  #queuedErrors: ErrorResponse[] = [];
  #listeners: (() => void)[] = [];
  #count = 0;

  private constructor(server: LoopbackServer) {
    this.#server = server;
    this.baseUrl = `${server.url}/2010-04-01`;
    server.onRequest((request, body, response) => this.#handle(request, body.toString('utf8'), response));
  }

  static async start(): Promise<RestCarrier> {
    return new RestCarrier(await LoopbackServer.start());
  }

  /** Rejects the next requests, each with one of these responses; later ones are accepted. */
  rejectNext(...errors: ErrorResponse[]): void {
    this.#queuedErrors.push(...errors);
  }

  /** Resolves with the accepted requests for that path once there are `count`; has no timeout of its own. */
  async waitForRequests(path: string | RegExp, count = 1): Promise<CarrierRequest[]> {
    const matching = () =>
      this.acceptedRequests.filter((request) =>
        typeof path === 'string' ? request.path === path : path.test(request.path),
      );
    while (matching().length < count) {
      await new Promise<void>((resolve) => {
        this.#listeners.push(resolve);
      });
    }
    return matching();
  }

  /** A phone of this carrier that messages and calls `address` of a flow. */
  phone(webhook: string, address: string, number: string): Phone {
    return new Phone({ webhook, account: this.account, address, sign: this.#sign }, number);
  }

  /** The contact answers the call that was requested. */
  answerCall(request: CarrierRequest, more: Fields = {}): Promise<Call> {
    const { Url = '', From = '', To = '' } = request.fields;
    return this.phone(Url, From, To).answer(request.sid, Url, more);
  }

  /** Posts MessageStatus or CallStatus to the request's status callback; resolves with the response's status. */
  async reportStatus(request: CarrierRequest, fields: Fields, headers?: Fields): Promise<number> {
    const { From = '', To = '', StatusCallback = '' } = request.fields;
    const isCall = request.path === 'Calls.json';
    const body = {
      [isCall ? 'CallSid' : 'MessageSid']: request.sid,
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

  #handle(request: IncomingMessage, body: string, response: ServerResponse): unknown {
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
    const error = this.#queuedErrors.shift();
    if (error !== undefined) return respond(error.status, { ...error });
    if (request.method !== 'POST' || !url.startsWith(`${root}/`)) return respond(404, { code: 20404 });
    const accepted = this.#accept(url.slice(root.length + 1), body, request);
    const { From = null, To = null, Body = null } = accepted.fields;
    return respond(201, {
      sid: accepted.sid,
      status: 'queued',
      from: From,
      to: To,
      body: Body,
      error_code: null,
    });
  }

  #accept(path: string, body: string, request: IncomingMessage): CarrierRequest {
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
    const accepted = { path, sid, fields, headers: Object.fromEntries(headers) as Fields };
    this.acceptedRequests.push(accepted);
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
    return accepted;
  }
}
