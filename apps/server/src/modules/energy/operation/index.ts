/** The operation area's front page: projects with how they are doing. */
import { projectListByModel } from '@hengneng/contracts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { type SettingRegistry, side } from '../settings/index.ts';
import { exportOperation, listOperation, OPERATION_LIST } from './list.ts';

export const registerOperation = (calls: CallRegistry, settings: SettingRegistry): void => {
  // Everybody picks projects by this call; figures are only for who holds the page.
  calls.handle(projectListByModel, { access: 'signedIn' }, (ctx, input) => listOperation(ctx, input));
  settings.exports.add(
    'operationList',
    side({ screen: OPERATION_LIST, button: 'export' }, projectListByModel.input, exportOperation),
  );
};
