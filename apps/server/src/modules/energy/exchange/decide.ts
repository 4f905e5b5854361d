/** A second person agrees to an exchange, which then counts; or it is void, and everything is as it was before. */
import type { ReplaceInput } from '@hengneng/contracts';
import type { Register } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { conflict, forbidden, refused } from '../../../platform/http/errors.ts';
import { need, trail } from '../../identity/index.ts';
import { type BreakRegisters, lockThings, numberTaken, REPLACE } from '../things/index.ts';
import { readBreak, type Standing } from './read.ts';
import { type Answer, recalcFrom } from './register.ts';

type Confirm = Extract<ReplaceInput, { Action: 'confirm' }>;
type Void = Extract<ReplaceInput, { Action: 'void' }>;

/** Locked, as it stands. @throws conflict where somebody was faster */
const standing = async (tx: Tx, ctx: Ctx, id: string, version: number | undefined): Promise<Standing> => {
  const seen = await readBreak(ctx, tx, id);
  await lockThings(tx, seen.project);
  const now = await readBreak(ctx, tx, id);
  if (version !== undefined && version !== now.row.FormVersion)
    throw conflict(`该记录已被处理，当前状态为${now.row.State}，请刷新后再看`);
  return now;
};

const registersOf = async (tx: Tx, id: string): Promise<BreakRegisters> => {
  const { rows } = await sql<{ registers: BreakRegisters }>`select registers from meter_break where id = ${id}`.execute(
    tx,
  );
  return rows[0]?.registers ?? {};
};

const readingsOf = (registers: BreakRegisters, which: 'old' | 'new'): string =>
  JSON.stringify(Object.fromEntries(Object.entries(registers).map(([key, value]) => [key, value?.[which] ?? null])));

/** The old apparatus ends, the new one begins. */
const hang = async (tx: Tx, { id, meter, row }: Standing, registers: BreakRegisters, by: string): Promise<void> => {
  await sql`with was as (
      update meter_install set removed_at = ${new Date(row.RemoveTime)}, last_readings = ${readingsOf(registers, 'old')}::jsonb
      where meter_id = ${meter} and removed_at is null returning digits, decimals)
    select 1 from was`.execute(tx);
  await sql`insert into meter_install (meter_id, factory_no, installed_at, digits, decimals, first_readings, document, created_by)
    select ${meter}, b.new_factory_no, b.installed_at, coalesce(b.new_digits, i.digits), coalesce(b.new_decimals, i.decimals),
      ${readingsOf(registers, 'new')}::jsonb, b.serial, ${by}
    from meter_break b join lateral (select digits, decimals from meter_install where meter_id = ${meter} order by installed_at desc limit 1) i on true
    where b.id = ${id}`.execute(tx);
  await sql`update device set factory_no = ${row.NewMeterNo}, updated_at = app_now() where id = ${meter}`.execute(tx);
};

/** A new multiplier holds from the installation on. */
const multiply = async (tx: Tx, { id, meter, creator }: Standing, by: string): Promise<void> => {
  await sql`update meter_ratio k set state = '已作废' from meter_break b where b.id = ${id} and b.new_ratio is not null and k.meter_id = ${meter}
    and k.valid_from = b.installed_at and k.state = '已生效'`.execute(tx);
  await sql`insert into meter_ratio (meter_id, valid_from, ct, pt, value, gas_state, gas_factor, reason, documents, created_by, decided_by,
      decided_at)
    select ${meter}, b.installed_at, coalesce(b.new_ct, '1'), coalesce(b.new_pt, '1'), b.new_ratio, k.gas_state, coalesce(k.gas_factor, 1), '表计更换 ' || b.serial,
      b.photos, ${creator}, ${by}, app_now()
    from meter_break b left join lateral (select x.gas_state, x.gas_factor from meter_ratio x where x.meter_id = ${meter} and x.state = '已生效'
      and x.valid_from < b.installed_at order by x.valid_from desc limit 1) k on true where b.id = ${id} and b.new_ratio is not null`.execute(
    tx,
  );
  await sql`update device d set multiple = b.new_ratio from meter_break b where b.id = ${id} and b.new_ratio is not null and d.id = ${meter}`.execute(
    tx,
  );
};

/** What the old dial showed last and the new one first, as readings of the exchange itself; one where both are of the same instant. */
const generate = async (tx: Tx, of: Standing, registers: BreakRegisters, by: string): Promise<void> => {
  const { row } = of;
  const note = `换表 ${row.Serial}`;
  const rows = (Object.entries(registers) as [Register, { old: string; new: string }][]).flatMap(
    ([register, value]) => [
      ...(row.RemoveTime === row.InstallTime ? [] : [{ register, at: row.RemoveTime, value: value.old }]),
      { register, at: row.InstallTime, value: value.new },
    ],
  );
  await sql`insert into manual_reading (meter_id, project_code, register, at, value, flag, note, recorded_by)
    select ${of.meter}, ${of.project}, r.register, r.at, r.value, '换', ${note}, ${by}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(register text, at timestamptz, value numeric)`.execute(
    tx,
  );
};

const CONFIRMS = ['energyAnalyst', 'admin'] as const;

