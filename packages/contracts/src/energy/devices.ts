/** 项目设备设置: rooms, systems, devices and meters of a project; what they are called; the archives of operated projects. */
import { z } from 'zod';
import { call, listInput, listOutput } from '../call.ts';
import { blankable, count, day, done, flag, idText, several } from '../common.ts';
import { uploaded } from '../files.ts';
import { archiveContract, profileRow } from '../project-profile.ts';

const text = (what: string, max: number) => z.string(`请填写${what}`).trim().max(max, `${what}最多${max}字`);
const needed = (what: string, max: number) => text(what, max).min(1, `请填写${what}`);
const project = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');
const version = count('版本', 1).optional();
const instant = (what: string) => z.iso.datetime({ offset: true, error: `${what}格式不正确` });
const photos = several(uploaded, 9, '一次最多9张照片');
const pickId = (what: string) => z.string(`请选择${what}`).regex(/^\d{1,18}$/, `请选择${what}`);

/** As people call the states of devices; 已更换 and 拆除 are both out of use for good. */
export const DEVICE_STATES = ['在用', '备用', '停用', '拆除'] as const;
export const OWNERSHIPS = ['我方', '客户', '租赁'] as const;
export const METER_TYPE_NAMES = [
  '电表',
  '燃气表',
  '自来水表',
  '软水表',
  '冷热量表',
  '蒸汽流量计',
  '生活热水表',
] as const;
/** How often a meter is read, with its words. */
export const FREQUENCIES: Readonly<Record<string, string>> = {
  day: '每日',
  '1h': '每小时',
  '2h': '每 2 小时',
  '4h': '每 4 小时',
  '6h': '每 6 小时',
  '12h': '每 12 小时',
  'month:1': '每月 1 日',
  'month:25': '每月 25 日',
  'auto:5': '自动采集（5 分钟）',
};
const frequency = z.string().regex(/^(day|(1|2|4|6|8|12)h|month:([1-9]|[12]\d|3[01])|auto:\d{1,3})$/, '抄表频次不正确');

/* ---- devices ---- */

const deviceCode = z
  .string('请填写设备编号')
  .trim()
  .regex(/^[A-Za-z0-9_-]{1,30}$/, '编号应为 1~30 位字母、数字、-、_');

export const projectDeviceRow = z.object({
  Id: z.string(),
  ProjectCode: z.string(),
  DeviceCode: z.string(),
  Name: z.string(),
  CategoryId: z.string().nullable(),
  CategoryName: z.string(),
  DeviceInfoId: z.string().nullable(),
  Model: z.string(),
  Maker: z.string(),
  RoomId: z.string().nullable(),
  RoomName: z.string(),
  SystemName: z.string(),
  No: z.string(),
  /** kW */
  Capacity: z.string().nullable(),
  Heating: z.string().nullable(),
  Power: z.string().nullable(),
  MadeDate: z.string().nullable(),
  StartDate: z.string().nullable(),
  RunHours: z.string().nullable(),
  Ownership: z.string(),
  State: z.enum(DEVICE_STATES),
  Photo: z.array(uploaded),
  FormVersion: z.number(),
});
export type ProjectDeviceRow = z.output<typeof projectDeviceRow>;

export const projectDeviceIndex = call('POST', '/api/ProjectDevice/Index', '项目设备台账', {
  input: listInput.extend({
    ProjectCode: project.optional(),
    RoomId: idText.optional(),
    SystemName: text('系统', 30).optional(),
    CategoryId: idText.optional(),
    DeviceInfoId: idText.optional(),
    DeviceId: idText.optional(),
    State: z.enum(DEVICE_STATES, '状态不正确').optional(),
  }),
  output: listOutput(projectDeviceRow),
});

export const projectDeviceHistory = call(
  'POST',
  '/api/ProjectDevice/History',
  '设备履历：经审批的维修、故障、保养、改造、复测',
  {
    input: z.object({ Id: idText }),
    output: z.array(
      z.object({
        Kind: z.string(),
        At: z.string(),
        Summary: z.string(),
        /** The form that says so; null where it has no page. */
        ModuleTitle: z.string().nullable(),
        ProcedureId: z.number().nullable(),
        BusinessId: z.string(),
      }),
    ),
  },
);

