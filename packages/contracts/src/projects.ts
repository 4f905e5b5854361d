/** Projects, their additional information, districts, contracts and contract prices. */
import { PATTERNS } from '@hengneng/core';
import { z } from 'zod';
import { call, listInput, listOutput } from './call.ts';
import { blankable, count, day, done, flag, idText, several } from './common.ts';
import { storedFile, uploaded } from './files.ts';
import { PROFILE_KEYS, profileFields, profileRow } from './project-profile.ts';

const code = z.string('请指定项目').trim().min(1, '请指定项目').max(30, '项目编码过长');
const contractCode = z.string('请指定合同').trim().min(1, '请指定合同').max(40, '合同编号过长');
const text = (what: string, max: number) => z.string().trim().max(max, `${what}最多${max}字`);
const measure = (what: string) =>
  z.string().regex(/^(0|[1-9]\d{0,11})(\.\d{1,2})?$/, `${what}须为不小于0的数，最多两位小数`);
/** WGS84. */
const degrees = (what: string, most: number) =>
  z.coerce
    .string()
    .trim()
    .regex(/^-?\d{1,3}(\.\d{1,6})?$/, `${what}须为十进制度数，最多六位小数`)
    .refine((value) => Math.abs(Number(value)) <= most, `${what}应在 -${most}~${most} 之间`);
const money = z
  .string()
  .max(18, '金额过大')
  .refine((value) => PATTERNS.money.test(value), PATTERNS.money.message);
const price = z
  .string('请输入单价')
  .max(16, '单价过大')
  .refine((value) => PATTERNS.moneyFixed4.test(value), PATTERNS.moneyFixed4.message);

/** G_ProjectState; lists without it mean 0, 1 and 2. */
export const PROJECT_STATES = ['筹备', '在建', '运营', '停运', '退场'] as const;
export const DEFAULT_PROJECT_STATES: readonly number[] = [0, 1, 2];

const states = several(count('项目状态', 0, 4), 5, '最多5个状态').default([...DEFAULT_PROJECT_STATES]);

export const projectRow = z.object({
  ProjectCode: z.string(),
  ProjectName: z.string(),
  shortName: z.string(),
  area: z.string(),
  areaName: z.string(),
  G_ProjectState: z.number(),
  stateName: z.string(),
  customerName: z.string(),
  area_m2: z.string().nullable(),
  model: z.string().nullable(),
  chargeModel: z.string().nullable(),
  managerId: z.string().nullable(),
  managerName: z.string().nullable(),
});
export type ProjectRow = z.output<typeof projectRow>;

const projectFilters = {
  G_ProjectState: states,
  area: z.string().max(15).optional(),
  chargeModel: z.string().max(30).optional(),
  buildingType: z.string().max(30).optional(),
  /** Only those I am assigned to or manage. */
  mine: flag.optional(),
};

export const projectIndex = call('POST', '/webapi/Project/Index', '项目列表（只含本人可见）', {
  input: listInput.extend(projectFilters),
  output: listOutput(projectRow),
});

export const projectDetailRow = projectRow.extend({
  customerContact: z.string().nullable(),
  customerPhone: z.string().nullable(),
  address: z.string().nullable(),
  district: z.string().nullable(),
  districtName: z.string().nullable(),
  buildingType: z.string().nullable(),
  machineRoom: z.string().nullable(),
  startOn: z.string().nullable(),
  endOn: z.string().nullable(),
  designCoolingKw: z.string().nullable(),
  designHeatingKw: z.string().nullable(),
  airArea: z.string().nullable(),
  heatingArea: z.string().nullable(),
  /** WGS84, decimal degrees. */
  longitude: z.string().nullable(),
  latitude: z.string().nullable(),
  floors: z.number().nullable(),
  builtYear: z.number().nullable(),
  dutyPhone: z.string().nullable(),
  remark: z.string().nullable(),
  FormVersion: z.number(),
});

const projectDetailFull = projectDetailRow.extend({
  contracts: z.array(
    z.object({
      ContractCode: z.string(),
      name: z.string(),
      kind: z.string(),
      startOn: z.string().nullable(),
      endOn: z.string().nullable(),
      state: z.string(),
    }),
  ),
  hosts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      model: z.string(),
      factoryNo: z.string().nullable(),
      state: z.string(),
    }),
  ),
  people: z.array(z.object({ UserId: z.string(), UserName: z.string(), projectRole: z.string().nullable() })),
  counts: z.object({ devices: z.number(), meters: z.number(), contracts: z.number(), people: z.number() }),
});

