/** Installs Debian packages that scenarios need and the machine does not have. Suites do so before they begin, and no test does. */

import { execFileSync, spawnSync } from 'node:child_process';

/** For apt-get: without a network it would try again for minutes. */
const limits = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15'];

/** False where that is not possible: only root can, and only with apt-get. @throws when apt-get fails */
export function installPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  console.error(`Installing ${name} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq', ...limits], { env, stdio: 'inherit' });
  execFileSync('apt-get', ['install', '-y', '-qq', ...limits, name], { env, stdio: 'inherit' });
  return true;
}
