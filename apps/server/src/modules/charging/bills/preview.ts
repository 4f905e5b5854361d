/** What a run would make, beside what was billed before: looked at by building, and nothing is written. */
import { createHash } from 'node:crypto';
import type { BillDiff, BillException } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { yuanOf } from '../yuan.ts';
import { type LinesAsked, lineCtes, lineDigest, linesAsked, sharedFees } from './lines.ts';
import type { Pool } from './pools.ts';
import { unusedWhy } from './use.ts';

/** Rooms that must be looked at: beyond both. */
const MUST_RATE = 30;
const MUST_FEN = 10_000;
/** Of what is listed; sums and counts are of all. */
const MOST_LISTED = 200;
const MOST_EXCEPTIONS = 1_000;

export interface RunAsked {
  readonly communityId: string;
  readonly feeIds: readonly string[];
  readonly period: string;
  /** Of its rooms only these; all where nothing is said. */
  readonly roomIds?: readonly string[];
}

export interface Preview {
  readonly rooms: number;
  readonly lines: number;
  readonly amount: bigint;
  readonly last: bigint;
  readonly yearAgo: bigint;
  readonly counts: {
    readonly added: number;
    readonly missing: number;
    readonly changed: number;
    readonly zero: number;
  };
  readonly diffs: readonly BillDiff[];
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
  readonly exceptions: readonly BillException[];
  readonly digests: Readonly<Record<string, string>>;
  readonly hash: string;
  readonly pools: readonly Pool[];
}

const buildingsOf = async (db: Db | Tx, { communityId, roomIds }: RunAsked): Promise<readonly string[]> => {
  const these =
    roomIds === undefined
      ? sql``
      : sql` and id in (select building_id from room where id = any(${[...roomIds]}::bigint[]))`;
  const { rows } = await sql<{
    id: string;
  }>`select id::text from building where community_id = ${communityId}${these} order by id`.execute(db);
  return rows.map(({ id }) => id);
};

export interface RawDiff {
  readonly roomId: string;
  readonly room: string;
  readonly fee: string;
  readonly last: string | null;
  readonly amount: string | null;
  readonly reason: string;
  readonly checked?: boolean;
}

interface OfBuilding {
  readonly rooms: number;
  readonly lines: number;
  readonly amount: string;
  readonly last: string;
  readonly year_ago: string;
  readonly added: number;
  readonly missing: number;
  readonly changed: number;
  readonly zero: number;
  readonly digest: string;
  readonly billed: number;
  readonly unread: number;
  readonly stopped: number;
  readonly diffs: readonly RawDiff[];
  readonly odd: readonly {
    readonly level: BillException['level'];
    readonly kind: string;
    readonly room: string;
    readonly text: string;
    readonly key: string;
  }[];
}

