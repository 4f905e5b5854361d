/** Points and their check items as a workbook. */
import type { PointRow } from '@hengneng/contracts';
import type { Ctx } from '../../platform/context.ts';
import { refused } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { workbook } from '../identity/index.ts';
import { listPoints, type PointAsk } from './points-read.ts';

const MOST_POINTS = 20_000;

const yes = (value: boolean): string => (value ? '是' : '否');

const pointLine = (point: PointRow): (string | null)[] => [
  point.code,
  point.name,
  point.kind,
  point.area,
  point.projectName,
  point.routeName,
  point.deviceName,
  String(point.items.length),
  point.score,
  point.position,
  point.lat === null || point.lng === null ? null : `${point.lat},${point.lng}`,
  point.locating ? String(point.radius ?? '') : '关闭定位',
  point.qrVersion === 0 ? '未打印' : String(point.qrVersion),
  point.frequency,
  yes(point.photoNeeded),
  point.state,
];

const itemLines = (point: PointRow): (string | null)[][] =>
  point.items.map((item, at) => [
    point.projectName,
    point.code,
    point.name,
    String(at + 1),
    item.item,
    item.standard,
    item.judge,
    item.lower,
    item.upper,
    item.unit,
    item.options.join('、'),
    item.score,
    yes(item.redLine),
    String(point.version),
  ]);

export const exportPoints = async (ctx: Ctx, input: PointAsk): Promise<FileAnswer> => {
  const { rows, total } = await listPoints(ctx, { ...input, PageIndex: 1, PageSize: MOST_POINTS });
  if (total > MOST_POINTS) throw refused(`数据超过${MOST_POINTS}个点，请缩小筛选范围`);
  return workbook(ctx, {
    title: '巡检点',
    head: [
      '点位编码',
      '名称',
      '类别',
      '部位',
      '项目',
      '路线',
      '关联设备',
      '检查项目（项）',
      '分值（分）',
      '位置说明',
      '经纬度',
      '允许偏差（m）',
      '二维码版本',
      '频次',
      '必拍照',
      '状态',
    ],
    rows: rows.map(pointLine),
    more: [
      {
        title: '检查项',
        head: [
          '项目名称',
          '点位编码',
          '点位',
          '序号',
          '检查项目',
          '标准',
          '判定',
          '下限',
          '上限',
          '单位',
          '选项',
          '分值（分）',
          '红线',
          '标准版本',
        ],
        rows: rows.flatMap(itemLines),
      },
    ],
    filters: [
      ['项目', input.project ?? '全部'],
      ['类别', input.kind ?? '全部'],
      ['部位', input.pointArea ?? '全部'],
      ['状态', input.state ?? '全部'],
      ['关键字', input.Keyword ?? ''],
    ],
  });
};
