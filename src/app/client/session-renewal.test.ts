import { describe, expect, it } from 'vitest';
import { sendBesideNoRenewal } from './session-renewal.ts';

/** Sends requests whose responses come when they are told to; `begun` are the paths of those that were sent. */
function requests() {
  const begun: string[] = [];
  const send = (path: string, method = 'GET') => {
    const response = Promise.withResolvers<Response>();
    const done = sendBesideNoRenewal({ method, path }, () => {
      begun.push(path);
      return response.promise;
    });
    return { ...response, done };
  };
  return { begun, send };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a request that may renew the session', () => {
  it('waits for those before it, and those after it wait', async () => {
    const { begun, send } = requests();
    const before = [send('/v2/Flows'), send('/v1/Me')];
    expect(begun).toEqual(['/v2/Flows', '/v1/Me']);
    const renewal = send('/v1/Me', 'POST');
    const after = [send('/v1/Members'), send('/v1/FirstOwner', 'POST')];
    before[0]?.resolve(new Response());
    await turn();
    expect(begun).toHaveLength(2);
    before[1]?.reject(new Error('no network'));
    await expect(before[1]?.done).rejects.toThrow('no network');
    await turn();
    expect(begun.slice(2)).toEqual(['/v1/Me']);
    renewal.resolve(new Response());
    await renewal.done;
    await turn();
    expect(begun.slice(3)).toEqual(['/v1/Members']);
    after[0]?.resolve(new Response());
    await turn();
    expect(begun.slice(4)).toEqual(['/v1/FirstOwner']);
    after[1]?.resolve(new Response());
    await after[1]?.done;
  });

  it('keeps nobody waiting once it failed', async () => {
    const { begun, send } = requests();
    const renewal = send('/v1/Me', 'POST');
    const after = send('/v2/Flows');
    await turn();
    renewal.reject(new Error('no network'));
    await expect(renewal.done).rejects.toThrow('no network');
    await turn();
    expect(begun).toEqual(['/v1/Me', '/v2/Flows']);
    after.resolve(new Response());
    await after.done;
  });

  it('lets others be sent at once, as when the page is left', () => {
    const { begun, send } = requests();
    send('/v2/Flows', 'POST').resolve(new Response());
    expect(begun).toEqual(['/v2/Flows']);
  });
});
