/** What runs out soon or has run out, of what the person may see: contracts, papers, tests of devices, deposits to be had back, talks about renewal. */
import { EXPIRY_DAYS, type EXPIRY_KINDS, type reminderIndex } from '@hengneng/contracts';
import { bookPath, shortCodeOf } from '@hengneng/core';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { holds, manageable, pageOf, USERS } from '../identity/index.ts';
import { projectsVisible } from '../projects/index.ts';

type Row = z.input<typeof reminderIndex.output>['rows'][number];
type Kind = (typeof EXPIRY_KINDS)[number];

/** As the statement answers it: `find` is what the kind's page is narrowed by. */
interface Found extends Omit<Row, 'path'> {
  readonly find: Readonly<Record<string, string>>;
}

/** Where something is done about it. */
const PAGES: Readonly<Record<Kind, string>> = {
  合同: '/contractManage/contractList',
  证书: bookPath('certificate'),
  证件: bookPath('credential'),
  年检: bookPath('credential'),
  特种设备检验: '/operationContent/deviceManage/projectDeviceSet',
  仪表检定: '/operationContent/deviceManage/projectDeviceSet',
  检测: '/operationContent/deviceManage/projectDeviceSet',
  工具检定: bookPath('tool'),
  押金: bookPath('depositReceivable'),
  续签跟踪: '/formFlow/resourceManage/renewalTracking/trackingList',
  劳动合同: bookPath('employeeContract'),
  质保: '/operationContent/deviceManage/projectDeviceSet',
};

/** An entry of a book: its page opens it. */
const entry = (id: RawBuilder<unknown>) => sql`json_build_object('entry', ${id}::text)`;
const keyword = (text: RawBuilder<unknown>) => sql`json_build_object('Keyword', ${text})`;

/** The days of a device that somebody has to see to, each in the words that tell it from the device's others. */
const OF_DEVICES = sql`(values ('特种设备检验', ' 内部检验', d.inner_inspect), ('特种设备检验', ' 外部检验', d.outer_inspect),
  ('特种设备检验', ' 定期检验', d.next_inspection), ('仪表检定', '', d.verify_due), ('检测', '', d.next_test_date),
  ('仪表检定', ' 安全阀', d.valve_expire), ('仪表检定', ' 压力表', d.gauge_expire), ('质保', '', d.warranty_end))`;

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
  const { rows, total } = await pageOf<Found>(
    ctx.db,
    input,
    sql`select kind, name, project, day::text as "on", (day - ${today})::int as days, find, day as _order from (
        select '合同' as kind, c.name, p.name as project, c.end_on as day, ${keyword(sql`c.code`)} as find
        from contract c join project p on p.code = c.project_code where c.state = 'active' and ${project}
        union all
        select '证书', u.user_name || ' ' || t.kind, p.name, t.valid_to, ${entry(sql`t.id`)}
        from b_certificate t join app_user u on u.id = t.holder and u.state = 'active' left join project p on p.code = t.project
        where not t.voided and t.state = '有效' and ${person} and not exists (select from b_certificate n
          where n.holder = t.holder and n.kind = t.kind and not n.voided and n.state = '有效' and n.valid_to > t.valid_to)
        union all
        select x.kind, c.credential_name, p.name, x.day, ${entry(sql`c.id`)}
        from b_credential c join app_user u on u.id = c.keeper left join project p on p.code = c.project
          cross join lateral (values ('证件', c.valid_to), ('年检', c.next_inspect)) x(kind, day)
        where not c.voided and c.state in ('在库', '借出') and ${person}
        union all
        select '劳动合同', u.user_name, null, e.end_on, ${entry(sql`e.id`)}
        from b_employee_contract e join app_user u on u.id = e.employee and u.state = 'active'
        where not e.voided and e.kind = '劳动合同' and ${person} and not exists (select from b_employee_contract n
          where n.employee = e.employee and n.kind = e.kind and not n.voided and n.end_on > e.end_on)
        union all
        select x.kind, d.name || '（' || d.code || '）' || x.what, p.name, x.day, json_build_object('ProjectCode', p.code,
          'tab', case when exists (select from meter m where m.device_id = d.id) then 'meters' else 'devices' end, 'Keyword', d.code)
        from device d join project p on p.code = d.project_code cross join lateral ${OF_DEVICES} x(kind, what, day)
        -- Nothing is left to be done about a warranty that is over.
        where d.state <> 'retired' and (x.kind <> '质保' or x.day >= ${today}) and ${project}
        union all
        select '工具检定', concat_ws(' ', t.name, t.spec), p.name, t.next_calibration, ${entry(sql`t.id`)}
        from b_tool t join project p on p.code = t.project
        where not t.voided and t.quantity > 0 and coalesce(t.state, '') not like '%报废%' and ${project}
        union all
        select '押金', d.kind || ' ' || d.counterpart, p.name, d.due_on, ${entry(sql`d.id`)}
        from b_deposit_receivable d left join project p on p.code = d.project
        where not d.voided and d.amount > coalesce(d.returned, 0) + coalesce(d.withheld, 0) and (d.keeper = ${session.userId} or ${project})
        union all
        select '续签跟踪', p.name || ' ' || r.serial, p.name, k.day, ${keyword(sql`r.serial`)}
        from f_renewal_tracking r join project p on p.code = r.project cross join lateral (
          select max(t.next_date) as day from f_renewal_tracking_tracks t where t.parent_id = r.id) k
        where r.status in ('running', 'returned') and (r.applicant = ${session.userId} or p.manager = ${session.userId})) found
      where day <= ${soon} ${input.kind === undefined ? sql`` : sql`and kind = ${input.kind}`}`,
    sql`_order, kind, name`,
  );
  return {
    total,
    rows: rows.map(({ find, ...row }) => {
      const page = PAGES[row.kind];
      return {
        ...row,
        path: holds(session, shortCodeOf(page), 'search') ? `${page}?${new URLSearchParams(find)}` : null,
      };
    }),
  };
};
