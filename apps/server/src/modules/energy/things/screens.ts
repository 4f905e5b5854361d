/** ShortCodes of the pages that the calls of things are for, and the words of devices' states. */
import type { DEVICE_STATES } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';

export const BASE = 'operationContent.deviceManage.baseInformation';
export const DEVICES = 'operationContent.deviceManage.projectDeviceSet';
export const RATIOS = 'operationContent.setting.magnification';
export const NAMES = 'operationContent.setting.setDeviceName';
export const ARCHIVE = 'operationContent.operationProjectManage';
export const REPLACE = 'operationContent.handleRecord.deviceReplaceRecord';
/** Whoever works with any of them needs the energies, rooms and meters to choose from. */
export const ANY_OF_THINGS = [BASE, DEVICES, RATIOS, NAMES, ARCHIVE, REPLACE] as const;

export type DeviceState = (typeof DEVICE_STATES)[number];
const STATE_OF: Readonly<Record<DeviceState, string>> = {
  在用: 'active',
  备用: 'standby',
  停用: 'stopped',
  拆除: 'retired',
};
export const stateCode = (state: DeviceState): string => STATE_OF[state];

/** The words of `device.state` under an alias. */
export const stateWords = (alias = 'd'): RawBuilder<DeviceState> =>
  sql<DeviceState>`case ${sql.ref(`${alias}.state`)} when 'active' then '在用' when 'standby' then '备用' when 'stopped' then '停用' else '拆除' end`;

/** A timestamp as the wire has it. */
export const isoText = (column: string): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** A number without the noughts behind it. */
export const plainNumber = (column: string): RawBuilder<string | null> =>
  sql<string | null>`trim_scale(${sql.ref(column)})::text`;
