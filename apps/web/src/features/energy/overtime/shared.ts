/** Words and calls of 加班运行设置. */
import { type OvertimeList, type OvertimeRule, projectSetUp } from '@hengneng/contracts';
import { OVERTIME_MODES } from '@hengneng/energy/measuring';
import { callApi } from '../../../lib/api.ts';

export const SCREEN = 'operationContent.setting.operationalSetWorkOvertime';
export const OVERTIME = 'energyOvertime';
export const MODE_WORDS: Readonly<Record<keyof typeof OVERTIME_MODES, string>> = {
  hour: '按小时',
  area: '按面积小时',
  meter: '按计量用量',
};
export const unitOf = (mode: OvertimeRule['Mode']): string => OVERTIME_MODES[mode];

/** What the server says of the type is what the page asked for. */
export const askRules = async (project: string, signal: AbortSignal) =>
  (await callApi(projectSetUp, { SetType: 'overtimeRule', ProjectCode: project }, { signal })) as {
    readonly rows: readonly OvertimeRule[];
  };
export const askRecords = async (ask: object, signal: AbortSignal): Promise<OvertimeList> =>
  (await callApi(projectSetUp, { SetType: 'overtimeRecord', ...ask }, { signal })) as OvertimeList;
