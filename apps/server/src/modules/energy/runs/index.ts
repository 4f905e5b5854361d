/** 运行参数: what machines showed, written down by people, and what follows from it. */
import { runFileInput, runInsert, runSheet, runUpdate } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { type SettingRegistry, side } from '../settings/index.ts';
import { exportRuns } from './export.ts';
import { readRuns } from './sheet.ts';
import { insertRuns, updateRun } from './write.ts';

export { type Machine, machinesOf } from './machines.ts';
export { isRunning, lastRuns, type RunRecord, standingRuns } from './records.ts';
export { runRules } from './sheet.ts';
export {
  everySpan,
  hoursByDay,
  machineHours,
  type MachineSpan,
  machineSpans,
  meanDelta,
  meanOf,
  ofHosts,
  type Spans,
  waterMoved,
} from './figures.ts';

const ENTRY = shortCodeOf('/operationContent/DataInput/newDataInput');

export const registerRuns = (registry: CallRegistry, settings: SettingRegistry): void => {
  registry.handle(runSheet, { access: { screen: ENTRY, button: 'search' } }, (ctx, input) => readRuns(ctx, input));
  registry.handle(runInsert, { access: { screen: ENTRY, button: 'add' } }, (ctx, input) => insertRuns(ctx, input));
  registry.handle(runUpdate, { access: { screen: ENTRY, button: 'edit' } }, (ctx, input) => updateRun(ctx, input));
  settings.exports.add('runData', side({ screen: ENTRY, button: 'search' }, runFileInput, exportRuns));
};
