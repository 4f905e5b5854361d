/** 运营项目档案: the typed part of a project's additional information, what was changed of the project, and the archive as a file. */
import { z } from 'zod';
import { call, listInput, listOutput } from './call.ts';
import { blankable, count, several } from './common.ts';
import { uploaded } from './files.ts';

const text = (what: string, max: number) => z.string().trim().max(max, `${what}最多${max}字`);
const within = (what: string, shape: RegExp, words: string, min: number, max: number) =>
  blankable(
    z.coerce
      .string()
      .trim()
      .regex(shape, `${what}${words}`)
      .refine((value) => Number(value) >= min && Number(value) <= max, `${what}应在 ${min}~${max} 之间`),
  ).optional();
const degrees = (what: string) => within(what, /^-?\d{1,3}(\.\d)?$/, '须为数字，最多一位小数', -30, 200);
const heads = (what: string) => blankable(count(what, 0, 1_000_000)).optional();

/** Absent: it stays as it is. An empty text clears it. */
export const profileFields = {
  envelope: text('围护结构', 500).optional(),
  windowWallRatio: within('窗墙比', /^\d(\.\d{1,3})?$/, '须为 0~1 的数，最多三位小数', 0, 1),
  coolSupply: degrees('供冷供水温度'),
  coolReturn: degrees('供冷回水温度'),
  heatSupply: degrees('供热供水温度'),
  heatReturn: degrees('供热回水温度'),
  terminals: text('末端形式', 100).optional(),
  beds: heads('床位数'),
  guestRooms: heads('客房数'),
  seats: heads('座位数'),
  openHours: text('营业时间', 100).optional(),
  controlMaker: text('自控厂家', 100).optional(),
  controlProtocol: text('自控协议', 100).optional(),
  cover: several(uploaded, 1, '封面只能有一张').optional(),
  photos: several(uploaded, 20, '现场照片最多20张').optional(),
  savingTarget: within('节能目标', /^\d{1,3}(\.\d{1,2})?$/, '须为 0~100 的数，最多两位小数', 0, 100),
  carbonTarget: within('年碳目标', /^\d{1,10}(\.\d{1,2})?$/, '须为正数，最多两位小数', 0.01, 9_999_999_999),
  remark: text('备注', 500).optional(),
};
export type ProfileKey = keyof typeof profileFields;
export const PROFILE_KEYS = Object.keys(profileFields) as readonly ProfileKey[];

/** What the fields are called, where they are missing or changed. */
export const PROFILE_LABELS: Readonly<Record<ProfileKey, string>> = {
  envelope: '围护结构',
  windowWallRatio: '窗墙比',
  coolSupply: '设计供冷供水温度(℃)',
  coolReturn: '设计供冷回水温度(℃)',
  heatSupply: '设计供热供水温度(℃)',
  heatReturn: '设计供热回水温度(℃)',
  terminals: '末端形式',
  beds: '床位数',
  guestRooms: '客房数',
  seats: '座位数',
  openHours: '营业时间',
  controlMaker: '自控厂家',
  controlProtocol: '自控协议',
  cover: '封面照片',
  photos: '现场照片',
  savingTarget: '节能目标(%)',
  carbonTarget: '年碳目标(tCO₂)',
  remark: '备注',
};
/** What kind the entry says that carries the typed part. */
export const PROFILE_KIND = '项目概况';

const number = z.string().nullable();
export const profileRow = z.object({
  Id: z.string(),
  envelope: z.string(),
  windowWallRatio: number,
  coolSupply: number,
  coolReturn: number,
  heatSupply: number,
  heatReturn: number,
  terminals: z.string(),
  beds: z.number().nullable(),
  guestRooms: z.number().nullable(),
  seats: z.number().nullable(),
  openHours: z.string(),
  controlMaker: z.string(),
  controlProtocol: z.string(),
  cover: z.array(uploaded),
  photos: z.array(uploaded),
  savingTarget: number,
  carbonTarget: number,
  remark: z.string(),
  FormVersion: z.number(),
});
export type ProfileRow = z.output<typeof profileRow>;

/** A contract as the archive of its project shows it. */
export const archiveContract = z.object({
  ContractCode: z.string(),
  name: z.string(),
  kind: z.string(),
  /** Whom it was made with. */
  partyA: z.string(),
  chargeModel: z.string().nullable(),
  startOn: z.string().nullable(),
  endOn: z.string().nullable(),
  /** Days until it ends, below nothing where it has; null where it no longer runs or has no end. */
  leftDays: z.number().nullable(),
  settleArea: z.string().nullable(),
  /** Yuan; absent for whoever may not see amounts. */
  yearAmount: z.string().nullable().optional(),
  state: z.enum(['active', 'ended', 'cancelled']),
});
export type ArchiveContract = z.output<typeof archiveContract>;
export const CONTRACT_STATES: Readonly<Record<ArchiveContract['state'], string>> = {
  active: '履行中',
  ended: '已完结',
  cancelled: '已终止',
};

const projectCode = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');
export const projectChange = z.object({
  Id: z.string(),
  At: z.string(),
  /** null: a form that was passed did it. */
  By: z.string().nullable(),
  /** What was done, or the form that did it. */
  Action: z.string(),
  Reason: z.string(),
  Changes: z.array(z.object({ Field: z.string(), Before: z.string().nullable(), After: z.string().nullable() })),
});
export type ProjectChange = z.output<typeof projectChange>;
export const projectChanges = call(
  'POST',
  '/emcapi/OperationProjectManager/GetProjectChanges',
  '项目档案的变更记录：字段、前后值、人、时、原因',
  { input: listInput.extend({ ProjectCode: projectCode }), output: listOutput(projectChange) },
);

/** 基本信息 in the order in which people look for it, on the page and in what they take along. */
export const ARCHIVE_BASE: readonly (readonly [key: string, label: string, isNumber?: true])[] = [
  ['ProjectCode', '项目编号'],
  ['ProjectName', '项目名称'],
  ['shortName', '简称'],
  ['customerName', '客户'],
  ['customerContact', '客户联系人'],
  ['customerPhone', '客户电话'],
  ['districtName', '省市区'],
  ['address', '详细地址'],
  ['longitude', '经度(°)', true],
  ['latitude', '纬度(°)', true],
  ['buildingType', '建筑类型'],
  ['area_m2', '建筑面积(m²)', true],
  ['airArea', '空调面积(m²)', true],
  ['heatingArea', '采暖面积(m²)', true],
  ['floors', '层数', true],
  ['builtYear', '竣工年份'],
  ['designCoolingKw', '设计冷负荷(kW)', true],
  ['designHeatingKw', '设计热负荷(kW)', true],
  ['chargeModel', '收费模式'],
  ['stateName', '项目状态'],
  ['areaName', '区域'],
  ['managerName', '项目经理'],
  ['dutyPhone', '值班电话'],
  ['startOn', '运营开始日期'],
  ['endOn', '运营结束日期'],
  ['remark', '备注'],
];

/** Of `ExpFile`: the archive as a workbook, or 「项目概况」 on paper. */
export const ARCHIVE_FILE = 'projectArchive';
export const archiveFileInput = z.object({
  ProjectCode: projectCode,
  Format: z.enum(['xlsx', 'pdf'], '格式只能是 xlsx 或 pdf').default('xlsx'),
});