export const projectDetail = call('GET', '/webapi/Project/Detail', '一个项目：客户、负责人、合同、主机', {
  input: z.object({ projectCode: code }),
  output: projectDetailFull,
});

/** How far a project's sheet of today is. */
export const INPUT_STATES = ['未录', '部分', '完成', '有异常'] as const;

/** What 运营项目列表 shows besides; only where `Figures` was asked for. Percent as numbers, quantities as decimal text. */
const operationFigures = z.object({
  City: z.string().nullable(),
  BuildType: z.string().nullable(),
  AirArea: z.string().nullable(),
  HostBrief: z.string(),
  MainEnergy: z.string().nullable(),
  EnteredCount: z.number(),
  DueCount: z.number(),
  /** null: nothing is due today. */
  InputState: z.enum(INPUT_STATES).nullable(),
  YesterdayElec: z.string().nullable(),
  YesterdayGas: z.string().nullable(),
  YesterdayCool: z.string().nullable(),
  YesterdayComplete: z.number().nullable(),
  YesterdayEstimated: z.number().nullable(),
  /** null with a reason, or for who may not see amounts. */
  YesterdayCost: z.string().nullable(),
  CostNote: z.string().nullable(),
  SameTempDev: z.number().nullable(),
  DevNote: z.string(),
  MonthComplete: z.number().nullable(),
  /** Alarms that nobody has handled. */
  OpenWarn: z.number(),
  DataUntil: z.string().nullable(),
  /** Degrees; null where nobody has said. */
  Lng: z.number().nullable(),
  Lat: z.number().nullable(),
});
export const operationRow = projectRow.extend(operationFigures.partial().shape);
export type OperationRow = z.output<typeof operationRow>;
export type OperationFigures = z.output<typeof operationFigures>;

const names = (what: string) => several(z.string().max(30), 20, `${what}最多20个`);
export const operationFilters = {
  ChargeModel: names('收费模式').optional(),
  MainEnergy: names('主能源').optional(),
  InputState: z.enum(INPUT_STATES, '今日录入不正确').optional(),
  /** Only those with alarms that nobody has handled. */
  HasWarn: flag.optional(),
  /** A province, a city or a part of it. */
  DistrictId: z.string().max(12).optional(),
};

export const projectListByModel = call('POST', '/emcapi/Project/GetProjectListByModel', '按模式等条件的项目列表', {
  input: listInput.extend({
    ...projectFilters,
    model: z.string().max(30).optional(),
    AreaId: z.string().max(15).optional(),
    ...operationFilters,
    /** Also entry, use and quality of each; for 运营项目列表. */
    Figures: flag.optional(),
  }),
  output: listOutput(operationRow).extend({
    /** Of all that matches but for the state of entry and for alarms. */
    Cards: z
      .object({
        Running: z.number(),
        Done: z.number(),
        Missing: z.number(),
        Abnormal: z.number(),
        /** Alarms that nobody has handled. */
        Warn: z.number(),
        /** null for who may not see amounts, and where no project's can be told. */
        Cost: z.string().nullable(),
        /** Projects whose cost is in the sum. */
        CostOf: z.number(),
        /** Of the meters of those projects on that day. */
        CostComplete: z.number().nullable(),
        CostEstimated: z.number().nullable(),
      })
      .optional(),
    Yesterday: z.string().optional(),
    AsOf: z.string().optional(),
  }),
});

export const projectByCode = call('POST', '/emcapi/Project/GetProjectByCode', '一个项目的基本信息', {
  input: z.object({ ProjectCode: code }),
  output: projectDetailRow,
});

export const projectDetailPost = call('POST', '/emcapi/Project/GetProjectDetail', '一个项目与其客户、合同、统计', {
  input: z.object({ ProjectCode: code }),
  output: projectDetailFull,
});

