/** 项目巡检: what was found at each point, the project's score, and what is not closed. */
import { inspectionPoint, perambulateRecord, projectScore } from '@hengneng/forms';
import type { projectInspectionCheck } from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { itemsAt } from '../books/inspection-lookups.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { failed } from '../kit/checks.ts';
import { effect } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';

type Inspection = Recorded<typeof projectInspectionCheck>;

export const inspectionSystemEffects: EffectsOf<'projectInspectionCheck', Inspection> = {
  'projectInspectionCheck.points': effect(async ({ tx, record, book }) => {
    const versions = await Promise.all(record.points.map((row) => itemsAt(tx, row.point, row.scanTime)));
    await book(
      perambulateRecord,
      ...record.points.map((row, at) => ({
        project: record.project,
        point: row.point,
        scannedAt: row.scanTime,
        inspectType: record.inspectType,
        item: row.item,
        standard: row.requirement,
        standardVersion: versions[at]?.version ?? null,
        fullScore: row.fullScore,
        measured: row.measured,
        result: row.pointResult.result,
        deduct: row.deduct,
        problem: row.problem,
        severity: row.severity,
        inspector: record.applicant,
        sourceNo: record.serial,
      })),
    );
    if (record.scoreRate !== null)
      await book(projectScore, {
        project: record.project,
        month: monthOf(record.arriveTime),
        kind: '项目巡检',
        topic: record.inspectType,
        checkedOn: dayOf(record.arriveTime),
        scoreRate: record.scoreRate,
        problems: record.problemCount,
        sourceNo: record.serial,
      });
  }),
  'projectInspectionCheck.feedback': effect(async ({ record, services }) => {
    if ((record.closedCount ?? 0) >= (record.problemCount ?? 0)) return;
    for (const row of record.points.filter((each) => failed(each.pointResult)))
      await services.draft({
        module: 'problemDetectionFeedback',
        applicant: row.rectifyOwner ?? record.siteLeader,
        title: `项目巡检${record.serial}：${row.item}，${row.problem ?? ''}（${row.severity ?? ''}），${row.rectifyBefore ?? ''}前整改`,
        values: {
          project: record.project,
          sourceForm: record.serial,
          detectDate: dayOf(record.arriveTime),
          phenomenon: `${row.item}：${row.problem ?? '不合格'}`,
          replyBefore: row.rectifyBefore,
        },
      });
  }),
  'projectInspectionCheck.updatePoints': effect(async ({ record, find, setEntry }) => {
    for (const id of new Set(record.points.map((row) => row.point))) {
      const [point] = await find(inspectionPoint, { id });
      const rows = record.points
        .filter((row) => row.point === id)
        .toSorted((a, b) => Date.parse(a.scanTime) - Date.parse(b.scanTime));
      const last = rows.at(-1);
      if (point === undefined || last === undefined) continue;
      // An inspection that was filed late does not hide a newer one.
      if (point.lastInspectedAt !== null && Date.parse(point.lastInspectedAt) > Date.parse(last.scanTime)) continue;
      await setEntry(inspectionPoint, id, {
        lastInspectedAt: last.scanTime,
        lastResult: rows.some((row) => failed(row.pointResult)) ? '不合格' : last.pointResult.result,
      });
    }
  }),
  'projectInspectionCheck.redLine': effect(async ({ tx, record, services }) => {
    const lines = record.redLine ?? [];
    if (lines.length === 0) return;
    const task = {
      kind: '整改督办',
      title: `巡检${record.serial}触碰红线：${lines.join('、')}，${record.redLineDesc ?? ''}`,
    };
    await services.todo({ ...task, to: await projectManagers(tx, record.project), role: 'safetyOfficer' });
  }),
};
