/** Contracts that the demo company's headquarters watch: by rule, and one because its customer looks around; through the product's own calls. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import type { Driver } from './driver.ts';
import type { Act } from './questionnaire.ts';
import { day, morningBefore } from './script.ts';

const API = '/bpmapi/KeyContract';
const WATCHER = 'emcDirector';
/** Half past ten in China. */
const MORNING = 2.5;
const CONTRACT = 'HT-OM01001-01';

export const keyContractActs = (db: Db, driver: Driver, from: Date): readonly Act[] => {
  const act = (days: number, name: string, done: string, input: (at: Date) => object): Act => {
    const at = morningBefore(from, days, MORNING);
    return {
      at,
      async run() {
        const { rows } = await sql.raw(done).execute(db);
        if (rows.length === 0) await driver.call(await driver.userId(WATCHER), at, 'POST', `${API}/${name}`, input(at));
      },
    };
  };
  return [
    act(20, 'SaveRule', `select 1 from key_contract_rule where kind = '合同额大' and saved_at is not null`, () => ({
      kind: '合同额大',
      threshold: '15000000',
      enabled: true,
    })),
    act(18, 'Save', `select 1 from key_contract where contract = '${CONTRACT}' and state = '关注中'`, () => ({
      act: '加入',
      ContractCode: CONTRACT,
      note: '业主正在比选运营单位',
      everyDays: 15,
    })),
    act(6, 'Follow', `select 1 from key_contract_follow where contract = '${CONTRACT}'`, (at) => ({
      ContractCode: CONTRACT,
      followedOn: day(at),
      content: '拜访业主物业总监，确认续签意向，要求本月内提交节能改造建议',
    })),
  ];
};
