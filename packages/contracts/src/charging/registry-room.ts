/** 房间管理: buildings, rooms, their people, areas and what they are charged. */
import { z } from 'zod';
import { call, listInput, listOutput } from '../call.ts';
import { blankable, count, day, flag, idText, needed, several } from '../common.ts';
import { importErrorsInput, wholeImported } from '../imports.ts';
import { communityId } from './common.ts';
import { eachDone, severalIds } from './registry-community.ts';

export const ROOM_STATES = ['未交付', '自住', '出租', '空置', '商用', '停用'] as const;
export const ROOM_USAGES = ['居民', '非居民', '学校'] as const;
export const ROOM_ROLES = ['业主', '共有人', '租户', '委托人'] as const;
export const BUILDING_KINDS = ['住宅', '商业', '办公'] as const;
export const ROOM_FLAGS = ['争议', '停催', '法务', '票据专票', '关怀户'] as const;
export const TRANSFER_ARREARS = ['结清', '随房转移', '原业主承担'] as const;
export const TRANSFER_PREPAID = ['随房', '随人'] as const;

/** Fields of a room that are edited in the list, by name. */
export const ROOM_CELLS = {
  usage: '用途',
  layout: '户型',
  state: '房态',
  deliverDate: '交付日期',
  buildArea: '建筑面积',
  innerArea: '套内面积',
  energyArea: '供能面积',
} as const;
/** An area of supply beyond what was built by more than this wants a reason. */
export const AREA_BEYOND = 1.2;

const text = (what: string, most: number) => z.string().trim().max(most, `${what}最多${most}字`).default('');
export const areaText = (what: string) =>
  z
    .string(`请填写${what}`)
    .trim()
    .regex(/^\d{1,7}(\.\d{1,4})?$/, `${what}应为不小于0的数，最多4位小数`);
const price = z
  .string()
  .trim()
  .regex(/^\d{1,9}(\.\d{1,4})?$/, '价格应为不小于0的数，最多4位小数');

/* ---- buildings ---- */

export const buildingTree = call('POST', '/pmsapi/Building/GetList', '小区的楼栋与单元', {
  input: z.object({ communityId }),
  output: z.array(
    z.object({
      id: z.string(),
      version: z.number(),
      code: z.string(),
      name: z.string(),
      floors: z.number().nullable(),
      type: z.enum(BUILDING_KINDS),
      rooms: z.number(),
      arrearsRooms: z.number(),
      units: z.array(
        z.object({
          id: z.string(),
          version: z.number(),
          code: z.string(),
          name: z.string(),
          rooms: z.number(),
          arrearsRooms: z.number(),
          /** 单元收缴率 of this year, %; null where nothing was billed. */
          rate: z.number().nullable(),
        }),
      ),
    }),
  ),
});
export type BuildingNode = z.output<typeof buildingTree.output>[number];

export const buildingPage = call('POST', '/pmsapi/Building/GetPage', '小区的楼栋', {
  input: listInput.extend({ communityId }),
  output: listOutput(
    z.object({
      id: z.string(),
      version: z.number(),
      code: z.string(),
      name: z.string(),
      floors: z.number().nullable(),
      type: z.enum(BUILDING_KINDS),
      units: z.number(),
      rooms: z.number(),
    }),
  ),
});
const buildingId = idText.meta({ description: '楼栋' });
export const unitPage = call('POST', '/pmsapi/BuildingUnit/GetPage', '楼栋的单元', {
  input: listInput.extend({ buildingId }),
  output: listOutput(
    z.object({ id: z.string(), version: z.number(), code: z.string(), name: z.string(), rooms: z.number() }),
  ),
});
export const unitList = call('POST', '/pmsapi/BuildingUnit/GetList', '可选单元', {
  input: z.object({ buildingId }),
  output: z.array(z.object({ id: z.string(), name: z.string(), rooms: z.number() })),
});

