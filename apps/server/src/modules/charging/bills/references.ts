/** Bills as forms point at them: those that stand, and those that are checked and wait for their release. */
import { sql } from 'kysely';
import type { ReferenceSource } from '../../../engine/references/types.ts';
import { likeText } from '../../identity/index.ts';
import { billState, passed } from '../bill-state.ts';
import { asked, found, ids, named, propsOf, valuesOf } from '../referring.ts';
import { communitiesVisible } from '../registry/index.ts';
import { daysBy } from './lines.ts';

const FROM = sql`bill b join community c on c.id = b.community_id join room r on r.id = b.room_id join fee f on f.id = b.fee_id`;
const LABEL = sql`concat_ws(' ', b.bill_no, r.full_code, f.name, b.period)`;
const STANDS = sql`(b.state = '已发布' or b.state = '待审核' and ${passed}) and b.kind not in ('红冲', '违约金', '押金')`;
const yuan = (fen: ReturnType<typeof sql>) => sql`((${fen})::numeric / 100)::numeric(18,2)`;

export const billReferences: ReferenceSource = {
  entity: 'bill',
  search: (ctx, query) => {
    const of = (name: string, column: string) => {
      const value = asked(query.extra, name);
      return value === null ? sql`` : sql` and ${sql.ref(column)} = ${value}::bigint`;
    };
    return found(
      ctx.db,
      sql`select b.id::text as value, ${LABEL} as label, b.bill_no as "billNo", r.full_code as room, f.name as fee, b.period as month,
          ${yuan(sql`b.amount - b.reduced`)}::text as "netAmount", ${yuan(sql`b.amount - b.reduced - b.settled`)}::text as open, b.due_day as _due, b.id as _order
        from ${FROM} where ${STANDS} and ${LABEL} ilike ${likeText(query.keyword)} and ${communitiesVisible(ctx.session)}
          and (${query.projectCode}::text is null or c.project_code = ${query.projectCode})
          ${of('community', 'b.community_id')}${of('room', 'b.room_id')}${of('fee', 'b.fee_id')}`,
      sql`_due desc, _order`,
      query,
    );
  },
  labels: (db, values) =>
    named(
      db,
      sql`select b.id::text as value, ${LABEL} as label from ${FROM} where b.id = any(${ids(values)}::bigint[])`,
    ),
  allowed: (db, session, values) =>
    valuesOf(
      db,
      sql`select b.id::text as value from ${FROM} where b.id = any(${ids(values)}::bigint[]) and ${communitiesVisible(session)}`,
    ),
  within: propsOf(FROM, sql`b.id`, {
    project: sql`c.project_code`,
    community: sql`b.community_id`,
    room: sql`b.room_id`,
    fee: sql`b.fee_id`,
  }),
  plain: propsOf(FROM, sql`b.id`, {
    billNo: sql`b.bill_no`,
    month: sql`b.period`,
    room: sql`b.room_id`,
    fee: sql`b.fee_id`,
    amount: yuan(sql`b.amount`),
    netAmount: yuan(sql`b.amount - b.reduced`),
    paid: yuan(sql`b.settled`),
    cycleDays: sql`greatest(b.cycle_days, 1)`,
    dueOn: sql`b.due_day`,
    state: billState,
  }),
  props: {
    /** Days of it that lie in what the asking record says of a span, both ends included. */
    async stopDays(db, bill, { record }) {
      const [from, to] = [record['startDate'], record['endDate']];
      if (bill === null || typeof from !== 'string' || typeof to !== 'string' || from > to) return null;
      const { rows } = await sql<{
        days: number;
      }>`select case when isempty(s.span) then 0 else ${daysBy(sql`t.day_count`, sql`s.span`)} end as days
        from bill b cross join lateral (select daterange(b.from_day, b.to_day) * daterange(${from}::date, ${to}::date, '[]') as span) s
        left join lateral (select day_count from community_terms t where t.community_id = b.community_id
          order by (t.from_day <= (b.period || '-01')::date) desc, case when t.from_day <= (b.period || '-01')::date then t.from_day end desc, t.from_day limit 1) t on true
        where b.id = ${bill}::bigint`.execute(db);
      return rows[0]?.days ?? null;
    },
  },
};