export const editProject = call('POST', '/emcapi/Project/EditProject', '修改项目基本信息', {
  input: z.object({
    ProjectCode: code,
    FormVersion: count('版本', 1),
    ProjectName: text('项目名称', 100).min(1, '请输入项目名称').optional(),
    shortName: text('简称', 30).optional(),
    area: z.string().max(15).optional(),
    G_ProjectState: count('项目状态', 0, 4).optional(),
    customerName: text('客户名称', 100).optional(),
    customerContact: blankable(text('客户联系人', 30)).optional(),
    customerPhone: blankable(z.string().regex(/^1\d{10}$|^0\d{2,3}-?\d{7,8}$/, '客户电话格式不正确')).optional(),
    address: blankable(text('地址', 200)).optional(),
    district: blankable(z.string().max(12)).optional(),
    area_m2: blankable(measure('面积')).optional(),
    buildingType: blankable(text('建筑类型', 30)).optional(),
    model: blankable(text('项目模式', 30)).optional(),
    chargeModel: blankable(text('收费模式', 30)).optional(),
    machineRoom: blankable(text('机房', 100)).optional(),
    managerId: blankable(idText).optional(),
    startOn: blankable(day).optional(),
    endOn: blankable(day).optional(),
    designCoolingKw: blankable(measure('设计冷量')).optional(),
    designHeatingKw: blankable(measure('设计热量')).optional(),
    airArea: blankable(measure('空调面积')).optional(),
    heatingArea: blankable(measure('采暖面积')).optional(),
    longitude: blankable(degrees('经度', 180)).optional(),
    latitude: blankable(degrees('纬度', 90)).optional(),
    floors: blankable(count('层数', 1, 300)).optional(),
    builtYear: blankable(count('竣工年份', 1900, 2100)).optional(),
    dutyPhone: blankable(
      z.string().regex(/^1\d{10}$|^(0\d{2,3}-?)?\d{7,8}(-\d{1,6})?$/, '值班电话格式不正确'),
    ).optional(),
    remark: blankable(text('备注', 500)).optional(),
    /** Asked for where an area or the state becomes another. */
    Reason: text('原因', 200).optional(),
  }),
  output: z.object({ FormVersion: z.number() }),
});

/* ---- additional information ---- */

const additionRow = z.object({
  Id: z.string(),
  ProjectCode: z.string(),
  kind: z.string(),
  title: z.string(),
  content: z.string(),
  createdBy: z.string().nullable(),
  updatedAt: z.string(),
  /** The typed part of what is known; null of entries that are free text. */
  Profile: profileRow.nullable(),
});
/** Free text has a kind and a title; without them the typed fields are meant. */
const additionFields = {
  kind: text('类别', 30).optional(),
  title: text('标题', 100).optional(),
  content: text('内容', 5000).default(''),
  ...profileFields,
};
type Addition = Readonly<Record<string, unknown>> & {
  readonly kind?: string | undefined;
  readonly title?: string | undefined;
};
const whole = (input: Addition, context: z.RefinementCtx): void => {
  if (input.kind === undefined && input.title === undefined && PROFILE_KEYS.some((key) => input[key] !== undefined))
    return;
  const asked = [
    ['kind', input.kind, '请选择类别'],
    ['title', input.title, '请输入标题'],
  ] as const;
  for (const [path, value, message] of asked)
    if (value === undefined || value === '') context.addIssue({ code: 'custom', path: [path], message });
};

/** The project's code is its id; `ProjectId` is the older name. */
const projectId = { ProjectCode: code.optional(), ProjectId: code.optional() };
const named = (value: {
  readonly ProjectCode?: string | undefined;
  readonly ProjectId?: string | undefined;
}): boolean => value.ProjectCode !== undefined || value.ProjectId !== undefined;
const NOT_NAMED = { message: '请指定项目', path: ['ProjectCode'] };

export const additionList = call('POST', '/emcapi/ProjectAdditionInfo/GetInfoByProjectId', '项目补充信息', {
  input: z.object(projectId).refine(named, NOT_NAMED),
  output: z.array(additionRow),
});

export const additionAdd = call('POST', '/emcapi/ProjectAdditionInfo/AddInfo', '新增项目补充信息', {
  input: z
    .object({ ...projectId, ...additionFields })
    .refine(named, NOT_NAMED)
    .superRefine(whole),
  output: z.object({ Id: z.string() }),
});

export const additionEdit = call('POST', '/emcapi/ProjectAdditionInfo/EditInfo', '修改项目补充信息', {
  input: z
    .object({
      Id: idText,
      /** Of the typed part. */
      FormVersion: count('版本', 1).optional(),
      ...additionFields,
    })
    .superRefine(whole),
  output: done,
});