/** Of a building: sums, what differs from the cycle before, what is odd. */
async function previewBuilding(
  db: Db | Tx,
  asked: LinesAsked,
  scope: { readonly buildingId: string; readonly roomIds: readonly string[] | null },
): Promise<OfBuilding> {
  const names = JSON.stringify(Object.fromEntries(asked.fees.map(({ id, name }) => [id, name])));
  const shared = [...sharedFees(asked)];
  const prior = (
    key: 'last' | 'year_ago',
  ) => sql`(select sum(x.amount)::bigint as amount, max(x.quantity) as quantity, max(x.price_id) as price_id,
      max(x.payer_id) as payer_id, sum(x.suspend_days) as off_days, sum(x.days) as days
    from bill x where x.room_fee_id = a.id and x.cycle = a.${sql.raw(key)} and x.kind = '周期' and x.state not in ('已作废', '已红冲') having count(*) > 0)`;
  const { rows } = await sql<OfBuilding>`with ${lineCtes(asked, scope)},
    charged as materialized (select rf.id, rf.room_id, rf.fee_id, r.full_code, r.state, c.key, c.last, c.year_ago, c.span && rf.span as due,
        exists (select from bill x where x.room_fee_id = rf.id and x.cycle = c.key and x.kind = '周期' and x.state not in ('已作废', '已红冲')) as billed
      from rooms r join room_fee rf on rf.room_id = r.id join cyc c on c.fee = rf.fee_id),
    now as (select room_fee_id, sum(amount)::bigint as amount, max(quantity) as quantity, max(price_id) as price_id, max(party_id) as payer_id,
        sum(off_days) as off_days, sum(days) as days, max(source) as source, count(*) as parts from line group by 1),
    beside as materialized (
      select a.*, n.amount, l.amount as before, y.amount as year_before, n.source, n.quantity, l.quantity as quantity_before,
        case when l.amount is null then '新增' when n.amount is null then '本期未出'
          else concat_ws('、', case when n.quantity <> l.quantity then case when n.source in ('用量', '阶梯') then '用量' when n.source = '公式' then '数量变' else '面积变' end end,
            case when n.price_id is distinct from l.price_id then '单价版本变' end, case when n.payer_id is distinct from l.payer_id then '过户' end,
            case when n.off_days <> l.off_days then '停用起止' end, case when n.days <> l.days then '天数' end) end as reason
      from charged a left join now n on n.room_fee_id = a.id left join lateral ${prior('last')} l on true left join lateral ${prior('year_ago')} y on true
      where not a.billed and (n.amount is not null or l.amount is not null)),
    odd as (
      select 1 as rank, '必须处理' as level, '面积为0' as kind, full_code as room, '计费面积为0或没有面积' as text, fee_id, id from owed o
        where o.source like '%面积' and not exists (select from line l where l.room_fee_id = o.id and l.quantity > 0)
          and exists (select from price p where p.fee = o.fee_id and p.usage = o.usage and p.span && o.active)
      union all select 1, '必须处理', '单价缺失', full_code, '本周期内有日期没有生效的单价', fee_id, id from owed o where o.contract_price is null and o.fee_id <> all(${shared}::bigint[])
        and coalesce((select sum(upper(p.span * o.active) - lower(p.span * o.active)) from price p where p.fee = o.fee_id and p.usage = o.usage and p.span && o.active), 0)
          < upper(o.active) - lower(o.active)
      union all select 1, '必须处理', '公式无法计算', full_code, '公式的除数为0、数量过大或缺所用的面积', fee_id, id from owed o where o.source = '公式'
          and (exists (select from seg g where g.id = o.id and g.quantity is null) or o.areal and not exists (select from area a where a.room_id = o.room_id and a.span && o.active))
      union all select 2, '需说明', '无业主', full_code, '本周期内有日期没有缴费人', fee_id, room_fee_id from line where party_id is null
      union all select 2, '需说明', '停用待核查', r.full_code, '有微信停用申请待受理', w.fee_id, w.id from suspend_wish w join rooms r on r.id = w.room_id
        where w.state = '待受理' and w.from_day < (select upper(span) from whole)
      -- Counted down, so that no application has the number of a wish.
      union all select 2, '需说明', '停用待核查', r.full_code, s.apply_type || '申请' || s.serial || '还在办理', s.fee, -s.id from f_suspend s join rooms r on r.id = s.room
        join cyc c on c.fee = s.fee where s.status in ('running', 'returned') and s.start_date < upper(c.span)
      union all select case when s.late then 3 else 1 end, case when s.late then '提示' else '必须处理' end, case when s.late then '公摊已分完' else '缺读数' end, full_code,
          ${unusedWhy(shared)}, o.fee_id, o.id from owed o left join shared s on s.id = o.id
        where o.metered and not exists (select from used u where u.id = o.id) and coalesce(s.why, '-') <> ''
      union all select 3, '提示', '用量含估算', full_code, '用量 ' || trim_scale(u.measured) || '，其中估算 ' || trim_scale(round(u.estimated, 4)), o.fee_id, o.id
        from owed o join used u on u.id = o.id where u.estimated > 0
      union all select 2, '需说明', '阶梯累计', full_code, '上一周期没有账单，阶梯的累计用量不含它', fee_id, o.id from owed o
        where o.metered and exists (select from price p where p.fee = o.fee_id and p.tiers is not null) and lower(o.cycle_span) > o.year_from
          and exists (select from room_fee y where y.id = o.id and lower(y.span) < lower(o.cycle_span))
          and not exists (select from bill x where x.room_fee_id = o.id and x.cycle = o.last and x.kind = '周期' and x.state not in ('已作废', '已红冲'))
      union all select 3, '提示', '用量突变', full_code, '用量由 ' || trim_scale(quantity_before) || ' 变为 ' || trim_scale(quantity), fee_id, id from beside
        where source in ('用量', '阶梯') and quantity_before > 0 and abs(quantity - quantity_before) > quantity_before / 2
      union all select 3, '提示', '空置优惠将到期', r.full_code, '空置优惠 ' || (upper(s.span) - 1) || ' 到期', s.fee_id, s.id from suspension s
        join rooms r on r.id = s.room_id join cyc c on c.fee = s.fee_id
        where s.kind = '空置优惠' and not s.voided and upper(s.span) between lower(c.span) and upper(c.span) + 30)
    select (select count(distinct room_id)::int from line) as rooms, (select count(*)::int from line) as lines,
      (select coalesce(sum(amount), 0)::text from line) as amount, (select coalesce(sum(before), 0)::text from beside) as last,
      (select coalesce(sum(year_before), 0)::text from beside) as year_ago, (select ${lineDigest} from line) as digest,
      (select count(*)::int from beside where before is null) as added, (select count(*)::int from beside where amount is null) as missing,
      (select count(*)::int from beside where abs(amount - before) > before * 0.2) as changed, (select count(*)::int from beside where amount = 0) as zero,
      (select count(*)::int from charged where billed) as billed, (select count(*)::int from odd where kind = '缺读数') as unread,
      (select count(*)::int from charged where state = '停用' and due) as stopped,
      coalesce((select jsonb_agg(d) from (select room_id::text as "roomId", full_code as room, ${names}::jsonb ->> fee_id::text as fee, before::text as last,
        amount::text as amount, reason from beside where amount is distinct from before
        order by abs(coalesce(amount, 0) - coalesce(before, 0)) desc, id limit ${MOST_LISTED}) d), '[]') as diffs,
      coalesce((select jsonb_agg(jsonb_build_object('level', level, 'kind', kind, 'room', room, 'text', coalesce(${names}::jsonb ->> fee_id::text || '：', '') || text,
        'key', kind || id)) from (select * from odd order by rank, room limit ${MOST_EXCEPTIONS}) o), '[]') as odd`.execute(
    db,
  );
  const [of] = rows;
  if (of === undefined) throw new Error('a building has no preview');
  return of;
}

