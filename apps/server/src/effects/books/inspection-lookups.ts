/** What inspections take from the books: the clauses of a check table, what an earlier check left open. */
import { sql } from 'kysely';
import { onAt, standingShift } from '../../modules/inspection/index.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { Lookup, LookupEnv, Lookups } from './lookup.ts';
import { yearOf } from './source.ts';

interface CheckItem {
  readonly item: string;
  readonly standard: string | null;
  readonly score: string | null;
}

/**
 * The check items of a point by the version of its standard that held at a moment; the first version for what lies before it. Points without
 * versions have the one item of their own columns.
 */
export const itemsAt = async (
  tx: Tx,
  point: string,
  at: string,
): Promise<{ readonly version: number | null; readonly items: readonly CheckItem[] }> => {
  const { rows } = await sql<{ version: number | null; items: readonly CheckItem[] }>`
    select v.version, coalesce(v.items, jsonb_build_array(jsonb_build_object('item', p.item, 'standard', p.standard, 'score', p.score::text))) as items
      from b_inspection_point p left join lateral (select version, items from point_version where point_id = p.id
        order by valid_from <= ${at}::timestamptz desc, case when valid_from <= ${at}::timestamptz then -version else version end limit 1) v on true
     where p.id = ${point}`.execute(tx);
  return rows[0] ?? { version: null, items: [] };
};

/** The item that the row of the asking record is about. */
const itemOfRow = async (tx: Tx, point: string | null, { row, now }: LookupEnv): Promise<CheckItem | null> => {
  if (point === null) return null;
  const scanned = typeof row?.scanTime === 'string' && row.scanTime !== '' ? row.scanTime : now.toISOString();
  const { items } = await itemsAt(tx, point, scanned);
  const chosen = row?.item;
  if (typeof chosen !== 'string' || chosen === '') return items[0] ?? null;
  return items.find((one) => one.item === chosen) ?? null;
};

const ofRow =
  (take: (item: CheckItem) => string | null): Lookup =>
  async (tx, point, env) => {
    const item = await itemOfRow(tx, point, env);
    return item === null ? null : take(item);
  };

/** Modules whose scores are compared with those before. */
const KINDS: Readonly<Record<string, string>> = { systemCheck: '系统检查', projectInspectionCheck: '项目巡检' };

/** Points in use with each of the check items that hold now. */
const dueItems = sql`from (select * from b_inspection_point where state = '启用' and not voided) p
  left join point_version v on v.point_id = p.id and v.version = p.version
  left join lateral rows from (jsonb_to_recordset(v.items) as (item text)) with ordinality as i(item, at) on true`;

export const INSPECTION_LOOKUPS: Lookups = {
  checkTable: {
    async clauses(tx, table) {
      const { rows } = await sql<{ clause: string; fullScore: string }>`select clause, full_score::text as "fullScore"
        from b_check_clause where check_table = ${table} and not voided order by id`.execute(tx);
      return rows;
    },
  },
  inspectionRoute: {
    /** A row for each check item, in the order of the walk. */
    async points(tx, route) {
      const { rows } = await sql<{
        point: string;
        item: string;
      }>`select p.id::text as point, coalesce(i.item, p.item) as item ${dueItems}
        where p.route = ${route} order by p.sort nulls last, p.code, p.id, i.at`.execute(tx);
      return rows;
    },
    async dueCount(tx, route) {
      const { rows } = await sql<{
        due: number;
      }>`select count(*)::int as due ${dueItems} where p.route = ${route}`.execute(tx);
      return rows[0]?.due ?? 0;
    },
  },
  inspectionPoint: {
    rowItem: ofRow((item) => item.item),
    rowStandard: ofRow((item) => item.standard),
    rowScore: ofRow((item) => item.score),
  },
  project: {
    /** What is left of the year's budget for alterations; unknown where nothing was budgeted. */
    async roomBudgetLeft(tx, project, env) {
      if (project === null) return null;
      const year = String(env.record.planStart ?? '').slice(0, 4) || String(yearOf(env.now));
      const { rows } = await sql<{ left: string | null }>`select sum(available)::text as left from fund_budget_ledger
        where owner_kind = 'project' and owner_code = ${project} and subject = '技术改造' and month between ${`${year}-01`} and ${`${year}-12`}`.execute(
        tx,
      );
      return rows[0]?.left ?? null;
    },
  },
  dutyShift: {
    /** Unknown where nobody was rostered for that time: then it is typed in. */
    async rostered(tx, _value, env) {
      const { project, arriveTime } = env.record;
      if (typeof project !== 'string' || typeof arriveTime !== 'string' || arriveTime === '') return null;
      const { rows } = await sql<{ people: number }>`select count(distinct w.person)::int as people
        from b_duty_shift d cross join lateral unnest(array_append(coalesce(d.vice_watchers, '{}'), d.main_watcher)) w(person)
        where d.project = ${project} and ${standingShift} and ${onAt(sql`${arriveTime}::timestamptz`)}`.execute(tx);
      return rows[0]?.people || null;
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
