/** 巡检点设置: points with the versions of their check items, routes, the library of standards, labels. */
import {
  CHECK_JUDGES,
  DEFAULT_RADIUS,
  INSPECT_TYPES,
  INSPECTION_AREAS,
  INSPECTION_ITEMS,
  POINT_FREQUENCIES,
  POINT_KINDS,
} from '@hengneng/core';
import { z } from 'zod';
import { call, listInput, listOutput } from './call.ts';
import { blankable, count, done, flag, idText, several } from './common.ts';
import { wholeImported } from './imports.ts';

export const POINT_STATES = ['启用', '停用'] as const;

const text = (what: string, max: number) => z.string().trim().max(max, `${what}最多${max}字`);
const project = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');
const reading = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^-?(0|[1-9]\d{0,8})(\.\d{1,3})?$/, `${what}须为数字，最多三位小数`);
const score = z
  .string('请填写分值')
  .trim()
  .regex(/^(\d|1\d|20)(\.\d)?$/, '分值须在0到20之间，最多一位小数')
  .refine((value) => Number(value) <= 20, '分值须在0到20之间，最多一位小数');
const area = z.enum(INSPECTION_AREAS, '请选择部位');
const kind = z.enum(POINT_KINDS, '请选择类别');
const state = z.enum(POINT_STATES, '状态只能是启用或停用');
const frequency = z.enum(POINT_FREQUENCIES, '请选择频次');
const revision = count('版本', 1).optional();

export const checkItem = z.object({
  item: text('检查项目', 60).min(1, '请填写检查项目'),
  standard: text('标准', 300).default(''),
  judge: z.enum(CHECK_JUDGES, '请选择判定方式').default('合格不合格'),
  lower: blankable(reading('下限')).default(null),
  upper: blankable(reading('上限')).default(null),
  unit: text('单位', 20).default(''),
  options: several(text('选项', 30).min(1, '选项不能为空'), 20, '选项最多20个').default([]),
  score,
  redLine: flag.default(false),
});
export type CheckItem = z.output<typeof checkItem>;

const items = several(checkItem, 40, '一个点最多40个检查项');

/** What an item of a company's point may be called: the form's own list. */
export const isCompanyItem = (name: string): boolean => INSPECTION_ITEMS.some((item) => item === name);

/** Faults of check items by themselves, at the cell that is wrong; sheets and dialogs say the same. */
export const itemFaults = (
  of: { readonly kind: (typeof POINT_KINDS)[number]; readonly items: readonly CheckItem[] },
  at = 'items',
): { path: string; message: string }[] => {
  const faults: { path: string; message: string }[] = [];
  const say = (path: string, message: string) => faults.push({ path, message });
  if (of.items.length === 0) say(at, '请至少填写一个检查项');
  const seen = new Set<string>();
  for (const [index, one] of of.items.entries()) {
    const cell = (key: string) => `${at}[${index}].${key}`;
    if (of.kind === '公司巡检' && !isCompanyItem(one.item)) say(cell('item'), '公司巡检的检查项目请从目录中选择');
    if (seen.has(one.item)) say(cell('item'), '检查项目重复');
    seen.add(one.item);
    if (one.judge === '数值范围') {
      if (one.lower === null && one.upper === null) say(cell('upper'), '数值范围请填写下限或上限');
      else if (one.lower !== null && one.upper !== null && Number(one.upper) <= Number(one.lower))
        say(cell('upper'), '上限必须大于下限');
    }
    if (one.judge === '选项' && one.options.length < 2) say(cell('options'), '选项至少填写两个');
  }
  // Rounds of the shift only note readings; nothing of them is scored.
  if (of.kind === '公司巡检' && of.items.length > 0 && of.items.every((one) => Number(one.score) === 0))
    say(at, '分值合计不能为0');
  return faults;
};

/* ---- points ---- */

const version = z.object({
  version: z.number(),
  items: z.array(checkItem),
  from: z.string(),
  by: z.string().nullable(),
});

export const pointRow = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  kind,
  area: z.string(),
  project: z.string(),
  projectName: z.string(),
  route: z.string().nullable(),
  routeName: z.string().nullable(),
  sort: z.number(),
  device: z.string().nullable(),
  deviceName: z.string().nullable(),
  items: z.array(checkItem),
  score: z.string(),
  position: z.string().nullable(),
  lat: z.string().nullable(),
  lng: z.string().nullable(),
  radius: z.number().nullable(),
  locating: z.boolean(),
  photoNeeded: z.boolean(),
  frequency: z.string().nullable(),
  state,
  version: z.number(),
  qrVersion: z.number(),
  qrIssuedAt: z.string().nullable(),
  lastInspectedAt: z.string().nullable(),
  lastResult: z.string().nullable(),
  FormVersion: z.number(),
});
export type PointRow = z.output<typeof pointRow>;

