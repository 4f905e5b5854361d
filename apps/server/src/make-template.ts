/** Run after a build: makes the cluster that first starts copy (`platform/postgres/template.ts`). */
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { migrate } from './platform/db/migrate.ts';
import { startEmbedded } from './platform/postgres/embedded.ts';
import { keyFile, templateKey } from './platform/postgres/template.ts';

const folder = resolve(process.argv[2] ?? '');
const key = await templateKey();
if (!existsSync(keyFile(folder)) || (await readFile(keyFile(folder), 'utf8')) !== key) {
  await rm(folder, { recursive: true, force: true });
  const server = await startEmbedded({ folder });
  try {
    await migrate(server.url);
  } finally {
    await server.stop();
  }
  await writeFile(keyFile(folder), key);
}