export const buildingSave = call('POST', '/pmsapi/Building/Save', '保存楼栋', {
  input: z.object({
    id: blankable(idText).default(null),
    version: count('版本').default(0),
    communityId,
    code: needed('编码', 20),
    name: needed('名称', 40),
    floors: blankable(count('层数', 1, 200)).default(null),
    type: z.enum(BUILDING_KINDS, '请选择类型').default('住宅'),
  }),
  output: z.object({ id: z.string() }),
});
export const buildingDelete = call('POST', '/pmsapi/Building/Delete', '删除没有房间的楼栋', {
  input: z.object({ ids: severalIds }),
  output: eachDone,
});
export const unitSave = call('POST', '/pmsapi/BuildingUnit/Save', '保存单元', {
  input: z.object({
    id: blankable(idText).default(null),
    version: count('版本').default(0),
    buildingId: idText,
    code: needed('编码', 20),
    name: needed('名称', 40),
  }),
  output: z.object({ id: z.string() }),
});
export const unitDelete = call('POST', '/pmsapi/BuildingUnit/Delete', '删除没有房间的单元', {
  input: z.object({ ids: severalIds }),
  output: eachDone,
});

/* ---- rooms ---- */

const listed = {
  community: communityId,
  building: blankable(idText).optional(),
  unit: blankable(idText).optional(),
  state: blankable(z.enum(ROOM_STATES, '房态不正确')).optional(),
  arrears: flag.default(false),
  noFee: flag.default(false),
  /** Charged this fee. */
  fee: blankable(idText).optional(),
  /** Also those that were split or merged. */
  ended: flag.default(false),
};

const roomRow = z.object({
  id: z.string(),
  version: z.number(),
  code: z.string(),
  fullCode: z.string(),
  buildingId: z.string(),
  building: z.string(),
  unitId: z.string().nullable(),
  unit: z.string().nullable(),
  floor: z.number().nullable(),
  usage: z.enum(ROOM_USAGES),
  layout: z.string(),
  buildArea: z.string().nullable(),
  innerArea: z.string().nullable(),
  energyArea: z.string().nullable(),
  owner: z.string(),
  resident: z.string(),
  /** Masked. */
  phone: z.string(),
  state: z.enum(ROOM_STATES),
  flags: z.array(z.string()),
  fees: z.number(),
  suspended: z.boolean(),
  balance: z.string().nullable(),
  arrears: z.string().nullable(),
  /** Whether something is past its day, which is no amount. */
  late: z.boolean(),
  deliverDate: z.string().nullable(),
  /** From which day it is no room any more: it was split or merged. */
  endedOn: z.string().nullable(),
});
export type RoomRow = z.output<typeof roomRow>;

export const roomPage = call('POST', '/pmsapi/Room/GetPage', '房间', {
  input: listInput.extend(listed),
  output: listOutput(roomRow),
});

const personShown = z.object({
  id: z.string(),
  partyId: z.string(),
  role: z.enum(ROOM_ROLES),
  name: z.string(),
  /** Both masked. */
  idNo: z.string(),
  phone: z.string(),
  from: z.string(),
  to: z.string().nullable(),
  payer: z.boolean(),
  invoiceTitle: z.string(),
  taxNo: z.string(),
});
const feeShown = z.object({
  id: z.string(),
  feeId: z.string(),
  fee: z.string(),
  basis: z.string(),
  /** What it is counted by now; null where it comes from a meter or an import. */
  quantity: z.string().nullable(),
  unit: z.string(),
  price: z.string().nullable(),
  contractPrice: z.string().nullable(),
  discount: z.string(),
  from: z.string(),
  to: z.string().nullable(),
  payer: z.string(),
  meter: z.string().nullable(),
  suspended: z.boolean(),
});
const areaShown = z.object({
  from: z.string(),
  to: z.string().nullable(),
  buildArea: z.string(),
  innerArea: z.string().nullable(),
  energyArea: z.string(),
  note: z.string(),
});
export const roomDetail = call('POST', '/pmsapi/Room/GetList', '房间与档案', {
  input: z.object({
    id: blankable(idText).optional(),
    unitId: blankable(idText).optional(),
    Keyword: z.string().max(100, '关键字最多100字').default(''),
    withDetail: flag.default(true),
  }),
  output: z.array(
    roomRow.extend({
      communityId: z.string(),
      community: z.string(),
      people: z.array(personShown),
      feeList: z.array(feeShown),
      areas: z.array(areaShown),
      meters: z.array(
        z.object({
          no: z.string(),
          kind: z.string(),
          ratio: z.string(),
          from: z.string(),
          to: z.string().nullable(),
          /** The last day that was counted, and the dial at its end. */
          readDay: z.string().nullable(),
          reading: z.string().nullable(),
        }),
      ),
    }),
  ),
});
export type RoomDetail = z.output<typeof roomDetail.output>[number];