export const diffOf = ({ last, amount, checked, ...row }: RawDiff): BillDiff => {
  const [before, now] = [BigInt(last ?? '0'), BigInt(amount ?? '0')];
  const diff = now - before;
  const rate = before === 0n ? null : Math.round((Number(diff) / Number(before)) * 1000) / 10;
  return {
    ...row,
    last: last === null ? null : yuanOf(before),
    amount: amount === null ? null : yuanOf(now),
    diff: yuanOf(diff),
    rate,
    checked: checked ?? null,
    must: rate !== null && Math.abs(rate) > MUST_RATE && Math.abs(Number(diff)) > MUST_FEN,
  };
};

const hashOf = (of: RunAsked, digests: Readonly<Record<string, string>>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        of.communityId,
        of.period,
        of.feeIds.toSorted(),
        Object.entries(digests),
        ...(of.roomIds === undefined ? [] : [of.roomIds.toSorted()]),
      ]),
    )
    .digest('hex');

/** What keeps something from being shared out, once a pool. */
const poolFaults = (pools: readonly Pool[]): readonly BillException[] =>
  pools.flatMap(({ id, name, fault }) =>
    fault === null
      ? []
      : [
          {
            level: '必须处理' as const,
            kind: '公摊缺数据',
            room: '',
            text: `${name}：${fault}`,
            key: `公摊${id}`,
            note: '',
            by: '',
          },
        ],
  );

const size = (fen: string | null): number => Math.abs(Number(fen ?? '0'));
const distance = (row: RawDiff): number => size(String(BigInt(row.amount ?? '0') - BigInt(row.last ?? '0')));

/** What a run would make; writes nothing. */
export async function previewRun(db: Db | Tx, of: RunAsked): Promise<Preview> {
  const asked = await linesAsked(db, of);
  const parts: OfBuilding[] = [];
  const digests: Record<string, string> = {};
  if (asked.fees.length > 0)
    for (const building of await buildingsOf(db, of)) {
      const part = await previewBuilding(db, asked, { buildingId: building, roomIds: of.roomIds ?? null });
      parts.push(part);
      digests[building] = part.digest;
    }
  const sum = (pick: (part: OfBuilding) => number): number => parts.reduce((total, part) => total + pick(part), 0);
  const fen = (pick: (part: OfBuilding) => string): bigint =>
    parts.reduce((total, part) => total + BigInt(pick(part)), 0n);
  const unread = sum((part) => part.unread);
  const skipped = [
    { reason: '本周期已出账', count: sum(({ billed }) => billed) },
    { reason: `缺读数（有${unread}户缺读数）`, count: unread },
    { reason: '房间已停用', count: sum(({ stopped }) => stopped) },
    ...asked.idle.map((name) => ({ reason: `${name}不在本账期出账`, count: 0 })),
  ].filter(({ count, reason }) => count > 0 || reason.endsWith('不在本账期出账'));
  const ranks = ['必须处理', '需说明', '提示'];
  return {
    rooms: sum(({ rooms }) => rooms),
    lines: sum(({ lines }) => lines),
    amount: fen(({ amount }) => amount),
    last: fen(({ last }) => last),
    yearAgo: fen((part) => part.year_ago),
    counts: {
      added: sum(({ added }) => added),
      missing: sum(({ missing }) => missing),
      changed: sum(({ changed }) => changed),
      zero: sum(({ zero }) => zero),
    },
    diffs: parts
      .flatMap(({ diffs }) => diffs)
      .toSorted((a, b) => distance(b) - distance(a))
      .slice(0, MOST_LISTED)
      .map(diffOf),
    skipped,
    exceptions: [
      ...poolFaults(asked.pools),
      ...parts.flatMap(({ odd }) => odd.map((one) => ({ ...one, note: '', by: '' }))),
    ]
      .toSorted((a, b) => ranks.indexOf(a.level) - ranks.indexOf(b.level))
      .slice(0, MOST_EXCEPTIONS),
    digests,
    hash: hashOf(of, digests),
    pools: asked.pools,
  };
}
