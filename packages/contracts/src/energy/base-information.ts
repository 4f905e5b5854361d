/** 设备基础信息: kinds of devices with what is read of them, models, and the energies that are counted; the same for the whole company. */
import { z } from 'zod';
import { call, listInput, listOutput } from '../call.ts';
import { blankable, count, done, flag, idText, several } from '../common.ts';

const text = (what: string, max: number) => z.string(`请填写${what}`).trim().max(max, `${what}最多${max}字`);
const needed = (what: string, max: number) => text(what, max).min(1, `请填写${what}`);
/** More than nothing, with at most `places` decimals. */
const positive = (what: string, places = 2) =>
  z.coerce
    .string()
    .trim()
    .regex(new RegExp(`^\\d{1,9}(\\.\\d{1,${places}})?$`), `${what}应为数字，最多${places}位小数`)
    .refine((value) => Number(value) > 0, `${what}应大于 0`);
const degrees = (what: string) =>
  z.coerce
    .string()
    .trim()
    .regex(/^-?\d{1,3}(\.\d)?$/, `${what}应为数字，最多 1 位小数`);
const sort = count('排序', 0, 100_000).default(0);
const version = count('版本', 1).optional();

/* ---- kinds of devices ---- */

export interface DeviceCategoryNode {
  readonly Id: string;
  readonly Name: string;
  readonly ParentId: string | null;
  /** What forms call devices of it. */
  readonly Kind: string;
  readonly Sort: number;
  readonly Enabled: boolean;
  readonly DeviceCount: number;
  readonly ModelCount: number;
  readonly FormVersion: number;
  readonly Children: readonly DeviceCategoryNode[];
}

export const deviceCategoryTree = call('POST', '/api/DeviceCategory/Tree', '设备类别树', {
  input: z.object({ Enabled: flag.optional() }),
  output: z.array(z.custom<DeviceCategoryNode>()),
});
export const deviceCategorySave = call('POST', '/api/DeviceCategory/Save', '新增或修改设备类别', {
  input: z.object({
    Id: idText.optional(),
    Name: needed('类别名称', 30),
    ParentId: blankable(idText).optional(),
    Kind: text('表单中的类别', 20).optional(),
    Sort: sort,
    Enabled: flag.default(true),
    FormVersion: version,
  }),
  output: z.object({ Id: z.string(), FormVersion: z.number() }),
});
export const deviceCategoryDelete = call('POST', '/api/DeviceCategory/Delete', '删除没有下级、型号和参数的设备类别', {
  input: z.object({ Id: idText }),
  output: done,
});

/** Where a node goes in its tree: under which parent, in front of which of its children. */
const moveInput = z.object({
  Id: idText,
  /** Absent or empty: it stands at the top. */
  ParentId: blankable(idText).optional(),
  /** Absent or empty: behind the others. */
  BeforeId: blankable(idText).optional(),
});
export const deviceCategoryMove = call('POST', '/api/DeviceCategory/Move', '移动设备类别：换上级或排序', {
  input: moveInput,
  output: done,
});
export const energyCategoryMove = call('POST', '/api/Operate/MoveCategory', '在同一上级下排序能源计量类别', {
  input: moveInput.omit({ ParentId: true }),
  output: done,
});

/* ---- models ---- */

const RATED = {
  RatedCooling: blankable(positive('额定制冷量')).optional(),
  RatedHeating: blankable(positive('额定制热量')).optional(),
  RatedGas: blankable(positive('额定燃气耗量')).optional(),
  RatedPower: blankable(positive('额定电功率')).optional(),
  ChilledFlow: blankable(positive('冷水流量')).optional(),
  CoolingFlow: blankable(positive('冷却水流量')).optional(),
  RatedCop: blankable(positive('额定COP', 3)).optional(),
  SupplyTemp: blankable(degrees('设计供水温度')).optional(),
  ReturnTemp: blankable(degrees('设计回水温度')).optional(),
  SolutionKg: blankable(positive('溶液充注量')).optional(),
};
const shownNumber = z.string().nullable();
export const deviceModelRow = z.object({
  Id: z.string(),
  CategoryId: z.string(),
  CategoryName: z.string(),
  Model: z.string(),
  Maker: z.string(),
  RatedCooling: shownNumber,
  RatedHeating: shownNumber,
  RatedGas: shownNumber,
  RatedPower: shownNumber,
  ChilledFlow: shownNumber,
  CoolingFlow: shownNumber,
  RatedCop: shownNumber,
  SupplyTemp: shownNumber,
  ReturnTemp: shownNumber,
  SolutionKg: shownNumber,
  EnergyKind: z.string(),
  /** Projects with a device of it. */
  UsedCount: z.number(),
  Enabled: z.boolean(),
  FormVersion: z.number(),
});
export type DeviceModelRow = z.output<typeof deviceModelRow>;

