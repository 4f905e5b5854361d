import type { AlarmRow } from '@hengneng/contracts';
import { can } from '../../../lib/permission.ts';
import type { Tone } from '../../../ui/StatusTag.tsx';

const WARNINGS_CODE = 'monitorManage.warnManage';
export const WARNINGS_PATH = '/monitorManage/warnManage';

export const LEVEL_TONE: Readonly<Record<AlarmRow['Level'], Tone>> = { 紧急: 'bad', 重要: 'warn', 一般: 'soon' };

/** Monitoring pages read their codes by the second set of names: 3 is looking, 5 is managing warnings. */
export const mayHandleWarnings = (): boolean => can(WARNINGS_CODE, 'export');
