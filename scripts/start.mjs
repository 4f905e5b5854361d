/** `npm start`: sets up what is missing and serves the product. Settings: README. */
import { createServer } from 'node:net';
import { at, main, nodeBinary, Plain, run } from './paths.mjs';
import { setup } from './setup.mjs';

/** Says so at once when the port is taken, before anything is installed or a database started. */
function assertPortFree(port, host) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) =>
      error.code === 'EADDRINUSE'
        ? reject(
            new Plain(`端口 ${port} 已被占用：请先停止占用它的程序，或换一个端口，例如 PORT=${port + 1} npm start`),
          )
        : // Any other trouble (a wrong HOST, a forbidden port) is for the server to explain.
          resolve(),
    );
    probe.listen({ port, host: host || '0.0.0.0', exclusive: true }, () => probe.close(() => resolve()));
  });
}

await main(async () => {
  const port = Number(process.env.PORT ?? 8090);
  if (Number.isInteger(port) && port > 0 && port < 65535) await assertPortFree(port, process.env.HOST);
  await setup();
  // Node keeps what it made of the code, so that the next start need not read it again.
  const env = { NODE_COMPILE_CACHE: at('.cache', 'node'), ...process.env };
  return run(nodeBinary(), [at('apps/server/dist/main.js'), ...process.argv.slice(2)], { env });
});
