/** The baseline: the SMTP library alone, which reads each message and discards it. Prints its port. */

import { SMTPServer } from 'smtp-server';

const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  authOptional: true,
  disableReverseLookup: true,
  logger: false,
  onData(stream, _session, done) {
    stream.on('end', () => done());
    stream.resume();
  },
});
server.listen(0, '127.0.0.1', () => {
  const address = server.server.address();
  console.log(`port ${typeof address === 'object' && address !== null ? address.port : 0}`);
});
