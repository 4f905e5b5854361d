/** What inspections take from the books: the clauses of a check table, what an earlier check left open. */
import { sql } from 'kysely';
import type { Lookups } from './lookups.ts';

export const INSPECTION_LOOKUPS: Lookups = {
  checkTable: {
    async clauses(tx, table) {
      const { rows } = await sql<{ clause: string; fullScore: string }>`select clause, full_score::text as "fullScore"
        from b_check_clause where check_table = ${table} and not voided order by id`.execute(tx);
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
