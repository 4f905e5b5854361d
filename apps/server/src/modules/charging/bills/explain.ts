/** How a bill came to be what it is: every figure with where it is from, and what became of it since. */
import {
  type Cycle,
  type Formula,
  formatFormula,
  type FormulaName,
  formulaQuantity,
  namesOf,
  PER_CYCLE,
  tierParts,
} from '@hengneng/charging';
import type { BillExplained, chargeBillList } from '@hengneng/contracts';
import { today } from '@hengneng/core';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { refused } from '../../../platform/http/errors.ts';
import { owedBills, standing } from '../owed/index.ts';
import { billRows, billsWhere } from './read.ts';
import { SHARED_OF_BILL, type SharedOfBill, WEIGHT_UNITS } from '../share-words.ts';
import { yuanOf } from '../yuan.ts';

/** Bills whose making is told; each takes half a dozen questions. */
const MOST_EXPLAINED = 60;

interface Made {
  readonly id: string;
  readonly kind: string;
  readonly source: string | null;
  readonly basis: string;
  readonly unit: string;
  readonly quantity: string;
  readonly unit_price: string;
  readonly price_no: number | null;
  readonly price_from: string | null;
  readonly price_scope: string | null;
  readonly price_checker: string | null;
  readonly contract_price: string | null;
  readonly discount: string | null;
  readonly tiers: readonly { readonly from: string; readonly price: string }[] | null;
  readonly tree: Formula | null;
  readonly digits: number;
  readonly min_quantity: string;
  /** Numbers of the formula, or where on the ladder it lay, as they were when it was made. */
  readonly inputs: Readonly<Record<string, string>> | null;
  readonly area_from: string | null;
  readonly usage_source: string | null;
  readonly meter: string | null;
  readonly days: number;
  readonly suspend_days: number;
  readonly cycle_days: number;
  readonly weight: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly payer: string | null;
  readonly cycle: string;
  readonly fee_cycle: Cycle;
  readonly delivered: string | null;
  readonly undelivered_rate: string;
  readonly run_no: string | null;
  readonly maker: string | null;
  readonly made_at: string | null;
  readonly checker: string | null;
  readonly releaser: string | null;
  readonly checked_at: string | null;
  readonly released_on: string | null;
  readonly offs:
    | readonly {
        readonly from: string;
        readonly to: string;
        readonly days: number;
        readonly keep: string;
        readonly kind: string;
      }[]
    | null;
  readonly note: string;
  readonly read: {
    readonly usage: string;
    readonly estimated: string;
    readonly pieces: readonly {
      readonly no: string;
      readonly from?: string;
      readonly to?: string;
      readonly ratio?: string;
      readonly gap?: string;
      readonly method?: string;
    }[];
  } | null;
  readonly shared: SharedOfBill | null;
}