export const confirmBreak = (ctx: Ctx, input: Confirm): Promise<Answer> => {
  need(ctx.session, REPLACE, 'edit');
  const { userId, roles } = ctx.session;
  if (!CONFIRMS.some((role) => roles.includes(role))) throw forbidden('换表由能源数据分析师核对生效');
  return ctx.write(async (tx) => {
    const of = await standing(tx, ctx, input.ReplaceId, input.FormVersion);
    if (of.row.State !== '待核对') throw refused(`该记录${of.row.State}，不能核对`);
    if (of.creator === userId) throw forbidden('登记人不能核对自己登记的更换，请由另一人核对');
    if (of.row.Kind === 'swap' && (await numberTaken(tx, of.project, of.row.NewMeterNo, of.meter)))
      throw refused(`新表号 ${of.row.NewMeterNo} 已被占用，请作废后重新登记`);
    const registers = await registersOf(tx, of.id);
    if (of.row.Kind === 'swap') await hang(tx, of, registers, userId);
    await multiply(tx, of, userId);
    await generate(tx, of, registers, userId);
    await sql`update meter_break set state = '已生效', decided_by = ${userId}, decided_at = app_now(), version = version + 1 where id = ${of.id}`.execute(
      tx,
    );
    await recalcFrom(tx, ctx, of.meter, new Date(of.row.RemoveTime), '换表核对生效');
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '换表核对生效',
      object: `${of.row.Serial} ${of.row.ProjectName} ${of.row.DeviceName}`,
      before: { 状态: of.row.State, 表号: of.row.OldMeterNo },
      after: { 状态: '已生效', 表号: of.row.NewMeterNo, 倍率: of.row.NewRatio ?? of.row.OldRatio },
    });
    return { ReplaceId: of.id, State: '已生效', Usage: null, FormVersion: of.row.FormVersion + 1 };
  });
};

/** What hangs on a confirmed exchange has to be settled before it can be void. */
const demandUnused = async (tx: Tx, { id, meter, row }: Standing): Promise<void> => {
  const { rows } = await sql<{ readings: number; later: string | null }>`select
    (select count(*)::int from manual_reading r where r.meter_id = ${meter} and r.value is not null and r.flag <> '换' and r.at > ${new Date(row.InstallTime)}
      and not exists (select from manual_reading n where n.supersedes = r.id)) as readings,
    (select serial from meter_break b where b.meter_id = ${meter} and b.id <> ${id} and b.state in ('待核对', '已生效')
      and b.removed_at >= ${new Date(row.InstallTime)} order by b.removed_at desc limit 1) as later`.execute(tx);
  const [found] = rows;
  if (found?.later) throw refused(`该表之后还有更换 ${found.later}，请先作废它`);
  if ((found?.readings ?? 0) > 0) throw refused(`新表已有 ${found?.readings} 条读数，请先处理读数再作废`);
};

/** Everything as it was: the old apparatus hangs again, the ratio and readings of the exchange are void. */
const takeBack = async (tx: Tx, { id, meter, project, row }: Standing, by: string, reason: string): Promise<void> => {
  if (row.Kind === 'swap') {
    await sql`delete from meter_install where meter_id = ${meter} and document = ${row.Serial}`.execute(tx);
    await sql`update meter_install set removed_at = null, last_readings = '{}' where id = (
      select id from meter_install where meter_id = ${meter} order by installed_at desc limit 1)`.execute(tx);
    await sql`update device set factory_no = ${row.OldMeterNo}, updated_at = app_now() where id = ${meter}`.execute(tx);
  }
  await sql`update meter_ratio set state = '已作废' where meter_id = ${meter} and state = '已生效' and reason = ${`表计更换 ${row.Serial}`}`.execute(
    tx,
  );
  await sql`update device d set multiple = k.value from (select value from meter_ratio where meter_id = ${meter} and state = '已生效'
    and valid_from <= app_now() order by valid_from desc limit 1) k where d.id = ${meter} and exists (select from meter_break b where b.id = ${id} and b.new_ratio is not null)`.execute(
    tx,
  );
  await sql`insert into manual_reading (meter_id, project_code, register, at, value, flag, supersedes, reason, note, recorded_by)
    select ${meter}, ${project}, r.register, r.at, null, '换', r.id, ${reason}, r.note, ${by} from manual_reading r
    where r.meter_id = ${meter} and r.flag = '换' and r.note = ${`换表 ${row.Serial}`} and r.value is not null
      and not exists (select from manual_reading n where n.supersedes = r.id)`.execute(tx);
};

export const voidBreak = (ctx: Ctx, input: Void): Promise<Answer> => {
  need(ctx.session, REPLACE, 'delete');
  return ctx.write(async (tx) => {
    const of = await standing(tx, ctx, input.ReplaceId, input.FormVersion);
    if (of.row.State === '已作废') throw refused('该记录已作废');
    if (of.row.State === '已生效') {
      await demandUnused(tx, of);
      await takeBack(tx, of, ctx.session.userId, input.Reason);
    }
    await sql`update meter_break set state = '已作废', void_reason = ${input.Reason}, version = version + 1 where id = ${of.id}`.execute(
      tx,
    );
    await recalcFrom(tx, ctx, of.meter, new Date(of.row.RemoveTime), '换表作废');
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '换表作废',
      object: `${of.row.Serial} ${of.row.ProjectName} ${of.row.DeviceName}`,
      summary: input.Reason,
      before: { 状态: of.row.State },
      after: { 状态: '已作废' },
    });
    return { ReplaceId: of.id, State: '已作废', Usage: null, FormVersion: of.row.FormVersion + 1 };
  });
};
