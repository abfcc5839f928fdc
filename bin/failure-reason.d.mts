/** Types of `failure-reason.mjs`, which runs on Node 20. */
export function failureReason(text: string): string | null;
