/** Installs Debian packages that scenarios need and the machine does not have. */

import { execFileSync, spawnSync } from 'node:child_process';

/** False where that is not possible: only root can, and only with apt-get. @throws when apt-get fails */
export function installPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  console.error(`Installing ${name} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'inherit' });
  execFileSync('apt-get', ['install', '-y', '-qq', name], { env, stdio: 'inherit' });
  return true;
}
