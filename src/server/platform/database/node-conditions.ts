/** How the nodes of a Citus cluster are, as its coordinator finds them: for who operates it. */

import { answersCoordinator, type CitusNode, listNodes } from './citus-nodes.ts';
import type { DatabaseNode, Queries } from './database.ts';
import { shardsByNode } from './shard-placement.ts';

/** A node that does not answer for so long is reported as one that does not: Citus waits for half a minute. */
const answerMs = 3_000;

export class NodeConditions {
  readonly #coordinator: Queries;
  /** Nodes that are being asked. */
  readonly #asked = new Map<string, Promise<boolean>>();

  constructor(coordinator: Queries) {
    this.#coordinator = coordinator;
  }

  async list(): Promise<DatabaseNode[]> {
    const [nodes, places] = await Promise.all([
      listNodes(this.#coordinator),
      shardsByNode(this.#coordinator),
    ]);
    return await Promise.all(
      nodes.map(async ({ node, host, port }) => ({
        address: `${host}:${port}`,
        shards: places.find((place) => place.node === node)?.shards.length ?? 0,
        answers: await this.#answers(host, port),
      })),
    );
  }

  /** One that was asked before and has not answered yet is not asked again. */
  async #answers(host: string, port: number): Promise<boolean> {
    const address = `${host}:${port}`;
    const asking = this.#asked.get(address) ?? this.#ask({ host, port });
    this.#asked.set(address, asking);
    void asking.finally(() => this.#asked.delete(address));
    const tooLate = new Promise<false>((resolve) => setTimeout(resolve, answerMs, false).unref());
    return await Promise.race([asking, tooLate]);
  }

  async #ask(place: Pick<CitusNode, 'host' | 'port'>): Promise<boolean> {
    // Where the coordinator itself does not answer, the rest of the page says so.
    return await answersCoordinator(this.#coordinator, place).catch(() => false);
  }
}
