/** Debts of more than 90 days: the project's manager and its area's are told to look into the losses, once for each debt. */
import { sql } from 'kysely';
import { type Engine, followUps } from '../../engine/index.ts';
import type { Db } from '../../platform/db/schema.ts';
import { lossAnalysisOf, RECEIVABLES, VERY_LATE_DAYS } from '../ledgers/index.ts';

const KIND = '亏损分析提示';

interface Late {
  readonly contract: string;
  readonly customer: string;
  readonly project: string;
  readonly days: number;
  readonly amount: string;
  readonly manager: string | null;
  readonly area_manager: string | null;
}

/** @returns how many contracts were told of */
export const tellLateContracts = (db: Db, engine: Engine, today: string, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    // Two processes whose clocks strike together tell once.
    await sql`select pg_advisory_xact_lock(hashtext('collection.late'))`.execute(tx);
    const since = `('${today}'::date - (b.days - ${VERY_LATE_DAYS}))`;
    const { rows } = await sql<Late>`
      select c.code as contract, c.party_a as customer, c.project_code as project, b.days, b.amount::text, p.manager::text,
        d.manager::text as area_manager
      from (select r.contract, max(${today}::date - r.due_date) as days, sum(r.unpaid) as amount from ${sql.raw(RECEIVABLES)} r
          where r.contract is not null and r.unpaid > 0 and r.due_date < ${today}::date - ${VERY_LATE_DAYS}::int group by r.contract) b
        join contract c on c.code = b.contract join project p on p.code = c.project_code left join dept d on d.id = p.area
      where ${sql.raw(lossAnalysisOf(since))} is null
        and not exists (select from follow_up f where f.kind = ${KIND} and f.project_code = c.project_code
          and f.title like '%（合同' || c.code || '）%' and (f.created_at at time zone 'Asia/Shanghai')::date >= ${sql.raw(since)})
      order by c.code`.execute(tx);
    for (const late of rows) {
      const services = followUps(
        { deps: engine.deps, tx, now, module: { id: 'lossProjectAnalysis' } },
        'collection.late',
        { id: '0', project: late.project },
      );
      await services.todo({
        kind: KIND,
        title: `${late.customer}（合同${late.contract}）欠费${late.amount}元已逾期${late.days}天，请做亏损项目分析`,
        project: late.project,
        to: [...new Set([late.manager, late.area_manager])].filter((id) => id !== null),
      });
    }
    return rows.length;
  });