const deviceFields = {
  DeviceInfoId: pickId('型号'),
  DeviceCode: deviceCode,
  Name: needed('设备名称', 60),
  /** One that the project has; with `RoomName`, one that is made along with the device. */
  RoomId: blankable(idText).optional(),
  RoomName: text('机房', 60).optional(),
  Floor: text('楼层', 20).optional(),
  SystemName: text('系统', 30).default(''),
  No: text('台号', 10).default(''),
  MadeDate: blankable(day).optional(),
  StartDate: blankable(day).optional(),
  Ownership: z.enum(OWNERSHIPS, '请选择产权').default('我方'),
  State: z.enum(DEVICE_STATES, '请选择状态').default('在用'),
  Photos: photos.optional(),
};
export const projectDeviceAdd = call('POST', '/api/ProjectDevice/Add', '新增项目设备', {
  input: z.object({ ProjectCode: project, ...deviceFields }),
  output: z.object({ Id: z.string(), FormVersion: z.number() }),
});
export const projectDeviceEdit = call('POST', '/api/ProjectDevice/Edit', '修改项目设备', {
  input: z.object({ Id: idText, FormVersion: count('版本', 1), ...deviceFields }),
  output: z.object({ FormVersion: z.number() }),
});
export const projectDeviceDelete = call('POST', '/api/ProjectDevice/Delete', '删除没有业务记录的设备', {
  input: z.object({ Id: idText }),
  output: done,
});

/* ---- meters ---- */

const gasNumber = (what: string) =>
  z.coerce
    .string(`请填写${what}`)
    .trim()
    .regex(/^-?\d{1,5}(\.\d{1,3})?$/, `${what}应为数字，最多 3 位小数`);
/** Pressure above the air's and of the air in kPa, temperature in ℃. */
export const gasSet = z.object({
  Gauge: gasNumber('表压'),
  Air: gasNumber('大气压'),
  Temperature: gasNumber('介质温度'),
});
export type GasSet = z.output<typeof gasSet>;
/** As it was set. */
const gasHolds = z.object({ Gauge: z.string(), Air: z.string(), Temperature: z.string() }).nullable();

export const meterRow = z.object({
  Id: z.string(),
  ProjectCode: z.string(),
  DeviceCode: z.string(),
  Name: z.string(),
  MeterType: z.string(),
  MeterNo: z.string(),
  CategoryCode: z.string(),
  CategoryName: z.string(),
  Place: z.string(),
  AreaUse: z.string(),
  ParentId: z.string().nullable(),
  ParentName: z.string().nullable(),
  /** 台号 of the machine that it measures. */
  UnitNo: z.string().nullable(),
  /** The energy at the top that its category counts to. */
  EnergyCode: z.string(),
  IsSettle: z.boolean(),
  CT: z.string(),
  PT: z.string(),
  Ratio: z.string().nullable(),
  /** What gas that is counted as it flows (工况) is converted by where nothing is read; null of a meter that shows the standard state. */
  Gas: gasHolds,
  Digits: z.number().nullable(),
  Decimals: z.number().nullable(),
  Registers: z.array(z.string()),
  Unit: z.string(),
  Accuracy: z.string(),
  VerifiedOn: z.string().nullable(),
  VerifyTo: z.string().nullable(),
  /** Days until the verification ends; below nothing where it has. */
  VerifyDays: z.number().nullable(),
  MaxPower: z.string().nullable(),
  Frequency: z.string(),
  Sort: z.number(),
  State: z.enum(DEVICE_STATES),
  RoomId: z.string().nullable(),
  /** Percent above which 总分差 is shown red. */
  MostLoss: z.number(),
  /** What was used in this month, where it was worked out. */
  MonthUsage: z.string().nullable(),
  FormVersion: z.number(),
});
export type MeterRow = z.output<typeof meterRow>;

export const meterIndex = call('POST', '/api/Device/GetDevice', '项目的表计台账', {
  input: z.object({
    ProjectCode: project,
    CategoryCode: z.string().max(40).optional(),
    MeterType: z.enum(METER_TYPE_NAMES, '表计类型不正确').optional(),
    State: z.enum(DEVICE_STATES, '状态不正确').optional(),
    Keyword: z.string().max(100).optional(),
  }),
  output: z.object({ rows: z.array(meterRow) }),
});

