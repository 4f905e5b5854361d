/** The demo projects' numbers at their suppliers of electricity and gas. */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';

/** Seeds after things, in their transaction. */
export const seedSupplyAccounts = async (tx: Tx): Promise<void> => {
  await sql`insert into energy_supply_account (project_code, category_id, payee_id, account_no, holder, use_kind, pay_mode, bill_day, due_day, meters, is_demo)
    select m.project_code, top.id, y.id, upper(k.prefix) || right(m.project_code, 5), p.customer_name, k.use, '对公转账', 1, 15, array_agg(m.device_id), true
    from meter m join energy_category c on c.id = m.category_id join energy_category top on top.id = coalesce(c.parent_id, c.id)
    join project p on p.code = m.project_code
    join (values ('elec', '电', 'dl', '一般工商业'), ('gas', '天然气', 'rq', ''), ('water', '自来水', 'sw', '')) k(code, kind, prefix, use) on k.code = top.code
    join lateral (select id from energy_payee_account e where e.energy_types @> array[k.kind] order by e.id limit 1) y on true
    where m.parent_id is null group by m.project_code, top.id, y.id, k.prefix, p.customer_name, k.use`.execute(tx);
};
