/** The speech synthesizer that heard-call.spec.ts listens to. Set-up of the browser tests: installs it where that is possible. */

import { spawnSync } from 'node:child_process';
import { installPackage } from './install-packages.ts';

export const hasSynthesizer = () => spawnSync('espeak-ng', ['--version']).status === 0;

export const noSynthesizer = 'espeak-ng is not installed, and cannot be installed here';

export default function setUp(): void {
  if (hasSynthesizer()) return;
  try {
    installPackage('espeak-ng');
  } catch {
    // apt-get has printed why.
  }
  if (!hasSynthesizer())
    console.error(
      `Skipped in heard-call.spec.ts: what is spoken. ${noSynthesizer}; install it to run that test.`,
    );
}
