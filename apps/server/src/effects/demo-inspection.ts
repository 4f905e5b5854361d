/** The route that inspectors of the demo company walk in every machine room, and its points. */
import { addDays, DEFAULT_RADIUS } from '@hengneng/core';
import { inspectionPoint, inspectionRoute, standardRoom } from '@hengneng/forms';
import { sql } from 'kysely';
import { enter, SETUP } from '../engine/books/entries.ts';
import type { Tx } from '../platform/db/schema.ts';
import { dayOf } from './books/source.ts';

const POINTS = [
  ['XJ-01', '主机本体', '主机房', '主机真空度与自抽装置', '停机保压24小时压力回升不大于25Pa', '15.0'],
  ['XJ-02', '燃烧器', '主机房', '燃烧器火焰与排烟温度', '火焰稳定呈蓝色，排烟温度在调试值内', '15.0'],
  ['XJ-03', '燃气表间', '燃气表间', '燃气检漏与报警联动', '无泄漏，报警切断与事故风机联动可靠', '20.0'],
  ['XJ-04', '定压装置', '分集水器', '安全阀与压力表校验', '在校验有效期内，铅封完好', '10.0'],
  ['XJ-05', '冷却塔', '冷却塔', '冷却塔布水与水质', '布水均匀，水质清澈', '10.0'],
  ['XJ-06', '配电间', '配电间', '配电柜温度与接地', '端子温升不大于60K，接地可靠', '10.0'],
  ['XJ-07', '值班室', '控制室', '运行记录与交接班', '逐时记录、交接班签字完整', '10.0'],
  ['XJ-08', '工具间', '工具备件间', '备件与工具台账', '账物相符，摆放定置', '10.0'],
] as const;

const LEVELS = ['三星', '四星', '二星', '三星', '五星'] as const;

export async function seedInspection(tx: Tx, now: Date): Promise<void> {
  const today = dayOf(now);
  const { rows } = await sql<{ code: string }>`select code from project order by code`.execute(tx);
  const routes = await enter(
    tx,
    inspectionRoute,
    rows.map(({ code }) => ({
      project: code,
      name: '机房标准路线',
      kind: '公司巡检' as const,
      ordered: true,
      minutes: 120,
      inspectTypes: ['公司巡检' as const, '区域巡检' as const, '项目自检' as const],
      pointCount: POINTS.length,
      state: '启用' as const,
    })),
    SETUP,
  );
  const points = await enter(
    tx,
    inspectionPoint,
    rows.flatMap(({ code }, at) =>
      POINTS.map(([pointCode, name, area, item, standard, score], nth) => ({
        code: pointCode,
        name,
        area,
        item,
        project: code,
        route: routes[at] ?? '0',
        kind: '公司巡检' as const,
        sort: nth + 1,
        standard,
        score,
        version: 1,
        radius: DEFAULT_RADIUS,
        locating: true,
        frequency: '月' as const,
        photoNeeded: true,
        qrVersion: 0,
        revision: 1,
        state: '启用' as const,
      })),
    ),
    SETUP,
  );
  // The vacuum is read off a gauge; everything else is looked at.
  await sql`insert into point_version (point_id, version, items)
    select b.id, 1, jsonb_build_array(jsonb_build_object('item', b.item, 'standard', b.standard, 'judge', case when g.read then '数值范围' else '合格不合格' end,
      'lower', case when g.read then '0' end, 'upper', case when g.read then '25' end, 'unit', case when g.read then 'Pa' else '' end,
      'options', '[]'::jsonb, 'score', b.score::text, 'redLine', b.area = '燃气表间'))
      from b_inspection_point b cross join lateral (select b.code = 'XJ-01' as read) g where b.id = any(${[...points]}::bigint[])`.execute(
    tx,
  );
  await enter(
    tx,
    standardRoom,
    rows.map(({ code }, at) => ({
      project: code,
      roomName: '制冷机房',
      level: LEVELS[at % LEVELS.length] ?? '三星',
      ratedOn: addDays(today, -200),
      nextReview: addDays(today, 165 + (at % 5) * 20),
      demonstration: at % LEVELS.length === 4,
    })),
    SETUP,
  );
}
