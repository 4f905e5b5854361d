/** Tables of the things that are measured (migrations 0400, 0402, 0410) as Kysely sees them. */
import type { ColumnType, Generated } from 'kysely';
import type { Register } from '@hengneng/energy/measuring';

type Id = Generated<string>;
/** A jsonb column: parsed when read, given as JSON text when written. */
type Json<T> = ColumnType<T, string, string>;
type Moment = ColumnType<Date, Date | string, Date | string>;

/** Readings by register, as decimal text. */
export type RegisterTexts = Readonly<Partial<Record<Register, string>>>;
/** What an exchange says of each register; the gap in the meter's unit. */
export type BreakRegisters = Readonly<
  Partial<Record<Register, { readonly old: string; readonly new: string; readonly gap?: string }>>
>;

interface MachineRoomTable {
  id: Id;
  project_code: string;
  name: string;
  floor: Generated<string>;
  place: Generated<string>;
  area_m2: string | null;
  sort: Generated<number>;
  enabled: Generated<boolean>;
  is_demo: Generated<boolean>;
  created_at: Generated<Date>;
}

interface EnergySystemTable {
  id: Id;
  project_code: string;
  room_id: string;
  name: string;
  sort: Generated<number>;
  enabled: Generated<boolean>;
  created_at: Generated<Date>;
}

interface DeviceCategoryTable {
  id: Id;
  parent_id: string | null;
  name: string;
  device_kind: Generated<string>;
  sort: Generated<number>;
  enabled: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<Date>;
}

interface DeviceModelTable {
  id: Id;
  category_id: string;
  maker: string;
  model: string;
  rated_cooling_kw: string | null;
  rated_heating_kw: string | null;
  rated_gas_m3h: string | null;
  rated_power_kw: string | null;
  chilled_flow_m3h: string | null;
  cooling_flow_m3h: string | null;
  rated_cop: string | null;
  supply_c: string | null;
  return_c: string | null;
  solution_kg: string | null;
  energy_kind: Generated<string>;
  enabled: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<Date>;
}

interface CategoryParamTable {
  category_id: string;
  code: string;
  name: string;
  unit: Generated<string>;
  data_type: Generated<string>;
  decimals: Generated<number>;
  low: string | null;
  high: string | null;
  is_read: Generated<boolean>;
  is_curve: Generated<boolean>;
  sort: Generated<number>;
}

interface EnergyCategoryTable {
  id: Id;
  code: string;
  parent_id: string | null;
  name: string;
  unit: string;
  quality: Generated<string>;
  coal_factor: string | null;
  lhv: string | null;
  counts_in_total: Generated<boolean>;
  icon: Generated<string>;
  color: Generated<string>;
  sort: Generated<number>;
  enabled: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<Date>;
}

interface MeterTable {
  device_id: string;
  project_code: string;
  meter_type: string;
  category_id: string;
  parent_id: string | null;
  registers: Register[];
  unit: string;
  area_use: Generated<string>;
  is_settle: Generated<boolean>;
  accuracy: Generated<string>;
  verified_on: string | null;
  verified_to: string | null;
  max_rate: string | null;
  frequency: Generated<string>;
  used_from: string;
  used_to: string | null;
  version: Generated<number>;
  created_at: Generated<Date>;
}

interface MeterInstallTable {
  id: Id;
  meter_id: string;
  factory_no: string;
  installed_at: Moment;
  removed_at: Moment | null;
  digits: number;
  decimals: number;
  first_readings: Json<RegisterTexts>;
  last_readings: Json<RegisterTexts>;
  document: Generated<string>;
  created_by: string | null;
  created_at: Generated<Date>;
}

interface MeterRatioTable {
  id: Id;
  meter_id: string;
  valid_from: Moment;
  ct: Generated<string>;
  pt: Generated<string>;
  value: string;
  reason: Generated<string>;
  documents: Json<readonly string[]>;
  state: Generated<'待复核' | '已生效' | '已退回' | '已作废'>;
  created_by: string | null;
  created_at: Generated<Date>;
  decided_by: string | null;
  decided_at: Moment | null;
}

interface MeterBreakTable {
  id: Id;
  serial: string;
  meter_id: string;
  kind: 'swap' | 'reset';
  reason: string;
  removed_at: Moment;
  installed_at: Moment;
  registers: Json<BreakRegisters>;
  gap_method: '同时段均值' | '同温' | '设备功率×时长' | '客户协商' | null;
  gap_reason: Generated<string>;
  old_factory_no: Generated<string>;
  new_factory_no: Generated<string>;
  new_ct: string | null;
  new_pt: string | null;
  new_ratio: string | null;
  new_digits: number | null;
  new_decimals: number | null;
  worker: Generated<string>;
  photos: Json<readonly unknown[]>;
  certificate: Json<readonly unknown[]>;
  witness: Json<readonly unknown[]>;
  state: '待登记' | '待核对' | '已生效' | '已作废';
  version: Generated<number>;
  created_by: string;
  created_at: Generated<Date>;
  decided_by: string | null;
  decided_at: Moment | null;
  void_reason: Generated<string>;
}

interface RecalcQueueTable {
  meter_id: string;
  from_day: string;
  to_day: string;
  cause: Generated<string>;
  asked: Generated<number>;
  asked_at: Generated<Date>;
  standing: Generated<boolean>;
}

declare module '../../../platform/db/schema.ts' {
  interface Database {
    machine_room: MachineRoomTable;
    energy_system: EnergySystemTable;
    device_category: DeviceCategoryTable;
    device_model: DeviceModelTable;
    category_param: CategoryParamTable;
    energy_category: EnergyCategoryTable;
    meter: MeterTable;
    meter_install: MeterInstallTable;
    meter_ratio: MeterRatioTable;
    meter_break: MeterBreakTable;
    recalc_queue: RecalcQueueTable;
  }
}
