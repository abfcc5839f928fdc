/** Starts Patchbay: `node src/server/main.ts [--dev]`. Settings come from the environment. */

import { announcementLines } from './announcement.ts';
import { SmtpListenerError } from './email/inbound/smtp-listener.ts';
import { ConfigError, environmentConfig } from './platform/config.ts';
import { DatabaseUnavailable } from './platform/database/open-database.ts';
import { WrongSecretKey } from './platform/secret-key-check.ts';
import { CannotListen, type Running, ShutdownForced, start } from './start.ts';

try {
  const config = environmentConfig(process.argv.includes('--dev'));
  const running = await start(config);
  stopOnSignal(running);
  const output = { isTerminal: process.stdout.isTTY === true, dataDir: config.dataDir };
  process.stdout.write(`${announcementLines(running, output).join('\n')}\n`);
} catch (error) {
  const isExpected = [ConfigError, DatabaseUnavailable, WrongSecretKey, CannotListen, SmtpListenerError].some(
    (kind) => error instanceof kind,
  );
  console.error(isExpected && error instanceof Error ? error.message : error);
  process.exit(1);
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
