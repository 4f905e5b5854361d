/** Fields of a project that people change: where they lie, what they are called, and how their values are told. */
import { type editProject, PROJECT_STATES } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Tx } from '../../platform/db/schema.ts';

export type EditInput = z.output<typeof editProject.input>;

/** Field of the call → column; what was not sent stays. */
export const COLUMNS = {
  ProjectName: ['name', '项目名称'],
  shortName: ['short_name', '简称'],
  area: ['area', '区域'],
  G_ProjectState: ['state', '状态'],
  customerName: ['customer_name', '客户名称'],
  customerContact: ['customer_contact', '客户联系人'],
  customerPhone: ['customer_phone', '客户电话'],
  address: ['address', '地址'],
  district: ['district', '行政区'],
  area_m2: ['area_m2', '面积'],
  airArea: ['air_area', '空调面积'],
  heatingArea: ['heating_area', '采暖面积'],
  longitude: ['longitude', '经度'],
  latitude: ['latitude', '纬度'],
  buildingType: ['building_type', '建筑类型'],
  floors: ['floors', '层数'],
  builtYear: ['built_year', '竣工年份'],
  model: ['model', '项目模式'],
  chargeModel: ['charge_model', '收费模式'],
  machineRoom: ['machine_room', '机房'],
  managerId: ['manager', '项目经理'],
  dutyPhone: ['duty_phone', '值班电话'],
  startOn: ['start_on', '开始日期'],
  endOn: ['end_on', '结束日期'],
  designCoolingKw: ['design_cooling_kw', '设计冷量'],
  designHeatingKw: ['design_heating_kw', '设计热量'],
  remark: ['remark', '备注'],
} as const satisfies Partial<Record<keyof EditInput, readonly [string, string]>>;

export const LABEL_OF: ReadonlyMap<string, string> = new Map(Object.values(COLUMNS));

export const exact = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

const plain = (text: string): string => (/^-?\d+\.\d*0$/.test(text) ? text.replace(/\.?0+$/, '') : text);

/** What values of columns are called that say others by number: of states, people, departments and districts. */
export const namesOf = async (
  db: Db | Tx,
  values: readonly (readonly [column: string, value: unknown])[],
): Promise<(column: string, value: unknown) => string | null> => {
  const of = (column: string): string[] =>
    values.flatMap(([each, value]) =>
      each === column && value !== null && value !== undefined ? [String(value)] : [],
    );
  const kinds = { manager: of('manager'), area: of('area'), district: of('district') };
  const { rows } = Object.values(kinds).every((ids) => ids.length === 0)
    ? { rows: [] }
    : await sql<{ kind: string; id: string; name: string }>`
        select 'manager' as kind, id::text, user_name as name from app_user where id::text = any(${kinds.manager}::text[])
        union all select 'area', id, name from dept where id = any(${kinds.area}::text[])
        union all select 'district', id, name from district where id = any(${kinds.district}::text[])`.execute(db);
  const names = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return (column, value) => {
    const text = exact(value);
    if (text === null) return null;
    if (column === 'state') return PROJECT_STATES[Number(text)] ?? text;
    return names.get(`${column} ${text}`) ?? text;
  };
};

/** A number without the noughts that its column keeps behind it. */
export const told = (text: string | null): string | null => (text === null ? null : plain(text));
