/** The application's files as a browser gets them: compressed as they were built where it takes that, and kept for ever where their name says what is in them. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionStore } from '../auth/sessions.ts';
import type { Db } from '../db/schema.ts';
import { CallRegistry } from './registry.ts';
import { buildServer } from './server.ts';
import { mountWeb } from './web.ts';

const SCRIPT = `export const words = ${JSON.stringify('衡能'.repeat(2000))};`;
const PAGE = '<!doctype html><title>衡能</title>';

let app: FastifyInstance;
let dist = '';
beforeAll(async () => {
  // No call, so that nobody asks for either.
  app = await buildServer({
    db: {} as Db,
    sessions: {} as SessionStore,
    registry: new CallRegistry(),
    logger: false,
  });
  dist = await mkdtemp(join(tmpdir(), 'hengneng-web-'));
  await mkdir(join(dist, 'assets'));
  await writeFile(join(dist, 'index.html'), PAGE);
  await writeFile(join(dist, 'assets', 'start-1a2b.js'), SCRIPT);
  await writeFile(join(dist, 'assets', 'start-1a2b.js.br'), brotliCompressSync(SCRIPT));
  expect(await mountWeb(app, dist)).toBe(true);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await rm(dist, { recursive: true });
});

const fetched = (url: string, encodings: string) =>
  app.inject({ method: 'GET', url, headers: { 'accept-encoding': encodings } });

describe('files of the application', () => {
  it('are sent as they were compressed, or plain to who takes nothing else', async () => {
    const small = await fetched('/assets/start-1a2b.js', 'gzip, deflate, br, zstd');
    expect(small.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript') as string,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(SCRIPT);
    const plain = await fetched('/assets/start-1a2b.js', 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toBe(SCRIPT);
  });

  it('are pages where nothing else has the path, and nothing where it is a file or a call', async () => {
    const page = await fetched('/operationContent/anything/deep', 'identity');
    expect([page.statusCode, page.headers['cache-control'], page.body]).toEqual([200, 'no-cache', PAGE]);
    expect((await fetched('/assets/gone-3c4d.js', 'br')).statusCode).toBe(404);
    expect((await fetched('/webapi/Nothing/Index', 'br')).statusCode).toBe(404);
    for (const path of ['/..%5c..%5cetc', '/assets/..%2f..%2fpackage.json', '/assets/..%00/x'])
      expect([path, (await fetched(path, 'br')).statusCode]).toEqual([path, 404]);
  });
});
