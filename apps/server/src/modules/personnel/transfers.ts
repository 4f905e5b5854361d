/** Notices of transfers: the employee confirms, whoever takes them in says that they are there. */
import { sql } from 'kysely';
import { type Engine } from '../../engine/index.ts';
import { rowOf } from '../../engine/views/source.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { forbidden, invalid, notFound, refused } from '../../platform/http/errors.ts';
import { trail } from '../identity/index.ts';
import { transferNoticeView } from '../ledgers/index.ts';
import { remindOnce } from './remind.ts';

const DAYS_BEFORE = 7;
const DAY = 86_400_000;

interface Notice {
  readonly serial: string;
  readonly status: string;
  readonly employee: string;
  readonly name: string;
  readonly toManager: string;
  readonly project: string | null;
  readonly leads: readonly string[];
  readonly effective: string;
  readonly position: string;
  readonly today: string;
  readonly confirmed: boolean;
  readonly arrivedOn: string | null;
}

/** The transfer, locked, and where its notice stands. @throws notFound for one that is not out, or not theirs to see */
const locked = async (tx: Tx, ctx: Ctx, id: string): Promise<Notice> => {
  const seen = await rowOf(tx, transferNoticeView, ctx, id);
  const { rows } = await sql<Notice>`
    select r.serial, r.status, r.employee::text, u.user_name as name, r.to_manager::text as "toManager", r.to_project as project,
      array(select m::text from unnest(array[(select p.manager from project p where p.code = r.to_project),
        (select d.manager from dept d where d.id = r.to_dept)]) m where m is not null) as leads,
      r.effective_date::text as effective, r.to_position as position,
      ((${ctx.now}::timestamptz at time zone 'Asia/Shanghai')::date)::text as today,
      coalesce((select n.confirmed_at is not null from transfer_notice n where n.record_id = r.id), false) as confirmed,
      (select n.arrived_on::text from transfer_notice n where n.record_id = r.id) as "arrivedOn"
    from f_job_transfer r join app_user u on u.id = r.employee where r.id = ${id} for update of r`.execute(tx);
  const row = rows[0];
  if (seen === undefined || row === undefined) throw notFound('调动通知不存在');
  return row;
};

export const confirmTransfer = (ctx: Ctx, input: { BusinessId: string }): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const notice = await locked(tx, ctx, input.BusinessId);
    if (notice.employee !== ctx.session.userId) throw forbidden('只能确认自己的调动通知');
    if (notice.confirmed) return { ok: true };
    await sql`insert into transfer_notice (record_id, confirmed_at) values (${input.BusinessId}, ${ctx.now})
      on conflict (record_id) do update set confirmed_at = excluded.confirmed_at`.execute(tx);
    await trail(tx, ctx, { kind: '业务', action: '确认调动通知', object: `调动 ${notice.serial}` });
    return { ok: true };
  });

export const arriveTransfer = (ctx: Ctx, input: { BusinessId: string; arrivedOn: string }): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const notice = await locked(tx, ctx, input.BusinessId);
    if (![notice.toManager, ...notice.leads].includes(ctx.session.userId))
      throw forbidden('只有调入方负责人可以确认到岗');
    if (notice.status !== 'approved') throw refused('交接完成后才能确认到岗');
    if (notice.arrivedOn !== null) {
      if (notice.arrivedOn === input.arrivedOn) return { ok: true };
      throw refused(`已于${notice.arrivedOn}确认到岗`);
    }
    const wrong = (message: string) => invalid([{ path: 'arrivedOn', message }]);
    if (Date.parse(input.arrivedOn) < Date.parse(notice.effective) - DAYS_BEFORE * DAY)
      throw wrong(`到岗日期不能早于生效日前${DAYS_BEFORE}天`);
    if (input.arrivedOn > notice.today) throw wrong('到岗日期不能晚于今天');
    await sql`insert into transfer_notice (record_id, arrived_on, arrived_by, arrived_at)
      values (${input.BusinessId}, ${input.arrivedOn}, ${ctx.session.userId}, ${ctx.now})
      on conflict (record_id) do update set arrived_on = excluded.arrived_on, arrived_by = excluded.arrived_by, arrived_at = excluded.arrived_at`.execute(
      tx,
    );
    // Nobody is asked for any more who is there.
    await sql`update reminder set ended_at = ${ctx.now} where source_module = 'jobTransfer' and source_id = ${input.BusinessId}
      and source_effect = 'jobTransfer.notice' and ended_at is null`.execute(tx);
    await trail(tx, ctx, {
      kind: '业务',
      action: '确认到岗',
      object: `调动 ${notice.serial}`,
      after: { 到岗日期: input.arrivedOn },
    });
    return { ok: true };
  });

export const resendTransfer = (ctx: Ctx, engine: Engine, input: { BusinessId: string }): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const notice = await locked(tx, ctx, input.BusinessId);
    if (notice.arrivedOn !== null) throw refused('员工已到岗，不必再通知');
    await remindOnce(tx, ctx, engine, {
      module: 'jobTransfer',
      id: input.BusinessId,
      project: notice.project,
      kind: '调动通知',
      title: `调动通知${notice.serial}：${notice.name}自${notice.effective}起调任${notice.position}，请确认并按时到岗`,
      to: [notice.employee, notice.toManager],
      due: notice.effective,
    });
    return { ok: true };
  });
