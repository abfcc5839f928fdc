import { describe, expect, it } from 'vitest';
import { type Send, sendAllNow, sendLater, sendNow, sendOnLeaving, takeBack } from './later.ts';

function recorder() {
  let count = 0;
  const send: Send = async () => {
    count += 1;
  };
  return { send, sent: () => count };
}

describe('a request that waits', () => {
  it('is sent once, however often it is asked for', async () => {
    const { sent, send } = recorder();
    sendLater('a', send);
    await Promise.all([sendNow('a'), sendNow('a'), sendNow('unknown'), sendAllNow()]);
    await sendNow('a');
    expect(sent()).toBe(1);
  });

  it('can be taken back until then', async () => {
    const { sent, send } = recorder();
    sendLater('b', send);
    expect(takeBack('b')).toBe(true);
    await sendNow('b');
    expect(sent()).toBe(0);
    expect(takeBack('b')).toBe(false);
  });

  it('no longer waits when it failed', async () => {
    sendLater('c', () => Promise.reject(new Error('refused')));
    await expect(sendNow('c')).rejects.toThrow('refused');
    expect(takeBack('c')).toBe(false);
  });

  it('is sent when the page is left', async () => {
    const { sent, send } = recorder();
    const page = new EventTarget() as unknown as Window;
    const stop = sendOnLeaving(page);
    sendLater('d', send);
    page.dispatchEvent(new Event('pagehide'));
    expect(sent()).toBe(1);
    stop();
    sendLater('e', send);
    page.dispatchEvent(new Event('pagehide'));
    expect(sent()).toBe(1);
    takeBack('e');
    await sendAllNow();
    expect(sent()).toBe(1);
  });
});
