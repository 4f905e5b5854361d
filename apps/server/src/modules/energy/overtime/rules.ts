/** How areas are charged outside their normal hours: versions by validity. */
import type { OvertimeRule, overtimeRuleRead, overtimeRuleWrite } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { clockText, minutesOf, type NormalHours, type OvertimeMode } from '@hengneng/energy/measuring';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, invalid, notFound } from '../../../platform/http/errors.ts';
import { projectsVisible, seenProject } from '../../projects/index.ts';

type Written = z.output<typeof overtimeRuleWrite>;
type Hours = Readonly<Record<'work' | 'rest' | 'holiday', NormalHours | null>>;

export interface StoredRule {
  readonly id: string;
  readonly project: string;
  readonly contract: string | null;
  readonly area: string;
  readonly areaM2: string | null;
  readonly hours: Hours;
  readonly mode: OvertimeMode;
  readonly price: string;
  readonly least: number;
  readonly step: number;
  readonly ahead: number;
  readonly from: string;
  readonly to: string | null;
  readonly version: number;
  readonly editor: string | null;
  readonly editedAt: string;
}

/** Minutes as hours, without noughts behind. */
export const hoursText = (minutes: number): string => String(Math.round((minutes / 60) * 100) / 100);

export const rulesWhere = async (ctx: Ctx, db: Db | Tx, where: RawBuilder<unknown>): Promise<readonly StoredRule[]> => {
  const { rows } = await sql<StoredRule>`
    select r.id::text, r.project_code as project, r.contract_code as contract, r.area, trim_scale(r.area_m2)::text as "areaM2", r.hours, r.mode,
      trim_scale(r.price)::text as price, r.least_minutes as least, r.step_minutes as step, r.ahead_hours as ahead, r.valid_from::text as "from",
      r.valid_to::text as "to", r.version, u.user_name as editor, to_jsonb(r.edited_at) #>> '{}' as "editedAt"
    from overtime_rule r join project p on p.code = r.project_code left join app_user u on u.id = r.edited_by
    where ${projectsVisible(ctx.session)} and ${where} order by r.area, r.valid_from desc`.execute(db);
  return rows;
};

export const seesPrices = (ctx: Ctx): boolean => ctx.session.permissions.classified.has('price');

const wireOf = (ctx: Ctx, of: StoredRule): OvertimeRule => {
  const shown = (hours: NormalHours | null) =>
    hours === null ? null : { From: clockText(hours.from), To: clockText(hours.to) };
  return {
    Id: of.id,
    ProjectCode: of.project,
    ContractCode: of.contract,
    Area: of.area,
    AreaM2: of.areaM2,
    Hours: { work: shown(of.hours.work), rest: shown(of.hours.rest), holiday: shown(of.hours.holiday) },
    Mode: of.mode,
    Price: seesPrices(ctx) ? of.price : null,
    LeastHours: hoursText(of.least),
    StepHours: hoursText(of.step),
    AheadHours: of.ahead,
    From: of.from,
    To: of.to,
    Version: of.version,
    Editor: of.editor,
    EditTime: of.editedAt,
  };
};

export async function readRules(
  ctx: Ctx,
  input: z.output<typeof overtimeRuleRead>,
): Promise<{ readonly rows: readonly OvertimeRule[]; readonly total: number }> {
  const { code } = await seenProject(ctx, ctx.db, input.ProjectCode);
  const rules = await rulesWhere(ctx, ctx.db, sql`r.project_code = ${code}`);
  return { rows: rules.map((one) => wireOf(ctx, one)), total: rules.length };
}

/** Both ends or neither, in order. */
function spanOf(input: Written, kind: 'Work' | 'Rest' | 'Holiday', errors: FieldError[]): NormalHours | null {
  const [from, to] = [input[`${kind}From`], input[`${kind}To`]];
  if (from === null && to === null) return null;
  const [start, end] = [minutesOf(from ?? '') ?? -1, minutesOf(to ?? '') ?? -1];
  if (start < 0 || end < 0) errors.push({ path: `${kind}${start < 0 ? 'From' : 'To'}`, message: '起止须同时填写' });
  else if (end <= start) errors.push({ path: `${kind}To`, message: '止须晚于起' });
  return { from: start, to: end };
}

const minutesFrom = (hours: string): number => Math.round(Number(hours) * 60);

