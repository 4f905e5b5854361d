/** Settings of projects, one table each, behind the two calls that the catalogue has for all of them. */
import { dataMessage, expFile, insertProjectSetUp, projectSetUp } from '@hengneng/contracts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { exportKind, readMessage, readSetting, type SettingRegistry, writeSetting } from './registry.ts';

export { type SettingKind, SettingRegistry, side } from './registry.ts';
export { CLOSED, openOf, openShare, openText } from './open-hours.ts';
export { type ProjectRules, projectRules } from './rules.ts';

/** Call it once; kinds may be added before and after. Each side of a kind says itself who may use it. */
export const registerSettings = (calls: CallRegistry, registry: SettingRegistry): void => {
  calls.handle(projectSetUp, { access: 'signedIn' }, (ctx, input) => readSetting(registry, ctx, input));
  calls.handle(insertProjectSetUp, { access: 'signedIn' }, (ctx, input) => writeSetting(registry, ctx, input));
  calls.handle(dataMessage, { access: 'signedIn' }, (ctx, input) => readMessage(registry, ctx, input));
  calls.stream(expFile, { access: 'signedIn' }, (ctx, input) => exportKind(registry, ctx, input));
};