const reading = (what: string) =>
  z.coerce
    .string(`请填写${what}`)
    .trim()
    .regex(/^\d{1,12}(\.\d{1,6})?$/, `${what}应为不小于 0 的数`);
export const meterSave = call('POST', '/api/Device/AddNYDevice', '新增或修改表计', {
  input: z.object({
    Id: idText.optional(),
    ProjectCode: project,
    DeviceCode: deviceCode.optional(),
    MeterType: z.enum(METER_TYPE_NAMES, '请选择表计类型'),
    /** Of a new meter: what the ledger of devices has of it already, by its id. */
    TakeOver: blankable(idText).optional(),
    /** The apparatus; of a meter that hangs it changes by an exchange only. */
    MeterNo: needed('表号', 40).optional(),
    Name: needed('表计名称', 60),
    CategoryCode: needed('能源类别', 40),
    ParentId: blankable(idText).optional(),
    RoomId: blankable(idText).optional(),
    Place: text('安装位置', 60).default(''),
    AreaUse: text('计量区域/用途', 60).default(''),
    Registers: several(z.string().max(20), 10, '示数项过多').optional(),
    Digits: count('整数位', 1, 12).optional(),
    Decimals: count('小数位', 0, 6).optional(),
    CT: text('CT 变比', 20).default('1'),
    PT: text('PT 变比', 20).default('1'),
    /** Of a new gas meter that counts as it flows (工况). */
    Gas: gasSet.optional(),
    /** Of a new meter: what it showed when it was put in. */
    InitReading: reading('初始读数').optional(),
    InitTime: instant('起用时刻').optional(),
    IsSettle: flag.default(false),
    Accuracy: text('精度等级', 20).default(''),
    VerifiedOn: blankable(day).optional(),
    VerifyTo: blankable(day).optional(),
    MaxPower: blankable(
      z.coerce
        .string()
        .trim()
        .regex(/^\d{1,9}(\.\d{1,4})?$/, '额定上限应为数字')
        .refine((value) => Number(value) > 0, '额定上限应大于 0'),
    ).optional(),
    Frequency: frequency.default('day'),
    Sort: count('排序', 0, 100_000).default(0),
    State: z.enum(DEVICE_STATES, '请选择状态').default('在用'),
    FormVersion: version,
  }),
  output: z.object({ Id: z.string(), FormVersion: z.number() }),
});
export type MeterInput = z.output<typeof meterSave.input>;

export const ratioStep = z.object({
  From: z.string(),
  CT: z.string(),
  PT: z.string(),
  Ratio: z.string(),
  Gas: gasHolds,
  Reason: z.string(),
  State: z.string(),
  By: z.string().nullable(),
});
export const meterInfo = call('POST', '/api/Device/GetNYDeviceById', '一块表的详情：倍率史、换表史、最近读数', {
  input: z.object({ Id: idText }),
  output: meterRow.extend({
    Ratios: z.array(ratioStep),
    Installs: z.array(
      z.object({
        MeterNo: z.string(),
        From: z.string(),
        To: z.string().nullable(),
        Digits: z.number(),
        Decimals: z.number(),
        First: z.record(z.string(), z.string()),
        Last: z.record(z.string(), z.string()),
        Document: z.string(),
      }),
    ),
    Readings: z.array(z.object({ Register: z.string(), At: z.string(), Value: z.string(), Flag: z.string() })),
  }),
});

/* ---- what they are called ---- */

