import type { ViewRow } from '@hengneng/contracts';
import { repairBoard, repairCosts } from '@hengneng/forms/views';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { useDrill } from '../../engine/views/drill.ts';
import { ViewBoard } from '../../engine/views/ViewBoard.tsx';
import { costAddress } from '../ledgers/cost-address.ts';
import { mayBegin, useBegin } from '../ledgers/new-record.ts';
import { monthOnly } from './spans.ts';

/** Faults of one device in a year that ask whether it should be repaired at all. */
const OFTEN = 4;
const EMPTY = '所选期间没有维修费用';

/** What repairs cost: of which machines, why, and at whose expense. */
const RepairCostsPage = (): ReactElement => {
  const drill = useDrill();
  const { begin, beginning } = useBegin();
  const renew = mayBegin('technicalRenovationRecord');
  const rectify = mayBegin('emcProblemRectification');
  const often = (row: ViewRow): boolean => Number(row['yearCount'] ?? 0) >= OFTEN;
  return (
    <ViewBoard
      board={repairBoard}
      related={[
        ['/formFlow/repairMaintenance/maintenanceRecords/maintenanceRecordsList', 'project'],
        ['/formFlow/repairMaintenance/qualityExceptionFeedback/maintenanceCostInputList'],
      ]}
      note="同一笔外协费已在维修记录中计过的不再计；保养费默认不计。单方维修费按在运项目的面积年化；平均修复时间只计维修记录。"
      marks={{
        months: ['repairCosts', monthOnly],
        categories: ['repairCosts', (category) => ({ category })],
        causes: ['repairCosts', (cause) => ({ cause })],
      }}
      lists={{
        repairDevices: {
          empty: EMPTY,
          address: (row) => drill(repairCosts.id, { device: row['device'] }),
          tone: (row) => (often(row) ? 'warn' : null),
          note: '点项目看该设备的费用明细。近12个月维修4次及以上的标黄，建议大修评估；已用到设计年限八成的建议更换。设计年限在数据字典，没有登记原值，不按费用占原值判断。',
          ...(renew
            ? {
                actions: (row: ViewRow) => (
                  <Button
                    size="small"
                    type="link"
                    loading={beginning}
                    onClick={() =>
                      begin({
                        moduleId: 'technicalRenovationRecord',
                        project: textOf(row, 'project'),
                        values: { project: row['project'], renovatedDevice: row['device'], reason: '设备老化' },
                      })
                    }
                  >
                    生成技改
                  </Button>
                ),
              }
            : {}),
        },
        repairProjects: {
          empty: EMPTY,
          address: (row) => drill(repairCosts.id, { project: row['project'] }),
          note: '点区域看该项目的费用明细。单方与占收入按我方承担计；收入为期间内的结算应收，跨月的按天分摊。',
        },
        repairRepeats: {
          empty: '所选期间没有重复故障',
          address: (row) => drill(repairCosts.id, { device: row['device'] }),
          tone: (row) => (row['rectified'] === '未立' ? 'bad' : null),
          note: '整改单的来源单号写该故障的维修单号即为已立。',
          ...(rectify
            ? {
                actions: (row: ViewRow) =>
                  row['rectified'] === '未立' ? (
                    <Button
                      size="small"
                      type="link"
                      loading={beginning}
                      onClick={() =>
                        begin({
                          moduleId: 'emcProblemRectification',
                          project: textOf(row, 'project'),
                          values: {
                            project: row['project'],
                            sourceNo: row['lastNo'],
                            foundDate: row['lastOn'],
                            repeated: false,
                            problemDesc: `${textOf(row, 'faultPart')}90天内修过${String(row['count'])}次`,
                          },
                        })
                      }
                    >
                      生成整改
                    </Button>
                  ) : null,
              }
            : {}),
        },
        repairCosts: { empty: EMPTY, address: costAddress },
      }}
    />
  );
};

export default RepairCostsPage;
