/** 渠道账单 of the demo communities: what WeChat, Alipay and the bank say of a month, downloaded and brought in by finance as files of theirs. */
import { monthStart, plusDays } from '@hengneng/charging';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import type { Driver } from './driver.ts';

interface Money {
  readonly kind: '微信' | '支付宝' | '转账';
  readonly refNo: string;
  readonly day: string;
  readonly amount: string;
  readonly payer: string;
  /** Whether the number is the channel's alone: money of a form is booked without one. */
  readonly theirs: boolean;
}

/** What came in through a channel for another shop of the same owner. */
const FOREIGN = { amount: '55.00', payer: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' };
/** ‰ that a channel keeps. */
const RATE = 6;
const fee = (yuan: string): string => ((Math.round(Number(yuan) * 100) * RATE) / 100_000).toFixed(2);
const csv = (lines: readonly string[]): Buffer => Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`);

const FILES: Readonly<
  Record<Money['kind'], { readonly channel: string; readonly write: (all: readonly Money[]) => readonly string[] }>
> = {
  微信: {
    channel: '微信',
    write: (all) => [
      '交易时间,商户号,微信订单号,用户标识,交易类型,交易状态,应结订单金额,微信退款单号,退款金额,手续费,费率,订单金额',
      ...all.map(
        ({ day, refNo, amount, payer }) =>
          `\`${day} 09:30:00,\`1600000001,\`${refNo},\`${payer},\`MICROPAY,\`SUCCESS,\`${amount},\`0,\`0.00,\`${fee(amount)},\`0.60%,\`${amount}`,
      ),
      '总交易单数,应结订单总金额',
      `\`${all.length},\`${all.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2)}`,
    ],
  },
  支付宝: {
    channel: '支付宝',
    write: (all) => [
      '#支付宝业务明细查询',
      '支付宝交易号,商户订单号,业务类型,完成时间,对方账户,订单金额（元）,退款批次号/请求号,服务费（元）',
      ...all.map(
        ({ day, refNo, amount, payer }) =>
          `${refNo}\t,SK1\t,交易,${day} 09:30:00,${payer},${amount},\t,-${fee(amount)}`,
      ),
      '#业务明细列表结束',
    ],
  },
  转账: {
    channel: '银行',
    write: (all) => [
      '交易日期,交易流水号,收入金额,支出金额,对方户名',
      ...all.map(({ day, refNo, amount, payer }) => `${day},${refNo},${amount},,${payer}`),
    ],
  },
};

/** A number of a receipt as the cashier mistyped it: the statement has the true one. */
const mistyped = (refNo: string): string => `${refNo.slice(0, -2)}${refNo.slice(-2).split('').toReversed().join('')}X`;

async function moneyOf(db: Db, communityId: string, month: string): Promise<readonly Money[]> {
  const { rows } = await sql<Money>`select t.kind, t.ref_no = '' as theirs,
      case t.ref_no when '' then 'HK' || to_char(p.day, 'YYYYMMDD') || lpad(t.id::text, 8, '0') else t.ref_no end as "refNo", p.day::text, (t.amount / 100.0)::numeric(16, 2)::text as amount, p.payer
    from payment p join tender t on t.payment_id = p.id where p.community_id = ${communityId}::bigint and to_char(p.day, 'YYYY-MM') = ${month}
      and t.kind in ('微信', '支付宝', '转账') order by t.id`.execute(db);
  return rows;
}

/** A transfer for all that somebody owes who pays for several rooms; nobody has receipted it. */
async function unreceipted(db: Db, communityId: string, day: string): Promise<readonly Money[]> {
  const { rows } =
    await sql<Money>`select '转账' as kind, 'HZ' || to_char(${day}::date, 'YYYYMMDD') || lpad(p.id::text, 8, '0') as "refNo", ${day}::text as day,
      (sum(b.amount - b.reduced - b.settled) / 100.0)::numeric(16, 2)::text as amount, p.name as payer, true as theirs
    from bill b join occupancy o on o.room_id = b.room_id and o.payer and o.span @> ${day}::date join party p on p.id = o.party_id
    where b.community_id = ${communityId}::bigint and b.state = '已发布' and b.amount > b.reduced + b.settled and b.released_on <= ${day}::date
    group by p.id having count(distinct b.room_id) > 1 order by p.id limit 1`.execute(db);
  return rows;
}

