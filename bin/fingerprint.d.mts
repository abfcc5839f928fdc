/** Types of `fingerprint.mjs`, which runs on Node 20. */
export const root: string;
export const serverSources: readonly string[];
export const serverStamp: string;
export function fingerprint(paths: readonly string[]): string;
export function stampIs(stamp: string, value: string): boolean;
export function isServerSource(path: string): boolean;
