/** The states of a sink. */

/**
 * `active` has no failed delivery; `failing` is being retried; `failed` was retried for 24 hours and is paused until
 * it is changed or a test succeeds.
 */
export const sinkStates = ['active', 'failing', 'failed'] as const;
