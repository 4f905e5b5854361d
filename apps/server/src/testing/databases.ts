/** Databases for tests: copies of the prepared ones. */
import pg from 'pg';

/** The address of another database on the same server. */
export const onServer = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
};

/** Two workers file the company's records once. */
const FILING_LOCK = 735_104;

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

/** A database with what another has; its files are copied, not logged page by page. */
export const createCopy = (server: string, name: string, template: string): Promise<void> =>
  asAdmin(server, `create database ${name} template ${template} strategy file_copy`);

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

let made = 0;

async function make(kind: string, template: string): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('run these tests in the project "server": its set-up starts the database');
  const name = `${kind}_${process.pid}_${++made}_${Date.now()}`;
  await createCopy(server, name, template);
  return { url: onServer(server, name), drop: () => dropDatabase(server, name) };
}

/** A database with nothing in it, not even tables. */
export const emptyDatabase = (): Promise<TestDatabase> => make('empty', 'template1');

/** A database with every table, and nobody's data. */
export const blankDatabase = (): Promise<TestDatabase> => make('blank', process.env.TEST_BLANK ?? '');

/** A fresh copy of the demo company. */
export const copyDatabase = (): Promise<TestDatabase> => make('test', process.env.TEST_TEMPLATE ?? '');

/**
 * A copy of the demo company with all its records. Who comes first files them, into a database that the others copy as well.
 * @param file files the records into the database at the address
 */
export const companyDatabase = async (file: (url: string) => Promise<void>): Promise<TestDatabase> => {
  const server = process.env.TEST_DATABASE_URL ?? '';
  const whole = process.env.TEST_COMPANY ?? '';
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [FILING_LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [whole]);
    if (rowCount === 0) {
      const filing = await copyDatabase();
      await file(filing.url);
      // It takes its name when it is whole: what failed half way is nobody's.
      await client.query(`alter database ${new URL(filing.url).pathname.slice(1)} rename to ${whole}`);
    }
    return await make('test', whole);
  } finally {
    await client.end();
  }
};
