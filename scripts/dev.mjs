/** `npm run dev`: the server restarts when its sources change, the pages reload by themselves (http://localhost:5173). */
import { at, main, nodeBinary, run, tool } from './paths.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  await setup({ built: false });
  const node = nodeBinary();
  const backend = `http://localhost:${process.env.PORT ?? 8090}`;
  const server = run(node, ['--watch', '--watch-preserve-output', at('apps/server/src/main.ts')]);
  const pages = run(node, [tool('vite', 'bin', 'vite.js')], {
    cwd: at('apps/web'),
    env: { ...process.env, BACKEND: backend },
  });
  return Promise.race([server, pages]);
});
