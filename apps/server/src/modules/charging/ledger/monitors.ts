/** What must hold of the ledger at any moment, as questions whose answer is nothing (ADR 0022, I1 to I9). Read-only; for tests and for the trial balance's page. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import { OPEN_NOW, REGULAR } from './open-sums.ts';

export interface Monitor {
  /** I1 … I9. */
  readonly code: string;
  readonly title: string;
  /** Rows that must not be: `what` names each. Communities are limited by `c.id` of `community c`. */
  readonly broken: (mine: RawBuilder<unknown>) => RawBuilder<unknown>;
}

const fold = sql`select a.id, a.community_id, a.kind, a.ref, a.fee_id, a.kept, a.balance,
    coalesce((select sum(t.amount) from transfer t where t.debit = a.id), 0) - coalesce((select sum(t.amount) from transfer t where t.credit = a.id), 0) as folded
  from ledger_account a`;

export const MONITORS: readonly Monitor[] = [
  {
    code: 'I1',
    title: '借方合计等于贷方合计',
    broken: (
      mine,
    ) => sql`select c.name || ' ' || sum(f.folded) as what from (${fold}) f join community c on c.id = f.community_id
      where ${mine} group by c.id, c.name having sum(f.folded) <> 0`,
  },
  {
    code: 'I2',
    title: '账户余额等于分录累计',
    broken: (
      mine,
    ) => sql`select f.kind || ' ' || f.ref || ' 余额' || f.balance || ' 累计' || f.folded as what from (${fold}) f
      join community c on c.id = f.community_id where ${mine} and f.kept and f.balance <> f.folded`,
  },
  {
    code: 'I3',
    title: '房间应收、未缴合计等于未缴账单',
    broken: (
      mine,
    ) => sql`select r.full_code || ' 应收' || coalesce(a.balance, 0) || ' 账单' || coalesce(b.open, 0) as what
      from room r join community c on c.id = r.community_id
      left join ledger_account a on a.community_id = r.community_id and a.kind = '应收' and a.ref = r.id and a.fee_id = 0
      left join (select room_id, sum(amount - reduced - settled) as open from bill
        where state = '已发布' and kind not in ('红冲', '违约金') group by room_id) b on b.room_id = r.id
      where ${mine} and coalesce(a.balance, 0) <> coalesce(b.open, 0)
      union all select c.name || ' ' || s.fee_id || ' ' || s.period || ' 合计差' || sum(s.open) as what
      from (${OPEN_NOW} union all select community_id, fee_id, period, due_day, reduced + settled - amount from bill
        where state = '已发布' and kind in ${REGULAR}) s join community c on c.id = s.community_id
      where ${mine} group by c.id, c.name, s.fee_id, s.period, s.due_day having sum(s.open) <> 0`,
  },
  {
    code: 'I4',
    title: '收款等于分配加预存，支付方式合计等于收款加找零',
    broken: (
      mine,
    ) => sql`select coalesce(p.receipt_text, p.id::text) as what from payment p join community c on c.id = p.community_id
      left join (select payment_id, sum(principal + penalty) as sum from allocation group by payment_id) a on a.payment_id = p.id
      left join (select payment_id, sum(amount) as sum from tender group by payment_id) t on t.payment_id = p.id
      where ${mine} and p.kind in ('收款', '预存', '抵扣', '回款')
        and (p.amount <> coalesce(a.sum, 0) + p.to_prepay or coalesce(t.sum, 0) <> p.amount + p.change_amount)`,
  },
  {
    code: 'I5',
    title: '已收加减免在账单金额之内，预存不为负',
    broken: (mine) => sql`select b.bill_no as what from bill b join community c on c.id = b.community_id
        where ${mine} and b.kind <> '红冲' and not (b.settled >= 0 and b.reduced >= 0 and b.settled + b.reduced <= b.amount)
      union all select a.kind || ' ' || a.ref from ledger_account a join community c on c.id = a.community_id
        where ${mine} and a.kind in ('预存', '押金') and a.balance > 0`,
  },
  {
    code: 'I6',
    title: '每张账单最多红冲一次，正负相抵',
    broken: (
      mine,
    ) => sql`select o.bill_no as what from bill o join community c on c.id = o.community_id join bill r on r.reverses_id = o.id
        where ${mine} group by o.id having count(*) > 1 or o.amount + sum(r.amount) <> 0 or bool_or(o.state <> '已红冲')
      union all select j.id::text from journal j join community c on c.id = j.community_id join journal r on r.reverses_id = j.id
        join lateral (select sum(amount) as s from transfer t where t.journal_id = j.id) a on true
        join lateral (select sum(amount) as s from transfer t where t.journal_id = r.id) b on true
        where ${mine} and a.s is distinct from b.s`,
  },
  {
    code: 'I7',
    title: '同一请求只有一次收款',
    broken: (mine) => sql`select p.request_id::text as what from payment p join community c on c.id = p.community_id
      where ${mine} group by p.request_id having count(*) > 1`,
  },
  {
    code: 'I8',
    title: '已交班的班次没有后来的收款',
    broken: (
      mine,
    ) => sql`select p.id::text as what from payment p join shift s on s.id = p.shift_id join community c on c.id = p.community_id
      where ${mine} and s.closed_at is not null and p.made_at > s.closed_at`,
  },
  {
    code: 'I9',
    title: '房间的费项一个周期只有一张有效账单',
    broken: (
      mine,
    ) => sql`select b.room_fee_id || ' ' || b.cycle as what from bill b join community c on c.id = b.community_id
      where ${mine} and b.state not in ('已作废', '已红冲') and b.kind = '周期' group by b.room_fee_id, b.cycle, b.part having count(*) > 1`,
  },
];

export interface Broken {
  readonly code: string;
  readonly title: string;
  /** The first ten. */
  readonly examples: readonly string[];
  readonly count: number;
}

/** Which of them do not hold; nothing where all do. */
export async function brokenInvariants(db: Db, mine: RawBuilder<unknown> = sql`true`): Promise<readonly Broken[]> {
  const found: Broken[] = [];
  for (const { code, title, broken } of MONITORS) {
    const { rows } = await sql<{ what: string; total: number }>`
      select what, (count(*) over ())::int as total from (${broken(mine)}) b limit 10`.execute(db);
    if (rows.length > 0)
      found.push({ code, title, examples: rows.map(({ what }) => what), count: rows[0]?.total ?? 0 });
  }
  return found;
}
