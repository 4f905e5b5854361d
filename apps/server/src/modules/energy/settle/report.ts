/** 结算报表: fees of a contract for a period with the meters they rest on, and what still keeps the period from being cut. */
import type { settleReport } from '@hengneng/contracts';
import { PRICE_KINDS } from '@hengneng/contracts';
import { capitalWords, compareMoney, money, monthRange, moneyText, sumMoney, ZERO_MONEY } from '@hengneng/core';
import { addDays, CHINA, dayAt, daysFrom, monthLockOf, monthOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { forbidden, invalid } from '../../../platform/http/errors.ts';
import { qualityOf, rounded } from '../reports/sums.ts';
import { projectRules } from '../settings/index.ts';
import { adjustmentsIn, basisItems } from './extras.ts';
import {
  type Contract,
  contractOf,
  daysKnownAt,
  settledMeters,
  type SettledMeter,
  settledUse,
  STANDING,
  termsOf,
} from './load.ts';
import { taxedOf, taxTotal } from './tax.ts';
import { adjustedItems, fenOfItem, type Item, itemsOf, kindsOf, MEASURED, type Span } from './terms.ts';

export type Settlement = z.input<typeof settleReport.output>;
type Check = Settlement['checks'][number];
type Cut = Settlement['cuts'][number];

const MOST_DAYS = 400;

export async function cutsOf(db: Db | Tx, contract: string): Promise<readonly (Cut & { readonly content: unknown })[]> {
  const { rows } = await sql<Cut & { content: unknown }>`
    select s.settle_no as "SettleNo", s.from_day::text as "from", s.to_day::text as "to", s.amount::text, s.state, u.user_name as by,
      to_jsonb(s.created_at) #>> '{}' as at, s.note, s.content
    from settle_cut s join app_user u on u.id = s.created_by where s.contract_code = ${contract} order by s.from_day desc, s.id desc limit 60`.execute(
    db,
  );
  return rows;
}

const overlapDays = (a: Span, b: Span): number =>
  Math.max(0, daysFrom(a.from > b.from ? a.from : b.from, a.to < b.to ? a.to : b.to) + 1);

const APART = '结算期不重叠';

async function checksOf(
  ctx: Ctx,
  db: Db | Tx,
  of: {
    readonly contract: Contract;
    readonly span: Span;
    readonly meters: readonly SettledMeter[];
    readonly measured: boolean;
    readonly problems: readonly string[];
    readonly untaxed: readonly string[];
    readonly cuts: readonly Cut[];
  },
): Promise<readonly Check[]> {
  const { contract, span, meters, problems, untaxed } = of;
  const today = dayAt(ctx.now.getTime(), CHINA);
  const rules = (await projectRules(db, [contract.project], today)).get(contract.project);
  const open = monthRange(monthOf(span.from), monthOf(span.to)).filter(
    (month) => rules === undefined || !monthLockOf(month, rules.lockInput(ctx.now)).locked,
  );
  const missing = meters.filter(({ due, got }) => got < due);
  const waiting = meters.filter((meter) => meter.waiting > 0);
  const expired = meters.filter(({ verifiedTo }) => verifiedTo !== null && verifiedTo < span.to);
  const other = of.cuts.find((one) => one.state === '已截账' && overlapDays(one, span) > 0);
  const names = (list: readonly SettledMeter[]): string => list.map(({ name }) => name).join('、');
  const outside =
    (contract.startOn !== null && span.from < contract.startOn) ||
    (contract.endOn !== null && span.to > contract.endOn);
  const check = (what: string, words: string, blocks = true): Check => ({ what, ok: words === '', blocks, words });
  return [
    check('结算期在合同期内', outside ? `合同期 ${contract.startOn ?? ''} 至 ${contract.endOn ?? ''}` : ''),
    check('结算期已月锁', open.length === 0 ? '' : `${open.join('、')} 未月锁`),
    // What is missing may be agreed on: then whoever cuts says how.
    check(
      '结算表完整率 100%',
      missing.length === 0 ? '' : `${names(missing)} 有缺录，截账时须说明按合同估算条款的处理`,
      false,
    ),
    check('没有待确认的翻转、换表', waiting.length === 0 ? '' : `${names(waiting)} 有待确认或待核对的记录`),
    check('有参与结算的表计', of.measured && meters.length === 0 ? '该项目没有参与结算的表计' : ''),
    check('单价覆盖全期', problems.join('；')),
    check('单价已填税率', untaxed.length === 0 ? '' : `${untaxed.join('、')} 没有税率，税额不能给出`, false),
    check(APART, other === undefined ? '' : `与 ${other.SettleNo} 重叠 ${overlapDays(other, span)} 天`),
    check('结算表检定有效', expired.length === 0 ? '' : `${names(expired)} 检定已过期，读数仅供参考`, false),
  ];
}

const change = (now: string | null, before: string | undefined): number | null =>
  now === null || before === undefined || compareMoney(money(before), ZERO_MONEY) === 0
    ? null
    : rounded(((Number(now) - Number(before)) / Number(before)) * 100, 1);

const yearBefore = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;

const wireItem = (item: Item): Settlement['items'][number] => {
  const { amount: _, ...rest } = item;
  const fen = fenOfItem(item);
  const taxed = fen === null || item.taxRate === null ? null : taxedOf(fen, item.taxRate);
  return {
    ...rest,
    amount: fen === null ? null : moneyText(fen),
    net: taxed === null ? null : moneyText(taxed.net),
    tax: taxed === null ? null : moneyText(taxed.tax),
  };
};

/** Works everything out anew. */
async function workOut(ctx: Ctx, db: Db | Tx, contract: Contract, span: Span, asOf: string | null) {
  const [adjusted, extras, days] = await Promise.all([
    adjustmentsIn(db, contract.project, span),
    basisItems(db, contract.code, span),
    asOf === null ? STANDING : daysKnownAt(db, contract.project, span, asOf),
  ]);
  // An adjustment has the price of the month it is for.
  const first = adjusted.reduce((from, { month }) => (`${month}-01` < from ? `${month}-01` : from), span.from);
  const [terms, use, meters, cuts] = await Promise.all([
    termsOf(db, [contract], { from: first, to: span.to }),
    settledUse(db, [contract.project], span, days),
    settledMeters(db, contract.project, span, days),
    cutsOf(db, contract.code),
  ]);
  const own = terms.get(contract.code);
  const billedBy = own === undefined ? null : itemsOf(own, use.get(contract.project) ?? new Map(), span);
  const corrections = own === undefined ? [] : adjustedItems(own, adjusted);
  const items = [...(billedBy?.items ?? []), ...corrections, ...extras];
  const problems = [...(billedBy?.problems ?? []), ...corrections.flatMap(({ problem }) => problem ?? [])];
  const codes = new Set(kindsOf(contract.model).flatMap((kind) => MEASURED[kind] ?? []));
  const billed = meters.filter(({ code }) => codes.has(code));
  const checks = await checksOf(ctx, db, {
    contract,
    span,
    meters: billed,
    measured: codes.size > 0 && items.some(({ kind }) => MEASURED[kind] !== undefined),
    problems,
    untaxed: [...new Set(items.flatMap(({ taxRate, fee }) => (taxRate === null ? [fee] : [])))],
    cuts,
  });
  const amounts = items.flatMap((item) => fenOfItem(item) ?? []);
  const whole = problems.length === 0 && items.length > 0;
  const taxed = taxTotal(
    items.map((item) => {
      const fen = fenOfItem(item);
      return fen === null || item.taxRate === null ? null : taxedOf(fen, item.taxRate);
    }),
  );
  return {
    cuts,
    checks,
    meterIds: billed.map(({ DeviceId }) => DeviceId),
    content: {
      asOf: asOf ?? ctx.now.toISOString(),
      items: items.map(wireItem),
      meters: billed.map(({ due, got, estimated, waiting: _w, verifiedTo: _v, code: _c, ...meter }) => ({
        ...meter,
        ...qualityOf([{ usage: meter.usage, estimated, due, got }]),
      })),
      prices: (own?.prices ?? [])
        .filter(({ to }) => to === null || to >= span.from)
        .map(({ kind, unit, price, from, to }) => ({
          name: PRICE_KINDS[kind],
          unit,
          price,
          from,
          to,
        })),
      sum: whole ? moneyText(sumMoney(amounts)) : null,
      net: whole && taxed !== null ? moneyText(taxed.net) : null,
      tax: whole && taxed !== null ? moneyText(taxed.tax) : null,
      ...qualityOf(billed),
    },
  };
}
export type Worked = Awaited<ReturnType<typeof workOut>>;
type Content = Worked['content'];

/** Prices and amounts are all that it is made of. */
export const demandMoney = (ctx: Ctx): void => {
  const { classified } = ctx.session.permissions;
  if (!classified.has('amount') || !classified.has('price')) throw forbidden('您没有查看结算金额和单价的权限');
};

export const workOutFor = async (ctx: Ctx, db: Db | Tx, code: string, span: Span, asOf: string | null) => {
  demandMoney(ctx);
  const contract = await contractOf(ctx, db, code);
  if (span.to < span.from) throw invalid([{ path: 'To', message: '结束日期不能早于开始日期' }]);
  if (daysFrom(span.from, span.to) >= MOST_DAYS) throw invalid([{ path: 'To', message: `结算期最多${MOST_DAYS}天` }]);
  if (span.to >= dayAt(ctx.now.getTime(), CHINA)) throw invalid([{ path: 'To', message: '结算期不能晚于昨天' }]);
  if (asOf !== null && Date.parse(asOf) > ctx.now.getTime())
    throw invalid([{ path: 'AsOf', message: '数据版本时刻不能晚于现在' }]);
  return { contract, worked: await workOut(ctx, db, contract, span, asOf) };
};

/** What cuts kept before they knew of tax. */
type ItemNow = Content['items'][number];
type Since = 'taxRate' | 'net' | 'tax' | 'basisId';
type KeptContent = Omit<Content, 'asOf' | 'net' | 'tax' | 'items'> &
  Partial<Pick<Content, 'asOf' | 'net' | 'tax'>> & {
    readonly items: readonly (Omit<ItemNow, Since> & Partial<Pick<ItemNow, Since>>)[];
  };

const keptContent = ({ content, at }: { readonly content: unknown; readonly at: string }): Content => {
  const kept = content as KeptContent;
  return {
    ...kept,
    asOf: kept.asOf ?? at,
    net: kept.net ?? null,
    tax: kept.tax ?? null,
    items: kept.items.map((item) => ({
      ...item,
      taxRate: item.taxRate ?? null,
      net: item.net ?? null,
      tax: item.tax ?? null,
      basisId: item.basisId ?? null,
    })),
  };
};

export interface AskedSettlement {
  readonly ContractCode: string;
  readonly From: string;
  readonly To: string;
  readonly AsOf?: string | null | undefined;
}

export async function readSettlement(ctx: Ctx, { ContractCode, From, To, AsOf }: AskedSettlement): Promise<Settlement> {
  const span = { from: From, to: To };
  const { contract, worked } = await workOutFor(ctx, ctx.db, ContractCode, span, AsOf ?? null);
  const standing = worked.cuts.filter(({ state }) => state === '已截账');
  const own = standing.find(({ from, to }) => from === From && to === To);
  // What was cut stays as it was said then, whatever is worked out since.
  const content = own === undefined ? worked.content : keptContent(own);
  const last = standing.find(({ to }) => to < From);
  const year = standing.find(({ from, to }) => from === yearBefore(From) && to === yearBefore(To));
  const plain = ({ content: _, ...cut }: (typeof standing)[number]): Cut => cut;
  return {
    contract: {
      ContractCode: contract.code,
      name: contract.name,
      ProjectCode: contract.project,
      projectName: contract.projectName,
      customerName: contract.customer,
      partyA: contract.partyA,
      partyB: contract.partyB,
      chargeModel: contract.model,
      startOn: contract.startOn,
      endOn: contract.endOn,
    },
    ...content,
    // What is looked at is in nobody's way: cuts do not overlap.
    checks: worked.checks.map((one) =>
      own !== undefined && one.what === APART ? { ...one, ok: true, words: '' } : one,
    ),
    capital: content.sum === null ? '' : capitalWords(content.sum),
    lastChange: last !== undefined && addDays(last.to, 1) === From ? change(content.sum, last.amount) : null,
    yearChange: change(content.sum, year?.amount),
    cut: own === undefined ? null : plain(own),
    cuts: worked.cuts.map(plain),
  };
}
