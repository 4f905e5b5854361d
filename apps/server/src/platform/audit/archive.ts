/**
 * What becomes of old years of the audit log: they are sealed, and stay. A seal says how many rows a year has and which hash stood at its
 * end, so that the end of the log cannot be cut off unseen, either; nothing is moved or deleted.
 */
import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';

/** Whole years after which a year is sealed. */
const ARCHIVE_YEARS = 3;

export interface ArchivedYear {
  readonly year: number;
  readonly rows: number;
  readonly firstSeq: string;
  readonly lastSeq: string;
  /** Of the last link, hexadecimal. */
  readonly hash: string;
  readonly at: string;
}

const begins = (year: unknown) => sql`make_timestamptz(${year}::int, 1, 1, 0, 0, 0, 'Asia/Shanghai')`;

/** Seals every year that ended long enough ago and is chained from end to end. @returns the years */
export const archiveAudit = async (db: Db, now: Date): Promise<readonly number[]> => {
  const { rows } = await sql<{ year: number }>`
    with span as (
      select extract(year from min(at) at time zone 'Asia/Shanghai')::int as first,
        extract(year from ${now}::timestamptz at time zone 'Asia/Shanghai')::int - ${ARCHIVE_YEARS + 1} as last from audit_log),
    years as (select generate_series(first, last) as year from span),
    done as (
      select y.year, count(*)::int as rows, count(c.seq)::int as chained, min(c.seq) as first_seq, max(c.seq) as last_seq
      from years y join audit_log a on a.at >= ${begins(sql`y.year`)} and a.at < ${begins(sql`y.year + 1`)}
        left join audit_chain c on c.audit_id = a.id
      where not exists (select from audit_archive x where x.year = y.year) group by y.year)
    insert into audit_archive (year, rows, first_seq, last_seq, hash)
      select d.year, d.rows, d.first_seq, d.last_seq, c.hash from done d join audit_chain c on c.seq = d.last_seq
      where d.rows = d.chained order by d.year
    on conflict do nothing returning year`.execute(db);
  return rows.map((row) => row.year);
};

export const archivedYears = async (db: Db): Promise<readonly ArchivedYear[]> => {
  const { rows } = await sql<ArchivedYear>`
    select year, rows, first_seq::text as "firstSeq", last_seq::text as "lastSeq", encode(hash, 'hex') as hash,
      to_char(archived_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from audit_archive order by year`.execute(db);
  return rows;
};

/** The first year whose rows or last hash are not what its seal says; null where all fit. */
export const brokenSeal = async (db: Db): Promise<number | null> => {
  const { rows } = await sql<{ year: number }>`
    select x.year from audit_archive x
    where x.rows <> (select count(*) from audit_log a where a.at >= ${begins(sql`x.year`)} and a.at < ${begins(sql`x.year + 1`)})
      or not exists (select from audit_chain c where c.seq = x.last_seq and c.hash = x.hash)
    order by x.year limit 1`.execute(db);
  return rows[0]?.year ?? null;
};
