/** What the tabs of 项目设备设置 share. */
import type { DEVICE_STATES } from '@hengneng/contracts';
import type { Tone } from '../../../ui/StatusTag.tsx';

export const SCREEN = 'operationContent.deviceManage.projectDeviceSet';
export const BASE = 'operationContent.deviceManage.baseInformation';

export type DeviceState = (typeof DEVICE_STATES)[number];
export const STATE_TONES: Readonly<Record<DeviceState, Tone>> = {
  在用: 'good',
  备用: 'neutral',
  停用: 'warn',
  拆除: 'warn',
};

/** What is looked for. */
export interface Shown {
  readonly ProjectCode: string | undefined;
  readonly RoomId: string | undefined;
  readonly SystemName: string | undefined;
  /** Of devices; meters have energies instead. */
  readonly CategoryId: string | undefined;
  readonly Keyword: string | undefined;
  readonly State: DeviceState | undefined;
  readonly DeviceInfoId: string | undefined;
}
