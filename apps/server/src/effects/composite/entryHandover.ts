/** 进场交接: where the operation of a project begins: its machines, its meters with their readings, what came along, what is not in order. */
import { addDays } from '@hengneng/core';
import { type entryHandover, projectAsset } from '@hengneng/forms';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { wrong } from '../../platform/http/errors.ts';
import { addDevices, retireDevices } from '../books/devices.ts';
import { failed, noted } from '../kit/checks.ts';
import { effect, undoing } from '../kit/effect.ts';
import { managersOf } from '../kit/people.ts';

type Handover = Recorded<typeof entryHandover>;

/** Days within which what was not in order is to be put right. */
const RECTIFY_DAYS = 30;

/** What the book of devices calls a machine of this name; the first that fits. */
const CATEGORIES: readonly (readonly [RegExp, string])[] = [
  [/主机|机组|直燃机|溴化锂|离心机|螺杆机|热泵/, '主机'],
  [/锅炉/, '锅炉'],
  [/泵/, '水泵'],
  [/冷却塔/, '冷却塔'],
  [/软水|加药/, '水处理设备'],
  [/储罐|分汽缸|定压罐|压力容器/, '压力容器'],
];
const categoryOf = (name: string): string => CATEGORIES.find(([word]) => word.test(name))?.[1] ?? '其他';

const METERS: Readonly<Record<Handover['meters'][number]['meterType'], string>> = {
  燃气表: '燃气表',
  电表: '电表',
  自来水表: '水表',
  软水表: '水表',
  生活热水表: '水表',
  冷热量表: '冷热量表',
  蒸汽流量计: '蒸汽流量计',
};

const STATES = { 完好: 'active', 带病运行: 'active', 待修: 'stopped', 停用: 'stopped', 缺件: 'stopped' } as const;

interface Item {
  readonly key: keyof Handover & `${string}State`;
  readonly name: string;
  readonly field: string;
}

const ITEMS = [
  { key: 'vacuumState', name: '主机真空与保压', field: '主机' },
  { key: 'solutionState', name: '溴化锂溶液', field: '主机' },
  { key: 'burnerState', name: '燃烧器试火与安全连锁', field: '燃烧系统' },
  { key: 'gasLeakState', name: '燃气阀组检漏与报警联动', field: '燃烧系统' },
  { key: 'pumpState', name: '水泵振动电流与机封', field: '水泵管网' },
  { key: 'towerState', name: '冷却塔填料布水风机', field: '冷却塔' },
  { key: 'waterState', name: '系统水质', field: '水质' },
  { key: 'powerState', name: '配电柜绝缘与接地', field: '配电' },
  { key: 'controlState', name: '自控系统与通讯点位', field: '自控计量' },
  { key: 'vesselState', name: '压力容器与安全阀校验', field: '主机' },
  { key: 'fireState', name: '消防设施与应急物资', field: '机房形象' },
  { key: 'pipeState', name: '管路阀门保温与渗漏', field: '水泵管网' },
] as const satisfies readonly Item[];

export const entryHandoverEffects: EffectsOf<'entryHandover', Handover> = {
  'entryHandover.check': effect(async ({ tx, record }) => {
    for (const [index, row] of record.meters.entries()) {
      const path = `meters[${index}].meterNo`;
      if (record.meters.findIndex((other) => other.meterNo === row.meterNo) < index) throw wrong(path, '表号重复');
      const { rows } =
        await sql`select 1 from device where project_code = ${record.project} and factory_no = ${row.meterNo}
        and state <> 'retired'`.execute(tx);
      if (rows.length > 0) throw wrong(path, `表号${row.meterNo}已在本项目的设备台账中`);
    }
    for (const [index, row] of record.devices.entries()) {
      if (row.known === null) continue;
      const path = `devices[${index}].known`;
      if (record.devices.findIndex((other) => other.known === row.known) < index) throw wrong(path, '设备重复');
    }
  }),
  'entryHandover.operate': effect(({ record, set }) =>
    set('project', record.project, {
      state: 2,
      start_on: record.operateStart,
      area_m2: record.buildArea,
      air_area: record.airArea,
    }),
  ),
  'entryHandover.devices': undoing(
    effect<Handover>(async ({ tx, record, set, log }) => {
      const made: string[] = [];
      for (const [index, row] of record.devices.entries()) {
        const state = STATES[row.condition];
        if (row.known !== null) {
          await set('device', row.known, { state, run_hours: row.runHours });
          continue;
        }
        const ids = await addDevices(
          tx,
          record.project,
          Array.from({ length: row.qty }, (_, at) => ({
            code: `${record.serial}-${index + 1}-${at + 1}`,
            name: row.qty > 1 ? `${at + 1}#${row.deviceName}` : row.deviceName,
            category: categoryOf(row.deviceName),
            model: row.model,
            maker: row.maker,
            installedOn: row.makeYear === null ? null : `${row.makeYear}-01-01`,
            standby: false,
          })),
        );
        await sql`update device set state = ${state}, rated_kw = ${row.capacity}, run_hours = ${row.runHours}
          where id = any(${ids.split(' ')}::bigint[])`.execute(tx);
        made.push(ids);
      }
      log({ devices: made.join(' ') });
    }),
    (tx, { logged }) => retireDevices(tx, logged.devices),
  ),
  'entryHandover.meters': undoing(
    effect<Handover>(async ({ tx, record, log }) => {
      const made: string[] = [];
      for (const [index, row] of record.meters.entries()) {
        const id = await addDevices(tx, record.project, [
          {
            code: `${record.serial}-B${index + 1}`,
            name: `${row.place}${row.meterType}`,
            category: METERS[row.meterType],
            model: null,
            factoryNo: row.meterNo,
            installedOn: null,
            standby: false,
          },
        ]);
        await sql`update device set last_reading = ${row.baseReading}, multiple = ${row.ratio}, location = ${row.place},
          verify_due = ${row.verifyTo} where id = ${id}`.execute(tx);
        made.push(id);
      }
      log({ meters: made.join(' ') });
    }),
    (tx, { logged }) => retireDevices(tx, logged.meters),
  ),
  'entryHandover.assets': effect(({ record, book }) =>
    book(
      projectAsset,
      ...record.handItems.map((row) => ({
        project: record.project,
        kind: row.itemKind,
        name: row.itemName,
        quantity: row.itemQty,
        unitName: row.itemUnit,
        state: row.itemState,
        receivedOn: record.handoverDate,
        handedBy: record.handoverUnit,
        document: record.serial ?? '',
      })),
    ),
  ),
  'entryHandover.rectify': effect(async ({ tx, record, services }) => {
    const { project: manager } = await managersOf(tx, record.project);
    const owner = manager ?? record.applicant;
    const due = addDays(record.handoverDate, RECTIFY_DAYS);
    for (const { key, name, field } of ITEMS) {
      const state = record[key];
      if (!failed(state)) continue;
      const problem = noted(`${name}不合格`, state);
      await services.draft({
        module: 'emcProblemRectification',
        applicant: owner,
        title: `进场交接${record.serial}：${problem}，请在${due}前整改`,
        values: {
          project: record.project,
          contract: record.contract,
          source: '进场交接',
          sourceNo: record.serial,
          foundDate: record.handoverDate,
          problemField: field,
          severity: '一般',
          problemDesc: problem,
          rectifyLeader: owner,
          totalDeadline: due,
        },
      });
    }
  }),
};
