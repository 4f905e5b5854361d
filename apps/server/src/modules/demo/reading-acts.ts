/** What people of the demo company put right in its readings: a slip corrected while the day was open, one agreed to after it was locked, one that waits, a gap that was estimated. */
import { addDays, CHINA, dayAt, monthOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import { PROJECTS } from './company.ts';
import type { Driver } from './driver.ts';
import type { Act } from './questionnaire.ts';
import { morningBefore } from './script.ts';

const UPDATE = '/emcapi/DataEntry/UpdateDataEntry';
const FILL = '/emcapi/DataEntry/InsertBackData';
const ANALYST = 'energyAnalyst';
/** A quarter past ten in China. */
const MORNING = 2.25;

interface Slip {
  readonly project: string;
  readonly meter: string;
  /** Days before the demo begins on which it was read, put right, and agreed to; not locked yet, or not agreed to yet, where the last is absent. */
  readonly read: number;
  readonly put: number;
  readonly agreed?: number;
  readonly type: '录入笔误' | '抄错表';
  readonly reason: string;
}

const SLIPS: readonly Slip[] = [
  { project: 'EMC02001', meter: 'SB-01', read: 5, put: 4, type: '录入笔误', reason: '末位看错，按照片更正' },
  {
    project: 'OM02001',
    meter: 'SB-01',
    read: 9,
    put: 3,
    agreed: 2,
    type: '抄错表',
    reason: '与相邻表抄混，现场复核后更正',
  },
  { project: 'EMC03002', meter: 'SB-01', read: 8, put: 1, type: '录入笔误', reason: '末位看错，按纸质抄表单更正' },
];

/** A day without a reading that nobody can make up for any more; days are those that were not closed. */
const GAP = {
  project: 'EMC01002',
  meter: 'WR-01',
  from: 13,
  to: 13,
  put: 11,
  reason: '热水间检修上锁，未能抄表',
} as const;

const managerOf = (code: string): string => PROJECTS.find((one) => one.code === code)?.manager ?? 'admin';

export const readingActs = (db: Db, driver: Driver, from: Date): readonly Act[] => {
  const moment = (days: number): Date => morningBefore(from, days, MORNING);
  const today = dayAt(moment(0).getTime(), CHINA);
  const post = async (account: string, at: Date, path: string, input: object) =>
    driver.call(await driver.userId(account), at, 'POST', path, input);
  /** Months that are over are locked: what was read in them is let be. */
  const isOver = (read: number, at: Date): boolean =>
    monthOf(addDays(today, -read - 1)) !== monthOf(dayAt(at.getTime(), CHINA));
  const readingOf = async ({ project, meter, read }: Slip) => {
    const { rows } = await sql<{ id: string; value: number; next: number; versions: number; waiting: boolean }>`
      select r.id::text, r.value::float8, n.value::float8 as next,
        (select count(*)::int from manual_reading v where v.meter_id = r.meter_id and v.register = r.register and v.at = r.at) as versions,
        exists (select from reading_proposal p where p.reading_id = r.id) as waiting
      from device d join manual_reading r on r.meter_id = d.id and r.register = 'total' and r.at = ${`${addDays(today, -read)}T00:00:00Z`}
        join manual_reading n on n.meter_id = d.id and n.register = 'total' and n.at = ${`${addDays(today, 1 - read)}T00:00:00Z`}
      where d.project_code = ${project} and d.code = ${meter} order by r.id desc limit 1`.execute(db);
    return rows[0];
  };
  const put = async (slip: Slip, at: Date): Promise<void> => {
    const found = await readingOf(slip);
    if (found === undefined || found.versions > 1 || found.waiting || isOver(slip.read, at)) return;
    const right = (found.value + (found.next - found.value) * 0.1).toFixed(2);
    if (Number(right) === found.value) return;
    await post(managerOf(slip.project), at, UPDATE, {
      EntryId: found.id,
      Version: found.versions,
      Reading: right,
      ReasonType: slip.type,
      Reason: slip.reason,
    });
  };
  const agree = async (slip: Slip, at: Date): Promise<void> => {
    const found = await readingOf(slip);
    if (found?.waiting !== true || found.versions > 1 || isOver(slip.read, at)) return;
    await post(ANALYST, at, UPDATE, { EntryId: found.id, Action: 'agree', Reason: '与现场照片一致' });
  };
  const estimate = async (at: Date): Promise<void> => {
    const { rows } = await sql<{ id: string; there: boolean }>`select d.id::text,
        exists (select from manual_reading r where r.meter_id = d.id and r.flag in ('估', '补')) as there
      from device d join manual_reading r on r.meter_id = d.id and r.register = 'total' and r.at = ${`${addDays(today, 2 - GAP.to)}T00:00:00Z`} where d.project_code = ${GAP.project} and d.code = ${GAP.meter}`.execute(
      db,
    );
    const meter = rows[0];
    if (meter === undefined || meter.there || isOver(GAP.from - 1, at)) return;
    await post(managerOf(GAP.project), at, FILL, {
      ProjectCode: GAP.project,
      DeviceId: meter.id,
      Register: 'total',
      Method: '线性',
      From: addDays(today, -GAP.from),
      To: addDays(today, -GAP.to),
      Reason: GAP.reason,
    });
  };
  return [
    ...SLIPS.flatMap((slip): Act[] => {
      const [put_, agreed] = [moment(slip.put), slip.agreed];
      return [
        { at: put_, run: () => put(slip, put_) },
        ...(agreed === undefined ? [] : [{ at: moment(agreed), run: () => agree(slip, moment(agreed)) }]),
      ];
    }),
    { at: moment(GAP.put), run: () => estimate(moment(GAP.put)) },
  ];
};
