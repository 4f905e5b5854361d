import type { ViewRow } from '@hengneng/contracts';
import { MODULES } from '@hengneng/core';
import { renewalBoard, renewalContracts } from '@hengneng/forms/views';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { textOf } from '../../../engine/rows/text.ts';
import { useDrill } from '../../../engine/views/drill.ts';
import { ViewBoard } from '../../../engine/views/ViewBoard.tsx';
import { recordAddress } from '../../../lib/routes.ts';
import { mayBegin, useBegin } from '../../ledgers/new-record.ts';
import { monthOnly } from '../spans.ts';

const SOON_DAYS = 180;

const idle = (row: ViewRow): boolean => row['result'] === '未启动' || row['result'] === '到期未跟踪';

/** Nobody follows it though its end is near, or it may be lost. */
const toneOf = (row: ViewRow): 'bad' | 'warn' | 'off' | null => {
  if (idle(row)) return Number(row['leftDays'] ?? 0) <= SOON_DAYS ? 'bad' : 'warn';
  if (row['result'] !== '跟踪中') return 'off';
  return row['risk'] === '红（可能流失）' ? 'bad' : null;
};

/** 合同续签分析. */
const RenewalPage = (): ReactElement => {
  const drill = useDrill();
  const { begin, beginning } = useBegin();
  return (
    <ViewBoard
      board={renewalBoard}
      related={[
        ['/formFlow/resourceManage/renewalTracking/trackingAllList', 'project', 'area'],
        ['/contractManage/contractList', 'project', 'area'],
      ]}
      note="续签率只计“已续签”，短期延期与转为新模式单列；金额口径为续签合同新年收入÷到期合同年收入，涨价时可超过100%。止月不选为12个月。"
      marks={{ calendar: ['renewalContracts', monthOnly], months: ['renewalContracts', monthOnly] }}
      lists={{
        renewalContracts: {
          empty: '所选月份没有到期合同',
          address: (row) =>
            row['record'] == null ? null : recordAddress(MODULES.renewalTracking.procedureId, textOf(row, 'record')),
          tone: toneOf,
          actions: (row) =>
            idle(row) && mayBegin('renewalTracking') ? (
              <Button
                type="link"
                size="small"
                disabled={beginning}
                onClick={() =>
                  begin({
                    moduleId: 'renewalTracking',
                    project: textOf(row, 'project'),
                    values: { project: row['project'], contract: row['contract'] },
                    same: { contract: row['contract'] },
                  })
                }
              >
                启动跟踪
              </Button>
            ) : null,
          note: '没有跟踪单的合同，年收入按合同额除以年限；180天内到期仍未启动的标红。点合同看跟踪单。',
        },
        renewalAreas: {
          empty: '所选月份没有到期合同',
          address: (row) => drill(renewalContracts.id, { area: row['place'] }),
          note: '点区域看其到期合同。',
        },
      }}
    />
  );
};

export default RenewalPage;
