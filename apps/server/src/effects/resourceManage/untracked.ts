/** Contracts that end within a year and that nobody follows: their project and area are told, and half a year before a tracking is begun for them. */
import { sql } from 'kysely';
import { type Engine, followUps } from '../../engine/index.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';

interface Untracked {
  readonly code: string;
  readonly name: string;
  readonly project: string;
  readonly endOn: string;
  readonly months: number;
  readonly manager: string | null;
  readonly areaManager: string | null;
  readonly drafted: boolean;
}

const STAGE: Readonly<Record<number, string>> = { 12: '提前12个月启动', 6: '提前6个月接触', 3: '提前3个月谈判' };

/** Each contract once for each of 12, 6 and 3 months before its end. */
const due = async (tx: Tx, today: string): Promise<readonly Untracked[]> =>
  (
    await sql<Untracked>`
    with ending as (
      select c.code, c.name, c.project_code, c.end_on, p.manager, d.manager as area_manager,
        case when c.end_on <= ${today}::date + interval '3 months' then 3 when c.end_on <= ${today}::date + 180 then 6 else 12 end as months,
        exists (select from f_renewal_tracking t where t.contract = c.code and t.status = 'draft') as drafted
      from contract c join project p on p.code = c.project_code join dept d on d.id = p.area
      where c.state = 'active' and c.kind <> '外包合同' and c.end_on between ${today}::date and ${today}::date + interval '12 months'
        and not exists (select from f_renewal_tracking t where t.contract = c.code and t.contract_end = c.end_on
          and t.status in ('running', 'returned', 'approved')))
    , told as (
      insert into renewal_notice (contract_code, end_on, months) select code, end_on, months from ending
      on conflict do nothing returning contract_code, end_on, months)
    select e.code, e.name, e.project_code as project, e.end_on::text as "endOn", e.months, e.manager::text, e.area_manager::text as "areaManager", e.drafted
    from ending e join told t on t.contract_code = e.code and t.end_on = e.end_on and t.months = e.months order by e.end_on, e.code`.execute(
      tx,
    )
  ).rows;

/** @returns how many contracts were told of */
export const tellUntracked = (db: Db, engine: Engine, today: string, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const contracts = await due(tx, today);
    for (const contract of contracts) {
      const services = followUps(
        { deps: engine.deps, tx, now, module: { id: 'renewalTracking' } },
        'renewalTracking.untracked',
        { id: '0', project: contract.project },
      );
      await services.todo({
        kind: '续签提醒',
        title: `${contract.name}（${contract.code}）${contract.endOn}到期，${contract.months}个月内到期仍未建立续签跟踪`,
        project: contract.project,
        to: [contract.manager, contract.areaManager].filter((id) => id !== null),
        due: contract.endOn,
      });
      if (contract.months <= 6 && contract.manager !== null && !contract.drafted)
        await services.draft({
          module: 'renewalTracking',
          applicant: contract.manager,
          title: `${contract.name}即将到期，请完成续签跟踪`,
          values: {
            project: contract.project,
            contract: contract.code,
            contractEnd: contract.endOn,
            trackStage: STAGE[contract.months],
          },
        });
    }
    return contracts.length;
  });
