/** Databases for tests: copies of the prepared ones. */
import pg from 'pg';
import { openDatabase } from '../platform/db/database.ts';
import type { Db } from '../platform/db/schema.ts';

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

/** One of them, open. @param max connections */
export const opened = async (
  making: Promise<TestDatabase>,
  max: number,
): Promise<{ readonly url: string; readonly db: Db; close(): Promise<void> }> => {
  const { url, drop } = await making;
  const { db, close } = openDatabase(url, { max });
  return {
    url,
    db,
    close: async () => {
      await close();
      await drop();
    },
  };
};

export interface CompanyDatabase<Told> extends TestDatabase {
  /** What filing the records has told, whoever filed them. */
  readonly told: Told;
}

/**
 * A copy of the demo company with all its records. Who comes first files them, into a database that the others copy as well.
 * @param file files the records into the database at the address; what it tells is plain data
 */
export const companyDatabase = async <Told>(file: (url: string) => Promise<Told>): Promise<CompanyDatabase<Told>> => {
  const server = process.env.TEST_DATABASE_URL ?? '';
  const whole = process.env.TEST_COMPANY ?? '';
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [FILING_LOCK]);
    const kept = async (): Promise<string | undefined> => {
      const { rows } = await client.query<{ told: string }>(
        `select shobj_description(oid, 'pg_database') as told from pg_database where datname = $1`,
        [whole],
      );
      return rows[0]?.told;
    };
    if ((await kept()) === undefined) {
      const filing = await copyDatabase();
      const name = new URL(filing.url).pathname.slice(1);
      const told = JSON.stringify(await file(filing.url));
      await client.query(`comment on database ${name} is ${client.escapeLiteral(told)}`);
      // It takes its name when it is whole: what failed half way is nobody's.
      await client.query(`alter database ${name} rename to ${whole}`);
    }
    const told = JSON.parse((await kept()) ?? 'null') as Told;
    return { ...(await make('test', whole)), told };
  } finally {
    await client.end();
  }
};
