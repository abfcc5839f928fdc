/** Builds the three pages of the designer bench. Not the product's build. */

import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const pages = ['bench.html', 'react-flow.html', 'plain.html'];

export default defineConfig({
  root: here,
  plugins: [react()],
  build: {
    outDir: fileURLToPath(new URL('../../dist/bench', import.meta.url)),
    emptyOutDir: true,
    // The content policy allows no data: addresses.
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: { input: Object.fromEntries(pages.map((page) => [page, `${here}${page}`])) },
  },
});
