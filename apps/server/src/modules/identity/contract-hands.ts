/** Who works with the pages of contracts (合同信息) from the start, besides the leaders who look at all of them. */
import type { RoleCode } from '@hengneng/core';

const LEADERS: readonly RoleCode[] = ['generalManager', 'operationDirector', 'areaManager'];

export const CONTRACT_PAGES: Readonly<
  Record<string, { readonly makers: readonly RoleCode[]; readonly viewers: readonly RoleCode[] }>
> = {
  // Prices of customers' contracts are kept by those who answer for them; the site that bills by them looks them up.
  '/projectContent/contractContent/EMCContract': {
    makers: ['emcDirector', 'legal', 'finance'],
    viewers: [...LEADERS, 'projectManager', 'energyAnalyst', 'sales', 'cashier'],
  },
  '/projectContent/contractContent/contractInfo': {
    makers: ['legal', 'sales', 'finance', 'projectManager', 'emcDirector'],
    viewers: [...LEADERS, 'energyAnalyst', 'cashier', 'purchaser'],
  },
  '/projectContent/contractContent/buyerContract': {
    makers: ['purchaser', 'legal', 'finance'],
    viewers: [...LEADERS, 'projectManager', 'emcDirector', 'cashier'],
  },
  // Which contracts are watched is for headquarters and the areas to say; the others see theirs.
  '/projectContent/contractContent/importContractSetList': {
    makers: [...LEADERS, 'emcDirector'],
    viewers: ['finance', 'legal', 'projectManager', 'sales'],
  },
};
