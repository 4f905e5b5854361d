/** What runs out soon or has run out, of what the person may see: contracts, papers of people, tests and warranties of devices. */
import { EXPIRY_DAYS, type reminderIndex } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { holds, manageable, pageOf, USERS } from '../identity/index.ts';
import { projectsVisible } from '../projects/index.ts';

type Row = z.input<typeof reminderIndex.output>['rows'][number];

export const listExpiring = async (
  ctx: Ctx,
  input: z.output<typeof reminderIndex.input>,
): Promise<{ rows: Row[]; total: number }> => {
  const { session } = ctx;
  const today = sql<string>`(${ctx.now}::timestamptz at time zone 'Asia/Shanghai')::date`;
  const soon = sql`${today} + ${EXPIRY_DAYS}::int`;
  const project = projectsVisible(session, 'p');
  // One's own papers, and those of the people whom one manages.
  const person = holds(session, USERS, 'search')
    ? sql`(u.id = ${session.userId} or ${manageable(session, 'u')})`
    : sql`u.id = ${session.userId}`;
  return pageOf<Row>(
    ctx.db,
    input,
    sql`select kind, name, project, day::text as "on", (day - ${today})::int as days, day as _order from (
        select '合同' as kind, c.name, p.name as project, c.end_on as day
        from contract c join project p on p.code = c.project_code where c.state = 'active' and ${project}
        union all
        select '证件', u.user_name || ' ' || t.kind, p.name, t.valid_to
        from b_certificate t join app_user u on u.id = t.holder and u.state = 'active' left join project p on p.code = t.project
        where not t.voided and t.state = '有效' and ${person} and not exists (select from b_certificate n
          where n.holder = t.holder and n.kind = t.kind and not n.voided and n.state = '有效' and n.valid_to > t.valid_to)
        union all
        select '证件', c.credential_name, p.name, c.valid_to
        from b_credential c join app_user u on u.id = c.keeper left join project p on p.code = c.project
        where not c.voided and c.state in ('在库', '借出') and ${person}
        union all
        select '劳动合同', u.user_name, null, e.end_on
        from b_employee_contract e join app_user u on u.id = e.employee and u.state = 'active'
        where not e.voided and e.kind = '劳动合同' and ${person} and not exists (select from b_employee_contract n
          where n.employee = e.employee and n.kind = e.kind and not n.voided and n.end_on > e.end_on)
        union all
        select '检定', d.name || '（' || d.code || '）', p.name, d.next_test_date
        from device d join project p on p.code = d.project_code where d.state <> 'retired' and ${project}
        union all
        select '质保', d.name || '（' || d.code || '）', p.name, d.warranty_end
        from device d join project p on p.code = d.project_code
        -- Nothing is left to be done about a warranty that is over.
        where d.state <> 'retired' and d.warranty_end >= ${today} and ${project}) found
      where day <= ${soon} ${input.kind === undefined ? sql`` : sql`and kind = ${input.kind}`}`,
    sql`_order, kind, name`,
  );
};
