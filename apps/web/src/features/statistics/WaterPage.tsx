import type { ViewRow } from '@hengneng/contracts';
import { waterBoard, waterTests } from '@hengneng/forms/views';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { useDrill } from '../../engine/views/drill.ts';
import { ViewBoard } from '../../engine/views/ViewBoard.tsx';
import { mayBegin, useBegin } from '../ledgers/new-record.ts';
import { recordLink } from './record-link.ts';

/** 冷温水 that has to be filled up by more than this part of its system in a month leaks somewhere. */
const LEAKS_PERCENT = 1;
const EMPTY = '所选期间没有水质检测数据';
const TESTS_OF = ['waterTests', (project: string) => ({ project })] as const;
const numberOf = (row: ViewRow, key: string): number => Number(row[key] ?? 0);

/** How clean the water of the projects is, and what was found and not yet mended. */
const WaterPage = (): ReactElement => {
  const drill = useDrill();
  const { begin, beginning } = useBegin();
  const retest = mayBegin('detectReport');
  return (
    <ViewBoard
      board={waterBoard}
      related={[
        ['/formFlow/waterQuality/manageRecord/manageRecordList', 'project'],
        ['/formFlow/waterQuality/waterChemicalsApplication/pharmaceuticalSupplierManage'],
      ]}
      note="只计已通过的检测报告与月度管理记录；合格与否以当时的判定为准。选定一个指标后显示指标控制图，没有检测的月份留白。"
      marks={{ heat: TESTS_OF, ratios: TESTS_OF, costs: TESTS_OF }}
      lists={{
        waterProjects: {
          empty: EMPTY,
          address: (row) => drill(waterTests.id, { project: row['project'] }),
          tone: (row) =>
            row['passRate'] !== null && numberOf(row, 'passRate') < 80
              ? 'bad'
              : numberOf(row, 'lossRate') > LEAKS_PERCENT
                ? 'warn'
                : null,
          note: '点区域看该项目的检测明细。合格率低于80%标红，冷温水月补水率大于1%标黄。',
        },
        waterBad: {
          empty: '所选期间没有不合格的检测',
          address: recordLink,
          tone: (row) => (row['retest'] === '已合格' ? 'off' : numberOf(row, 'lateDays') > 0 ? 'bad' : 'warn'),
          note: '之后同一水系统同一指标检测合格即为闭环。',
          ...(retest
            ? {
                actions: (row: ViewRow) =>
                  row['retest'] === '未复检' || row['retest'] === '仍不合格' ? (
                    <Button
                      size="small"
                      type="link"
                      loading={beginning}
                      onClick={() =>
                        begin({
                          moduleId: 'detectReport',
                          project: textOf(row, 'project'),
                          values: { project: row['project'], detectReason: '异常复检' },
                        })
                      }
                    >
                      生成复检
                    </Button>
                  ) : null,
              }
            : {}),
        },
        waterTasks: {
          empty: '没有在运项目',
          address: (row) => drill(waterTests.id, { project: row['project'] }),
          note: '应做按在运且未停机的日子计：季检每季一次，管理记录每月一份，日志每天至少一班。',
        },
        waterTests: {
          empty: EMPTY,
          address: recordLink,
          tone: (row) => (row['fit'] === false ? 'bad' : row['doubt'] === null ? null : 'warn'),
        },
      }}
    />
  );
};

export default WaterPage;
