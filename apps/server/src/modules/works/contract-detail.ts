/** One contract for works: what of it may still be paid and why, and what was billed, paid, fined and judged. */
import type { projectContractDetail } from '@hengneng/contracts';
import { money, moneyText, negateMoney } from '@hengneng/core';
import type { z } from 'zod';
import type { EngineDeps } from '../../engine/index.ts';
import { answerView } from '../../engine/index.ts';
import { rowOf } from '../../engine/views/source.ts';
import type { Ctx } from '../../platform/context.ts';
import { notFound } from '../../platform/http/errors.ts';
import {
  supplierEvaluationsView,
  supplierFinesView,
  worksBillsView,
  worksContractsView,
  worksPaymentsView,
} from '../ledgers/index.ts';

/** More than a contract has. */
const ALL = { PageIndex: 1, PageSize: 200 };

const LESSENED_BY = [
  ['paid', '已付（不含未抵扣预付）'],
  ['reserved', '在途付款申请'],
  ['retention', '应扣质保金'],
  ['offsets', '预付抵扣'],
  ['fines', '已确认罚款'],
] as const;

export async function readContract(
  ctx: Ctx,
  deps: EngineDeps,
  id: string,
): Promise<z.input<typeof projectContractDetail.output>> {
  const contract = await rowOf(ctx.db, worksContractsView, ctx, id);
  if (contract === undefined) throw notFound('工程合同不存在，或您没有查看它的权限');
  const { supplier, document } = contract;
  const amount = (key: string) => money(String(contract[key] ?? '0'));
  // A number of a contract is its own; that of another may hold it.
  const ofContract = <Row extends Readonly<Record<string, unknown>>>(rows: readonly Row[]) =>
    rows.filter((row) => row['contract'] === document);
  const [bills, payments, fines, evaluations] = await Promise.all([
    answerView(ctx, deps, worksBillsView, { ...ALL, contract: id }),
    answerView(ctx, deps, worksPaymentsView, { ...ALL, contract: id }),
    answerView(ctx, deps, supplierFinesView, { ...ALL, supplier, contract: document }),
    answerView(ctx, deps, supplierEvaluationsView, { ...ALL, supplier, contract: document }),
  ]);
  const lessened = LESSENED_BY.map(([key, name]) => ({ name, amount: moneyText(negateMoney(amount(key))) }));
  return {
    contract: { ...contract, id },
    payable: [
      { name: '已匹配发票', amount: moneyText(amount('matched')) },
      ...lessened,
      { name: '可付余额', amount: moneyText(amount('payable')) },
    ],
    bills: bills.rows,
    payments: payments.rows,
    fines: ofContract(fines.rows),
    evaluations: ofContract(evaluations.rows),
  };
}
