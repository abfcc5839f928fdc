/** Preloaded into a server from its sources: its audit log records nothing. */

import { registerHooks } from 'node:module';

/** What is put behind the beginning of each function. */
const changes = [
  [/export function recordingDatabase\([^)]*\): Database \{/, 'return database;'],
  [/export async function recordOperation<T>\([^)]*\) => Promise<T>,\s*\): Promise<T> \{/, 'return run();'],
] as const;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/server/platform/audit/recording.ts')) return loaded;
    let source = String(loaded.source);
    for (const [beginning, first] of changes) {
      if (!beginning.test(source)) throw new Error(`The audit log has no ${beginning}.`);
      source = source.replace(beginning, (found) => `${found} ${first}`);
    }
    return { ...loaded, source };
  },
});