const pointFilters = {
  project: z.string().max(30).optional(),
  route: idText.optional(),
  kind: kind.optional(),
  pointArea: area.optional(),
  state: state.optional(),
};

export const perambulatePointIndex = call(
  'POST',
  '/bpmapi/PerambulatePoint/Index',
  '巡检点列表：部位、检查项、分值、定位、二维码',
  {
    input: listInput.extend(pointFilters),
    output: listOutput(pointRow),
  },
);

export const perambulatePointInfo = call('GET', '/bpmapi/PerambulatePoint/GetInfo', '一个巡检点与它的标准各版本', {
  input: z.object({ id: idText }),
  output: pointRow.extend({
    /** Records that name it; one that has any can only be taken out of use. */
    records: z.number(),
    versions: z.array(version),
  }),
});

const pointFields = {
  code: text('点位编码', 30).min(1, '请填写点位编码'),
  name: text('名称', 60).min(1, '请填写名称'),
  area,
  route: blankable(idText).optional(),
  device: blankable(idText).optional(),
  position: blankable(text('位置说明', 100)).optional(),
  lat: blankable(z.string().regex(/^-?([0-8]?\d)(\.\d{1,6})?$/, '纬度须在-90到90之间，最多六位小数')).optional(),
  lng: blankable(
    z.string().regex(/^-?(\d{1,2}|1[0-7]\d)(\.\d{1,6})?$/, '经度须在-180到180之间，最多六位小数'),
  ).optional(),
  radius: count('允许偏差', 10, 2000).default(DEFAULT_RADIUS),
  locating: flag.default(true),
  photoNeeded: flag.default(false),
  frequency,
  items,
};
const pointInput = z.object({
  /** Absent: a new point. */
  id: idText.optional(),
  project,
  kind: kind.optional(),
  state: state.optional(),
  FormVersion: revision,
  ...pointFields,
});
const pointSaved = z.object({
  id: z.string(),
  FormVersion: z.number(),
  version: z.number(),
  /** The standard changed: records from now on go by the new version. */
  renewed: z.boolean(),
});
export type PointInput = z.output<typeof pointInput>;

export const perambulatePointSave = call(
  'POST',
  '/bpmapi/PerambulatePoint/Save',
  '新增或修改巡检点；检查项有变动即生成新版本，旧记录按旧版本显示',
  { input: pointInput, output: pointSaved },
);

export const perambulatePointState = call('POST', '/bpmapi/PerambulatePoint/State', '启用、停用或删除巡检点', {
  input: z.object({
    ids: several(idText, 200, '一次最多200个点').pipe(z.array(idText).min(1, '请选择巡检点')),
    to: z.enum([...POINT_STATES, '删除'], '请选择启用、停用或删除'),
  }),
  output: z.object({ count: z.number() }),
});

export const perambulatePointSort = call('POST', '/bpmapi/PerambulatePoint/Sort', '路线上巡检点的先后顺序', {
  input: z.object({
    route: idText,
    ids: several(idText, 500, '一条路线最多500个点').pipe(z.array(idText).min(1, '请给出巡检点的顺序')),
  }),
  output: done,
});

export const perambulatePointCopy = call(
  'POST',
  '/bpmapi/PerambulatePoint/Copy',
  '从标准库套用到项目，或把巡检点复制到其他项目；编码已被占用的自动取下一个编号',
  {
    input: z.object({
      /** Of the library; else of points. */
      standards: several(idText, 100, '一次最多100个标准').optional(),
      points: several(idText, 100, '一次最多100个点').optional(),
      projects: several(project, 50, '一次最多50个项目').pipe(z.array(project).min(1, '请选择项目')),
      /** Where standards go; a copied point goes to the route of the same name, which is opened where there is none. */
      route: blankable(idText).optional(),
    }),
    output: z.object({
      count: z.number(),
      made: z.array(z.object({ id: z.string(), project: z.string(), code: z.string() })),
    }),
  },
);

export const perambulatePointQrCode = call(
  'POST',
  '/bpmapi/PerambulatePoint/QrCode',
  '巡检点的二维码标签；换版后旧码失效',
  {
    input: z.object({
      ids: several(idText, 240, '一次最多240个点').pipe(z.array(idText).min(1, '请选择巡检点')),
      /** A new version for each, so that labels that are out there are no longer good. */
      renew: flag.default(false),
    }),
    output: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        name: z.string(),
        area: z.string(),
        projectName: z.string(),
        version: z.number(),
        /** What the code says. */
        text: z.string(),
      }),
    ),
  },
);

