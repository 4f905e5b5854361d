/** 应计收入: what contracts bring in, by the terms that they are settled by. */
import type { internalReport } from '@hengneng/contracts';
import { moneyText, sumMoney } from '@hengneng/core';
import { exact } from '@hengneng/energy/measuring';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/schema.ts';
import { fenOf } from '../costs/index.ts';
import { contractsOn, fenOfItem, itemsOf, kindsOf, MEASURED, settledUse, termsOf } from '../settle/index.ts';

type Fees = z.input<typeof internalReport.output>['rows'][number]['fees'];

export interface Income {
  readonly amount: string | null;
  readonly problems: string[];
  readonly fees: Fees;
}

/** What contracts that stand at the end of a stretch bring in for it, project by project: an estimate until they are settled. */
export async function incomeOver(
  db: Db,
  projects: readonly string[],
  span: { readonly from: string; readonly to: string },
): Promise<ReadonlyMap<string, Income>> {
  const contracts = await contractsOn(db, projects, span.to);
  const [terms, use] = await Promise.all([termsOf(db, contracts, span), settledUse(db, projects, span)]);
  return new Map(
    [...Map.groupBy(contracts, ({ project }) => project)].map(([project, all]): [string, Income] => {
      // Beside the one that prices the supply there are others that bill nothing of it: supplements, purchases, works.
      const priced = all.filter(({ code }) => (terms.get(code)?.prices.length ?? 0) > 0);
      const own = priced.length > 0 ? priced : all;
      const fees: Fees = [];
      const problems: string[] = [];
      const metered = own.filter(({ model }) => kindsOf(model).some((kind) => MEASURED[kind] !== undefined));
      for (const contract of own) {
        const of = terms.get(contract.code);
        if (of === undefined) continue;
        const found = itemsOf(of, use.get(project) ?? new Map(), span);
        problems.push(...found.problems);
        for (const item of found.items) {
          const amount = fenOfItem(item);
          fees.push({
            fee: item.fee,
            contract: contract.code,
            basis: item.basis,
            quantity: item.quantity,
            unit: item.unit,
            price: item.price,
            amount: amount === null ? null : moneyText(amount),
            problem: item.problem,
          });
        }
      }
      // The same meters would be billed once for each.
      if (metered.length > 1 && fees.some(({ basis }) => basis.startsWith('截账')))
        problems.push('有多份计量合同，应计收入不能分开');
      const known = fees.flatMap(({ amount }) => (amount === null ? [] : [fenOf(exact(amount))]));
      const whole = problems.length === 0;
      return [project, { amount: whole ? moneyText(sumMoney(known)) : null, problems: [...new Set(problems)], fees }];
    }),
  );
}
