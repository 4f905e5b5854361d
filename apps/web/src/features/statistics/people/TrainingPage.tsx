import type { ViewRow } from '@hengneng/contracts';
import { MODULES, shortCodeOf } from '@hengneng/core';
import { trainingBoard, trainingRecords } from '@hengneng/forms/views';
import type { ReactElement } from 'react';
import { textOf } from '../../../engine/rows/text.ts';
import { useDrill } from '../../../engine/views/drill.ts';
import { ViewBoard } from '../../../engine/views/ViewBoard.tsx';
import { can } from '../../../lib/permission.ts';
import { recordAddress } from '../../../lib/routes.ts';
import { RemindButton } from '../acts.tsx';
import { monthOnly } from '../spans.ts';

const EMPTY = '所选期间没有培训记录';

const projectTone = (row: ViewRow): 'bad' | 'warn' | null =>
  Number(row['unsafe'] ?? 0) > 0 ? 'bad' : row['reached'] != null && Number(row['reached']) < 100 ? 'warn' : null;

/** 培训报表. */
const TrainingPage = (): ReactElement => {
  const drill = useDrill();
  return (
    <ViewBoard
      board={trainingBoard}
      related={[
        ['/formFlow/trainingManagement/monthlyTrainingPlan/monthlyTrainingPlanList', 'project'],
        ['/formFlow/trainingManagement/trainingLearn/learningDatabase'],
      ]}
      note="只计已审结的培训，学时以人事核定为准（核定少于登记的按比例折算）。类别与层级只筛课程，不影响个人学时与达标；在岗人员取今天的项目人员。"
      marks={{ courses: ['trainingRecords', monthOnly], hours: ['trainingRecords', monthOnly] }}
      lists={{
        trainingProjects: {
          empty: '没有在运项目',
          address: (row) => drill(trainingRecords.id, { project: row['place'] }),
          tone: projectTone,
          note: '点项目看其培训。安全类每项目每月至少一次，缺的标红；年度目标取项目当年最近一份已通过的月度计划，没有计划的无达标率。',
        },
        trainingTrainers: { empty: EMPTY },
        trainingPeople: {
          empty: '在岗人员都已达标',
          ...(can(shortCodeOf(trainingBoard.screen), 'edit')
            ? {
                tools: <RemindButton view="trainingPeople" label="提醒全部未达标" />,
                actions: (row: ViewRow) => <RemindButton view="trainingPeople" id={row.id} label="提醒" />,
                note: '提醒本人，每人每周一次。',
              }
            : {}),
          tone: (row) => (row['safety'] === '缺' ? 'bad' : Number(row['short'] ?? 0) > 0 ? 'warn' : null),
        },
        trainingMonths: {
          empty: EMPTY,
          address: (row) => drill(trainingRecords.id, monthOnly(textOf(row, 'month'))),
          note: '点月份看该月的培训。',
        },
        trainingRecords: {
          empty: EMPTY,
          address: (row) => recordAddress(MODULES.monthlyTrainingProcessRecord.procedureId, row.id),
        },
      }}
    />
  );
};

export default TrainingPage;
