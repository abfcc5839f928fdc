/**
 * Fixtures of the API's tests: the server that they share, a new account on it for each, its API, an HTTP receiver for
 * the requests of flows, and a simulated REST carrier as the default of the account.
 */

import { type APIRequestContext, request } from 'playwright';
import { test as base, expect, inject } from 'vitest';
import { paths } from '#api/paths.ts';
import { addAccount } from '../add-account.ts';
import { HttpReceiver } from '../external-systems/http-receiver.ts';
import { RestCarrier } from '../external-systems/rest-carrier.ts';
import { readSteps } from '../flow-events.ts';

export const test = base
  .extend('server', { scope: 'worker' }, () => inject('server'))
  .extend('account', ({ server }) => addAccount(server, 'Account of one test'))
  /** Requests with the account's credentials; addresses are relative to the server. */
  .extend('api', async ({ server, account }, { onCleanup }): Promise<APIRequestContext> => {
    const { sid: username, token: password } = account;
    const api = await request.newContext({
      baseURL: server.url,
      httpCredentials: { username, password, send: 'always' },
    });
    onCleanup(() => api.dispose());
    return api;
  })
  /** The names of an execution's steps, as `read` gives them, once there are `count`. */
  .extend(
    'whenSteps',
    ({ server, account }) =>
      (flow: { sid: string }, count: number, read: () => Promise<string[]>) =>
        readSteps(server, account, flow, count, read),
  )
  /** A loopback server that records what flows send. */
  .extend('receiver', async ({ server: _ }, { onCleanup }) => {
    const receiver = await HttpReceiver.start();
    onCleanup(() => receiver.stop());
    return receiver;
  })
  .extend('carrier', async ({ api }, { onCleanup }) => {
    const carrier = await RestCarrier.start();
    onCleanup(() => carrier.stop());
    const response = await api.post(paths.carriers, {
      form: {
        FriendlyName: 'Real phones',
        BaseUrl: carrier.baseUrl,
        CarrierAccountSid: carrier.account,
        AuthToken: carrier.token,
      },
    });
    expect(response.status(), await response.text()).toBe(201);
    return carrier;
  });
