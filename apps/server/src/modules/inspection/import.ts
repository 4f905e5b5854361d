/** Points from a sheet: a row for each check item; the rows of one code make one point. Every row is checked before anything is written. */
import {
  checkItem,
  itemFaults,
  perambulatePointSave,
  type perambulatePointImport,
  POINT_SHEET,
  type SheetFault,
} from '@hengneng/contracts';
import { CHECK_JUDGES, DEFAULT_RADIUS, INSPECTION_AREAS, POINT_FREQUENCIES, POINT_KINDS } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { importWhole, type SheetLine, type WholeSheet } from '../../engine/imports/whole.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { FileAnswer, UploadedFile } from '../../platform/http/registry.ts';
import { trail, workbook } from '../identity/index.ts';
import { countRoutes, insertPoints, lockProjectPoints, type NewPoint } from './points-write.ts';

type Column = (typeof POINT_SHEET)[number];
type Line = SheetLine<Column>;

const MOST_ROWS = 2000;
const SHEET: WholeSheet<Column> = {
  columns: POINT_SHEET,
  mostBytes: 10,
  mostRows: MOST_ROWS,
  empty: '表格中没有巡检点',
  tooMany: (rows) => `一次最多导入${MOST_ROWS}行，本表有${rows}行`,
};
const SAME = ['名称', '类别', '部位', '路线', '频次', '必拍照', '允许偏差'] as const satisfies readonly Column[];

const ITEM_COLUMNS: Readonly<Record<string, Column>> = {
  item: '检查项目',
  standard: '标准',
  judge: '判定',
  lower: '下限',
  upper: '上限',
  unit: '单位',
  options: '选项',
  score: '分值',
  redLine: '红线',
};
const POINT_COLUMNS: Readonly<Record<string, Column>> = {
  code: '点位编码',
  name: '名称',
  kind: '类别',
  area: '部位',
  radius: '允许偏差',
  photoNeeded: '必拍照',
  frequency: '频次',
};

const yes = (text: string): boolean | string => (text === '' || text === '否' ? false : text === '是' ? true : text);

/** One sheet's point: its rows in order. */
interface Group {
  readonly lines: readonly Line[];
  readonly first: Line;
}

const groupsOf = (lines: readonly Line[]): readonly Group[] => {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const code = line.cells.点位编码;
    // A row without a code is a fault of its own, not a part of another.
    const key = code === '' ? `#${line.row}` : code;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()].flatMap((of) => (of[0] === undefined ? [] : [{ lines: of, first: of[0] }]));
};

const itemsOf = ({ lines }: Group) =>
  lines.map(({ row, cells }) => ({
    row,
    parsed: checkItem.safeParse({
      item: cells.检查项目,
      standard: cells.标准,
      judge: cells.判定 === '' ? CHECK_JUDGES[0] : cells.判定,
      lower: cells.下限,
      upper: cells.上限,
      unit: cells.单位,
      options: cells.选项 === '' ? [] : cells.选项.split(/[、,，/]/).map((text) => text.trim()),
      score: cells.分值,
      redLine: yes(cells.红线),
    }),
  }));