/* ---- dictionaries, districts, project codes ---- */

export const enumValues = call('GET', '/emcapi/ConstData/GetEnumValueList', '业务枚举（下拉项）', {
  input: z.object({ EnumType: z.string().max(50).optional(), type: z.string().max(50).optional() }),
  output: z.array(z.object({ Value: z.string(), Text: z.string(), Sort: z.number(), Enabled: z.boolean() })),
});

const districtRow = z.object({
  Id: z.string(),
  Name: z.string(),
  ParentId: z.string().nullable(),
  HasChild: z.boolean(),
});

export const districtList = call('POST', '/emcapi/District/GetDistrictList', '省级行政区', {
  input: z.object({}),
  output: z.array(districtRow),
});

export const districtChildren = call('POST', '/emcapi/District/GetListByParentId', '下级行政区', {
  input: z.object({ ParentId: z.string('请指定上级').min(1, '请指定上级').max(12) }),
  output: z.array(districtRow),
});

export const projectModels = call('POST', '/emcapi/ProjectCode/GetProjectModelList', '项目模式（类型编码）', {
  input: z.object({ Keyword: z.string().max(50).optional() }),
  output: z.array(z.object({ ModelCode: z.string(), ModelName: z.string(), count: z.number() })),
});

export const projectUnits = call('POST', '/emcapi/ProjectCode/GetProjectUnitList', '一种模式下的序号段与下一个编号', {
  input: z.object({ ModelCode: z.string('请指定项目模式').regex(/^[A-Za-z]{1,10}$/, '项目模式编码不正确') }),
  output: z.object({
    units: z.array(
      z.object({
        area: z.string(),
        areaName: z.string(),
        count: z.number(),
        last: z.string().nullable(),
        /** Code that the next project of this area would get; null when the numbers are used up. */
        next: z.string().nullable(),
      }),
    ),
  }),
});

/* ---- contracts ---- */

export const contractRow = z.object({
  ContractCode: z.string(),
  name: z.string(),
  ProjectCode: z.string(),
  ProjectName: z.string(),
  customerName: z.string(),
  kind: z.string(),
  chargeModel: z.string().nullable(),
  partyA: z.string(),
  partyB: z.string(),
  amount: z.string().nullable(),
  signOn: z.string().nullable(),
  startOn: z.string().nullable(),
  endOn: z.string().nullable(),
  state: z.enum(['active', 'ended', 'cancelled']),
  remark: z.string().nullable(),
  FormVersion: z.number(),
});
export type ContractRow = z.output<typeof contractRow>;

const contractFilters = {
  ProjectCode: z.string().max(30).optional(),
  State: z.enum(['active', 'ended', 'cancelled'], '合同状态不正确').optional(),
  kind: z.string().max(30).optional(),
  area: z.string().max(15).optional(),
  endDate: z.object({ from: day.optional(), to: day.optional() }).optional(),
};

export const contractList = call('POST', '/emcapi/Contract/GetContractList', '合同列表', {
  input: listInput.extend({ ...contractFilters, customerName: z.string().max(100).optional() }),
  output: listOutput(contractRow),
});

export const contractListByModel = call('POST', '/emcapi/Contract/GetContractListByModel', '按收费模式与日期的合同', {
  input: listInput.extend({ ...contractFilters, model: z.string().max(30).optional(), onDate: day.optional() }),
  output: listOutput(contractRow),
});

export const contractByCode = call('GET', '/emcapi/Contract/GetContractByCode', '一份合同', {
  input: z.object({ ContractCode: contractCode }),
  output: contractRow.extend({ prices: z.number() }),
});

export const editContract = call('POST', '/emcapi/Contract/EditContract', '修改合同', {
  input: z.object({
    ContractCode: contractCode,
    FormVersion: count('版本', 1),
    name: text('合同名称', 100).min(1, '请输入合同名称').optional(),
    kind: text('合同类型', 30).min(1, '请选择合同类型').optional(),
    chargeModel: blankable(text('收费模式', 30)).optional(),
    partyA: text('甲方', 100).optional(),
    partyB: text('乙方', 100).optional(),
    amount: blankable(money).optional(),
    signOn: blankable(day).optional(),
    startOn: blankable(day).optional(),
    endOn: blankable(day).optional(),
    state: z.enum(['active', 'ended', 'cancelled'], '合同状态不正确').optional(),
    remark: blankable(text('备注', 500)).optional(),
    reason: text('原因', 200).optional(),
  }),
  output: z.object({ FormVersion: z.number() }),
});

