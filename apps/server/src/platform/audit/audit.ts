/** The audit log: every write, who, when, what, before and after. Rows are written with the transaction they tell of. */
import { createHash } from 'node:crypto';
import type { AuditKind } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/schema.ts';
import { pushToHolders } from '../events/push.ts';
import { brokenSeal } from './archive.ts';

export interface AuditEntry {
  readonly userId: string | null;
  readonly userName?: string;
  readonly deptId?: string | null;
  readonly kind: AuditKind;
  readonly action: string;
  /** What it was done to, in words; in SQL where only the database knows them yet. */
  readonly object?: string | RawBuilder<string>;
  readonly objectType?: string;
  readonly objectId?: string;
  readonly summary?: string;
  readonly result?: '成功' | '失败' | '拒绝';
  readonly before?: unknown;
  readonly after?: unknown;
  readonly ip?: string;
  readonly device?: string;
  readonly requestId?: string;
}

/** Names whose values are never written, only that they changed. */
const SECRET = /password|token|secret|private|salary|idNo|idCard|bankAccount|receiveNo/i;

/** Stands for a value that the log does not keep. */
export const NOT_KEPT = '已变更';

/** Secret values become a mark; everything else is kept as it is. */
export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, SECRET.test(key) && item !== null ? NOT_KEPT : masked(item)]),
  );
}

const json = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(masked(value));

/** What somebody who watches the log wants to know at once: refusals, and what the rules for the unusual look at. */
const WATCHED: ReadonlySet<AuditKind> = new Set(['拒绝访问', '登录', '权限', '导出', '敏感查看']);
export const AUDIT_SCREEN = 'system.audit';

/** Writes one row with the transaction. */
export async function audit(tx: Tx | Db, entry: AuditEntry): Promise<void> {
  await sql`insert into audit_log (user_id, user_name, dept_id, kind, action, object, object_type, object_id, summary, result, before, after, ip, device, request_id)
    values (${entry.userId}, ${entry.userName ?? ''}, ${entry.deptId ?? null}, ${entry.kind}, ${entry.action}, ${entry.object ?? ''},
      ${entry.objectType ?? null}, ${entry.objectId ?? null}, ${entry.summary ?? ''}, ${entry.result ?? '成功'},
      ${json(entry.before)}::jsonb, ${json(entry.after)}::jsonb, ${entry.ip ?? ''}, ${entry.device ?? ''}, ${entry.requestId ?? ''})`.execute(
    tx,
  );
  if (WATCHED.has(entry.kind))
    await pushToHolders(tx, { screen: AUDIT_SCREEN, button: 'search' }, 'audit', { kind: entry.kind });
}

/** What the chain covers of a row: everything. */
const ROW = sql`row_to_json(a)::text`;
const CHAIN_LOCK = 7_310_632;
/** Rows of transactions that may still be running are left for the next round, so that nothing slips in before a chained row. */
const SETTLED = sql`a.at < now() - interval '2 seconds'`;

/**
 * Appends the rows that are not chained yet: hash n = SHA-256(hash n−1 + content). One process at a time.
 * @returns how many were appended
 */
export const chainAudit = (db: Db, most = 5_000): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows: locks } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${CHAIN_LOCK}) as got`.execute(
      tx,
    );
    if (!locks[0]?.got) return 0;
    const { rows: heads } = await sql<{
      seq: string;
      hash: Buffer;
    }>`select seq, hash from audit_chain order by seq desc limit 1`.execute(tx);
    let seq = BigInt(heads[0]?.seq ?? 0);
    let hash: Buffer = heads[0]?.hash ?? Buffer.alloc(32);
    const { rows } = await sql<{ id: string; content: string }>`select a.id, ${ROW} as content from audit_log a
      where ${SETTLED} and not exists (select from audit_chain c where c.audit_id = a.id) order by a.id limit ${most}`.execute(
      tx,
    );
    const links = rows.map((row) => {
      seq += 1n;
      hash = createHash('sha256').update(hash).update(row.content).digest();
      return { seq: seq.toString(), id: row.id, hash };
    });
    await sql`insert into audit_chain (seq, audit_id, hash)
      select * from unnest(${links.map((one) => one.seq)}::bigint[], ${links.map((one) => one.id)}::bigint[], ${links.map((one) => one.hash)}::bytea[])`.execute(
      tx,
    );
    return rows.length;
  });

export interface ChainReport {
  readonly checked: number;
  /** Id of the first row that does not fit, and its place in the chain; null where all do. */
  readonly brokenAt: string | null;
  readonly brokenSeq: string | null;
  /** Sealed year that does not fit its seal. */
  readonly brokenYear: number | null;
  /** Rows that wait to be chained. */
  readonly pending: number;
  /** The last link that fits. */
  readonly head: { readonly seq: string; readonly hash: string } | null;
}

export const isIntact = (report: ChainReport): boolean => report.brokenAt === null && report.brokenYear === null;

/** Checks the whole log and keeps what was found. @param by who asked for it; null by the clock */
export const verifyAndNote = async (db: Db, by: string | null): Promise<ChainReport> => {
  // What is settled is chained first, so that the answer covers all but the last moments.
  while ((await chainAudit(db)) > 0);
  const report = await verifyAudit(db);
  await sql`insert into audit_verification (checked_by, checked, broken_at, broken_seq, broken_year)
    values (${by}, ${report.checked}, ${report.brokenAt}, ${report.brokenSeq}, ${report.brokenYear})`.execute(db);
  if (!isIntact(report))
    await pushToHolders(db, { screen: AUDIT_SCREEN, button: 'search' }, 'audit', { kind: '链校验' });
  return report;
};

/** Recomputes the whole chain, and holds it against the seals of old years. */
export async function verifyAudit(db: Db): Promise<ChainReport> {
  let hash: Buffer = Buffer.alloc(32);
  let checked = 0;
  let after = '0';
  const head = () => (checked === 0 ? null : { seq: after, hash: fitting.toString('hex') });
  let fitting: Buffer = hash;
  for (;;) {
    const { rows } = await sql<{ seq: string; audit_id: string; hash: Buffer; content: string | null }>`
      select c.seq, c.audit_id, c.hash, (select ${ROW} from audit_log a where a.id = c.audit_id) as content
      from audit_chain c where c.seq > ${after} order by c.seq limit 5000`.execute(db);
    for (const row of rows) {
      hash = createHash('sha256')
        .update(hash)
        .update(row.content ?? '')
        .digest();
      if (!hash.equals(row.hash) || BigInt(row.seq) !== BigInt(checked) + 1n)
        return { checked, brokenAt: row.audit_id, brokenSeq: row.seq, brokenYear: null, pending: 0, head: head() };
      checked++;
      after = row.seq;
      fitting = hash;
    }
    if (rows.length < 5000) break;
  }
  const { rows } = await sql<{
    n: number;
  }>`select ((select count(*) from audit_log) - (select count(*) from audit_chain))::int as n`.execute(db);
  return {
    checked,
    brokenAt: null,
    brokenSeq: null,
    brokenYear: await brokenSeal(db),
    pending: rows[0]?.n ?? 0,
    head: head(),
  };
}
