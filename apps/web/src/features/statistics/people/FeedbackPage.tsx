import type { ViewRow } from '@hengneng/contracts';
import { MODULES } from '@hengneng/core';
import { feedbackBoard, feedbackList } from '@hengneng/forms/views';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { textOf } from '../../../engine/rows/text.ts';
import { useDrill } from '../../../engine/views/drill.ts';
import { ViewBoard } from '../../../engine/views/ViewBoard.tsx';
import { recordAddress } from '../../../lib/routes.ts';
import { mayBegin, useBegin } from '../../ledgers/new-record.ts';
import { daysOfMonth } from '../spans.ts';

const EMPTY = '所选期间没有投诉，保持住';
const complaint = (id: string): string | null => recordAddress(MODULES.userComplaint.procedureId, id);

const toneOf = (row: ViewRow): 'bad' | 'warn' | null =>
  row['respond'] === '超时' ? 'bad' : row['repeated'] === '重复' ? 'warn' : null;

/** 用户反馈统计. */
const FeedbackPage = (): ReactElement => {
  const drill = useDrill();
  const { begin, beginning } = useBegin();
  return (
    <ViewBoard
      board={feedbackBoard}
      related={[['/formFlow/statisticalAnalysis/satisfactionAnalysis', 'project', 'area']]}
      note="同一电话同一类问题30天内再次投诉的为重复投诉，仍各计一件；12345与群体投诉全部计入并单列。供能面积取项目档案。"
      marks={{
        months: ['feedbackList', daysOfMonth],
        kinds: ['feedbackList', (complaintType) => ({ complaintType })],
        hours: ['feedbackList', (complaintType) => ({ complaintType })],
      }}
      lists={{
        feedbackProjects: {
          empty: '没有在运项目',
          address: (row) => drill(feedbackList.id, { project: row['place'] }),
          tone: (row) => (Number(row['growth'] ?? 0) > 0 ? 'warn' : null),
          note: '点项目看其投诉。走访问题取已通过的现场走访，贬损取已通过且接通完成的电话回访，不随类别、渠道、级别筛选。',
        },
        feedbackRepeats: {
          empty: '所选期间没有重复投诉',
          address: (row) => complaint(textOf(row, 'record')),
          tone: (row) => (row['rectified'] === '未立整改' ? 'warn' : null),
          actions: (row) =>
            row['rectified'] === '未立整改' && mayBegin('emcProblemRectification') ? (
              <Button
                type="link"
                size="small"
                disabled={beginning}
                onClick={() =>
                  begin({
                    moduleId: 'emcProblemRectification',
                    project: textOf(row, 'place'),
                    values: {
                      project: row['place'],
                      source: '用户投诉',
                      sourceNo: row['serial'],
                      foundDate: row['last'],
                      problemDesc: `${textOf(row, 'position')}「${textOf(row, 'kind')}」重复投诉${textOf(row, 'times')}次`,
                    },
                  })
                }
              >
                转整改
              </Button>
            ) : null,
        },
        feedbackList: { empty: EMPTY, address: (row) => complaint(row.id), tone: toneOf },
      }}
    />
  );
};

export default FeedbackPage;