async function demandSound(ctx: Ctx, tx: Tx, input: Written, errors: FieldError[]): Promise<void> {
  const reversed = input.To !== null && input.To < input.From;
  if (reversed) errors.push({ path: 'To', message: '生效止不能早于生效起' });
  if (input.AreaM2 !== null && Number(input.AreaM2) === 0) errors.push({ path: 'AreaM2', message: '面积须大于 0' });
  if (input.Mode === 'area' && input.AreaM2 === null) errors.push({ path: 'AreaM2', message: '按面积计费须填写面积' });
  if (minutesFrom(input.StepHours) < 1 || minutesFrom(input.StepHours) > 480)
    errors.push({ path: 'StepHours', message: '计费步长应为 0.02~8 小时' });
  if (minutesFrom(input.LeastHours) > 1440) errors.push({ path: 'LeastHours', message: '起步时长最多 24 小时' });
  if (input.ContractCode !== null) {
    const { rows } =
      await sql`select 1 from contract where code = ${input.ContractCode} and project_code = ${input.ProjectCode}`.execute(
        tx,
      );
    if (rows.length === 0) errors.push({ path: 'ContractCode', message: '请选择该项目的合同' });
  }
  // A span that ends before it begins is none that others could be beside.
  if (reversed) throw invalid(errors);
  const [beside] = await rulesWhere(
    ctx,
    tx,
    sql`r.project_code = ${input.ProjectCode} and r.area = ${input.Area} and r.id is distinct from ${input.Id}::bigint
      and daterange(r.valid_from, r.valid_to, '[]') && daterange(${input.From}::date, ${input.To}::date, '[]')`,
  );
  if (beside !== undefined) errors.push({ path: 'From', message: `与 ${beside.from} 起的规则重叠，请先截止它` });
  if (errors.length > 0) throw invalid(errors);
}

/** A rule that records were made with only ends: what was charged by it stays as it was. */
async function demandUnused(tx: Tx, before: StoredRule, input: Written, hours: Hours): Promise<void> {
  const { rows } = await sql<{
    last: string;
  }>`select max((from_at at time zone 'Asia/Shanghai')::date)::text as last from overtime_record
    where rule_id = ${before.id}::bigint and state <> '作废' having count(*) > 0`.execute(tx);
  const [used] = rows;
  if (used === undefined) return;
  const same =
    before.mode === input.Mode &&
    Number(before.price) === Number(input.Price) &&
    Number(before.areaM2 ?? 0) === Number(input.AreaM2 ?? 0) &&
    before.least === minutesFrom(input.LeastHours) &&
    before.step === minutesFrom(input.StepHours) &&
    before.from === input.From &&
    before.area === input.Area &&
    (['work', 'rest', 'holiday'] as const).every(
      (kind) => before.hours[kind]?.from === hours[kind]?.from && before.hours[kind]?.to === hours[kind]?.to,
    );
  if (!same) throw invalid([{ path: 'From', message: '该规则已有加班记录，只能填写生效止，其余请新增规则' }]);
  if (input.To !== null && input.To < used.last)
    throw invalid([{ path: 'To', message: `该规则已用于 ${used.last} 的加班，生效止不能早于它` }]);
}

export const saveRule = (ctx: Ctx, input: Written): Promise<{ readonly Id: string; readonly Serial: null }> =>
  ctx.write(async (tx) => {
    const seen = await seenProject(ctx, tx, input.ProjectCode);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`energy.overtime ${seen.code}`}, 0))`.execute(tx);
    const [before] =
      input.Id === null
        ? []
        : await rulesWhere(ctx, tx, sql`r.id = ${input.Id}::bigint and r.project_code = ${seen.code}`);
    if (input.Id !== null && before === undefined) throw notFound('规则不存在，或您没有查看它的权限');
    if (before !== undefined && before.version !== input.Version)
      throw conflict(`该规则已由${before.editor ?? '他人'}修改，请刷新后再改`);
    const errors: FieldError[] = [];
    const hours: Hours = {
      work: spanOf(input, 'Work', errors),
      rest: spanOf(input, 'Rest', errors),
      holiday: spanOf(input, 'Holiday', errors),
    };
    await demandSound(ctx, tx, input, errors);
    if (before !== undefined) await demandUnused(tx, before, input, hours);
    const values = sql`${input.ContractCode}, ${input.Area}, ${input.AreaM2}::numeric, ${JSON.stringify(hours)}::jsonb, ${input.Mode},
      ${input.Price}::numeric, ${minutesFrom(input.LeastHours)}::int, ${minutesFrom(input.StepHours)}::int, ${input.AheadHours}::int,
      ${input.From}::date, ${input.To}::date, ${input.Reason}, ${ctx.session.userId}::bigint`;
    const columns = sql.raw(
      'contract_code, area, area_m2, hours, mode, price, least_minutes, step_minutes, ahead_hours, valid_from, valid_to, reason, edited_by',
    );
    const { rows } =
      before === undefined
        ? await sql<{
            id: string;
          }>`insert into overtime_rule (project_code, ${columns}) values (${seen.code}, ${values}) returning id::text`.execute(
            tx,
          )
        : await sql<{
            id: string;
          }>`update overtime_rule set (${columns}) = row(${values}), version = version + 1, edited_at = app_now()
            where id = ${before.id}::bigint returning id::text`.execute(tx);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: before === undefined ? '新增加班规则' : '修改加班规则',
      object: `${seen.name} ${input.Area}`,
      summary: input.Reason,
      before: before === undefined ? null : { 单价: before.price, 生效起: before.from, 生效止: before.to },
      after: { 单价: input.Price, 生效起: input.From, 生效止: input.To },
    });
    return { Id: rows[0]?.id ?? '', Serial: null };
  });
