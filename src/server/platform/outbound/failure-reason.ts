/** Why a request had no answer, for the people who read it on a page or in a log. */

type Failure = Error & { code?: string; hostname?: string; address?: string; port?: number };

const brokenOff = () => 'The other side broke the connection off';
const noWay = ({ address }: Failure) => `No way leads to ${address ?? 'the host'}`;
const tooLate = () => 'No connection came about within the time';
const hostOf = ({ hostname }: Failure) => (hostname === undefined ? 'The host' : `The host ${hostname}`);

const sayings: Record<string, (failure: Failure) => string> = {
  ENOTFOUND: (failure) => `${hostOf(failure)} is not known`,
  EAI_AGAIN: (failure) => `${hostOf(failure)} could not be looked up just now`,
  ECONNREFUSED: ({ address, port }) => `Nothing listens at ${[address, port].join(':')}`,
  ECONNRESET: brokenOff,
  EPIPE: brokenOff,
  UND_ERR_SOCKET: brokenOff,
  EHOSTUNREACH: noWay,
  ENETUNREACH: noWay,
  ETIMEDOUT: tooLate,
  UND_ERR_CONNECT_TIMEOUT: tooLate,
};

/** What happens often is said in words, with the host; anything else as the system says it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A host with several addresses fails at each of them.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return error.message;
  const failure: Failure = first;
  const say = sayings[failure.code ?? ''];
  return say === undefined ? first.message || error.message : say(failure);
}
