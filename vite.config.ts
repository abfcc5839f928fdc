import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist/app', target: 'es2023', emptyOutDir: true, assetsInlineLimit: 0 },
  worker: { format: 'es' },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 30_000,
    // On a machine that does much else a second is soon over.
    expect: { poll: { timeout: 10_000 } },
  },
});
