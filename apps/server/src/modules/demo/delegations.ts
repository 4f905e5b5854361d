/** Who stands in for whom in the demo company: one leave that is over, one that is on; through the product's own call. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import type { Driver } from './driver.ts';
import type { Act } from './questionnaire.ts';
import { HOUR } from './script.ts';

const DAY = 24 * HOUR;

/** From so many days before the demo company's today, for so many days; set half an hour before it begins. */
const LEAVES = [
  { owner: 'purchaser', delegate: 'purchaser2', before: 40, days: 7, modules: [], reason: '年休假' },
  {
    owner: 'technicalDirector',
    delegate: 'technicalDirector2',
    before: 2,
    days: 21,
    modules: [],
    reason: '赴外地项目技术评审',
  },
] as const;

export const delegationActs = (db: Db, driver: Driver, from: Date): readonly Act[] =>
  LEAVES.map(({ owner, delegate, before, days, modules, reason }): Act => {
    const begins = new Date(Math.floor(from.getTime() / DAY) * DAY - before * DAY + HOUR);
    const at = new Date(begins.getTime() - HOUR / 2);
    return {
      at,
      async run() {
        const [ownerId, delegateId] = [await driver.userId(owner), await driver.userId(delegate)];
        const { rows } =
          await sql`select 1 from wf_delegation where owner = ${ownerId} and delegate = ${delegateId} limit 1`.execute(
            db,
          );
        if (rows.length > 0) return;
        await driver.call(ownerId, at, 'POST', '/bpmapi/Delegation/Save', {
          delegate: delegateId,
          from: begins.toISOString(),
          to: new Date(begins.getTime() + days * DAY).toISOString(),
          modules: [...modules],
          reason,
        });
      },
    };
  });
