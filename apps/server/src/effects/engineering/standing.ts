/** 停用恢复: a supplier is suspended outside of its evaluations, and one that was suspended so is taken on again. */
import type { providerStanding } from '@hengneng/forms';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import { dayOf } from '../books/source.ts';
import { concernedBy } from '../books/suppliers.ts';
import { effect } from '../kit/effect.ts';

type Standing = Recorded<typeof providerStanding>;

/** What an evaluation suspended, only an evaluation takes on again (停用后复评). */
const EVALUATIONS: readonly string[] = ['ServiceEvaluationA', 'ServiceEvaluationC', 'providerAnnualReview'];

interface Supplier {
  readonly name: string;
  readonly state: string;
  readonly banned_until: string | null;
  readonly cert_expire: string | null;
  /** State before the restriction or suspension. */
  readonly restricted_from: string | null;
  /** The module that wrote its state last. */
  readonly stopped_by: string | null;
}

async function theSupplier(tx: Tx, id: string): Promise<Supplier> {
  const { rows } = await sql<Supplier>`select name, state, banned_until::text, cert_expire::text, restricted_from,
      (select c.source_module from entity_change c where c.table_name = 'supplier' and c.row_key = s.id::text and c.column_name = 'state'
        and c.undone_at is null order by c.id desc limit 1) as stopped_by
    from supplier s where id = ${id} for update`.execute(tx);
  return rows[0] ?? Promise.reject(refused('服务商不存在'));
}

/** @throws invalid where the supplier is not as the form supposes */
function demandState(record: Standing, supplier: Supplier, today: string): void {
  const wrong = (message: string) => invalid([{ path: 'action', message }]);
  if (record.action === '停用') {
    if (supplier.state === '停用' || supplier.state === '已撤销') throw wrong(`该服务商${supplier.state}，不需要停用`);
    return;
  }
  if (supplier.state !== '停用') throw wrong(`该服务商${supplier.state}，不需要恢复`);
  if (EVALUATIONS.includes(supplier.stopped_by ?? '')) throw wrong('该服务商因评价停用，请走准入评价的停用后复评');
  if (supplier.banned_until !== null && supplier.banned_until > today)
    throw wrong(`该服务商停用至${supplier.banned_until}，期满后才能恢复；误停用的请作废停用单`);
}

export const standingEffects: EffectsOf<'providerStanding', Standing> = {
  'providerStanding.check': effect(async ({ record, tx, now }) => {
    demandState(record, await theSupplier(tx, record.supplier), dayOf(now));
    const { rows } = await sql<{
      serial: string;
    }>`select serial from f_provider_standing where supplier = ${record.supplier}
      and id <> ${record.id} and status in ('running', 'returned') limit 1`.execute(tx);
    if (rows[0])
      throw invalid([{ path: 'supplier', message: `该服务商的停用恢复（${rows[0].serial}）还在办理，请办完后再申请` }]);
  }),
  'providerStanding.stop': effect(async ({ record, tx, set, services, now }) => {
    if (record.action !== '停用') return;
    const supplier = await theSupplier(tx, record.supplier);
    // An evaluation may have come between; what it decided stands.
    demandState(record, supplier, dayOf(now));
    await set('supplier', record.supplier, {
      state: '停用',
      restricted_from: supplier.state === '限制' ? supplier.restricted_from : supplier.state,
      banned_until: record.bannedUntil,
    });
    const open = [
      [record.openContracts, '份在履合同只按实结算'],
      [record.openLines, '行订单不再发货，请关闭剩余或另行采购'],
      [record.openBids, '个标段的报价按无效处理'],
    ] as const;
    const left = open.flatMap(([count, what]) => (count ? [`${count}${what}`] : []));
    if (left.length === 0) return;
    const title = `${supplier.name}已停用（${record.reasonKind}）：${left.join('；')}`;
    await services.todo({ kind: '停用处理', title, to: [], role: 'purchaser' });
    await services.tell({ to: await concernedBy(tx, record.supplier), title });
  }),
  'providerStanding.restore': effect(async ({ record, tx, set, now }) => {
    if (record.action !== '恢复') return;
    const today = dayOf(now);
    const supplier = await theSupplier(tx, record.supplier);
    demandState(record, supplier, today);
    const before = supplier.restricted_from ?? '待准入评价';
    const expired = supplier.cert_expire !== null && supplier.cert_expire < today && before !== '待准入评价';
    await set('supplier', record.supplier, {
      state: expired ? '限制' : before,
      restricted_from: expired ? before : null,
      banned_until: null,
    });
  }),
};
