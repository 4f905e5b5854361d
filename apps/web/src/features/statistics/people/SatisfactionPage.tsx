import type { ViewRow } from '@hengneng/contracts';
import { MODULES, shortCodeOf } from '@hengneng/core';
import { satisfactionBoard, satisfactionOpinions } from '@hengneng/forms/views';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { textOf } from '../../../engine/rows/text.ts';
import { useDrill } from '../../../engine/views/drill.ts';
import { ViewBoard } from '../../../engine/views/ViewBoard.tsx';
import { can } from '../../../lib/permission.ts';
import { recordAddress } from '../../../lib/routes.ts';
import { mayBegin, useBegin } from '../../ledgers/new-record.ts';
import { RemindButton } from '../acts.tsx';

const LOW = 80;
const VISITS = ['interviewRecord', 'userInterviewRecord'] as const;

const isLow = (row: ViewRow): boolean => row['score'] != null && Number(row['score']) < LOW;
const opinionAddress = (row: ViewRow): string | null => {
  const module = VISITS.find((id) => id === row['module']);
  return module === undefined ? null : recordAddress(MODULES[module].procedureId, textOf(row, 'record'));
};

/** 满意度分析. */
const SatisfactionPage = (): ReactElement => {
  const drill = useDrill();
  const { begin, beginning } = useBegin();
  return (
    <ViewBoard
      board={satisfactionBoard}
      related={[['/sale/saleStatistics/userFeedbackStatistics', 'project', 'area'], ['/configurableQuestionnaireList']]}
      note="四来源各自折百分制，再按季度回访40、现场走访25、电话回访15、问卷20合成，缺来源时权重按比例重分。同项目同季度多次季度回访取最新一份；选了供能季只计季度回访。"
      lists={{
        satisfactionProjects: {
          empty: '本期还没有回访记录',
          address: (row) => drill(satisfactionOpinions.id, { project: row['place'] }),
          tone: (row) => (isLow(row) ? 'bad' : row['standing'] === '未回访' ? 'warn' : null),
          actions: (row) =>
            (isLow(row) || row['standing'] === '未回访') && mayBegin('interviewRecord') ? (
              <Button
                type="link"
                size="small"
                disabled={beginning}
                onClick={() => begin({ moduleId: 'interviewRecord', project: textOf(row, 'place') })}
              >
                {row['standing'] === '未回访' ? '安排回访' : '安排复访'}
              </Button>
            ) : null,
          note: '回访不足3份的为样本不足，不进排名。选了季度的与上一季度比，否则与上一年比。',
        },
        satisfactionOpinions: {
          empty: '本期没有登记客户意见',
          ...(can(shortCodeOf(satisfactionBoard.screen), 'edit')
            ? {
                tools: <RemindButton view="satisfactionOpinions" label="催办全部未闭环" />,
                actions: (row: ViewRow) =>
                  row['state'] === '已解决' ? null : (
                    <RemindButton view="satisfactionOpinions" id={row.id} label="催办" />
                  ),
              }
            : {}),
          address: opinionAddress,
          tone: (row) => (row['state'] === '已解决' ? 'off' : Number(row['lateDays'] ?? 0) > 0 ? 'bad' : null),
          note: '回访单审结时登记解决条数；未全部解决的，其各条都列为未闭环。闭环率按条数计。',
        },
        satisfactionDimensions: { empty: '本期还没有回访记录' },
        satisfactionQuarters: { empty: '还没有回访记录' },
      }}
    />
  );
};

export default SatisfactionPage;
