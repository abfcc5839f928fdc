/** Serves as a process: says what is wrong in one sentence where it cannot, and stops on a signal. */

import { SmtpListenerError } from './email/inbound/smtp-listener.ts';
import { type Config, ConfigError } from './platform/config.ts';
import { DatabaseUnavailable } from './platform/database/open-database.ts';
import { CannotListen } from './platform/http/listening-address.ts';
import { WrongSecretKey } from './platform/secret-key-check.ts';
import { type Running, ShutdownForced, start } from './start.ts';

/** Starts with these settings, and calls `announce` once requests are served. Where that fails, the process ends. */
export async function serve(
  readSettings: () => Config,
  announce: (running: Running, config: Config) => void,
): Promise<void> {
  try {
    const config = readSettings();
    const running = await start(config);
    stopOnSignal(running);
    announce(running, config);
  } catch (error) {
    const isExpected = [
      ConfigError,
      DatabaseUnavailable,
      WrongSecretKey,
      CannotListen,
      SmtpListenerError,
    ].some((kind) => error instanceof kind);
    console.error(isExpected && error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

function stopOnSignal(running: Running): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    try {
      await running.stop();
      process.exit(0);
    } catch (error) {
      console.error(error instanceof ShutdownForced ? error.message : error);
      process.exit(1);
    }
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