export const deviceModelIndex = call('POST', '/api/DeviceInfo/Index', '型号库列表', {
  input: listInput.extend({
    CategoryId: idText.optional(),
    Enabled: flag.optional(),
    Ids: several(idText, 100, '一次最多100个型号').optional(),
  }),
  output: listOutput(deviceModelRow),
});
export const deviceModelTree = call('POST', '/api/DeviceInfo/Tree', '类别和型号的树，供选择', {
  input: z.object({ CategoryId: idText.optional() }),
  output: z.array(
    z.object({
      CategoryId: z.string(),
      CategoryName: z.string(),
      Models: z.array(z.object({ Id: z.string(), Model: z.string(), Maker: z.string() })),
    }),
  ),
});
export const deviceModelSave = call('POST', '/api/DeviceInfo/Save', '新增或修改型号；改额定值须确认受影响的项目', {
  input: z.object({
    Id: idText.optional(),
    CategoryId: z.string('请选择设备类别').regex(/^\d{1,18}$/, '请选择设备类别'),
    Model: needed('型号', 60),
    Maker: needed('厂家', 60),
    ...RATED,
    EnergyKind: text('能源类型', 20).default(''),
    Enabled: flag.default(true),
    /** Of a change of what is rated: the affected projects were seen. */
    Confirm: flag.default(false),
    FormVersion: version,
  }),
  output: z.object({
    /** Null: nothing was saved, the affected projects are to be confirmed first. */
    Id: z.string().nullable(),
    FormVersion: z.number(),
    AffectedProjects: z.array(z.object({ ProjectCode: z.string(), ProjectName: z.string() })),
    Words: z.string(),
  }),
});
export const deviceModelDelete = call('POST', '/api/DeviceInfo/Delete', '删除没有项目使用的型号', {
  input: z.object({ Id: idText }),
  output: done,
});

/** What is said of a workbook that comes in as a whole or not at all. */
const sheetAnswer = z.object({
  Total: z.number(),
  Ok: z.number(),
  Errors: z.array(z.object({ Row: z.number(), Column: z.string(), Message: z.string() })),
  /** Whether it is kept now. */
  Saved: z.boolean(),
});
const sheetImport = (path: string, what: string) =>
  call('POST', path, `${what}（multipart，字段 file）：先预览，Confirm=true 时整批入库`, {
    input: z.object({ Confirm: flag.default(false) }),
    output: sheetAnswer,
  });

/** Columns of the workbook that new models come in by; the template has them, too. */
export const MODEL_SHEET = [
  '类别',
  '型号',
  '厂家',
  '额定制冷量（kW）',
  '额定制热量（kW）',
  '额定燃气耗量（m³/h）',
  '额定电功率（kW）',
  '冷水流量（m³/h）',
  '冷却水流量（m³/h）',
  '额定COP',
  '设计供水温（℃）',
  '设计回水温（℃）',
  '溶液充注量（kg）',
  '能源类型',
] as const;
export const deviceModelImport = sheetImport('/api/DeviceInfo/Import', '从模板导入型号');

/* ---- what is read of machines of a kind ---- */

export const PARAM_TYPES = ['数值', '开关', '枚举'] as const;
const bound = (what: string) =>
  z.coerce
    .string()
    .trim()
    .regex(/^-?\d{1,10}(\.\d{1,4})?$/, `${what}应为数字，最多 4 位小数`);
