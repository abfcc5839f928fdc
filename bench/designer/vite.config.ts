/** Builds the two pages of the designer benchmark; not the product's build. */

import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const pages = ['bench.html', 'plain.html'];

export default defineConfig({
  root: here,
  plugins: [react()],
  build: {
    outDir: fileURLToPath(new URL('../../dist/bench', import.meta.url)),
    emptyOutDir: true,
    // The Content Security Policy allows no data: URLs.
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: { input: Object.fromEntries(pages.map((page) => [page, `${here}${page}`])) },
  },
});
