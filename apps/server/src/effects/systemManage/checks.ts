/** 系统检查: the score of the project, what was not closed, and what has to stop at once. */
import { projectScore } from '@hengneng/forms';
import type { systemCheck } from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { raiseAlarm, withdrawAlarm } from '../books/alarms.ts';
import { monthOf } from '../books/source.ts';
import { failed } from '../kit/checks.ts';
import { effect, undoing } from '../kit/effect.ts';

type Check = Recorded<typeof systemCheck>;

export const systemCheckEffects: EffectsOf<'systemCheck', Check> = {
  'systemCheck.score': effect(async ({ record, book }) => {
    if (record.scoreRate !== null)
      await book(projectScore, {
        project: record.project,
        month: monthOf(record.checkDate),
        kind: '系统检查',
        topic: record.checkType,
        checkedOn: record.checkDate,
        scoreRate: record.scoreRate,
        problems: record.failCount,
        sourceNo: record.serial,
      });
  }),
  'systemCheck.feedback': effect(async ({ record, services }) => {
    if (record.recheckResult === null || record.recheckResult === '全部闭环') return;
    const open = record.items.filter(
      (row) =>
        failed(row.itemResult) &&
        (record.recheckResult === '未整改' || (record.unclosedItems ?? []).includes(row.item)),
    );
    for (const row of open)
      await services.draft({
        module: 'problemDetectionFeedback',
        applicant: row.rectifyOwner ?? record.accompany,
        title: `系统检查${record.serial}：${row.item}未闭环，${row.problem ?? ''}`,
        values: {
          project: record.project,
          sourceForm: record.serial,
          detectDate: record.checkDate,
          phenomenon: `${row.item}：${row.problem ?? '不合格'}`,
          replyBefore: row.rectifyBefore,
        },
      });
  }),
  'systemCheck.alarm': undoing(
    effect<Check>(async ({ tx, record, source, services, now }) => {
      if (record.stopRequired !== true) return;
      const content = `系统检查${record.serial}要求立即停机整改：${record.stopReason ?? ''}`;
      await raiseAlarm(tx, source, { project: record.project, level: '紧急', kind: '安全报警', content, at: now });
      await services.todo({ kind: '停机整改', title: content, to: [], role: 'safetyOfficer' });
    }),
    (tx, { source }) => withdrawAlarm(tx, source),
  ),
};