/** A point as its rows say, or what is wrong with them. */
const parseGroup = (
  group: Group,
  project: string,
  routes: ReadonlyMap<string, { readonly id: string; readonly kind: string }>,
): { readonly point: NewPoint | null; readonly faults: readonly SheetFault[] } => {
  const { first, lines } = group;
  const faults: SheetFault[] = [];
  const say = (row: number, column: string, message: string) => faults.push({ row, column, message });
  for (const { row, cells } of lines)
    for (const column of SAME)
      if (cells[column] !== first.cells[column]) say(row, column, `与第${first.row}行同一点位，${column}须一致`);
  const items = itemsOf(group);
  for (const { row, parsed } of items)
    for (const issue of parsed.error?.issues ?? [])
      say(row, ITEM_COLUMNS[String(issue.path[0])] ?? '检查项目', issue.message);
  const { cells, row } = first;
  const head = perambulatePointSave.input.safeParse({
    project,
    code: cells.点位编码,
    name: cells.名称,
    kind: cells.类别 === '' ? POINT_KINDS[0] : cells.类别,
    area: cells.部位,
    radius: cells.允许偏差 === '' ? DEFAULT_RADIUS : cells.允许偏差,
    photoNeeded: yes(cells.必拍照),
    frequency: cells.频次,
    items: [],
  });
  for (const issue of head.error?.issues ?? [])
    say(row, POINT_COLUMNS[String(issue.path[0])] ?? '点位编码', issue.message);
  if (faults.length > 0 || !head.success) return { point: null, faults };
  const kind = head.data.kind ?? POINT_KINDS[0];
  const good = items.flatMap(({ parsed }) => (parsed.data === undefined ? [] : [parsed.data]));
  for (const fault of itemFaults({ kind, items: good })) {
    const [, at, key] = /^items\[(\d+)\]\.(\w+)$/.exec(fault.path) ?? [];
    say(
      at === undefined ? row : (items[Number(at)]?.row ?? row),
      key === undefined ? '分值' : (ITEM_COLUMNS[key] ?? ''),
      fault.message,
    );
  }
  const route = routes.get(cells.路线);
  if (cells.路线 === '' ? kind === '公司巡检' : route === undefined) say(row, '路线', '项目没有这条路线，请先新增');
  else if (route !== undefined && route.kind !== kind) say(row, '路线', `该路线是${route.kind}路线`);
  return { point: faults.length > 0 ? null : { ...head.data, kind, route: route?.id ?? null, items: good }, faults };
};

const knownOf = async (tx: Tx, project: string) => {
  const { rows: routes } = await sql<{
    id: string;
    name: string;
    kind: string;
  }>`select id::text as id, name, kind from b_inspection_route
    where project = ${project} and not voided`.execute(tx);
  const { rows: points } = await sql<{
    code: string;
  }>`select code from b_inspection_point where project = ${project} and not voided`.execute(tx);
  return {
    routes: new Map(routes.map((route) => [route.name, route])),
    codes: new Set(points.map((point) => point.code)),
  };
};

export const importPoints = (
  ctx: Ctx,
  project: string,
  file: UploadedFile,
): Promise<z.input<typeof perambulatePointImport.output>> =>
  importWhole(
    ctx,
    file,
    SHEET,
    async (tx, lines) => {
      await lockProjectPoints(tx, ctx, project);
      const { routes, codes } = await knownOf(tx, project);
      const groups = groupsOf(lines).map((group) => ({ group, ...parseGroup(group, project, routes) }));
      return {
        faults: groups.flatMap(({ group: { first }, faults }) => [
          ...faults,
          ...(codes.has(first.cells.点位编码)
            ? [{ row: first.row, column: '点位编码', message: '点位编码已存在' }]
            : []),
        ]),
        items: groups.flatMap(({ point }) => (point === null ? [] : [point])),
      };
    },
    async (tx, points) => {
      await insertPoints(tx, ctx, points);
      await countRoutes(tx, [project]);
      await trail(tx, ctx, {
        kind: '系统设置',
        action: '导入巡检点',
        object: `项目 ${project}`,
        summary: `${points.length}个点`,
        after: { 点位: points.map((point) => `${point.code} ${point.name}`).join('、') },
      });
    },
  );

export const pointTemplate = (ctx: Ctx): Promise<FileAnswer> =>
  workbook(ctx, {
    title: '巡检点导入模板',
    head: POINT_SHEET,
    rows: [],
    filters: [
      ['点位编码', '必填，项目内唯一；一个点有几个检查项就写几行，编码与名称等相同'],
      ['类别', `${POINT_KINDS.join('、')}；空着按公司巡检`],
      ['部位', INSPECTION_AREAS.join('、')],
      ['路线', '项目已有的路线名称；公司巡检必填'],
      ['频次', POINT_FREQUENCIES.join('、')],
      ['必拍照、红线', '是或否；空着按否'],
      ['允许偏差', `米，空着按${DEFAULT_RADIUS}`],
      ['判定', `${CHECK_JUDGES.join('、')}；数值范围须填下限或上限，选项须用顿号分开`],
      ['分值', '0到20，最多一位小数'],
      ['行数上限', String(MOST_ROWS)],
    ],
  });
