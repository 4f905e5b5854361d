/** 历史数据录入: the time before the system, from workbooks and text files. */
import {
  historyApply,
  historyBatchesInput,
  historyCheck,
  historyDataInput,
  historyErrorsInput,
  historyList,
  historyTemplateInput,
  historyVoid,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { type SettingRegistry, side } from '../settings/index.ts';
import { applyFile, checkFile, voidBatch } from './import.ts';
import { exportData, exportErrors, listBatches, listHistory, template } from './list.ts';

export { seedHistory } from './demo.ts';

const SCREEN = shortCodeOf('/operationContent/DataInput/oldDataInput');

export const registerHistory = (registry: CallRegistry, settings: SettingRegistry): void => {
  const search = { screen: SCREEN, button: 'search' } as const;
  registry.handle(historyList, { access: search }, (ctx, input) => listHistory(ctx, input));
  const bring = { access: { screen: SCREEN, button: 'import' } } as const;
  registry.upload(historyCheck, bring, (ctx, input, file) => checkFile(ctx, input, file));
  registry.upload(historyApply, bring, (ctx, input, file) => applyFile(ctx, input, file));
  registry.handle(historyVoid, { access: { screen: SCREEN, button: 'delete' } }, (ctx, input) => voidBatch(ctx, input));
  settings.messages.add('historyBatch', side(search, historyBatchesInput, listBatches));
  settings.exports.add('template', side({ screen: SCREEN, button: 'import' }, historyTemplateInput, template));
  settings.exports.add('data', side({ screen: SCREEN, button: 'export' }, historyDataInput, exportData));
  settings.exports.add('errors', side({ screen: SCREEN, button: 'import' }, historyErrorsInput, exportErrors));
};
