/** What inspections take from the books: the clauses of a check table, what an earlier check left open. */
import { sql } from 'kysely';
import type { Lookups } from './lookups.ts';

/** Modules whose scores are compared with those before. */
const KINDS: Readonly<Record<string, string>> = { systemCheck: '系统检查', projectInspectionCheck: '项目巡检' };

export const INSPECTION_LOOKUPS: Lookups = {
  checkTable: {
    async clauses(tx, table) {
      const { rows } = await sql<{ clause: string; fullScore: string }>`select clause, full_score::text as "fullScore"
        from b_check_clause where check_table = ${table} and not voided order by id`.execute(tx);
      return rows;
    },
  },
  projectScore: {
    /** Of the same project, kind and type, before the day of the record that asks. */
    async lastRate(tx, _value, env) {
      const kind = KINDS[env.moduleId];
      const { project, checkType, inspectType } = env.record;
      const topic = checkType ?? inspectType;
      if (kind === undefined || typeof project !== 'string' || typeof topic !== 'string') return null;
      const { rows } = await sql<{ rate: string }>`select score_rate::text as rate from b_project_score
        where project = ${project} and kind = ${kind} and topic = ${topic} and not voided
          and not (source_module = ${env.moduleId} and source_id = ${env.businessId ?? '0'})
        order by checked_on desc, id desc limit 1`.execute(tx);
      return rows[0]?.rate ?? null;
    },
  },
  systemUpkeep: {
    async lastProblems(tx, _value, env) {
      const { project } = env.record;
      if (typeof project !== 'string') return null;
      const { rows } = await sql<{ leftovers: string | null }>`select leftovers from b_system_upkeep
        where project = ${project} and state = '已关闭' and not voided order by actual_end desc, id desc limit 1`.execute(
        tx,
      );
      return rows[0]?.leftovers ?? null;
    },
  },
  systemMaintenance: {
    /** The works of a plan as what came of each is filled in. */
    async works(tx, plan) {
      const { rows } = await sql<{ doneItem: string; doneDevice: string | null; doneBy: string; plannedDate: string }>`
        select work_system || '：' || work_item as "doneItem", work_device::text as "doneDevice", owner::text as "doneBy",
          plan_date::text as "plannedDate" from f_system_maintenance_works where parent_id = ${plan} order by row_no`.execute(
        tx,
      );
      return rows;
    },
  },
  systemSafetyCheck: {
    async openHazards(tx, check) {
      if (check === null) return null;
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from b_safety_hazard
        where source_module = 'systemSafetyCheck' and source_id = ${check} and state <> '已闭环' and not voided`.execute(
        tx,
      );
      return rows[0]?.n ?? 0;
    },
  },
};