interface OpenItem {
  readonly side: string;
  readonly id: string;
  readonly refNo: string;
  readonly candidates: readonly { readonly tenderId: string }[];
}

/**
 * Brings in a month's statements. Of a month that is over everything is looked into; in the month we are in one number waits that the cashier mistyped,
 * and a transfer that is still to be receipted.
 * What was brought in is left alone.
 */
export async function bringStatements(
  db: Db,
  driver: Driver,
  communityId: string,
  month: string,
  at: Date,
  over: boolean,
): Promise<void> {
  const { rows: known } = await sql`select 1 from statement_file where community_id = ${communityId}::bigint
    and to_char(first_day, 'YYYY-MM') = ${month}`.execute(db);
  const all = known.length > 0 ? [] : await moneyOf(db, communityId, month);
  const [first] = all.filter(({ kind, theirs }) => kind === '微信' && !theirs);
  if (first === undefined) return;
  const finance = await driver.userId('finance');
  const foreign = `WX${communityId}${month.replace('-', '')}`;
  const linesOf = async (kind: Money['kind'], own: readonly Money[]): Promise<readonly Money[]> => {
    if (kind === '支付宝') return own;
    if (kind === '转账') return over ? own : [...own, ...(await unreceipted(db, communityId, first.day))];
    return over
      ? [...own, { ...first, ...FOREIGN, refNo: foreign }]
      : own.map((one) => (one === first ? { ...one, refNo: mistyped(one.refNo) } : one));
  };
  for (const kind of ['微信', '支付宝', '转账'] as const) {
    const own = all.filter((one) => one.kind === kind);
    const lines = await linesOf(kind, own);
    if (lines.length === 0) continue;
    const { channel, write } = FILES[kind];
    const input = { communityId, channel };
    await driver.bring(
      finance,
      at,
      '/pmsapi/Report/ImportStatement',
      input,
      `${channel}账单${month}.csv`,
      csv(write(lines)),
    );
  }
  const span = { communityIds: [communityId], from: `${month}-01`, to: plusDays(monthStart(month, 1), -1) };
  const match = (more: object) => driver.call(finance, at, 'POST', '/pmsapi/Report/Match', { ...span, ...more });
  const { open } = (await match({ action: 'list' })) as { readonly open: readonly OpenItem[] };
  for (const { side, id, refNo, candidates } of open)
    if (all.some((one) => one.theirs && one.refNo === refNo) && candidates[0] !== undefined)
      await match({
        action: 'match',
        side,
        id,
        otherIds: [candidates[0].tenderId],
        note: '预开票回款，按金额与付款人核对',
      });
  if (!over) return;
  const found = open.find(({ refNo }) => refNo === foreign);
  if (found !== undefined)
    await match({ action: 'handle', side: found.side, id: found.id, note: '同一商户号下其他门店的收款，已转总部' });
}

/**
 * Finance reviews a month of which every channel is even, two hours after its statements. What was reviewed once is left alone, also where people took
 * it back since.
 */
export async function reviewMonth(db: Db, driver: Driver, communityId: string, month: string, at: Date): Promise<void> {
  const { rows: known } = await sql`select 1 from income_review where community_id = ${communityId}::bigint
    and month = ${month}`.execute(db);
  if (known.length > 0) return;
  const finance = await driver.userId('finance');
  const when = new Date(at.getTime() + 2 * 3_600_000);
  const call = (path: string, input: object) => driver.call(finance, when, 'POST', `/pmsapi/Report/${path}`, input);
  const span = { communityIds: [communityId], from: `${month}-01`, to: plusDays(monthStart(month, 1), -1) };
  const { rows: days } = (await call('Match', { ...span, action: 'list' })) as {
    readonly rows: readonly { readonly state: string }[];
  };
  if (days.length === 0 || days.some(({ state }) => state === '待查')) return;
  await call('Reviewed', { communityIds: [communityId], month, action: 'review' });
}
