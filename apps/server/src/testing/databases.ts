/** Databases for tests: copies of the prepared one. */
import pg from 'pg';

/** The address of another database on the same server. */
export const onServer = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
};

const asAdmin = async (server: string, text: string): Promise<void> => {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
};

export const dropDatabase = (server: string, name: string): Promise<void> =>
  asAdmin(server, `drop database if exists ${name} with (force)`);

let made = 0;

/** A database with nothing in it. */
export async function emptyDatabase(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('run these tests in the project "server": its set-up starts the database');
  const name = `empty_${process.pid}_${++made}_${Date.now()}`;
  await asAdmin(server, `create database ${name}`);
  return { url: onServer(server, name), drop: () => dropDatabase(server, name) };
}

/** A fresh copy of the demo company. @returns its address, and how to drop it */
export async function copyDatabase(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL;
  const template = process.env.TEST_TEMPLATE;
  if (!server || !template) throw new Error('run these tests in the project "server": its set-up starts the database');
  const name = `test_${process.pid}_${++made}_${Date.now()}`;
  await asAdmin(server, `create database ${name} template ${template}`);
  return { url: onServer(server, name), drop: () => dropDatabase(server, name) };
}
