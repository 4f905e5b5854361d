/** Words and shapes of 偏差设置. */
import {
  dataMessage,
  type DeviationNumbers,
  type DeviationRow,
  type DeviationSet,
  type DeviationTrialAnswer,
  projectSetUp,
} from '@hengneng/contracts';
import { callApi } from '../../../lib/api.ts';

export const SCREEN = 'operationContent.setting.deviationSetting';
export const DEVIATIONS = 'energyDeviations';

export const LIMITS: readonly {
  readonly key: keyof DeviationNumbers;
  readonly label: string;
  readonly unit: string;
  readonly hint: string;
}[] = [
  { key: 'Warn', label: '提示', unit: '±%', hint: '偏差超过它请复核' },
  { key: 'Abnormal', label: '异常', unit: '±%', hint: '偏差超过它须填写原因' },
  { key: 'MinUsage', label: '最小用量', unit: '表计单位', hint: '当日与样本都低于它时不判定' },
  { key: 'TempWidth', label: '同温宽度', unit: '℃', hint: '日均室外温度相差不超过它的日子才可比' },
  { key: 'Samples', label: '样本天数', unit: '天', hint: '取最近几个可比的日子的中位数' },
  { key: 'CapFactor', label: '物理上限系数', unit: '倍', hint: '用量超过额定×时长×系数时不能保存' },
  { key: 'SubDiff', label: '总分差', unit: '%', hint: '总表大于分表之和超过它时列入偏差核对' },
  { key: 'BillDiff', label: '账单差', unit: '±%', hint: '账单与抄表相差超过它须说明原因才能月锁' },
  { key: 'BalanceDiff', label: '热平衡差', unit: '±%', hint: '主机热平衡偏差超过它请核对探头和流量计' },
  { key: 'CopMin', label: 'COP合理下限', unit: '', hint: '留空则按工况：制冷 0.90，采暖 0.80' },
  { key: 'CopMax', label: 'COP合理上限', unit: '', hint: '留空则按工况：制冷 1.45，采暖 0.96' },
];

export const levelKey = (row: DeviationRow): string =>
  [row.Level, row.ProjectCode, row.CategoryCode, row.DeviceId].join(' ');

/** What the server says of the type is what the page asked for. */
export const askSet = async (project: string, signal: AbortSignal): Promise<DeviationSet> =>
  (await callApi(projectSetUp, { SetType: 'deviation', ProjectCode: project }, { signal })) as DeviationSet;

export const askTrial = async (ask: object, signal?: AbortSignal): Promise<DeviationTrialAnswer> =>
  (await callApi(
    dataMessage,
    { Type: 'abnormal', ...ask },
    signal === undefined ? {} : { signal },
  )) as DeviationTrialAnswer;
