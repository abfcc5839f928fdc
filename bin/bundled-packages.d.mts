/** Types of `bundled-packages.mjs`, which runs on Node 20. */
import type { Plugin } from 'vite';
export function bundledPackages(build: string): Plugin;
export function packagesOf(...builds: string[]): string[];