export const deviceNameRow = z.object({
  DeviceId: z.string(),
  DeviceCode: z.string(),
  MeterNo: z.string(),
  OriginName: z.string(),
  DisplayName: z.string(),
  ClientName: z.string(),
  PointCode: z.string(),
  Group: z.string(),
  Sort: z.number(),
  ShowEntry: z.boolean(),
  ShowReport: z.boolean(),
  ShowScreen: z.boolean(),
  CategoryName: z.string(),
  RoomName: z.string(),
  No: z.string(),
  IsMeter: z.boolean(),
  /** Things are put in order among those of the same. */
  Within: z.string(),
  /** Who named it last; null where nobody has since it was put up. */
  Editor: z.string().nullable(),
  EditTime: z.string().nullable(),
});
export type DeviceNameRow = z.output<typeof deviceNameRow>;
export const deviceNames = call('POST', '/emcapi/DataEntry/GetNyDeviceCode', '项目设备的显示名、编号与排序', {
  input: z.object({
    ProjectCode: project,
    CategoryCode: z.string().max(40).optional(),
    Keyword: z.string().max(100).optional(),
  }),
  output: z.object({ rows: z.array(deviceNameRow) }),
});
const name = (what: string) => text(what, 30).default('');
export const deviceNameInput = z.object({
  DeviceId: idText,
  DisplayName: name('显示名称'),
  ClientName: name('客户版名称'),
  DeviceCode: deviceCode,
  PointCode: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_.:-]{0,60}$/, '采集点编码最多 60 位字母、数字、点、横线、下划线')
    .default(''),
  Group: name('分组'),
  Sort: count('排序', 0, 100_000).default(0),
  ShowEntry: flag.default(true),
  ShowReport: flag.default(true),
  ShowScreen: flag.default(true),
});
export type DeviceNameInput = z.output<typeof deviceNameInput>;
export const deviceNamesSave = call('POST', '/emcapi/DataEntry/UpdateDeviceCode', '保存设备的显示名、编号与排序', {
  input: z.object({
    ProjectCode: project,
    Rows: several(deviceNameInput, 500, '一次最多保存500行'),
    Reason: text('原因', 200).default(''),
  }),
  output: z.object({ Count: z.number() }),
});

/** Columns of the workbook, which goes out, is changed and comes back by 系统编号. */
export const NAME_SHEET = [
  '系统编号',
  '出厂表号',
  '原名称',
  '类别',
  '显示名称',
  '客户版名称',
  '编号',
  '采集点编码',
  '分组',
  '排序',
  '在录入显示',
  '在报表显示',
  '在大屏显示',
] as const;
export const deviceNamesImport = call(
  'POST',
  '/emcapi/DataEntry/ImportDeviceCode',
  '导入设备名称对照（multipart，字段 file）：先预览，Confirm=true 时整批保存',
  {
    input: z.object({ ProjectCode: project, Confirm: flag.default(false) }),
    output: z.object({
      Total: z.number(),
      Ok: z.number(),
      /** Rows that differ from what holds: only these are written. */
      Changed: z.number(),
      Errors: z.array(z.object({ Row: z.number(), Column: z.string(), Message: z.string() })),
      /** Whether it was written. */
      Saved: z.boolean(),
    }),
  },
);

/* ---- energies of a project ---- */

export const projectEnergies = call('POST', '/webapi/NYCateGory/ProjectCateGory', '项目启用的能源类别', {
  input: z.object({ ProjectCode: project }),
  output: z.array(
    z.object({
      Id: z.string(),
      Code: z.string(),
      Name: z.string(),
      Unit: z.string(),
      Color: z.string(),
      MeterCount: z.number(),
    }),
  ),
});
/** `energy:<id>`, `room:<energy>:<room>`, `device:<id>` */
const node = z.object({
  NodeId: z.string(),
  ParentId: z.string().nullable(),
  Name: z.string(),
  Kind: z.enum(['energy', 'system', 'device']),
  HasChild: z.boolean(),
});
const nodeId = z
  .string('请选择节点')
  .regex(/^(energy:\d{1,18}|system:\d{1,18}:\d{1,18}|device:\d{1,18})$/, '节点不正确');
