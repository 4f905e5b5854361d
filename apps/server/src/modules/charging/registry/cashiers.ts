/** Who takes money in a community, since when, and the books of receipts that they hold. */
import type { communityCashiers, communitySaveBook, communitySaveCashier } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { heldNow } from '../../identity/index.ts';
import { TODAY, visibleCommunity } from './scope.ts';

type Shown = z.input<typeof communityCashiers.output>;
type BookAct = z.output<typeof communitySaveBook.input>;

/** How few receipts of the book before may be left when the next is begun. */
const LEFT = 10;
/** How many receipts a book has at most. */
const MOST = 100_000;

const candidates = sql`select u.id, u.user_name, d.name as dept from app_user u left join dept d on d.id = u.dept_id
  where u.state = 'active' and exists (select from user_role ur join role r on r.id = ur.role_id
    where ur.user_id = u.id and r.code = 'cashier' and ${heldNow('ur')})`;

export async function readCashiers(
  ctx: Ctx,
  { communityId }: z.output<typeof communityCashiers.input>,
): Promise<Shown> {
  await visibleCommunity(ctx, ctx.db, communityId);
  const [cashiers, books, may] = await Promise.all([
    sql<Shown['cashiers'][number]>`select k.id::text, k.user_id::text as "userId", u.user_name as name,
        coalesce((select string_agg(r.name, '、' order by r.sort) from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id), '') as roles,
        lower(k.span)::text as "from", upper(k.span)::text as "to",
        (select to_char(s.opened_at at time zone 'Asia/Shanghai', 'MM-DD HH24:MI') || ' ' || s.state from shift s
          where s.community_id = k.community_id and s.cashier_id = k.user_id and s.state <> '已交班') as shift,
        coalesce((select string_agg(b.kind || ' ' || b.no, '、' order by b.kind, b.no) from receipt_book b
          where b.community_id = k.community_id and b.holder_id = k.user_id and b.state = '在用'), '') as books
      from community_cashier k join app_user u on u.id = k.user_id where k.community_id = ${communityId}::bigint
      order by upper(k.span) nulls first, lower(k.span) desc, k.id`.execute(ctx.db),
    sql<
      Shown['books'][number]
    >`select b.id::text, b.no, b.kind, b.prefix, b.first_no::text as first, b.last_no::text as last,
        (b.next_no - b.first_no)::int as used, (b.last_no - b.next_no + 1)::int as left,
        (select count(*)::int from payment p where p.receipt_book_id = b.id and p.state = '已红冲') as voided,
        b.holder_id::text as "holderId", u.user_name as holder, b.state
      from receipt_book b join app_user u on u.id = b.holder_id where b.community_id = ${communityId}::bigint
      order by array_position(array['在用', '备用', '用完', '停用'], b.state), b.kind, b.no`.execute(ctx.db),
    sql<{
      userId: string;
      name: string;
      dept: string;
    }>`select x.id::text as "userId", x.user_name as name, coalesce(x.dept, '') as dept
      from (${candidates}) x order by x.user_name`.execute(ctx.db),
  ]);
  return { cashiers: cashiers.rows, books: books.rows, candidates: may.rows };
}

export const saveCashier = (ctx: Ctx, input: z.output<typeof communitySaveCashier.input>): Promise<{ id: string }> =>
  ctx.write(async (tx) => {
    const community = await visibleCommunity(ctx, tx, input.communityId);
    if (input.action === 'add') {
      const { rows } = await sql<{
        name: string;
        there: boolean;
      }>`select x.user_name as name, exists (select from community_cashier k
          where k.community_id = ${community.id}::bigint and k.user_id = x.id and k.span && daterange(${input.from}::date, null)) as there
        from (${candidates}) x where x.id = ${input.userId}::bigint`.execute(tx);
      const [person] = rows;
      if (person === undefined) throw invalid([{ path: 'userId', message: '请选择在职的收费员' }]);
      if (person.there) throw invalid([{ path: 'userId', message: '该收费员已在此小区' }]);
      const { rows: kept } = await sql<{ id: string }>`insert into community_cashier (community_id, user_id, span)
        values (${community.id}::bigint, ${input.userId}::bigint, daterange(${input.from}::date, null)) returning id::text`.execute(
        tx,
      );
      await trail(tx, ctx, {
        kind: '收费',
        action: '加收费员',
        object: `小区 ${community.name}`,
        after: { 收费员: person.name, 加入日期: input.from },
      });
      return { id: kept[0]?.id ?? '' };
    }
    const { rows } = await sql<{ name: string; from: string; ended: boolean; open: boolean }>`
      select u.user_name as name, lower(k.span)::text as "from", not upper_inf(k.span) as ended, exists (select from shift s
        where s.community_id = k.community_id and s.cashier_id = k.user_id and s.state <> '已交班') as open
      from community_cashier k join app_user u on u.id = k.user_id
      where k.id = ${input.id}::bigint and k.community_id = ${community.id}::bigint for update of k`.execute(tx);
    const [row] = rows;
    if (row === undefined) throw notFound('收费员不存在，请刷新');
    if (row.open) throw refused('该收费员有未交班班次');
    if (row.ended) throw refused('该收费员已有退出日期');
    if (input.to <= row.from) throw invalid([{ path: 'to', message: '退出日期应晚于加入日期' }]);
    await sql`update community_cashier set span = daterange(lower(span), ${input.to}::date) where id = ${input.id}::bigint`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '收费',
      action: '移除收费员',
      object: `小区 ${community.name}`,
      after: { 收费员: row.name, 退出日期: input.to },
    });
    return { id: input.id };
  });