export const perambulatePointScan = call(
  'POST',
  '/bpmapi/PerambulatePoint/Scan',
  '按扫到的二维码认出巡检点；旧码不再有效',
  {
    input: z.object({ Code: z.string('请扫描二维码').trim().min(1, '请扫描二维码').max(200, '二维码内容过长') }),
    output: pointRow,
  },
);

/** Headings of the sheet of points; a point with several check items has a row for each. */
export const POINT_SHEET = [
  '点位编码',
  '名称',
  '类别',
  '部位',
  '路线',
  '频次',
  '必拍照',
  '允许偏差',
  '检查项目',
  '标准',
  '判定',
  '下限',
  '上限',
  '单位',
  '选项',
  '分值',
  '红线',
] as const;

export const perambulatePointImport = call(
  'POST',
  '/bpmapi/PerambulatePoint/Import',
  '按模板导入巡检点（multipart，字段 file），有一行错即一行也不写',
  {
    input: z.object({ project }),
    output: wholeImported,
  },
);
export const perambulatePointTemplate = call('POST', '/bpmapi/PerambulatePoint/ImportTemplate', '巡检点导入模板', {
  input: z.object({}),
  output: z.unknown(),
});
export const perambulatePointExport = call('POST', '/bpmapi/PerambulatePoint/Export', '导出巡检点与检查项', {
  input: listInput.extend(pointFilters),
  output: z.unknown(),
});

/* ---- points of the shift's rounds ---- */

export const patrolPointIndex = call('POST', '/bpmapi/PatrolPoint/Index', '值班巡查点：频次、参数项与上下限', {
  input: listInput.extend({
    ...pointFilters,
    kind: z.undefined().optional(),
    shift: z.enum(POINT_FREQUENCIES).optional(),
  }),
  output: listOutput(pointRow),
});
export const patrolPointSave = call('POST', '/bpmapi/PatrolPoint/Save', '新增或修改值班巡查点', {
  input: pointInput.omit({ kind: true }),
  output: pointSaved,
});

/* ---- routes ---- */

export const routeRow = z.object({
  id: z.string(),
  name: z.string(),
  project: z.string(),
  projectName: z.string(),
  kind,
  /** Points in use. */
  pointCount: z.number(),
  ordered: z.boolean(),
  minutes: z.number().nullable(),
  inspectTypes: z.array(z.string()),
  state,
});
export type RouteRow = z.output<typeof routeRow>;

export const perambulateRouteIndex = call('POST', '/bpmapi/PerambulateRoute/Index', '巡检路线列表', {
  input: listInput.extend({ project: z.string().max(30).optional(), kind: kind.optional(), state: state.optional() }),
  output: listOutput(routeRow),
});
export const perambulateRouteSave = call('POST', '/bpmapi/PerambulateRoute/Save', '新增或修改巡检路线', {
  input: z.object({
    id: idText.optional(),
    project,
    name: text('路线名称', 60).min(1, '请填写路线名称'),
    kind,
    ordered: flag.default(false),
    minutes: blankable(count('标准用时', 1, 1440)).optional(),
    inspectTypes: several(z.enum(INSPECT_TYPES, '巡检类别不正确'), 10, '巡检类别过多').default([]),
    state: state.default('启用'),
  }),
  output: z.object({ id: z.string() }),
});

/* ---- the library ---- */

export const standardRow = z.object({
  id: z.string(),
  kind,
  name: z.string(),
  area: z.string(),
  frequency: z.string(),
  photoNeeded: z.boolean(),
  items: z.array(checkItem),
  score: z.string(),
  state,
  FormVersion: z.number(),
  updatedBy: z.string().nullable(),
  updatedAt: z.string(),
});
export type StandardRow = z.output<typeof standardRow>;

export const perambulateStandardIndex = call('POST', '/bpmapi/PerambulateStandard/Index', '巡检标准库', {
  input: listInput.extend({ kind: kind.optional(), pointArea: area.optional(), state: state.optional() }),
  output: listOutput(standardRow),
});
export const perambulateStandardSave = call(
  'POST',
  '/bpmapi/PerambulateStandard/Save',
  '新增或修改标准库的一条；已套用的点不随之改动',
  {
    input: z.object({
      id: idText.optional(),
      kind,
      name: text('名称', 60).min(1, '请填写名称'),
      area,
      frequency,
      photoNeeded: flag.default(false),
      items,
      state: state.default('启用'),
      FormVersion: revision,
    }),
    output: z.object({ id: z.string(), FormVersion: z.number() }),
  },
);
