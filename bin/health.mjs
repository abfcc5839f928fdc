/** Whether the server beside this program responds: the health check of a container, which has neither a shell nor curl. */
import http from 'node:http';

const port = process.env.PORT?.trim() || '4000';
const request = http.get({ host: '127.0.0.1', port, path: '/healthz', timeout: 4_000 }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
);
request.on('timeout', () => request.destroy(new Error('no response in 4 seconds')));
request.on('error', ({ message }) => {
  console.error(`patchbay: ${message}`);
  process.exit(1);
});
