/** 偏差设置: from which deviation on a reading is noticed, abnormal or refused. */
import { deviationRead, deviationTrial, deviationWrite } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { z } from 'zod';
import { type SettingRegistry, side } from '../settings/index.ts';
import { exportDeviation, readDeviation, saveDeviation } from './save.ts';
import { tryDeviation } from './trial.ts';

const DEVIATION = shortCodeOf('/operationContent/setting/deviationSetting');

export const registerDeviation = (settings: SettingRegistry): void => {
  const sees = { screen: DEVIATION, button: 'search' } as const;
  settings.settings.add('deviation', {
    read: side(sees, deviationRead, readDeviation),
    write: side({ screen: DEVIATION, button: 'edit' }, deviationWrite, saveDeviation),
  });
  settings.messages.add('abnormal', side(sees, deviationTrial, tryDeviation));
  settings.exports.add(
    'deviationSetting',
    side({ screen: DEVIATION, button: 'export' }, z.object(deviationRead.omit({ SetType: true }).shape), (ctx, input) =>
      exportDeviation(ctx, { SetType: 'deviation', ...input }),
    ),
  );
};
