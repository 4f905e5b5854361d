/** 加班运行设置: rules of supply outside normal hours, and what was supplied. */
import {
  overtimeRecordRead,
  overtimeRecordWrite,
  overtimeRuleRead,
  overtimeRuleWrite,
  overtimeSheetRead,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { sql } from 'kysely';
import { admits } from '../../../platform/auth/access.ts';
import type { SeesPaper } from '../../../platform/files/papers.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import { holds } from '../../identity/index.ts';
import { projectsVisible } from '../../projects/index.ts';
import { type SettingRegistry, side } from '../settings/index.ts';
import { exportRecords, overtimeSheet } from './export.ts';
import { readRecords, saveRecord } from './records.ts';
import { readRules, saveRule } from './rules.ts';

export { OVERTIME_PAPER } from './serial.ts';
export { seedOvertime } from './demo.ts';

const OVERTIME = shortCodeOf('/operationContent/setting/operationalSetWorkOvertime');
const sees = { screen: OVERTIME, button: 'search' } as const;
/** Which button an act wants. */
const BUTTON_OF = { register: 'add', confirm: 'edit', void: 'delete' } as const;

export const registerOvertime = (registry: SettingRegistry): void => {
  registry.settings.add('overtimeRule', {
    read: side(sees, overtimeRuleRead, readRules),
    write: side({ screen: OVERTIME, button: 'edit' }, overtimeRuleWrite, saveRule),
  });
  registry.settings.add('overtimeRecord', {
    read: side(sees, overtimeRecordRead, readRecords),
    write: side(sees, overtimeRecordWrite, (ctx, input) => {
      if (!admits({ screen: OVERTIME, button: BUTTON_OF[input.Action] }, ctx.session)) throw forbidden();
      return saveRecord(ctx, input);
    }),
  });
  registry.exports.add(
    'operationalSetWorkOvertime',
    side({ screen: OVERTIME, button: 'export' }, overtimeRecordRead, exportRecords),
  );
  registry.exports.add(
    'overtimeConfirmation',
    side({ screen: OVERTIME, button: 'export' }, overtimeSheetRead, overtimeSheet),
  );
};

/** A signature is seen with its record. */
export const seesOvertime: SeesPaper = async (db, session, id) => {
  if (!holds(session, OVERTIME, 'search')) return false;
  const { rows } = await sql`select 1 from overtime_record o join project p on p.code = o.project_code
    where o.id = ${id}::bigint and ${projectsVisible(session)}`.execute(db);
  return rows.length > 0;
};
