/** 公摊 as it is set up, entered for a month and looked at before it is billed. */
import type { sharedCostSave, sharedParts, sharedPools, sharedPoolSave } from '@hengneng/contracts';
import { plusDays } from '@hengneng/charging';
import { money, toFen } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { communitiesVisible, type SeenCommunity, visibleCommunity } from '../registry/index.ts';
import { yuanOf } from '../yuan.ts';
import { linesAsked } from './lines.ts';
import { type Pool, SHARED_STANDS } from './pools.ts';
import { demandMeter } from './usage.ts';

type Row = z.input<typeof sharedPools.output>['rows'][number];
type Save = Extract<z.output<typeof sharedPoolSave.input>, { action: 'save' }>;

/** Whoever changes what is shared in a community waits for whoever begins to bill it. */
const lockPools = (tx: Tx, communityId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`charging.run ${communityId}`}, 0))`.execute(tx);

type Stored = Omit<
  Row,
  'cycle' | 'costVersion' | 'enteredQuantity' | 'enteredAmount' | 'quantity' | 'total' | 'rooms' | 'shared' | 'fault'
>;

const storedPools = async (db: Db | Tx, communityId: string, period: string): Promise<readonly Stored[]> => {
  const { rows } =
    await sql<Stored>`select p.id::text, p.version, p.name, p.fee_id::text as "feeId", f.name as fee, s.unit, p.building_id::text as "buildingId",
      coalesce(g.name, '全小区') as where, p.weigh, p.weigh_fee_id::text as "weighFeeId", coalesce(w.name, '') as "weighFee", p.meter_id::text as "meterId",
      coalesce(concat_ws(' ', d.code, coalesce(d.display_name, d.name)), '') as meter, p.usage, lower(p.span)::text as "from", (upper(p.span) - 1)::text as "to",
      exists (select from shared_cost k where k.pool_id = p.id and k.run_id is not null) as used
    from shared_pool p join fee f on f.id = p.fee_id join fee_basis s on s.id = f.basis_id left join building g on g.id = p.building_id
    left join fee w on w.id = p.weigh_fee_id left join device d on d.id = p.meter_id
    where p.community_id = ${communityId}::bigint and coalesce(upper(p.span), 'infinity') > (${period} || '-01')::date order by f.id, g.id nulls first, p.id`.execute(
      db,
    );
  return rows;
};

export async function listPools(
  ctx: Ctx,
  of: z.output<typeof sharedPools.input>,
): Promise<z.input<typeof sharedPools.output>> {
  const community = await visibleCommunity(ctx, ctx.db, of.communityId);
  const stored = await storedPools(ctx.db, community.id, of.period);
  const { pools } = await linesAsked(ctx.db, {
    communityId: community.id,
    period: of.period,
    feeIds: [...new Set(stored.map(({ feeId }) => feeId))],
  });
  const { rows: costs } = await sql<{
    pool: string;
    cycle: string;
    version: number;
    quantity: string | null;
    amount: string | null;
  }>`select k.pool_id::text as pool, k.cycle, k.version, trim_scale(k.quantity)::text as quantity, k.amount::text from shared_cost k
    where k.pool_id = any(${pools.map(({ id }) => id)}::bigint[])`.execute(ctx.db);
  return {
    rows: stored.map((row) => {
      const now = pools.find(({ id }) => id === row.id);
      const cost = costs.find(({ pool, cycle }) => pool === row.id && cycle === now?.cycle);
      return {
        ...row,
        cycle: now?.cycle ?? null,
        costVersion: cost?.version ?? 0,
        enteredQuantity: row.meterId === null ? (cost?.quantity ?? null) : null,
        enteredAmount: cost?.amount == null ? null : yuanOf(cost.amount),
        quantity: now?.quantity ?? null,
        total: now?.total == null ? null : yuanOf(now.total),
        rooms: now?.parts.filter(({ fen }) => fen !== null).length ?? 0,
        shared: now?.stands ?? false,
        fault: now === undefined ? '本账期不出该费项的账，或公摊还未开始' : faultOf(now),
      };
    }),
  };
}

const faultOf = ({ fault, parts }: Pool): string => {
  if (fault !== null) return fault;
  const lacking = parts.filter(({ why }) => why !== null && why !== '').length;
  return lacking === 0 ? '' : `${lacking}户没有份额`;
};

interface Found {
  readonly id: string;
  readonly name: string;
  readonly fee: string;
  readonly meter: string | null;
  readonly version: number;
  readonly community: string;
}

/** @throws notFound where the person sees none such */
async function foundPool(ctx: Ctx, db: Db | Tx, id: string): Promise<Found> {
  const { rows } =
    await sql<Found>`select p.id::text, p.name, p.fee_id::text as fee, p.meter_id::text as meter, p.version, p.community_id::text as community
    from shared_pool p join community c on c.id = p.community_id where p.id = ${id}::bigint and ${communitiesVisible(ctx.session)}`.execute(
      db,
    );
  const [pool] = rows;
  if (pool === undefined) throw notFound('公摊项目不存在，或您没有查看它的权限');
  return pool;
}

async function demandFee(tx: Tx, of: Save, community: SeenCommunity): Promise<void> {
  const { rows } = await sql<{
    id: string;
    source: string;
    cycle: string;
    charged: boolean;
    metered: boolean;
  }>`select f.id::text, s.source, f.cycle,
      exists (select from room_fee x join room r on r.id = x.room_id where x.fee_id = f.id and r.community_id = ${community.id}::bigint) as charged,
      exists (select from room_fee x join room r on r.id = x.room_id where x.fee_id = f.id and r.community_id = ${community.id}::bigint and x.meter_id is not null) as metered
    from fee f join fee_basis s on s.id = f.basis_id where f.id = any(${[of.feeId, ...(of.weighFeeId === null ? [] : [of.weighFeeId])]}::bigint[]) and f.state = '启用'`.execute(
    tx,
  );
  const fee = rows.find(({ id }) => id === of.feeId);
  if (fee?.source !== '用量') throw invalid([{ path: 'feeId', message: '请选择计费依据为用量的启用费项' }]);
  if (fee.metered) throw invalid([{ path: 'feeId', message: '该费项已有房间按自己的表计计费，请另建公摊费项' }]);
  if (!fee.charged)
    throw invalid([{ path: 'feeId', message: '该小区还没有房间设置这个收费项，请先在房间管理设收费项' }]);
  if (of.weighFeeId === null) return;
  const by = rows.find(({ id }) => id === of.weighFeeId);
  if (by === undefined || of.weighFeeId === of.feeId || (by.source !== '用量' && by.source !== '阶梯'))
    throw invalid([{ path: 'weighFeeId', message: '请选择另一个按用量计费的费项' }]);
  if (by.cycle !== fee.cycle) throw invalid([{ path: 'weighFeeId', message: '两个费项的周期应相同' }]);
}

/** @throws invalid where rooms would share the same fee twice */
async function demandAlone(tx: Tx, of: Save): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`select p.name from shared_pool p where p.community_id = ${of.communityId}::bigint and p.fee_id = ${of.feeId}::bigint
      and p.id <> ${of.id ?? '0'}::bigint and p.span && daterange(${of.from}::date, null)
      and (p.building_id is null or ${of.buildingId}::bigint is null or p.building_id = ${of.buildingId}::bigint) limit 1`.execute(
    tx,
  );
  const [other] = rows;
  if (other !== undefined)
    throw invalid([{ path: 'buildingId', message: `与公摊项目「${other.name}」的范围重叠；不同的公摊请用不同的费项` }]);
}

async function keep(tx: Tx, by: string, of: Save, community: SeenCommunity): Promise<{ id: string; version: number }> {
  await demandFee(tx, of, community);
  await demandAlone(tx, of);
  if (of.meterId !== null) await demandMeter(tx, community.project, of.meterId);
  if (of.buildingId !== null) {
    const { rows } =
      await sql`select 1 from building where id = ${of.buildingId}::bigint and community_id = ${community.id}::bigint`.execute(
        tx,
      );
    if (rows.length === 0) throw invalid([{ path: 'buildingId', message: '楼栋不存在' }]);
  }
  const values = sql`${of.feeId}::bigint, ${of.buildingId}::bigint, ${of.name}, ${of.weigh}, ${of.weighFeeId}::bigint, ${of.meterId}::bigint, ${of.usage},
    daterange(${of.from}::date, null)`;
  const columns = sql`fee_id, building_id, name, weigh, weigh_fee_id, meter_id, usage, span`;
  const { rows } =
    of.id === null
      ? await sql<{
          id: string;
          version: number;
        }>`insert into shared_pool (community_id, made_by, ${columns}) values (${community.id}::bigint,
          ${by}::bigint, ${values}) returning id::text, version`.execute(tx)
      : await sql<{
          id: string;
          version: number;
        }>`update shared_pool set (${columns}) = (select ${values}), version = version + 1 where id = ${of.id}::bigint
          returning id::text, version`.execute(tx);
  const [saved] = rows;
  if (saved === undefined) throw notFound('公摊项目不存在，请刷新');
  return saved;
}

/** What has been billed by a pool keeps its meaning: then only its name changes. */
async function rename(tx: Tx, of: Save): Promise<{ id: string; version: number }> {
  const { rows } = await sql<{
    id: string;
    version: number;
  }>`update shared_pool set name = ${of.name}, version = version + 1 where id = ${of.id}::bigint
      and fee_id = ${of.feeId}::bigint and building_id is not distinct from ${of.buildingId}::bigint and weigh = ${of.weigh} and usage = ${of.usage}
      and weigh_fee_id is not distinct from ${of.weighFeeId}::bigint and meter_id is not distinct from ${of.meterId}::bigint and lower(span) = ${of.from}::date
    returning id::text, version`.execute(tx);
  const [saved] = rows;
  if (saved === undefined) throw refused('已按该公摊出过账，只能改名称；要改分摊方式请先停止，再自新的起日另建');
  return saved;
}

async function end(tx: Tx, of: { readonly id: string; readonly to: string }): Promise<{ id: string; version: number }> {
  const { rows: billed } = await sql<{
    to: string | null;
  }>`select max(b.to_day)::text as "to" from shared_cost k join shared_part q on q.cost_id = k.id
    join bill b on b.room_fee_id = q.room_fee_id and b.cycle = k.cycle and b.kind = '周期' and b.state not in ('已作废', '已红冲')
    where k.pool_id = ${of.id}::bigint`.execute(tx);
  const last = billed[0]?.to == null ? null : plusDays(billed[0].to, -1);
  // The day given is the last one of it.
  if (last !== null && of.to < last) throw invalid([{ path: 'to', message: `已出账到 ${last}，不能早于该日停止` }]);
  const { rows } = await sql<{
    id: string;
    version: number;
  }>`update shared_pool set span = daterange(lower(span), ${of.to}::date + 1), version = version + 1
    where id = ${of.id}::bigint and lower(span) <= ${of.to}::date returning id::text, version`.execute(tx);
  const [saved] = rows;
  if (saved === undefined) throw invalid([{ path: 'to', message: '止日不能早于起日' }]);
  return saved;
}

export const savePool = (
  ctx: Ctx,
  of: z.output<typeof sharedPoolSave.input>,
): Promise<z.input<typeof sharedPoolSave.output>> =>
  ctx.write(async (tx) => {
    const community = await visibleCommunity(ctx, tx, of.communityId);
    await lockPools(tx, community.id);
    let saved: { id: string; version: number };
    if (of.action === 'save' && of.id === null) saved = await keep(tx, ctx.session.userId, of, community);
    else {
      const pool = await foundPool(ctx, tx, of.id ?? '0');
      if (pool.community !== community.id) throw notFound('公摊项目不存在，或您没有查看它的权限');
      if (pool.version !== of.version) throw conflict('公摊项目已被他人修改，请刷新后重试');
      const { rows } =
        await sql`select 1 from shared_cost where pool_id = ${of.id}::bigint and run_id is not null limit 1`.execute(
          tx,
        );
      saved =
        of.action === 'end'
          ? await end(tx, of)
          : rows.length > 0
            ? await rename(tx, of)
            : await keep(tx, ctx.session.userId, of, community);
    }
    await trail(tx, ctx, {
      kind: '收费',
      action: of.action === 'end' ? '停止公摊项目' : of.id === null ? '新增公摊项目' : '修改公摊项目',
      object: `小区 ${community.name}`,
      after: { ...of },
    });
    return saved;
  });

export const saveCost = (
  ctx: Ctx,
  of: z.output<typeof sharedCostSave.input>,
): Promise<z.input<typeof sharedCostSave.output>> =>
  ctx.write(async (tx) => {
    const pool = await foundPool(ctx, tx, of.poolId);
    await lockPools(tx, pool.community);
    if (pool.meter !== null && of.quantity !== null)
      throw invalid([{ path: 'quantity', message: '该公摊按表计计量，数量由表计读数得出' }]);
    if (pool.meter === null && of.quantity === null && of.amount === null)
      throw invalid([{ path: 'quantity', message: '请填写公摊数量或公摊金额' }]);
    if (of.quantity !== null && Number(of.quantity) === 0 && of.amount === null)
      throw invalid([{ path: 'quantity', message: '公摊数量应大于0；没有费用请填写金额0' }]);
    const asked = await linesAsked(tx, { communityId: pool.community, period: of.period, feeIds: [pool.fee] });
    const now = asked.pools.find(({ id }) => id === pool.id);
    if (now === undefined) throw invalid([{ path: 'period', message: '本账期不出该费项的账，或公摊还未开始' }]);
    const { rows: stored } = await sql<{
      version: number;
      stands: boolean;
    }>`select k.version, ${SHARED_STANDS} as stands from shared_cost k where k.pool_id = ${pool.id}::bigint and k.cycle = ${now.cycle} for update of k`.execute(
      tx,
    );
    const [cost] = stored;
    if (cost?.stands === true) throw refused('已按此费用出账，不能修改；请先作废或红冲该账期的全部公摊账单');
    if ((cost?.version ?? 0) !== of.version) throw conflict('公摊费用已被他人修改，请刷新后重试');
    const fen = of.amount === null ? null : String(toFen(money(of.amount)));
    const source = pool.meter === null ? '录入' : '表计';
    const { rows } = await sql<{
      version: number;
    }>`insert into shared_cost as k (pool_id, cycle, quantity, amount, source, made_by) values (${pool.id}, ${now.cycle}, ${of.quantity}::numeric,
        ${fen}::bigint, ${source}, ${ctx.session.userId})
      on conflict (pool_id, cycle) do update set quantity = excluded.quantity, amount = excluded.amount, source = excluded.source, run_id = null, total = null,
        weights = null, made_by = excluded.made_by, made_at = app_now(), version = k.version + 1 returning version`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '收费',
      action: '录入公摊费用',
      object: `公摊 ${pool.name}`,
      summary: now.cycle,
      after: { 数量: of.quantity, 金额: of.amount },
    });
    return { version: rows[0]?.version ?? 0 };
  });

export async function listParts(
  ctx: Ctx,
  of: z.output<typeof sharedParts.input>,
): Promise<z.input<typeof sharedParts.output>> {
  const pool = await foundPool(ctx, ctx.db, of.poolId);
  const asked = await linesAsked(ctx.db, { communityId: pool.community, period: of.period, feeIds: [pool.fee] });
  const now = asked.pools.find(({ id }) => id === pool.id);
  if (now === undefined) return { rows: [], total: null, weights: '0', fault: '本账期不出该费项的账，或公摊还未开始' };
  const { rows: names } = await sql<{
    id: string;
    code: string;
  }>`select id::text, full_code as code from room where id = any(${now.parts.map(({ roomId }) => roomId)}::bigint[])`.execute(
    ctx.db,
  );
  const codes = new Map(names.map(({ id, code }) => [id, code]));
  return {
    rows: now.parts.map(({ id, roomId, weight, quantity, fen, why }) => ({
      id,
      room: codes.get(roomId) ?? '',
      weight,
      quantity,
      amount: fen === null ? null : yuanOf(fen),
      why: why ?? '',
    })),
    total: now.total === null ? null : yuanOf(now.total),
    weights: now.weights,
    fault: now.fault ?? '',
  };
}