const person = z.object({
  role: z.enum(ROOM_ROLES, '请选择角色'),
  name: needed('姓名', 50),
  /** Blank or masked: it stays. */
  phone: text('电话', 20),
  idNo: text('证件号', 20),
  from: day,
  to: blankable(day).default(null),
  payer: flag.default(false),
  invoiceTitle: text('发票抬头', 100),
  taxNo: text('税号', 20),
  /** Of somebody who is there already. */
  id: blankable(idText).default(null),
});

export const roomSave = call('POST', '/pmsapi/Room/Save', '保存房间，或批量生成', {
  input: z.preprocess(
    (raw) => (typeof raw === 'object' && raw !== null && !('action' in raw) ? { ...raw, action: 'save' } : raw),
    z.discriminatedUnion(
      'action',
      [
        z.object({
          action: z.literal('save'),
          id: blankable(idText).default(null),
          version: count('版本').default(0),
          buildingId: z.string('请选择楼栋').regex(/^\d{1,18}$/, '请选择楼栋'),
          unitId: blankable(idText).default(null),
          code: needed('房号', 20),
          floor: blankable(count('楼层', -10, 200)).default(null),
          usage: z.enum(ROOM_USAGES, '请选择用途').default('居民'),
          layout: text('户型', 20),
          state: z.enum(ROOM_STATES, '请选择房态').default('自住'),
          flags: several(z.enum(ROOM_FLAGS, '标记不正确'), 5, '标记最多5个').default([]),
          deliverDate: blankable(day).default(null),
          buildArea: areaText('建筑面积'),
          innerArea: blankable(areaText('套内面积')).default(null),
          energyArea: areaText('供能面积'),
          areaNote: text('原因', 200),
          /** From which day other areas hold. */
          effectiveFrom: blankable(day).default(null),
          people: several(person, 20, '最多20人').optional(),
        }),
        /** Some cells of a row, edited where they stand: the others stay as they are. */
        z.object({
          action: z.literal('cell'),
          id: idText,
          version: count('版本'),
          usage: z.enum(ROOM_USAGES, '请选择用途').optional(),
          layout: z.string().trim().max(20, '户型最多20字').optional(),
          state: z.enum(ROOM_STATES, '请选择房态').optional(),
          deliverDate: blankable(day).optional(),
          buildArea: areaText('建筑面积').optional(),
          innerArea: blankable(areaText('套内面积')).optional(),
          energyArea: areaText('供能面积').optional(),
          areaNote: z.string().trim().max(200, '原因最多200字').optional(),
          effectiveFrom: blankable(day).default(null),
        }),
        z.object({
          action: z.literal('batch'),
          buildingId: z.string('请选择楼栋').regex(/^\d{1,18}$/, '请选择楼栋'),
          unitId: blankable(idText).default(null),
          floorFrom: count('起始层', -10, 200),
          floorTo: count('截止层', -10, 200),
          /** Doors of each floor, as 01,02,03. */
          doors: needed('每层户号', 200),
          usage: z.enum(ROOM_USAGES, '请选择用途').default('居民'),
          layout: text('户型', 20),
          buildArea: areaText('建筑面积'),
          energyArea: areaText('供能面积'),
          areaNote: text('原因', 200),
          deliverDate: day,
          preview: flag.default(false),
        }),
      ],
      '操作不正确',
    ),
  ),
  output: z.object({
    id: z.string().nullable(),
    version: z.number(),
    /** Fees whose next bills come out otherwise. */
    fees: z.array(z.string()),
    codes: z.array(z.string()),
  }),
});