export const categoryParam = z.object({
  Code: z
    .string('请填写参数编码')
    .trim()
    .regex(/^[A-Za-z0-9_]{1,30}$/, '参数编码只能用 1~30 位字母、数字、下划线'),
  Name: needed('参数名', 30),
  Unit: text('单位', 20).default(''),
  Type: z.enum(PARAM_TYPES, '请选择数据类型').default('数值'),
  Decimals: count('小数位', 0, 6).default(1),
  Min: blankable(bound('合理下限')).default(null),
  Max: blankable(bound('合理上限')).default(null),
  IsRead: flag.default(true),
  IsCurve: flag.default(false),
  Sort: sort,
});
export type CategoryParam = z.output<typeof categoryParam>;
export const categoryParamSave = call('POST', '/api/CategoryDevice/Save', '保存类别参数模板；不带参数即读取', {
  input: z.object({
    CategoryId: z.string('请选择设备类别').regex(/^\d{1,18}$/, '请选择设备类别'),
    /** Absent: only read. */
    Params: several(categoryParam, 100, '一个类别最多100个参数').optional(),
  }),
  output: z.object({ CategoryId: z.string(), Params: z.array(categoryParam) }),
});

/* ---- energies ---- */

export interface EnergyCategoryNode {
  readonly Id: string;
  readonly Code: string;
  readonly Name: string;
  readonly ParentId: string | null;
  readonly Unit: string;
  readonly Quality: string;
  readonly CoalFactor: string | null;
  readonly Lhv: string | null;
  readonly CountInTotal: boolean;
  readonly Icon: string;
  readonly Color: string;
  readonly Sort: number;
  readonly Enabled: boolean;
  /** Projects with a meter of it. */
  readonly UsedCount: number;
  readonly FormVersion: number;
  readonly Children: readonly EnergyCategoryNode[];
}

export const energyCategoryTree = call('POST', '/api/Operate/GetCateGory', '全公司能源计量类别树', {
  input: z.object({ ParentId: idText.optional(), Keyword: z.string().max(100).optional() }),
  output: z.array(z.custom<EnergyCategoryNode>()),
});
export const energyCategoryInfo = call('POST', '/api/Operate/GetNYCategory', '一个能源计量类别', {
  input: z
    .object({ Id: idText.optional(), Code: z.string().max(40).optional() })
    .refine((of) => of.Id !== undefined || of.Code !== undefined, { message: '请给出类别编号或编码', path: ['Id'] }),
  output: z.custom<EnergyCategoryNode>(),
});
const energyFields = {
  Code: z
    .string('请填写类别编码')
    .trim()
    .regex(/^[A-Za-z0-9_.]{1,40}$/, '类别编码只能用 1~40 位字母、数字、点、下划线'),
  Name: needed('类别名称', 30),
  ParentId: blankable(idText).optional(),
  Unit: needed('单位', 12),
  Quality: text('品质', 20).default(''),
  CoalFactor: blankable(positive('折标系数', 6)).optional(),
  Lhv: blankable(positive('低位热值', 3)).optional(),
  CountInTotal: flag.default(true),
  Icon: text('图标', 40).default(''),
  Color: z
    .string()
    .regex(/^(#[0-9a-fA-F]{6})?$/, '颜色应为 #RRGGBB')
    .default(''),
  Sort: sort,
  Enabled: flag.default(true),
};
export const energyCategoryInput = z.object(energyFields);
export type EnergyCategoryInput = z.output<typeof energyCategoryInput>;
export const energyCategoryAdd = call('POST', '/api/Operate/AddNYCateGory', '新增能源计量类别', {
  input: energyCategoryInput,
  output: z.object({ Id: z.string() }),
});
export const energyCategoryUpdate = call('POST', '/api/Operate/UpdateCategory', '修改能源计量类别', {
  input: z.object({ Id: idText, ...energyFields, FormVersion: version }),
  output: z.object({ FormVersion: z.number() }),
});

/** Columns of the workbook. */
export const ENERGY_SHEET = [
  '类别编码',
  '类别名称',
  '上级编码',
  '单位',
  '品质',
  '折标系数',
  '低位热值',
  '计入总能耗',
  '颜色',
  '排序',
] as const;
export const energyCategoryImport = sheetImport('/api/Operate/ImportCategory', '导入能源计量类别');
