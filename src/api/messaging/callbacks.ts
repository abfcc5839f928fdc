/** Callback URLs that carriers are given. */

/**
 * Query parameters of callback URLs that identify the execution and its effect; `FlowDetects` where a call only
 * counts as answered after answering machine detection.
 */
export const callbackParameters = {
  execution: 'FlowExecution',
  effect: 'FlowEffect',
  detects: 'FlowDetects',
} as const;

export function callbackQuery(execution: string, effect: string, detects = false): string {
  const query = new URLSearchParams({
    [callbackParameters.execution]: execution,
    [callbackParameters.effect]: effect,
    ...(detects && { [callbackParameters.detects]: '1' }),
  });
  return query.toString();
}

/** Parameter with the SHA-256 of a body that is not a form. */
export const bodyHashParameter = 'bodySHA256';

/** Query parameter with the secret of the flow, in its webhook URL. */
export const secretParameter = 'FlowSecret';
