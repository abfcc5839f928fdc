/** Host names whose every address was accepted a moment ago. */

/** So long a recipient is accepted whose setting was removed; the message is then rejected, as it is checked again. */
const validMs = 1_000;
/** More are forgotten together. */
const maxHostnames = 1_000;

export class AcceptedHostnames {
  readonly #hostnames = new Set<string>();

  has(address: string): boolean {
    return this.#hostnames.has(hostnameOf(address));
  }

  /** Remembers the host name of the address for a second at most: all are forgotten together. */
  add(address: string): void {
    if (this.#hostnames.size >= maxHostnames) this.#hostnames.clear();
    if (this.#hostnames.size === 0) setTimeout(() => this.#hostnames.clear(), validMs).unref();
    this.#hostnames.add(hostnameOf(address));
  }
}

function hostnameOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
