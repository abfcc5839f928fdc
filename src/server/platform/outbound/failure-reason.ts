/** Why a request got no response, as a message for people. */

type Failure = Error & { code?: string; hostname?: string; address?: string; port?: number };

const connectionReset = () => 'The other side broke the connection off';
const unreachable = ({ address }: Failure) => `No way leads to ${address ?? 'the host'}`;
const connectTimeout = () => 'No connection came about within the time';
const hostOf = ({ hostname }: Failure) => (hostname === undefined ? 'The host' : `The host ${hostname}`);

const messages: Record<string, (failure: Failure) => string> = {
  ENOTFOUND: (failure) => `${hostOf(failure)} is not known`,
  EAI_AGAIN: (failure) => `${hostOf(failure)} could not be looked up just now`,
  ECONNREFUSED: ({ address, port }) => `Nothing listens at ${[address, port].join(':')}`,
  ECONNRESET: connectionReset,
  EPIPE: connectionReset,
  UND_ERR_SOCKET: connectionReset,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: connectTimeout,
  UND_ERR_CONNECT_TIMEOUT: connectTimeout,
};

/** Common errors as a sentence with the host; any other error as its own message. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A host with several addresses fails at each of them.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return error.message;
  const failure: Failure = first;
  const say = messages[failure.code ?? ''];
  return say === undefined ? first.message || error.message : say(failure);
}
