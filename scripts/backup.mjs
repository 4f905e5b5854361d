/** `npm run backup`, `npm run restore`: a copy of everything, and back. Settings: README. */
import { at, main, nodeBinary, run } from './paths.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  await setup({ built: false });
  return run(nodeBinary(), [at('apps/server/src/backup.ts'), ...process.argv.slice(2)]);
});
