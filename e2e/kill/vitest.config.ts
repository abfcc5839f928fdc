/** Runs the kill test: `vitest run --config e2e/kill/vitest.config.ts`. It takes about two minutes. */

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { dir: 'e2e/kill', include: ['**/*.test.ts'], testTimeout: 360_000, hookTimeout: 30_000 },
});