export const contractsFromBis = call(
  'POST',
  '/emcapi/Contract/GetContractListFromBISByProjectCode',
  '外部商务系统的合同与差异；未接入时如实说明',
  {
    input: z.object({ ProjectCode: code }),
    output: z.object({ connected: z.boolean(), syncedAt: z.string().nullable(), rows: z.array(contractRow) }),
  },
);

/* ---- contract prices ---- */

export const PRICE_KINDS = {
  electric: '电价',
  gas: '燃气价',
  water: '水价',
  cold: '供冷价',
  coldArea: '供冷面积价',
  heat: '供热价',
  heatArea: '供热面积价',
  hotWater: '热水价',
  steam: '蒸汽价',
  capacity: '基本容量费',
  overtime: '加班用能价',
  custody: '托管年费',
  operation: '运营服务费',
} as const;
export const priceKind = z.enum(
  Object.keys(PRICE_KINDS) as [keyof typeof PRICE_KINDS, ...(keyof typeof PRICE_KINDS)[]],
  '单价类别不正确',
);

const taxRate = z.string('请输入税率').regex(/^\d{1,2}(\.\d{1,4})?$|^100$/, '税率应为 0~100 的数，最多4位小数');

const priceRow = z.object({
  Id: z.string(),
  ContractCode: z.string(),
  kind: priceKind,
  kindName: z.string(),
  unit: z.string(),
  price: z.string(),
  /** % that the price includes; null where nobody has said it. */
  taxRate: z.string().nullable(),
  from: z.string(),
  to: z.string().nullable(),
  remark: z.string().nullable(),
  /** The letter or agreement that it goes back to. */
  paper: storedFile.nullable(),
  current: z.boolean(),
});

const priceFields = {
  kind: priceKind,
  unit: text('单位', 20).min(1, '请输入单位'),
  price,
  /** Absent: it stays as it is. */
  taxRate: blankable(taxRate).optional(),
  from: day,
  to: blankable(day).optional(),
  remark: blankable(text('备注', 200)).optional(),
};

export const priceList = call('GET', '/emcapi/ContractPrice/GetPriceListByContractCode', '一份合同的单价版本', {
  input: z.object({ ContractCode: contractCode, onDate: day.optional() }),
  output: z.array(priceRow),
});

/** Income of a project by its contracts; beside what it pays for energy. */
const projectPriceRow = z.object({
  Id: z.string(),
  ContractCode: z.string(),
  contractName: z.string(),
  customerName: z.string(),
  item: z.string(),
  unit: z.string(),
  price: z.string(),
  /** Which of the versions of this item of the contract, from 1. */
  version: z.number(),
  /** % that the price includes; null where nobody has said it. */
  taxRate: z.string().nullable(),
  from: z.string(),
  to: z.string().nullable(),
  /** Why it was priced so. */
  remark: z.string(),
  paper: storedFile.nullable(),
  state: z.enum(['未生效', '现行', '已失效']),
  /** A settlement was billed by it: it stays, another price is another version. */
  settled: z.boolean(),
});
export type ProjectContractPrice = z.output<typeof projectPriceRow>;

export const projectPriceList = call(
  'POST',
  '/emcapi/ContractPrice/GetPriceListByProject',
  '项目各合同的供能单价版本',
  {
    input: z.object({
      ProjectCode: z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长'),
      onDate: blankable(day).optional(),
    }),
    output: z.object({ rows: z.array(projectPriceRow) }),
  },
);

export const priceAdd = call('POST', '/emcapi/ContractPrice/AddContractPrice', '新增合同单价', {
  input: z.object({ ContractCode: contractCode, ...priceFields, paper: z.object(uploaded.shape, '请上传调价文件') }),
  output: z.object({ Id: z.string() }),
});

export const priceEdit = call('POST', '/emcapi/ContractPrice/EditContractPriceInfoById', '修改合同单价', {
  input: z.object({ Id: idText, ...priceFields, paper: uploaded.optional() }),
  output: z.object({ Id: z.string() }),
});

export const priceDelete = call('POST', '/emcapi/ContractPrice/DelContractPrice', '删除合同单价', {
  input: z.object({ Id: idText, Reason: text('原因', 200).optional() }),
  output: done,
});