export const roomDelete = call('POST', '/pmsapi/Room/Delete', '删除没有账单、余额与表计的房间', {
  input: z.object({ ids: severalIds }),
  output: eachDone,
});

export const roomSaveFee = call('POST', '/pmsapi/Room/SaveFee', '设或停房间的收费项，可按楼栋、户型批量', {
  input: z.discriminatedUnion(
    'action',
    [
      z
        .object({
          action: z.literal('set'),
          communityId,
          rooms: several(idText, 500, '一次最多选500间').default([]),
          /** Instead of rooms: all of a building, of a layout, or both. */
          building: blankable(idText).default(null),
          layout: text('户型', 20),
          feeId: z.string('请选择费项').regex(/^\d{1,18}$/, '请选择费项'),
          from: day,
          to: blankable(day).default(null),
          contractPrice: blankable(price).default(null),
          discount: z
            .string()
            .trim()
            .regex(/^\d{1,3}(\.\d{1,2})?$/, '折扣应在0～100之间')
            .refine((value) => Number(value) <= 100, '折扣应在0～100之间')
            .default('100'),
          quantity: blankable(areaText('数量')).default(null),
        })
        .refine((of) => of.rooms.length > 0 || of.building !== null || of.layout !== '', {
          path: ['rooms'],
          message: '请选择房间、楼栋或户型',
        }),
      z.object({ action: z.literal('end'), communityId, id: idText, to: day }),
    ],
    '操作不正确',
  ),
  output: z.object({ rooms: z.number() }),
});

export const roomTransfer = call('POST', '/pmsapi/Room/Transfer', '过户', {
  input: z.object({
    roomId: idText,
    version: count('版本'),
    day: z.iso.date('请选择过户日'),
    name: needed('新业主', 50),
    phone: needed('电话', 20),
    idNo: text('证件号', 20),
    invoiceTitle: text('发票抬头', 100),
    taxNo: text('税号', 20),
    arrears: z.enum(TRANSFER_ARREARS, '请选择欠费处理'),
    prepaid: z.enum(TRANSFER_PREPAID, '请选择预存处理'),
    /** Where the former owner's money goes on: another room of theirs. */
    toRoomId: blankable(idText).default(null),
  }),
  output: z.object({
    version: z.number(),
    bills: z.number(),
    moved: z.string(),
    /** Bills of days after it that wait for their release, made out to the former owner: they stay so unless they are made anew. */
    drafts: z.number(),
  }),
});

export const MERGE_ARREARS = ['结清', '承接'] as const;
export const MERGE_KINDS = ['拆分', '合并'] as const;

