/** What rooms used, as it would be billed, and the meters that say so. */
import type { chargeMeters, chargeSaveMeter, chargeUsage } from '@hengneng/contracts';
import { plusDays } from '@hengneng/charging';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import { likeText } from '../../../platform/db/like.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { conflict, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { communitiesVisible, visibleCommunity } from '../registry/index.ts';
import { lineCtes, linesAsked, sharedFees } from './lines.ts';
import { unusedWhy } from './use.ts';

type Row = z.input<typeof chargeUsage.output>['rows'][number];

export async function listUsage(
  ctx: Ctx,
  of: z.output<typeof chargeUsage.input>,
): Promise<z.input<typeof chargeUsage.output>> {
  const community = await visibleCommunity(ctx, ctx.db, of.communityId);
  const { rows: fees } = await sql<{
    id: string;
  }>`select distinct f.id::text from fee f join fee_basis b on b.id = f.basis_id
    join room_fee rf on rf.fee_id = f.id join room r on r.id = rf.room_id
    where r.community_id = ${community.id}::bigint and b.source in ('用量', '阶梯') and f.state = '启用' and (${of.fee ?? null}::bigint is null or f.id = ${of.fee ?? null}::bigint)`.execute(
    ctx.db,
  );
  const asked = await linesAsked(ctx.db, {
    communityId: community.id,
    period: of.period,
    feeIds: fees.map(({ id }) => id),
  });
  const shared = sharedFees(asked);
  // What is shared is seen with its pool.
  const own = { ...asked, fees: asked.fees.filter(({ id }) => !shared.includes(id)), pools: [] };
  if (own.fees.length === 0) return { rows: [], total: 0, counts: { ready: 0, lacking: 0, billed: 0 } };
  const names = JSON.stringify(Object.fromEntries(own.fees.map(({ id, name }) => [id, name])));
  const { rows } = await sql<
    Omit<Row, 'to'> & { to: string; found: number; ready: number; lacking: number; billed: number }
  >`with ${lineCtes(own, { buildingId: of.building ?? null, again: true })},
    stated as (
      select o.*, u.measured, u.estimated, case when exists (select from bill x where x.room_fee_id = o.id and x.cycle = o.cycle and x.kind = '周期'
          and x.state not in ('已作废', '已红冲')) then '已出账' when u.id is null then '缺用量' else '可出账' end as state
      from owed o left join used u on u.id = o.id where o.full_code ilike ${likeText(of.Keyword ?? '')}),
    found as (select s.*, (count(*) over ())::int as found from stated s where ${of.state ?? ''} in ('', s.state) order by s.full_code, s.fee_id
      limit ${of.PageSize} offset ${(of.PageIndex - 1) * of.PageSize}),
    counts as (select (count(*) filter (where state = '可出账'))::int as ready, (count(*) filter (where state = '缺用量'))::int as lacking,
      (count(*) filter (where state = '已出账'))::int as billed from stated)
    select o.id::text as "roomFeeId", rf.version, o.full_code as room, coalesce(${names}::jsonb ->> o.fee_id::text, '') as fee, o.cycle,
      lower(o.active)::text as "from", upper(o.active)::text as "to", o.meter_id::text as "meterId", coalesce(concat_ws(' ', d.code, coalesce(d.display_name, d.name)), '') as meter,
      trim_scale(a.open)::text as last, trim_scale(z.close)::text as now, coalesce(t.ratios, '') as ratios, coalesce(t.swaps, 0)::int as swaps,
      trim_scale(o.measured)::text as usage, coalesce(trim_scale(round(o.estimated, 4))::text, '0') as estimated, o.unit,
      case when o.meter_id is not null then '表计' else coalesce((select w.source from room_usage w where w.room_fee_id = o.id and w.cycle = o.cycle), '') end as source,
      o.state, case when o.state = '缺用量' then ${unusedWhy([])} else '' end as why, o.found, c.ready, c.lacking, c.billed
    from counts c left join (found o join room_fee rf on rf.id = o.id) on true left join shared s on s.id = o.id left join device d on d.id = o.meter_id
    left join meter_day a on a.meter_id = o.meter_id and a.register = 'total' and a.day = lower(o.active)
    left join meter_day z on z.meter_id = o.meter_id and z.register = 'total' and z.day = upper(o.active) - 1
    left join lateral (select (select string_agg(trim_scale(q.value)::text, '、' order by q.valid_from) from meter_ratio q where q.meter_id = o.meter_id and q.state = '已生效'
          and (q.valid_from > a.from_at and q.valid_from < z.to_at or q.valid_from = (select max(e.valid_from) from meter_ratio e
            where e.meter_id = o.meter_id and e.state = '已生效' and e.valid_from <= coalesce(a.from_at, z.from_at)))) as ratios,
        (select count(*) from meter_break k where k.meter_id = o.meter_id and k.state = '已生效' and k.registers ? 'total' and k.removed_at > a.from_at
          and k.removed_at <= z.to_at) as swaps) t on o.meter_id is not null
    order by o.full_code, o.fee_id`.execute(ctx.db);
  const [first] = rows;
  return {
    rows: rows.flatMap(({ found: _f, ready: _r, lacking: _l, billed: _b, to, ...row }) =>
      row.roomFeeId === null ? [] : [{ ...row, to: plusDays(to, -1) }],
    ),
    total: first?.found ?? 0,
    counts: { ready: first?.ready ?? 0, lacking: first?.lacking ?? 0, billed: first?.billed ?? 0 },
  };
}

