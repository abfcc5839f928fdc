/** Starts Patchbay: `node src/server/main.ts [--dev]`. Settings come from the environment. */

import { SmtpListenerError } from './email/inbound/smtp-listener.ts';
import { ConfigError, environmentConfig } from './platform/config.ts';
import { DatabaseUnavailable } from './platform/database/open-database.ts';
import { WrongSecretKey } from './platform/secret-key-check.ts';
import { CannotListen, type Running, start } from './start.ts';

try {
  const running = await start(environmentConfig(process.argv.includes('--dev')));
  stopOnSignal(running);
  announce(running);
} catch (error) {
  const isExpected = [ConfigError, DatabaseUnavailable, WrongSecretKey, CannotListen, SmtpListenerError].some(
    (kind) => error instanceof kind,
  );
  console.error(isExpected && error instanceof Error ? error.message : error);
  process.exit(1);
}

function announce({ url, smtpPort, signInLink, linkMinutes, createdAccount }: Running): void {
  const lines = [`Patchbay is ready at ${url}`];
  if (smtpPort !== null) lines.push(`Email is received on SMTP port ${smtpPort}`);
  if (signInLink !== null)
    lines.push(`Sign in (this link works once, within ${linkMinutes} minutes): ${signInLink}`);
  if (createdAccount !== null) {
    lines.push(
      `Account SID: ${createdAccount.account_sid}`,
      `Auth token: ${createdAccount.auth_token}`,
      'Keep the auth token: it is not shown again.',
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
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
      console.error(error);
      process.exit(1);
    }
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