const mergedFee = z.object({
  fee: z.string(),
  /** Of a fixed basis, or the coefficient of a formula. */
  quantity: z.string().nullable(),
  meter: z.string().nullable(),
});
export const roomMerge = call('POST', '/pmsapi/Room/Merge', '拆分一间房或合并多间房，可先预览', {
  input: z.object({
    rooms: several(z.object({ id: idText, version: count('版本') }), 10, '一次最多10间').pipe(
      z.array(z.object({ id: idText, version: z.number() })).min(1, '请选择房间'),
    ),
    day: z.iso.date('请选择生效日'),
    arrears: z.enum(MERGE_ARREARS, '请选择欠费处理'),
    /** Which of the new rooms takes over debts, money ahead, meters and fixed quantities; counted from 0. */
    heir: count('承接房间', 0, 9).default(0),
    into: z
      .array(
        z.object({
          code: needed('房号', 20),
          floor: blankable(count('楼层', -10, 200)).default(null),
          usage: z.enum(ROOM_USAGES, '请选择用途').default('居民'),
          layout: text('户型', 20),
          state: z.enum(ROOM_STATES, '请选择房态').default('自住'),
          buildArea: areaText('建筑面积'),
          innerArea: blankable(areaText('套内面积')).default(null),
          energyArea: areaText('供能面积'),
          areaNote: text('原因', 200),
        }),
      )
      .min(1, '请填写新房间')
      .max(10, '一次最多10间'),
    reason: needed('原因', 200),
    preview: flag.default(false),
  }),
  output: z.object({
    kind: z.enum(MERGE_KINDS),
    day: z.string(),
    ended: z.array(z.string()),
    rooms: z.array(
      z.object({
        id: z.string().nullable(),
        fullCode: z.string(),
        buildArea: z.string(),
        energyArea: z.string(),
        heir: z.boolean(),
        fees: z.array(mergedFee),
      }),
    ),
    /** Who goes on living there. */
    people: z.array(z.string()),
    /** Unpaid bills that go to the heir. */
    bills: z.number(),
    /** Yuan; withheld where amounts are. */
    owed: z.string().nullable(),
    prepaid: z.string().nullable(),
    /** Stays with the old rooms until it is handed back. */
    deposit: z.string().nullable(),
  }),
});
export type RoomMerged = z.output<typeof roomMerge.output>;

/** Where a point of the list is seen to. */
export const MOVE_OUT_PLACES = [
  'chargeBill',
  'chargeBillAudit',
  'chargeCashier',
  'suspend/suspendList',
  'chargeRoom',
] as const;
export const roomMoveOut = call('POST', '/pmsapi/Room/MoveOut', '迁出核对：到某日迁出前还有什么没有办', {
  input: z.object({ roomId: idText, day: z.iso.date('请选择迁出日') }),
  output: z.object({
    /** In the order in which they are seen to. */
    items: z.array(
      z.object({ label: z.string(), done: z.boolean(), text: z.string(), place: z.enum(MOVE_OUT_PLACES) }),
    ),
    left: z.number(),
  }),
});

export const roomTimeline = call('POST', '/pmsapi/Room/Timeline', '房间历程', {
  input: z.object({ roomId: idText }),
  output: z.array(z.object({ day: z.string(), kind: z.string(), text: z.string(), by: z.string() })),
});

export const roomReveal = call('POST', '/pmsapi/Room/Reveal', '查看完整电话与证件号（留痕）', {
  input: z.object({ roomId: idText, partyId: idText }),
  output: z.object({ phone: z.string().nullable(), idNo: z.string().nullable() }),
});

/* ---- sheets ---- */

export const ROOM_COLUMNS = [
  '小区',
  '楼栋',
  '单元',
  '房号',
  '楼层',
  '建筑面积',
  '供能面积',
  '业主',
  '电话',
  '证件号',
  '房态',
  '交付日期',
  '费项',
] as const;
export const ROOM_IMPORT_ROWS = 20_000;

export const roomImport = call('POST', '/pmsapi/Room/Import', '导入房间（xlsx，逐行预检，全部通过才写入）', {
  input: z.object({ communityId, onExists: z.enum(['update', 'skip'], '请选择重复房号的处理').default('skip') }),
  output: wholeImported.extend({ updated: z.number(), skipped: z.number() }),
});
export const roomImportTemplate = call('POST', '/pmsapi/Room/ImportTemplate', '下载房间导入模板', {
  input: z.object({}),
  output: z.unknown(),
});
export const roomImportErrors = call('POST', '/pmsapi/Room/ImportErrors', '下载房间导入错误清单', {
  input: importErrorsInput(200_000),
  output: z.unknown(),
});
export const roomExport = call('POST', '/pmsapi/Room/Export', '导出房间、人、收费项', {
  input: z.object({ Keyword: z.string().max(100, '关键字最多100字').default(''), ...listed }),
  output: z.unknown(),
});