/** The first hundred that match; further ones are found by their code. */
export async function listMeters(
  ctx: Ctx,
  of: z.output<typeof chargeMeters.input>,
): Promise<z.input<typeof chargeMeters.output>> {
  const community = await visibleCommunity(ctx, ctx.db, of.communityId);
  const like = likeText(of.Keyword);
  const { rows } = await sql<z.input<typeof chargeMeters.output>['rows'][number]>`
    select m.device_id::text as id, d.code, coalesce(d.display_name, d.name) as name, m.meter_type as type, m.unit,
      coalesce((select string_agg(distinct r.full_code, '、') from room_fee rf join room r on r.id = rf.room_id join community c on c.id = r.community_id
        where rf.meter_id = m.device_id and c.id = ${community.id}::bigint and coalesce(upper(rf.span), 'infinity') > app_now()::date), '') as rooms
    from meter m join device d on d.id = m.device_id where m.project_code = ${community.project} and 'total' = any(m.registers)
      and (d.code ilike ${like} or d.name ilike ${like} or d.display_name ilike ${like}) order by d.code limit 100`.execute(
    ctx.db,
  );
  return { rows };
}

/** @throws invalid where it is no meter of the community's project that counts */
export async function demandMeter(tx: Tx, project: string, id: string): Promise<void> {
  const { rows } =
    await sql`select 1 from meter where device_id = ${id}::bigint and project_code = ${project} and 'total' = any(registers)`.execute(
      tx,
    );
  if (rows.length === 0) throw invalid([{ path: 'meterId', message: '表计不存在，或不属于该小区的项目' }]);
}

/** Says by which meter a room's fee is counted. What was billed stands: then the fee is ended, and set anew from a day on. */
export const saveMeter = (
  ctx: Ctx,
  of: z.output<typeof chargeSaveMeter.input>,
): Promise<z.input<typeof chargeSaveMeter.output>> =>
  ctx.write(async (tx) => {
    const { rows } = await sql<{
      community: string;
      project: string;
      room: string;
      roomId: string;
      fee: string;
      source: string;
      version: number;
      meter: string | null;
      billed: boolean;
      shared: boolean;
    }>`select c.id::text as community, c.project_code as project, r.full_code as room, r.id::text as "roomId", f.name as fee, s.source, x.version, x.meter_id::text as meter,
        exists (select from bill b where b.room_fee_id = x.id and b.kind = '周期' and b.state not in ('已作废', '已红冲')) as billed,
        exists (select from shared_pool p where p.fee_id = x.fee_id and p.community_id = c.id) as shared
      from room_fee x join room r on r.id = x.room_id join community c on c.id = r.community_id join fee f on f.id = x.fee_id join fee_basis s on s.id = f.basis_id
      where x.id = ${of.roomFeeId}::bigint and ${communitiesVisible(ctx.session)} for update of x`.execute(tx);
    const [charge] = rows;
    if (charge === undefined) throw notFound('收费项不存在，或您没有查看它的权限');
    if (charge.version !== of.version) throw conflict('收费项已被他人修改，请刷新后重试');
    if (charge.meter === of.meterId) return { version: charge.version };
    if (charge.source !== '用量' && charge.source !== '阶梯') throw refused('该费项不按用量计费，不能绑定表计');
    if (charge.shared) throw refused('该费项是公摊费项，不按房间表计计费');
    if (charge.billed) throw refused('该收费项已出账，请先在房间管理停止该收费项，再自新的起日另设后绑定');
    if (of.meterId !== null) {
      await demandMeter(tx, charge.project, of.meterId);
      const { rows: others } = await sql<{
        room: string;
      }>`select r.full_code as room from room_fee x join room_fee me on me.id = ${of.roomFeeId}::bigint
        join room r on r.id = x.room_id where x.meter_id = ${of.meterId}::bigint and x.room_id <> me.room_id and x.span && me.span limit 1`.execute(
        tx,
      );
      const [other] = others;
      if (other !== undefined)
        throw invalid([{ path: 'meterId', message: `该表计同期已用于 ${other.room}，一块表只计一户` }]);
    }
    const { rows: saved } = await sql<{
      version: number;
    }>`update room_fee set meter_id = ${of.meterId}::bigint, version = version + 1 where id = ${of.roomFeeId}::bigint returning version`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '收费',
      action: of.meterId === null ? '解除表计' : '绑定表计',
      object: `房间 ${charge.room}`,
      summary: charge.fee,
      before: { 表计: charge.meter },
      after: { 表计: of.meterId },
    });
    return { version: saved[0]?.version ?? 0 };
  });
