/** What has to hold of a project's basic information. */
import type { FieldError } from '@hengneng/core';
import { isArea } from '@hengneng/core';
import { dayAt, CHINA } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import { COLUMNS, type EditInput } from './project-columns.ts';

export type StoredProject = Record<string, string | number | null> & { version: number; visible: boolean };

const found = async (tx: Tx, input: EditInput): Promise<FieldError[]> => {
  const faults: FieldError[] = [];
  if (input.area !== undefined) {
    const { rows } = await sql`select 1 from dept where id = ${input.area} and state = 'active'`.execute(tx);
    if (!isArea(input.area) || rows.length === 0) faults.push({ path: 'area', message: '请选择区域（7位编码）' });
  }
  if (input.managerId != null) {
    const { rows } = await sql`select 1 from app_user where id = ${input.managerId} and state = 'active'`.execute(tx);
    if (rows.length === 0) faults.push({ path: 'managerId', message: '项目经理不存在或已停用' });
  }
  if (input.district != null) {
    const { rows } = await sql`select 1 from district where id = ${input.district}`.execute(tx);
    if (rows.length === 0) faults.push({ path: 'district', message: '行政区不存在' });
  }
  return faults;
};

/** A sheet on which the areas of the project were confirmed says what its air-conditioned area is. */
const confirmedArea = async (tx: Tx, code: string): Promise<string | null> => {
  const { rows } = await sql<{
    area: string | null;
  }>`select trim_scale(sum(air_area))::text as area from b_settlement_area
    where project = ${code} and state = '生效' and not voided`.execute(tx);
  return rows[0]?.area ?? null;
};

const AREAS = [
  ['airArea', '空调面积不能大于建筑面积', '建筑面积不能小于空调面积'],
  ['heatingArea', '采暖面积不能大于建筑面积', '建筑面积不能小于采暖面积'],
] as const;

const GONE = 4;
/** What others reckon by: who changes it says why. */
const REASONED = ['area_m2', 'airArea', 'heatingArea', 'G_ProjectState'] as const;

/**
 * @param changed the fields that become something else
 * @throws invalid with what is wrong at each field
 */
export const checkProject = async (
  tx: Tx,
  ctx: Ctx,
  input: EditInput,
  old: StoredProject,
  changed: ReadonlySet<string>,
): Promise<void> => {
  const faults = await found(tx, input);
  const next = (key: keyof typeof COLUMNS): string | number | null =>
    input[key] === undefined ? (old[COLUMNS[key][0]] ?? null) : input[key];
  const [start, end] = [next('startOn'), next('endOn')];
  if (start !== null && end !== null && end < start)
    faults.push({ path: 'endOn', message: '结束日期不能早于开始日期' });
  const whole = next('area_m2');
  for (const [key, tooLarge, tooSmall] of AREAS) {
    const part = next(key);
    if (!changed.has(key) && !changed.has('area_m2')) continue;
    if (whole === null || part === null || Number(part) <= Number(whole)) continue;
    faults.push(changed.has(key) ? { path: key, message: tooLarge } : { path: 'area_m2', message: tooSmall });
  }
  // One thing at a time is said at a field.
  if (changed.has('airArea') && faults.every(({ path }) => path !== 'airArea')) {
    const confirmed = await confirmedArea(tx, input.ProjectCode);
    if (confirmed !== null && Number(confirmed) !== Number(next('airArea')))
      faults.push({
        path: 'airArea',
        message: `面积确认单生效的空调面积合计为 ${confirmed} m²，变更请走空调面积确认单`,
      });
  }
  if ((next('longitude') === null) !== (next('latitude') === null))
    faults.push({
      path: next('longitude') === null ? 'longitude' : 'latitude',
      message: '经度与纬度须同时填写',
    });
  if (input.builtYear != null && input.builtYear > Number(dayAt(ctx.now.getTime(), CHINA).slice(0, 4)))
    faults.push({ path: 'builtYear', message: '竣工年份不能晚于今年' });
  if (changed.has('G_ProjectState') && input.G_ProjectState === GONE) {
    const { rows } =
      await sql`select 1 from f_out_handover where project = ${input.ProjectCode} and status = 'approved' limit 1`.execute(
        tx,
      );
    if (rows.length === 0) faults.push({ path: 'G_ProjectState', message: '改为退场须有已通过的退场交接单' });
  }
  // What was empty is only filled in.
  if ((input.Reason ?? '') === '' && REASONED.some((key) => changed.has(key) && old[COLUMNS[key][0]] !== null))
    faults.push({ path: 'Reason', message: '面积或状态变更请填写原因' });
  if (faults.length > 0) throw invalid(faults);
};
