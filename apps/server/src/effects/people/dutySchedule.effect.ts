/** 值班排班: the month's roster from the day on which it is filed, and the hours that were worked at its end. */
import { addDays } from '@hengneng/core';
import { dutyHour, dutyRoster, type dutySchedule, dutyShift, salaryChange } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { wrong } from '../../platform/http/errors.ts';
import { positive } from '../books/money.ts';
import { nextMonth } from '../books/source.ts';
import { effect, undoing } from '../kit/effect.ts';
import { bumpPermissions } from './accounts.ts';

type Schedule = Recorded<typeof dutySchedule>;

const lastDay = (month: string): string => addDays(`${nextMonth(month)}-01`, -1);

/** Shifts lie in their month, nobody stands two at once, and what was said of certificates is what they say themselves. */
function demandSound(record: Schedule): void {
  const end = lastDay(record.dutyMonth);
  const taken = new Set<string>();
  for (const [index, row] of record.shifts.entries()) {
    if (!row.dutyDate.startsWith(record.dutyMonth))
      throw wrong(`shifts[${index}].dutyDate`, `班次日期不在${record.dutyMonth}内`);
    const turn = `${row.dutyDate} ${row.shift} ${row.mainWatcher}`;
    if (taken.has(turn)) throw wrong(`shifts[${index}].mainWatcher`, '同一天同一班次重复安排了同一主值');
    taken.add(turn);
  }
  if (record.certChecked === '全部在有效期内')
    for (const [index, row] of record.persons.entries())
      if (row.certExpire !== null && row.certExpire < end)
        throw wrong(`persons[${index}].certExpire`, '证书在排班月内到期，持证核对结果请选有证书临期');
}

const workers = (record: Schedule): readonly string[] => [
  ...new Set([
    ...record.persons.map((row) => row.watcher),
    ...record.shifts.flatMap((row) => [row.mainWatcher, ...(row.viceWatchers ?? [])]),
  ]),
];

/** Lets people into a project for the month who have no part in it yet. @returns who they were */
async function letIn(tx: Tx, record: Schedule): Promise<readonly string[]> {
  const { rows } = await sql<{
    id: string;
  }>`insert into user_project (user_id, project_code, project_role, from_date, to_date)
    select person, ${record.project}, '值班', ${`${record.dutyMonth}-01`}::date, ${lastDay(record.dutyMonth)}::date
    from unnest(${workers(record)}::bigint[]) as person on conflict (user_id, project_code) do nothing returning user_id::text as id`.execute(
    tx,
  );
  for (const { id } of rows) await bumpPermissions(tx, id);
  return rows.map((row) => row.id);
}

export const dutyScheduleEffects: EffectsOf<'dutySchedule', Schedule> = {
  'dutySchedule.roster': effect(async ({ record, find, setEntry, book }) => {
    demandSound(record);
    const month = record.dutyMonth;
    for (const old of await find(dutyRoster, { project: record.project, month, state: '有效' }))
      await setEntry(dutyRoster, old.id, { state: '已替换' });
    for (const old of await find(dutyShift, { project: record.project, state: '有效' }))
      if ((old.day ?? '').startsWith(month)) await setEntry(dutyShift, old.id, { state: '已替换' });
    await book(
      dutyRoster,
      ...record.persons.map((row) => ({
        project: record.project,
        month,
        watcher: row.watcher,
        post: row.post,
        certType: row.certType,
        certExpire: row.certExpire,
        dayShifts: row.dayShifts,
        nightShifts: row.nightShifts,
        planHours: row.planHours,
        holidayHours: row.holidayHours,
        leader: record.dutyLeader,
        state: '有效' as const,
        document: record.serial,
      })),
    );
    await book(
      dutyShift,
      ...record.shifts.map((row) => ({
        project: record.project,
        day: row.dutyDate,
        shift: row.shift,
        startTime: row.startTime,
        endTime: row.endTime,
        mainWatcher: row.mainWatcher,
        viceWatchers: row.viceWatchers,
        note: row.shiftNote,
        state: '有效' as const,
      })),
    );
  }),
  'dutySchedule.operators': undoing(
    effect(async ({ tx, record, log }) => log({ people: (await letIn(tx, record)).join(' ') })),
    async (tx, { record, logged }) => {
      for (const person of (logged.people ?? '').split(' ').filter(Boolean)) {
        await sql`delete from user_project where user_id = ${person} and project_code = ${record.project}`.execute(tx);
        await bumpPermissions(tx, person);
      }
    },
  ),
  'dutySchedule.tell': effect(async ({ record, services }) => {
    for (const row of record.persons) {
      const days = record.shifts
        .filter((each) => each.mainWatcher === row.watcher || (each.viceWatchers ?? []).includes(row.watcher))
        .map((each) => `${each.dutyDate.slice(8)}日${each.shift}`);
      await services.tell({
        to: [row.watcher],
        title: `${record.dutyMonth}值班：白班${row.dayShifts}班、夜班${row.nightShifts}班${days.length === 0 ? '' : `（${days.join('、')}）`}`,
      });
    }
  }),
  'dutySchedule.hours': effect(async ({ record, book }) => {
    const of = { project: record.project, month: record.dutyMonth, document: record.serial };
    await book(
      dutyHour,
      ...record.persons.flatMap((row) => [
        ...(row.nightShifts > 0
          ? [
              {
                ...of,
                employee: row.watcher,
                kind: '夜班' as const,
                shifts: row.nightShifts,
                hours: Big(row.hoursPerShift).times(row.nightShifts).toFixed(1),
              },
            ]
          : []),
        ...(positive(row.holidayHours)
          ? [{ ...of, employee: row.watcher, kind: '法定节假日' as const, hours: row.holidayHours ?? '0' }]
          : []),
      ]),
    );
    if (positive(record.nightAllowance))
      await book(
        salaryChange,
        ...record.persons
          .filter((row) => row.nightShifts > 0)
          .map((row) => ({
            employee: row.watcher,
            project: record.project,
            kind: '夜班津贴' as const,
            fromMonth: record.dutyMonth,
            toMonth: record.dutyMonth,
            amount: Big(record.nightAllowance ?? 0)
              .times(row.nightShifts)
              .toFixed(2),
            applied: false,
            document: record.serial,
          })),
      );
  }),
};
