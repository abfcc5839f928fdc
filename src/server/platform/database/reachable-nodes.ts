/** What goes on without the nodes of a Citus cluster that do not answer. */

import { answersCoordinator, type CitusNode, PausedNodes, pauseMs } from './citus-nodes.ts';
import type { Queries, ReadAcrossShards } from './database.ts';
import { hasTimedOut, isNodeLost } from './retry-while-unavailable.ts';
import { shardsByNode } from './shard-placement.ts';

/** The nodes that do not answer, as statements have found out. */
export class SilentNodes {
  readonly #coordinator: Queries;
  readonly #paused = new PausedNodes();
  /**
   * Those that kept a statement for as long as it may take, as one does whose processes are stopped while its machine answers. Each further
   * statement would leave a connection of the coordinator behind, so nothing is sent to them until they can be connected to.
   */
  readonly #stopped = new Set<string>();
  readonly #asked = new Set<string>();

  /** `coordinator` does not repeat what a node does not answer. */
  constructor(coordinator: Queries) {
    this.#coordinator = coordinator;
  }

  hasAny(): boolean {
    return this.#stopped.size > 0 || !this.#paused.isEmpty();
  }

  /** False when `error`, with which a statement for the node failed, does not say that it did not answer. */
  note(place: CitusNode, error: unknown): boolean {
    if (hasTimedOut(error)) this.#stopped.add(place.node);
    else if (isNodeLost(error)) this.#paused.add(place);
    else return false;
    return true;
  }

  /** Notes the error for those of the nodes that cannot be connected to. */
  async noteUnreachable(places: readonly CitusNode[], error: unknown): Promise<void> {
    const look = async (place: CitusNode) => {
      if (!(await answersCoordinator(this.#coordinator, place))) this.note(place, error);
    };
    await Promise.all(places.map(look));
  }

  isSilent(place: CitusNode): boolean {
    return this.#paused.has(place) || this.isStopped(place);
  }

  /** It is so until the coordinator can connect to it, which is tried again and again as long as this is asked. */
  isStopped(place: CitusNode): boolean {
    if (!this.#stopped.has(place.node)) return false;
    if (!this.#asked.has(place.node)) void this.#ask(place);
    return true;
  }

  async #ask(place: CitusNode): Promise<void> {
    this.#asked.add(place.node);
    try {
      if (await answersCoordinator(this.#coordinator, place)) this.#stopped.delete(place.node);
    } catch {
      // Of the coordinator itself; what needs it says so.
    } finally {
      setTimeout(() => this.#asked.delete(place.node), pauseMs).unref();
    }
  }

  /** Forgets those that have no shard any more: nothing would ask for them again. */
  keepOnly(places: readonly CitusNode[]): void {
    for (const node of this.#stopped)
      if (!places.some((place) => place.node === node)) this.#stopped.delete(node);
  }
}

/** Reads of all shards by `db`, which reports a node that is lost at once, without the nodes that do not answer. */
export function readReachable(db: Queries, silent: SilentNodes): ReadAcrossShards {
  return async (read) => {
    if (!silent.hasAny()) {
      try {
        return [...(await read(db, null))];
      } catch (error) {
        if (!isNodeLost(error) && !hasTimedOut(error)) throw error;
        // Which one it was is not said.
        if (hasTimedOut(error)) await silent.noteUnreachable(await shardsByNode(db), error);
      }
    }
    const places = await shardsByNode(db);
    silent.keepOnly(places);
    const found = await Promise.all(
      places.map(async ({ shards, ...place }) => {
        if (silent.isSilent(place)) return [];
        try {
          return await read(db, shards);
        } catch (error) {
          if (!silent.note(place, error)) throw error;
          return [];
        }
      }),
    );
    return found.flat();
  };
}
