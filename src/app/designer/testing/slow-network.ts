/** A network between a page and a `FakeServer` on which everything takes a while, with streams as a browser opens them. */

import type { EditStreamListener, WorkingCopyApi } from '../../client/working-copy.ts';
import type { FakeServer } from './fake-server.ts';

/** A browser waits so long before it opens a stream again. */
const reconnectMs = 3_000;

export function slowNetwork(server: FakeServer, delayMs: () => number): WorkingCopyApi {
  const { fetchCopy, fetchEditsAfter, sendEdits } = server.api;
  const onWay = () => new Promise<void>((resolve) => setTimeout(resolve, delayMs()));
  const delayed =
    <Arguments extends unknown[], Answer>(request: (...args: Arguments) => Promise<Answer>) =>
    async (...args: Arguments): Promise<Answer> => {
      await onWay();
      try {
        return await request(...args);
      } finally {
        await onWay();
      }
    };
  return {
    fetchCopy: delayed(fetchCopy),
    fetchEditsAfter: delayed(fetchEditsAfter),
    sendEdits: delayed(sendEdits),
    follow(_, lastSeq, listener) {
      const stream = new SlowStream(server, lastSeq, listener, onWay);
      return () => stream.close();
    },
  };
}

class SlowStream {
  #seq: number;
  #isClosed = false;
  #end = () => {};
  readonly #server: FakeServer;
  readonly #listener: EditStreamListener;
  readonly #onWay: () => Promise<void>;

  constructor(server: FakeServer, seq: number, listener: EditStreamListener, onWay: () => Promise<void>) {
    this.#server = server;
    this.#seq = seq;
    this.#listener = listener;
    this.#onWay = onWay;
    void this.#open();
  }

  close(): void {
    this.#isClosed = true;
    this.#end();
  }

  async #open(): Promise<void> {
    await this.#onWay();
    if (this.#isClosed) return;
    let isBroken = false;
    let arrived = Promise.resolve();
    // In order; what is on its way when the connection breaks is lost.
    const deliver = (take: () => void) => {
      arrived = arrived.then(this.#onWay).then(() => {
        if (!isBroken && !this.#isClosed) take();
      });
    };
    this.#end = this.#server.api.follow('FW', this.#seq, {
      ...this.#listener,
      onOpen: (isComplete) => {
        const { seq } = this.#server.head;
        deliver(() => {
          if (!isComplete) this.#seq = seq;
          this.#listener.onOpen(isComplete);
        });
      },
      onEdit: (edit) =>
        deliver(() => {
          this.#seq = edit.seq;
          this.#listener.onEdit(edit);
        }),
      onBreak: () => {
        isBroken = true;
        this.#listener.onBreak(false);
        setTimeout(() => void this.#open(), reconnectMs);
      },
    });
  }
}
