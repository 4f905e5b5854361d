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
import { type Contract, contractOf, settledMeters, type SettledMeter, settledUse, termsOf } from './load.ts';
import { fenOfItem, itemsOf, kindsOf, MEASURED, type Span } from './terms.ts';

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

async function checksOf(
  ctx: Ctx,
  db: Db | Tx,
  of: {
    readonly contract: Contract;
    readonly span: Span;
    readonly meters: readonly SettledMeter[];
    readonly measured: boolean;
    readonly problems: readonly string[];
    readonly cuts: readonly Cut[];
  },
): Promise<readonly Check[]> {
  const { contract, span, meters, problems } = of;
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
    check('结算期不重叠', other === undefined ? '' : `与 ${other.SettleNo} 重叠 ${overlapDays(other, span)} 天`),
    check('结算表检定有效', expired.length === 0 ? '' : `${names(expired)} 检定已过期，读数仅供参考`, false),
  ];
}

const change = (now: string | null, before: string | undefined): number | null =>
  now === null || before === undefined || compareMoney(money(before), ZERO_MONEY) === 0
    ? null
    : rounded(((Number(now) - Number(before)) / Number(before)) * 100, 1);

const yearBefore = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;

/** Works everything out anew. */
async function workOut(ctx: Ctx, db: Db | Tx, contract: Contract, span: Span) {
  const [terms, use, meters, cuts] = await Promise.all([
    termsOf(db, [contract], span),
    settledUse(db, [contract.project], span),
    settledMeters(db, contract.project, span),
    cutsOf(db, contract.code),
  ]);
  const own = terms.get(contract.code);
  const { items, problems } =
    own === undefined ? { items: [], problems: [] } : itemsOf(own, use.get(contract.project) ?? new Map(), span);
  const codes = new Set(kindsOf(contract.model).flatMap((kind) => MEASURED[kind] ?? []));
  const billed = meters.filter(({ code }) => codes.has(code));
  const checks = await checksOf(ctx, db, {
    contract,
    span,
    meters: billed,
    measured: codes.size > 0 && items.some(({ kind }) => MEASURED[kind] !== undefined),
    problems,
    cuts,
  });
  const amounts = items.flatMap((item) => fenOfItem(item) ?? []);
  return {
    cuts,
    checks,
    meterIds: billed.map(({ DeviceId }) => DeviceId),
    whole: problems.length === 0 && items.length > 0,
    content: {
      items: items.map((item) => {
        const { amount: _, ...rest } = item;
        const fen = fenOfItem(item);
        return { ...rest, amount: fen === null ? null : moneyText(fen) };
      }),
      meters: billed.map(({ due, got, estimated, waiting: _w, verifiedTo: _v, code: _c, ...meter }) => ({
        ...meter,
        ...qualityOf([{ usage: meter.usage, estimated, due, got }]),
      })),
      prices: (own?.prices ?? []).map(({ kind, unit, price, from, to }) => ({
        name: PRICE_KINDS[kind],
        unit,
        price,
        from,
        to,
      })),
      sum: problems.length > 0 || items.length === 0 ? null : moneyText(sumMoney(amounts)),
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

export const workOutFor = async (ctx: Ctx, db: Db | Tx, code: string, span: Span) => {
  demandMoney(ctx);
  const contract = await contractOf(ctx, db, code);
  if (daysFrom(span.from, span.to) >= MOST_DAYS) throw invalid([{ path: 'To', message: `结算期最多${MOST_DAYS}天` }]);
  if (span.to >= dayAt(ctx.now.getTime(), CHINA)) throw invalid([{ path: 'To', message: '结算期不能晚于昨天' }]);
  return { contract, worked: await workOut(ctx, db, contract, span) };
};

export async function readSettlement(
  ctx: Ctx,
  { ContractCode, From, To }: { readonly ContractCode: string; readonly From: string; readonly To: string },
): Promise<Settlement> {
  const span = { from: From, to: To };
  const { contract, worked } = await workOutFor(ctx, ctx.db, ContractCode, span);
  const standing = worked.cuts.filter(({ state }) => state === '已截账');
  const own = standing.find(({ from, to }) => from === From && to === To);
  // What was cut stays as it was said then, whatever is worked out since.
  const content = own === undefined ? worked.content : (own.content as Content);
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
      chargeModel: contract.model,
      startOn: contract.startOn,
      endOn: contract.endOn,
    },
    asOf: ctx.now.toISOString(),
    ...content,
    checks: [...worked.checks],
    capital: content.sum === null ? '' : capitalWords(content.sum),
    lastChange: last !== undefined && addDays(last.to, 1) === From ? change(content.sum, last.amount) : null,
    yearChange: change(content.sum, year?.amount),
    cut: own === undefined ? null : plain(own),
    cuts: worked.cuts.map(plain),
  };
}