const madeOf = async (db: Db, ids: readonly string[]): Promise<readonly Made[]> => {
  const { rows } =
    await sql<Made>`select b.id::text, b.kind, s.source, s.name as basis, b.unit, trim_scale(b.quantity)::text as quantity,
      trim_scale(b.unit_price)::text as unit_price, v.no as price_no, lower(v.span)::text as price_from,
      concat_ws('、', case when v.community_id is not null then '本小区' end, v.usage) as price_scope, pc.user_name as price_checker,
      trim_scale(rf.contract_price)::text as contract_price, trim_scale(rf.discount)::text as discount, v.tiers, s.tree, s.digits, trim_scale(s.min_quantity)::text as min_quantity, b.inputs,
      (select lower(a.span)::text from room_area a where a.room_id = b.room_id and a.span @> b.from_day) as area_from,
      (select w.source from room_usage w where w.room_fee_id = b.room_fee_id and w.cycle = b.cycle) as usage_source,
      (select concat_ws(' ', d.code, coalesce(d.display_name, d.name)) from device d where d.id = coalesce(u.meter_id, rf.meter_id)) as meter,
      case when u.bill_id is not null then jsonb_build_object('usage', trim_scale(u.usage)::text, 'estimated', trim_scale(u.estimated)::text, 'pieces', u.pieces) end as read,
      ${SHARED_OF_BILL} as shared, b.days, b.suspend_days, b.cycle_days, trim_scale(b.weight)::text as weight,
      b.from_day::text as "from", (b.to_day - 1)::text as "to", b.amount::text, p.name as payer, b.cycle, f.cycle as fee_cycle, r.deliver_day::text as delivered,
      trim_scale(f.undelivered_rate)::text as undelivered_rate, n.no as run_no, m.user_name as maker, to_jsonb(n.made_at) #>> '{}' as made_at,
      k.user_name as checker, l.user_name as releaser, to_jsonb(n.checked_at) #>> '{}' as checked_at, b.released_on::text as released_on, b.note,
      (select jsonb_agg(jsonb_build_object('from', lower(x), 'to', upper(x) - 1, 'days', upper(x) - lower(x), 'keep', trim_scale(o.keep_rate)::text, 'kind', o.kind)
        order by lower(x)) from suspension o cross join lateral (select o.span * daterange(b.from_day, b.to_day) as x) y
        where o.room_id = b.room_id and o.fee_id = b.fee_id and not o.voided and not isempty(x)) as offs
    from bill b join room r on r.id = b.room_id join fee f on f.id = b.fee_id join fee_basis s on s.id = f.basis_id left join fee_price v on v.id = b.price_id
    left join app_user pc on pc.id = v.checked_by left join room_fee rf on rf.id = b.room_fee_id left join party p on p.id = b.payer_id
    left join bill_use u on u.bill_id = b.id left join billing_run n on n.id = b.run_id left join app_user m on m.id = n.made_by left join app_user k on k.id = n.checked_by left join app_user l on l.id = n.released_by
    where b.id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
};

const byUse = (of: Made): boolean =>
  of.source === '用量' || of.source === '阶梯' || (of.tree !== null && namesOf(of.tree).includes('用量'));

/** The formula with its names, and with the numbers that it took; null where the bill kept none. */
function worked(of: Made): { readonly words: string; readonly whole: string } | null {
  const { tree, inputs } = of;
  if (tree === null || inputs === null) return null;
  const values = inputs as Readonly<Partial<Record<FormulaName, string>>>;
  const whole = formulaQuantity(tree, values, { digits: of.digits, minQuantity: of.min_quantity }) ?? of.quantity;
  const least = whole === of.min_quantity && whole !== '0' ? `，不少于最小计费量 ${of.min_quantity}` : '';
  return {
    words: `${formatFormula(tree)} = ${formatFormula(tree, (name) => values[name] ?? name)} = ${whole} ${of.unit}${least}`,
    whole,
  };
}

const quantitySource = (of: Made): string => {
  if (of.kind === '补收') return of.note;
  if (of.kind !== '周期') return of.kind === '临时' ? '收费台录入' : '导入';
  const formula = worked(of);
  if (formula !== null)
    return `按公式 ${formula.words}${formula.whole === of.quantity ? '' : `，本段分得 ${of.quantity} ${of.unit}`}`;
  if (of.source?.endsWith('面积')) return `房间档案${of.area_from === null ? '' : `，自 ${of.area_from} 起`}`;
  if (of.shared !== null) return `公摊 ${of.shared.pool}`;
  if (byUse(of))
    return of.meter === null
      ? `录入或导入的用量${of.usage_source === null ? '' : `（${of.usage_source}）`}`
      : `表计 ${of.meter} 各日用量之和`;
  return of.source === '户' ? '按户' : '房间收费项的数量';
};

const priceSource = (of: Made): string => {
  if (of.shared !== null) return of.shared.quantity === null ? '公摊总额，没有数量' : '公摊总额 ÷ 公摊总用量';
  if (of.price_no !== null)
    return `价格版本${of.price_no}，自 ${of.price_from ?? ''} 起${of.price_scope ? `，${of.price_scope}` : ''}${of.price_checker === null ? '' : `，审核 ${of.price_checker}`}${
      of.discount === null || of.discount === '100' ? '' : `，折扣 ${of.discount}%`
    }`;
  if (of.contract_price !== null)
    return `合同价 ${of.contract_price} 元${of.discount === '100' ? '' : `，折扣 ${of.discount ?? ''}%`}`;
  if (of.kind === '补收') return '补收申请';
  return of.kind === '周期' ? '合同价' : '导入或收费台录入';
};

/** Days of the line as they counted: whole ones, and those with less. */
function segmentsOf(of: Made): BillExplained['segments'] {
  const off = (of.offs ?? []).map(({ from, to, days, keep, kind }) => ({
    from,
    to,
    days,
    factor: `${keep}%`,
    reason: kind,
  }));
  const early =
    of.delivered !== null && of.delivered > of.from
      ? [{ from: of.from, to: of.delivered, days: 0, factor: `${of.undelivered_rate}%`, reason: '未交付' }]
      : [];
  const left = of.days - of.suspend_days;
  return [
    ...(left > 0 ? [{ from: of.from, to: of.to, days: left, factor: '100%', reason: '正常' }] : []),
    ...off,
    ...early
      .map((one) => ({ ...one, days: of.suspend_days - off.reduce((sum, { days }) => sum + days, 0) }))
      .filter(({ days }) => days > 0),
  ];
}

/** What a line by tiers came to: each part at its tier, beyond what was used before. */
function ladderOf(of: Made, sum: string): string {
  const tiers = of.tiers ?? [];
  const { 已用: before, 档内: used } = of.inputs ?? {};
  if (before === undefined || used === undefined)
    return `${of.quantity} ${of.unit}，按年累计用量分档 ${tiers.map(({ from, price: at }) => `${from} 起 ${at} 元`).join('，')} = ${sum}`;
  const parts = tierParts(tiers, before, used).map((part) => `${part.used} × ${part.price} 元`);
  const less = of.discount === null || of.discount === '100' ? '' : ` × ${of.discount}%`;
  const share = used === of.quantity ? '' : `，本段占 ${used} ${of.unit} 中的 ${of.quantity}`;
  return `本年此前已用 ${before} ${of.unit}，分档（${parts.join(' + ') || '0'}）${less}${share} = ${sum}`;
}

function formulaOf(of: Made): string {
  const price = `${of.unit_price} 元/${of.unit || '次'}`;
  const sum = `${yuanOf(of.amount)} 元`;
  if (of.kind !== '周期') return `${of.quantity} ${of.unit} × ${price} = ${sum}`;
  if (of.shared !== null) {
    const { total, weight, weights, share } = of.shared;
    const part = `${yuanOf(total)} 元 × ${weight} ÷ ${weights} = ${yuanOf(share)} 元`;
    return share === of.amount ? part : `${part}，本段 ${of.days} 天 ${sum}`;
  }
  if (of.tiers !== null) return ladderOf(of, sum);
  if (byUse(of)) return `${of.quantity} ${of.unit} × ${price} = ${sum}`;
  const days = segmentsOf(of).map(({ days: n, factor, reason }) =>
    factor === '100%' ? `${reason} ${n} 天` : `${reason} ${n} 天 × ${factor}`,
  );
  return `${of.quantity} ${of.unit} × ${price}${PER_CYCLE[of.fee_cycle]} ×（${days.join(' + ')}）÷ ${of.cycle_days} 天 = ${sum}`;
}

type Term = BillExplained['terms'][number];

/** Readings as they were when the bill was made; one line an apparatus, so that it can be followed on the dial. */
const readTerms = (of: Made): readonly Term[] =>
  of.read === null
    ? []
    : [
        ...of.read.pieces.flatMap(({ no, from, to, ratio, gap, method }): Term[] => [
          {
            label: '上次读数、本次读数、倍率',
            value: `${from ?? '—'} → ${to ?? '—'}，倍率 ${ratio ?? '1'}`,
            source: `表号 ${no || '—'}${from === undefined || to === undefined ? '，该时刻没有抄表，用量由前后读数推算' : ''}`,
          },
          ...(gap === undefined
            ? []
            : [
                { label: '换表期间', value: `${gap} ${of.unit}`, source: `换表单估算${method ? `（${method}）` : ''}` },
              ]),
        ]),
        { label: '本期表计用量', value: `${of.read.usage} ${of.unit}`, source: `表计 ${of.meter ?? ''}` },
        ...(Number(of.read.estimated) === 0
          ? []
          : [{ label: '其中估算', value: `${of.read.estimated} ${of.unit}`, source: '缺少读数的时段按前后读数推算' }]),
      ];

const sharedTerms = (of: Made): readonly Term[] =>
  of.shared === null
    ? []
    : [
        {
          label: '公摊总额',
          value: `${yuanOf(of.shared.total)} 元${of.shared.quantity === null ? '' : `，${of.shared.quantity} ${of.unit}`}`,
          source: `${of.shared.pool}，${of.shared.source}`,
        },
        {
          label: '分摊权重',
          value: `本户 ${of.shared.weight}，全部 ${of.shared.weights} ${WEIGHT_UNITS[of.shared.weigh] ?? ''}`,
          source: `按${of.shared.weigh}，${of.shared.rooms} 户参与`,
        },
      ];

type Told = Pick<BillExplained, 'history' | 'entries'>;

/** What became of a bill. */
export const historyOf = (
  id: string,
): RawBuilder<{
  at: string;
  what: string;
  who: string;
  amount: string | null;
}> => sql`select at, what, who, amount from (
    select to_jsonb(p.made_at) #>> '{}' as at, p.kind || coalesce(' ' || p.receipt_text, '') || case p.state when '已红冲' then '（已红冲）' else '' end as what,
      u.user_name as who, (a.principal + a.penalty)::text as amount
    from allocation a join payment p on p.id = a.payment_id join app_user u on u.id = p.made_by where a.bill_id = ${id}::bigint
    union all
    select to_jsonb(q.made_at) #>> '{}', '申请' || q.kind || ' ' || q.no || '：' || q.reason, u.user_name, (q.amount + q.penalty)::text
    from bill_request q join app_user u on u.id = q.made_by where q.bill_id = ${id}::bigint
    union all
    select to_jsonb(q.checked_at) #>> '{}', q.state || q.kind || ' ' || q.no || case q.opinion when '' then '' else '：' || q.opinion end, u.user_name, null
    from bill_request q join app_user u on u.id = q.checked_by where q.bill_id = ${id}::bigint
    union all
    select to_jsonb(x.created_at) #>> '{}', '红冲为 ' || x.bill_no, '', x.amount::text from bill x where x.reverses_id = ${id}::bigint
    union all
    select to_jsonb(x.created_at) #>> '{}', '重开为 ' || x.bill_no, '', x.amount::text from bill x where x.replaces_id = ${id}::bigint
  ) h where at is not null order by at`;

/**
 * What it was booked by: movements of what its room owes, or owed before rooms were merged, and the penalties that payments of it took along. The ledger
 * has no index by bill: a million rows at a release would each look for their place in it.
 */
export const entriesOf = (
  id: string,
): RawBuilder<{ day: string; journal: string; debit: string; credit: string; amount: string }> => sql`
  with recursive homes as (
    select b.room_id as ref from bill b where b.id = ${id}::bigint
    union
    select o.ref from homes h join ledger_account a on a.kind = '应收' and a.ref = h.ref
    join transfer t on t.debit = a.id and t.bill_id = ${id}::bigint join ledger_account o on o.id = t.credit and o.kind = '应收'
  ), own as materialized (select array(select a.id from homes h join ledger_account a on a.kind in ('应收', '预开应收') and a.ref = h.ref) as ids),
  moved as (
    select t.* from transfer t where t.debit = any((select ids from own)::bigint[]) and t.bill_id = ${id}::bigint
    union select t.* from transfer t where t.credit = any((select ids from own)::bigint[]) and t.bill_id = ${id}::bigint
    union select t.* from journal j join transfer t on t.journal_id = j.id
      where j.source = 'payment' and j.source_id = any(array(select payment_id from allocation where bill_id = ${id}::bigint)) and t.bill_id = ${id}::bigint
  )
  select j.day::text, j.kind as journal, d.kind as debit, c.kind as credit, t.amount::text
  from moved t join journal j on j.id = t.journal_id join ledger_account d on d.id = t.debit join ledger_account c on c.id = t.credit order by t.id`;

async function toldOf(db: Db, id: string): Promise<Told> {
  const [{ rows: history }, { rows: entries }] = await Promise.all([
    historyOf(id).execute(db),
    entriesOf(id).execute(db),
  ]);
  const yuan = (fen: string | null): string | null => (fen === null ? null : yuanOf(fen));
  return {
    history: history.map((row) => ({ ...row, amount: yuan(row.amount) })),
    entries: entries.map((row) => ({ ...row, amount: yuanOf(row.amount) })),
  };
}

async function explain(db: Db, of: Made, asOf: string): Promise<BillExplained> {
  const [told, [owed]] = await Promise.all([
    toldOf(db, of.id),
    owedBills(db, sql`b.id = ${of.id}::bigint and ${standing}`, asOf),
  ]);
  const made = [
    ...(of.run_no === null
      ? []
      : [{ at: of.made_at ?? '', what: `生成，批次 ${of.run_no}`, who: of.maker ?? '', amount: yuanOf(of.amount) }]),
    ...(of.checked_at === null ? [] : [{ at: of.checked_at, what: '审核通过', who: of.checker ?? '', amount: null }]),
    ...(of.released_on === null
      ? []
      : [{ at: of.released_on, what: '发布入账', who: of.releaser ?? '', amount: null }]),
  ];
  return {
    formula: formulaOf(of),
    terms: [
      { label: of.basis, value: `${of.quantity} ${of.unit}`, source: quantitySource(of) },
      { label: '单价', value: `${of.unit_price} 元`, source: priceSource(of) },
      ...readTerms(of),
      ...sharedTerms(of),
      ...(of.kind === '周期' && !byUse(of)
        ? [
            {
              label: '天数',
              value: `计 ${of.weight} 天，周期 ${of.cycle_days} 天`,
              source: `周期 ${of.cycle}，小区参数的天数口径`,
            },
          ]
        : []),
      { label: '缴费人', value: of.payer ?? '无', source: '房间档案中该段的缴费人' },
    ],
    segments: segmentsOf(of),
    quantitySource: quantitySource(of),
    priceVersion: priceSource(of),
    rounding:
      of.shared === null
        ? '金额在账单行上舍入一次到分，四舍五入；同一单价下分段时，末段为整段金额减去前面各段'
        : '各户先舍到分，余下的分依次给余数最大的房间，余数相同按房间顺序；各户之和等于公摊总额',
    history: [...made, ...told.history],
    penalty: (owed?.penalty.segments ?? []).map(({ from, to, days, principal, rate }) => ({
      from,
      to,
      days,
      principal: yuanOf(principal),
      rate,
    })),
    entries: told.entries,
  };
}

export async function findBills(
  ctx: Ctx,
  of: z.output<typeof chargeBillList.input>,
): Promise<z.input<typeof chargeBillList.output>> {
  const asOf = of.asOf ?? today(ctx.now);
  const ids = of.ids ?? [];
  if (ids.length === 0 && !of.roomId) throw refused('请选择账单或房间');
  const where = sql.join(
    [
      billsWhere(ctx, {}),
      ...(ids.length > 0 ? [sql`b.id = any(${ids}::bigint[])`] : []),
      ...(of.roomId ? [sql`b.room_id = ${of.roomId}::bigint`] : []),
      ...(of.unpaid ? [sql`${standing} and b.amount > b.reduced + b.settled`] : []),
    ],
    sql` and `,
  );
  const rows = await billRows(ctx.db, where, sql`b.due_day, b.id`, asOf);
  if (!of.explain) return { rows: rows.map((row) => ({ ...row, explain: null })) };
  if (rows.length > MOST_EXPLAINED) throw refused(`一次最多解释${MOST_EXPLAINED}张账单`);
  const made = new Map(
    (
      await madeOf(
        ctx.db,
        rows.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  );
  const explained: z.input<typeof chargeBillList.output>['rows'] = [];
  for (const row of rows) {
    const one = made.get(row.id);
    explained.push({ ...row, explain: one === undefined ? null : await explain(ctx.db, one, asOf) });
  }
  return { rows: explained };
}
