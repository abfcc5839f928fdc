import { describe, expect, it } from 'vitest';
import {
  cancelDeferred,
  type DeferredRequest,
  deferRequest,
  sendAllDeferred,
  sendDeferred,
  sendDeferredOnPageHide,
} from './deferred-requests.ts';

function recorder() {
  let count = 0;
  const send: DeferredRequest = async () => {
    count += 1;
  };
  return { send, sent: () => count };
}

describe('a deferred request', () => {
  it('is sent once, however often it is triggered', async () => {
    const { sent, send } = recorder();
    deferRequest('a', send);
    await Promise.all([sendDeferred('a'), sendDeferred('a'), sendDeferred('unknown'), sendAllDeferred()]);
    await sendDeferred('a');
    expect(sent()).toBe(1);
  });

  it('can be cancelled until it is sent', async () => {
    const { sent, send } = recorder();
    deferRequest('b', send);
    expect(cancelDeferred('b')).toBe(true);
    await sendDeferred('b');
    expect(sent()).toBe(0);
    expect(cancelDeferred('b')).toBe(false);
  });

  it('is no longer deferred after it failed', async () => {
    deferRequest('c', () => Promise.reject(new Error('refused')));
    await expect(sendDeferred('c')).rejects.toThrow('refused');
    expect(cancelDeferred('c')).toBe(false);
  });

  it('is sent on pagehide', async () => {
    const { sent, send } = recorder();
    const page = new EventTarget() as Window;
    const stop = sendDeferredOnPageHide(page);
    deferRequest('d', send);
    page.dispatchEvent(new Event('pagehide'));
    expect(sent()).toBe(1);
    stop();
    deferRequest('e', send);
    page.dispatchEvent(new Event('pagehide'));
    expect(sent()).toBe(1);
    cancelDeferred('e');
    await sendAllDeferred();
    expect(sent()).toBe(1);
  });
});
