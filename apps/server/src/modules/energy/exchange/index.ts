/** Exchanges of meters and resets of registers: one record of old final, gap and new initial, agreed to by a second person. */
import { projectDeviceReplace, replaceFileInput, replaceList, replaceSheetInput } from '@hengneng/contracts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { type SettingRegistry, side } from '../settings/index.ts';
import { REPLACE } from '../things/index.ts';
import { confirmBreak, voidBreak } from './decide.ts';
import { breakSheet, exportBreaks } from './export.ts';
import { listBreaks } from './read.ts';
import { registerBreak, reportBreak } from './register.ts';

export { seesBreak } from './read.ts';
export { seedExchanges } from './demo.ts';
export { BREAK_PAPER } from './serial.ts';

export const registerExchange = (calls: CallRegistry, settings: SettingRegistry): void => {
  // Each action asks for its own button.
  calls.handle(projectDeviceReplace, { access: { screen: REPLACE, button: 'search' } }, (ctx, input) => {
    switch (input.Action) {
      case 'add':
        return registerBreak(ctx, input);
      case 'report':
        return reportBreak(ctx, input);
      case 'confirm':
        return confirmBreak(ctx, input);
      case 'void':
        return voidBreak(ctx, input);
    }
  });
  settings.messages.add(
    'replace',
    side({ screen: REPLACE, button: 'search' }, replaceList, (ctx, input) => listBreaks(ctx, input)),
  );
  const takes = { screen: REPLACE, button: 'export' } as const;
  settings.exports.add('deviceReplaceRecord', side(takes, replaceFileInput, exportBreaks));
  settings.exports.add('deviceReplaceSheet', side(takes, replaceSheetInput, breakSheet));
};
