/** What was previewed is kept, so that a run begins from it without working it all out again, while nothing it was read from has changed. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { type Preview, previewRun, type RunAsked } from './preview.ts';

/** Of a preview, what a run takes with it. Pools are never kept. */
export type Kept = Pick<
  Preview,
  'lines' | 'amount' | 'last' | 'yearAgo' | 'skipped' | 'exceptions' | 'digests' | 'hash' | 'pools'
>;

/** Fen are text in JSON. */
type Stored = Omit<Kept, 'hash' | 'pools' | 'amount' | 'last' | 'yearAgo'> &
  Readonly<Record<'amount' | 'last' | 'yearAgo', string>>;

/** A preview may be begun from until the next day; then it makes room. */
const STANDS = sql`interval '1 day'`;

/**
 * What lines of a community are read from, as one text. Rows and the sum of the transactions that wrote them: each transaction that came since has a
 * larger number than all before, so that no change leaves both as they were. Bills are asked for by the newest, since what is paid changes no line; a
 * run proves its lines by their digests again when it makes them. Null where use counts, or rooms share: days of meters are not gone through for this.
 */
async function groundOf(db: Db | Tx, of: RunAsked): Promise<string | null> {
  const mark = sql.raw(`count(*) || ' ' || coalesce(sum(x.xmin::text::bigint), 0)`);
  const community = sql`${of.communityId}::bigint`;
  const byRoom = (table: string) =>
    sql`(select ${mark} from ${sql.table(table)} x join room r on r.id = x.room_id where r.community_id = ${community})`;
  const byCommunity = (table: string) =>
    sql`(select ${mark} from ${sql.table(table)} x where x.community_id = ${community})`;
  const all = (table: string) => sql`(select ${mark} from ${sql.table(table)} x)`;
  const { rows } = await sql<{ ground: string; simple: boolean }>`select concat_ws('|', ${sql.join([
    sql`(select x.xmin from community x where x.id = ${community})`,
    ...['room', 'building', 'billing_run', 'suspend_wish', 'community_terms', 'community_season'].map(byCommunity),
    sql`(select ${mark} from f_suspend x where x.community = ${community})`,
    ...['room_area', 'room_fee', 'occupancy', 'suspension'].map(byRoom),
    ...['fee', 'fee_basis', 'fee_price'].map(all),
    sql`(select max(id) from bill)`,
  ])}) as ground,
    not exists (select from fee f join fee_basis b on b.id = f.basis_id where f.id = any(${[...of.feeIds]}::bigint[]) and b.source in ('用量', '阶梯', '公式'))
      and not exists (select from shared_pool p where p.community_id = ${community} and p.fee_id = any(${[...of.feeIds]}::bigint[])) as simple`.execute(
    db,
  );
  const [found] = rows;
  return found?.simple === true ? found.ground : null;
}

/** Previews, and keeps it. The ground is looked at first: what changes meanwhile is then seen as a change. */
export async function previewKept(db: Db, of: RunAsked): Promise<Preview> {
  const ground = await groundOf(db, of);
  const preview = await previewRun(db, of);
  if (ground === null || preview.pools.length > 0) return preview;
  const { amount, last, yearAgo, lines, skipped, exceptions, digests } = preview;
  const content: Stored = {
    lines,
    skipped,
    exceptions,
    digests,
    amount: String(amount),
    last: String(last),
    yearAgo: String(yearAgo),
  };
  await sql`with old as (delete from run_preview where made_at < app_now() - ${STANDS} and hash <> ${preview.hash})
    insert into run_preview (hash, community_id, ground, content) values (${preview.hash}, ${of.communityId}, ${ground}, ${JSON.stringify(content)}::jsonb)
    on conflict (hash) do update set ground = excluded.ground, content = excluded.content, made_at = excluded.made_at`.execute(
    db,
  );
  return preview;
}

/** What was previewed, where it stands; else it is previewed now. */
export async function previewSeen(tx: Tx, of: RunAsked, hash: string): Promise<Kept> {
  const { rows } = await sql<{ ground: string; content: Stored }>`select ground, content from run_preview
    where hash = ${hash} and community_id = ${of.communityId} and made_at >= app_now() - ${STANDS}`.execute(tx);
  const [kept] = rows;
  if (kept === undefined || kept.ground !== (await groundOf(tx, of))) return previewRun(tx, of);
  const { amount, last, yearAgo, ...rest } = kept.content;
  return { ...rest, amount: BigInt(amount), last: BigInt(last), yearAgo: BigInt(yearAgo), hash, pools: [] };
}