interface Book {
  readonly id: string;
  readonly no: string;
  readonly kind: string;
  readonly holder: string;
  readonly state: string;
  readonly left: number;
}

const bookWhere = async (tx: Tx, where: ReturnType<typeof sql>): Promise<Book | undefined> =>
  (
    await sql<Book>`select id::text, no, kind, holder_id::text as holder, state, (last_no - next_no + 1)::int as left
      from receipt_book where ${where} for update`.execute(tx)
  ).rows[0];

async function addBook(tx: Tx, input: Extract<BookAct, { action: 'add' }>): Promise<{ id: string; state: string }> {
  if (input.last < input.first) throw invalid([{ path: 'last', message: '止号不能小于起号' }]);
  if (input.last - input.first >= MOST) throw invalid([{ path: 'last', message: `一本最多${MOST}张` }]);
  const { rows } = await sql<{ holder: boolean; no: boolean; over: string | null; inUse: boolean }>`select
      exists (select from community_cashier k where k.community_id = ${input.communityId}::bigint and k.user_id = ${input.holderId}::bigint
        and k.span @> ${TODAY}) as holder,
      exists (select from receipt_book b where b.community_id = ${input.communityId}::bigint and b.no = ${input.no}) as no,
      (select b.no || '（' || b.prefix || b.first_no || '～' || b.last_no || '）' from receipt_book b where b.kind = ${input.kind}
        and b.prefix = ${input.prefix} and int8range(b.first_no, b.last_no, '[]') && int8range(${input.first}::bigint, ${input.last}::bigint, '[]')
        order by b.id limit 1) as over,
      exists (select from receipt_book b where b.community_id = ${input.communityId}::bigint and b.holder_id = ${input.holderId}::bigint
        and b.kind = ${input.kind} and b.state = '在用') as "inUse"`.execute(tx);
  const [found] = rows;
  if (!found?.holder) throw invalid([{ path: 'holderId', message: '领用人不是该小区的收费员' }]);
  if (found.no) throw invalid([{ path: 'no', message: '本号已存在' }]);
  if (found.over !== null) throw invalid([{ path: 'first', message: `号段与${found.over}重叠` }]);
  const state = found.inUse ? '备用' : '在用';
  const { rows: kept } = await sql<{
    id: string;
  }>`insert into receipt_book (community_id, kind, no, prefix, first_no, last_no, next_no, holder_id, state)
    values (${input.communityId}::bigint, ${input.kind}, ${input.no}, ${input.prefix}, ${input.first}::bigint, ${input.last}::bigint,
      ${input.first}::bigint, ${input.holderId}::bigint, ${state}) returning id::text`.execute(tx);
  return { id: kept[0]?.id ?? '', state };
}

async function turnBook(tx: Tx, input: Exclude<BookAct, { action: 'add' }>): Promise<{ id: string; state: string }> {
  const book = await bookWhere(tx, sql`id = ${input.id}::bigint and community_id = ${input.communityId}::bigint`);
  if (book === undefined) throw notFound('票据本不存在，请刷新');
  if (input.action === 'stop') {
    if (book.state === '用完' || book.state === '停用') throw refused(`该票据本已${book.state}`);
    await sql`update receipt_book set state = '停用' where id = ${book.id}::bigint`.execute(tx);
    return { id: book.id, state: '停用' };
  }
  if (book.state !== '备用') throw refused(`该票据本${book.state}，不能启用`);
  const before = await bookWhere(
    tx,
    sql`community_id = ${input.communityId}::bigint and holder_id = ${book.holder}::bigint and kind = ${book.kind} and state = '在用'`,
  );
  if (before !== undefined) {
    if (before.left > LEFT) throw refused(`前一本剩 ${LEFT} 张内方可启用下一本，${before.no} 还剩 ${before.left} 张`);
    await sql`update receipt_book set state = ${before.left === 0 ? '用完' : '停用'} where id = ${before.id}::bigint`.execute(
      tx,
    );
  }
  await sql`update receipt_book set state = '在用' where id = ${book.id}::bigint`.execute(tx);
  return { id: book.id, state: '在用' };
}

const BOOK_ACTS = { add: '领票据本', enable: '启用票据本', stop: '停用票据本' } as const;

export const saveBook = (ctx: Ctx, input: BookAct): Promise<{ id: string; state: string }> =>
  ctx.write(async (tx) => {
    const community = await visibleCommunity(ctx, tx, input.communityId);
    // Numbers are of all communities: two that are entered at once must not lie over each other.
    await sql`select pg_advisory_xact_lock(hashtextextended('charging.receipt_book', 0))`.execute(tx);
    const done = input.action === 'add' ? await addBook(tx, input) : await turnBook(tx, input);
    await trail(tx, ctx, {
      kind: '收费',
      action: BOOK_ACTS[input.action],
      object: `小区 ${community.name}`,
      after: { ...input, 状态: done.state },
    });
    return done;
  });
