/** A household's part of what rooms share, as people are told it: what was shared, by what, and how much of that is theirs. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { yuanOf } from './yuan.ts';

export interface SharedOfBill {
  readonly pool: string;
  readonly weigh: string;
  readonly source: string;
  readonly quantity: string | null;
  /** Fen. */
  readonly total: string;
  readonly weight: string;
  readonly weights: string;
  readonly rooms: number;
  /** Fen. */
  readonly share: string;
}

/** Of a standing bill `b`; null where nothing was shared. */
export const SHARED_OF_BILL = sql<SharedOfBill | null>`(select jsonb_build_object('pool', o.name, 'weigh', o.weigh, 'source', k.source,
      'quantity', trim_scale(k.quantity)::text, 'total', k.total::text, 'weight', trim_scale(q.weight)::text, 'weights', trim_scale(k.weights)::text,
      'share', q.amount::text, 'rooms', (select count(*) from shared_part a where a.cost_id = k.id))
    from shared_part q join shared_cost k on k.id = q.cost_id join shared_pool o on o.id = k.pool_id
    where q.room_fee_id = b.room_fee_id and k.cycle = b.cycle and b.kind = '周期' and b.state not in ('已红冲', '已作废') limit 1)`;

export const WEIGHT_UNITS: Readonly<Record<string, string>> = {
  建筑面积: 'm²·天',
  供能面积: 'm²·天',
  户数: '户·天',
  人数: '人·天',
  用量: '用量',
};

/** One line for paper, by the bill; of bills that share nothing there is none. */
export async function shareWords(db: Db | Tx, billIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (billIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; shared: SharedOfBill }>`select * from (
      select b.id::text, ${SHARED_OF_BILL} as shared from bill b where b.id = any(${[...billIds]}::bigint[])) x where shared is not null`.execute(
    db,
  );
  return new Map(
    rows.map(({ id, shared: of }) => [
      id,
      `${of.pool}公摊总额 ${yuanOf(of.total)} 元，按${of.weigh}由 ${of.rooms} 户分摊，本户 ${of.weight} ÷ 全部 ${of.weights} ${WEIGHT_UNITS[of.weigh] ?? ''}，分得 ${yuanOf(of.share)} 元`,
    ]),
  );
}
