/** A migrated database of its own for a test file: on `TEST_DATABASE_URL`, or on an embedded server that lives as long as the file. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase as open } from '../../../platform/db/database.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { startEmbedded } from '../../../platform/postgres/embedded.ts';

export interface TestDb {
  readonly db: Db;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const serverOf = async (): Promise<{ readonly url: string; stop(): Promise<void> }> => {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return { url: given, stop: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'hengneng-approval-'));
  const server = await startEmbedded({ folder });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** `max` is the number of its connections. */
export const openDatabase = async (max = 12): Promise<TestDb> => {
  const server = await serverOf();
  const name = `approval_${process.pid}_${Math.floor(Math.random() * 1e9)}`;
  const admin = new pg.Client(server.url);
  // Stopping the server ends this connection, too.
  admin.on('error', () => undefined);
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  await migrate(url.toString());
  const { db, pool, close } = open(url.toString(), { max });
  return {
    db,
    pool,
    close: async () => {
      await close();
      await admin.query(`drop database ${name}`);
      await admin.end();
      await server.stop();
    },
  };
};
