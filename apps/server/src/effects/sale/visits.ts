/** 项目参观: the time it takes on site, whom it concerns, and what came of it. */
import { prospectFollow, runCalendar } from '@hengneng/forms';
import type { projectVisitApplication } from '@hengneng/forms';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { invalid } from '../../platform/http/errors.ts';
import { dayOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import { peopleOf } from '../kit/people.ts';

type Visit = Recorded<typeof projectVisitApplication>;

const HOUR = 3_600_000;
const KIND = '参观接待';

export const visitEffects: EffectsOf<'projectVisitApplication', Visit> = {
  'projectVisitApplication.calendar': effect(async ({ tx, record, find, book }) => {
    const [start, end] = [Date.parse(record.startTime), Date.parse(record.endTime)];
    // Two that ask for the same hours at once would not see each other.
    await sql`select 1 from project where code = ${record.project} for update`.execute(tx);
    for (const other of await find(runCalendar, { project: record.project, kind: KIND }))
      if (other.startAt !== null && other.endAt !== null)
        if (Date.parse(other.startAt) < end && start < Date.parse(other.endAt))
          throw invalid([{ path: 'startTime', message: `该时段项目已有参观（${other.sourceNo ?? ''}），请改期` }]);
    await book(runCalendar, {
      project: record.project,
      kind: KIND,
      startAt: record.startTime,
      endAt: record.endTime,
      hours: ((end - start) / HOUR).toFixed(1),
      reason: `${record.visitUnit}${record.visitType}，${record.planCount}人`,
      excluded: false,
      sourceNo: record.serial,
    });
  }),
  'projectVisitApplication.notify': effect(async ({ tx, record, services }) => {
    const guides = [...record.route.map((row) => row.guide), ...(record.safetyGuide ? [record.safetyGuide] : [])];
    await services.tell({
      to: [...(await peopleOf(tx, record.project)), ...guides],
      title: `${record.visitUnit}将于${dayOf(record.startTime)}到项目参观（${record.planCount}人），请做好接待与安全引导`,
    });
  }),
  'projectVisitApplication.follow': effect(async ({ record, book }) => {
    if (!record.potentialProject) return;
    await book(prospectFollow, {
      prospect: record.potentialProject,
      customerName: record.visitUnit,
      kind: '项目参观',
      followedOn: dayOf(record.startTime),
      outcome: record.intention ?? '不涉及',
      amount: record.potentialAmount,
      content: record.visitorOpinion,
      follower: record.saleUser,
      sourceNo: record.serial,
    });
  }),
  'projectVisitApplication.count': effect(({ record, add }) =>
    add('project', record.project, { receptions: 1, reception_guests: record.actualCount ?? 0 }),
  ),
};
