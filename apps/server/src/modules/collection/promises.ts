/** Customers' promises to pay: on the day after one that was not kept, whoever asked and the project's manager are told, once. */
import { sql } from 'kysely';
import { type Engine, followUps } from '../../engine/index.ts';
import type { Db } from '../../platform/db/schema.ts';

interface Broken {
  readonly contract: string;
  readonly customer: string;
  readonly project: string;
  readonly promised_on: string;
  readonly promised_amount: string | null;
  readonly received: string;
  readonly collector: string;
  readonly manager: string | null;
}

/** @returns how many promises were not kept */
export const tellBrokenPromises = (db: Db, engine: Engine, today: string, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<Broken>`
      with due as (
        select n.id, n.contract, n.called_on, n.promised_on, n.promised_amount, n.collector,
          coalesce((select sum(w.amount) from b_write_off w where w.contract = n.contract and not w.voided and w.state = '已核销'
            and not w.by_prepaid and w.written_on between n.called_on and n.promised_on), 0) as received
        from collection_note n where n.told_on is null and n.promised_on < ${today}::date for update of n skip locked)
      , told as (update collection_note set told_on = ${today}::date where id in (select id from due))
      select d.contract, c.party_a as customer, c.project_code as project, d.promised_on::text, d.promised_amount::text, d.received::text,
        d.collector::text, p.manager::text
      from due d join contract c on c.code = d.contract join project p on p.code = c.project_code
      where d.received <= 0 or d.received < coalesce(d.promised_amount, 0) order by d.id`.execute(tx);
    for (const broken of rows) {
      const services = followUps(
        { deps: engine.deps, tx, now, module: { id: 'userSettlement' } },
        'collection.promise',
        { id: '0', project: broken.project },
      );
      const promised = broken.promised_amount === null ? '付款' : `付款${broken.promised_amount}元`;
      await services.todo({
        kind: '催收',
        title: `${broken.customer}（合同${broken.contract}）承诺${broken.promised_on}${promised}，实际到账${broken.received}元，请继续催收`,
        project: broken.project,
        to: [...new Set([broken.collector, broken.manager])].filter((id) => id !== null),
      });
    }
    return rows.length;
  });
