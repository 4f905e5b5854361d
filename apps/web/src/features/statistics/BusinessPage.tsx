import type { ViewRow } from '@hengneng/contracts';
import { businessAccounts, businessBoard } from '@hengneng/forms/views';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { useDrill } from '../../engine/views/drill.ts';
import { ViewBoard } from '../../engine/views/ViewBoard.tsx';
import { mayBegin, useBegin } from '../ledgers/new-record.ts';
import { CommentButton } from './acts.tsx';
import { recordLink } from './record-link.ts';

const EMPTY = '该月尚未核算，未核算的项目见预警';

/** The month's business meeting on one page. */
const BusinessPage = (): ReactElement => {
  const drill = useDrill();
  const { begin, beginning } = useBegin();
  const order = mayBegin('lossProjectAnalysis');
  return (
    <ViewBoard
      board={businessBoard}
      related={[
        ['/formFlow/profitAccounting/projectStaticsInfo/projectStaticsInfoList', 'project'],
        ['/formFlow/collectionSettlement/lossProjectAnalysis/lossProjectAnalysisList', 'project'],
        ['/formFlow/statisticalAnalysis/incomeExpenseAnalysis', 'project', 'area'],
      ]}
      meeting={['businessAreas', 'businessProjects', 'businessLosses', 'businessAlerts', 'businessComments']}
      note="收入、成本与利润取已核定的项目核算（不含税），未核算的项目不计、不进排名，列在预警的缺报中。四象限以各项目的平均为界。"
      marks={{
        trend: ['businessAccounts', (month) => ({ month })],
        quadrants: ['businessAccounts', (project) => ({ project })],
      }}
      lists={{
        businessAreas: {
          empty: EMPTY,
          address: (row) => drill(businessAccounts.id, { area: row['area'] }),
          note: '点区域看各项目的核算明细。',
        },
        businessProjects: {
          empty: EMPTY,
          address: (row) => drill(businessAccounts.id, { project: row['project'] }),
          tone: (row) => (Number(row['gross'] ?? 0) < 0 ? 'bad' : null),
          note: '综合得分＝毛利率30、回款率25、单方能源费20、满意度15、安全10，各项在本区域内折成0–100分；没有的项不计，权重由其余各项分摊。',
        },
        businessLosses: {
          empty: '该月没有亏损项目',
          address: (row) => drill(businessAccounts.id, { project: row['project'] }),
          tone: (row) => (Number(row['months'] ?? 0) >= 3 ? 'bad' : 'warn'),
          note: '连续亏损3个月及以上的标红。',
          ...(order
            ? {
                actions: (row: ViewRow) =>
                  row['analysis'] === '未分析' ? (
                    <Button
                      size="small"
                      type="link"
                      loading={beginning}
                      onClick={() =>
                        begin({
                          moduleId: 'lossProjectAnalysis',
                          project: textOf(row, 'project'),
                          values: { project: row['project'] },
                        })
                      }
                    >
                      下达减亏任务
                    </Button>
                  ) : null,
              }
            : {}),
        },
        businessAlerts: {
          empty: '没有预警',
          tone: (row) =>
            row['handled'] === '已处理'
              ? 'off'
              : row['kind'] === '安全红线' || row['kind'] === '欠费90天'
                ? 'bad'
                : 'warn',
          note: '处理：缺报看核算单，毛利骤降看亏损分析，能耗超标看异常整改，欠费看近30天的催收，到期看续签跟踪，满意度看之后的回访，安全看防范措施期限。',
        },
        businessTrend: { empty: EMPTY, address: (row) => drill(businessAccounts.id, { month: row['on'] }) },
        businessComments: {
          empty: '还没有点评',
          tools: <CommentButton screen="/formFlow/statisticalAnalysis/businessAnalysis" label="写点评" />,
        },
        businessAccounts: { empty: EMPTY, address: recordLink },
      }}
    />
  );
};

export default BusinessPage;