const energyNodeDevice = z.object({
  DeviceId: z.string(),
  DeviceCode: z.string(),
  Name: z.string(),
  MeterType: z.string(),
  CategoryName: z.string(),
  Unit: z.string(),
  SystemName: z.string(),
  /** The last reading that holds, with its instant. */
  Value: z.string().nullable(),
  At: z.string().nullable(),
});
export const energyTree = call('POST', '/webapi/NYCateGory/ProjectCateGoryTree', '项目的能源—系统—设备树', {
  input: z.object({ ProjectCode: project, CategoryCode: z.string().max(40).optional() }),
  output: z.array(node),
});
export const energyChildren = call('POST', '/webapi/NYCateGory/CateGoryChildren', '节点的下级', {
  input: z.object({ ProjectCode: project, NodeId: nodeId }),
  output: z.array(node),
});
export const energyNode = call('POST', '/webapi/NYCateGory/CateGoryChild', '节点详情与它的设备', {
  input: z.object({ ProjectCode: project, NodeId: nodeId }),
  output: node.extend({ Devices: z.array(energyNodeDevice) }),
});
export const energyNodeDevices = call('POST', '/webapi/NYCateGoryDevice/Index', '节点下的设备与当前值', {
  input: listInput.extend({ ProjectCode: project, NodeId: nodeId.optional() }),
  output: listOutput(energyNodeDevice),
});

/* ---- archives of operated projects ---- */

const host = z.object({
  HostId: z.string(),
  HostCode: z.string(),
  HostName: z.string(),
  TypeCode: z.string(),
  Model: z.string(),
  EnergyType: z.string(),
  RoomId: z.string().nullable(),
  RoomName: z.string(),
  RoomPlace: z.string(),
  RoomArea: z.string().nullable(),
  Cool: z.string().nullable(),
  Heat: z.string().nullable(),
  StartDate: z.string().nullable(),
  RunHours: z.string().nullable(),
  State: z.enum(DEVICE_STATES),
});
const room = z.object({
  RoomId: z.string(),
  RoomName: z.string(),
  Floor: z.string(),
  Area: z.string().nullable(),
  Systems: z.array(z.object({ SystemId: z.string(), SystemName: z.string(), DeviceCount: z.number() })),
  DeviceCount: z.number(),
});
export type EquipmentRoom = z.output<typeof room>;
export const equipmentRooms = call('POST', '/emcapi/OperationProjectManager/GetEquipmentRoom', '项目的机房与系统', {
  input: z.object({ ProjectCode: project }),
  output: z.array(room),
});
export const roomMachineTypes = call(
  'POST',
  '/emcapi/OperationProjectManager/GetEquipmentRoomOfMachineType',
  '机房内的机型系列与台数',
  {
    input: z.object({ ProjectCode: project, RoomId: idText.optional() }),
    output: z.array(
      z.object({
        RoomId: z.string().nullable(),
        RoomName: z.string(),
        TypeCode: z.string(),
        TypeName: z.string(),
        Count: z.number(),
      }),
    ),
  },
);
export const hostMachineTypes = call(
  'POST',
  '/emcapi/OperationProjectManager/GetHostMachineType',
  '项目主机的机型系列',
  {
    input: z.object({ ProjectCode: project }),
    output: z.array(z.object({ TypeCode: z.string(), TypeName: z.string(), EnergyType: z.string() })),
  },
);
export const hostMachines = call('POST', '/emcapi/OperationProjectManager/GetHostMachine', '项目的主机', {
  input: z.object({ ProjectCode: project, RoomId: idText.optional(), TypeCode: z.string().max(60).optional() }),
  output: z.array(host),
});
export const projectArchive = call(
  'POST',
  '/emcapi/OperationProjectManager/GetProjectInfoAllByCode',
  '运营项目档案：基本信息、补充信息、机房、主机、合同、人员',
  {
    input: z.object({ ProjectCode: project }),
    output: z.object({
      Base: z.record(z.string(), z.unknown()),
      /** What the hosts burn or draw, as the list of projects has it; null where no host says it. */
      MainEnergy: z.string().nullable(),
      /** Free entries; the typed part is beside them, null until it was first saved. */
      Addition: z.array(z.record(z.string(), z.unknown())),
      Profile: profileRow.nullable(),
      Rooms: z.array(room),
      Hosts: z.array(host),
      Contracts: z.array(archiveContract),
      Users: z.array(z.object({ UserId: z.string(), UserName: z.string(), projectRole: z.string().nullable() })),
      /** Percent of what an archive says that is filled in, and what is not. */
      Complete: z.number(),
      Missing: z.array(z.string()),
      FormVersion: z.number(),
    }),
  },
);
