/** 报销余额 as one workbook: quotas, petty cash and loans beside each other, each within what the person may see. */
import { balancesExport } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { quotaBalances } from '@hengneng/forms';
import type { Engine } from '../../engine/index.ts';
import { exportLists } from '../../engine/lists/list.ts';
import { listOf } from '../../engine/views/source.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { appropriationBalanceView, loanBalanceView, quotaBalanceView } from './quota.ts';

export const registerBalances = (registry: CallRegistry, engine: Engine): void => {
  const access = { screen: shortCodeOf(quotaBalances.screen), button: 'export' } as const;
  const [quotas, cash, loans] = [quotaBalanceView, appropriationBalanceView, loanBalanceView].map(listOf);
  if (!quotas || !cash || !loans) throw new Error('balances have no source');
  registry.stream(balancesExport, { access }, (ctx, { year }) => {
    const all = { PageIndex: 1, PageSize: 1 };
    const ofYear = year === undefined ? all : { ...all, year };
    return exportLists(ctx, engine.deps, '报销余额', [
      { of: quotas, ask: ofYear },
      { of: cash, ask: ofYear },
      { of: loans, ask: all },
    ]);
  });
};
