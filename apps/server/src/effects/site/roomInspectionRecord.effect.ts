import { deviceRunLog, type roomInspectionRecord } from '@hengneng/forms';
import { sql } from 'kysely';
import { raiseAlarm, withdrawAlarm } from '../books/alarms.ts';
import { voidRows } from '../books/books.ts';
import { dayOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import { managersOf } from '../kit/people.ts';
import { draftRepair } from '../kit/repair-draft.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';

type Inspection = Recorded<typeof roomInspectionRecord>;

const source = (record: Inspection) => ({ module: 'roomInspectionRecord', id: record.id }) as const;

/** Gas detectors report at a quarter of the lower explosive limit. */
const GAS_ALARM_LEL = 25;

const SITE_CHECKS = {
  gasAlarm: '燃气报警器',
  ventFan: '事故排风机',
  powerCabinet: '配电柜与电缆',
  groundWater: '地面积水与集水坑泵',
  fireEquip: '灭火器与应急灯',
  towerState: '冷却塔',
  leakState: '跑冒滴漏',
} as const;

const failures = (record: Inspection): string =>
  Object.entries(SITE_CHECKS)
    .map(([key, label]) => ({ label, value: record[key as keyof typeof SITE_CHECKS] }))
    .filter(({ value }) => value?.result === '不合格')
    .map(({ label, value }) => (value?.remark ? `${label}（${value.remark}）` : label))
    .join('、');

export const roomInspectionRecordEffects: EffectsOf<'roomInspectionRecord', Inspection> = {
  'roomInspectionRecord.runLog': effect(async ({ record, book }) => {
    const seen = {
      project: record.project,
      loggedAt: record.inspectTime,
      shift: record.shift,
      document: record.serial ?? '',
    };
    await book(
      deviceRunLog,
      ...record.hosts.map(
        ({ host, hostState, flame, id: _id, rowNo: _rowNo, hostAbnormal: _abnormal, ...readings }) => ({
          ...seen,
          ...readings,
          device: host,
          state: hostState,
          looks: flame?.result ?? null,
        }),
      ),
      ...record.pumps.map(({ pump, pumpOk, id: _id, rowNo: _rowNo, ...readings }) => ({
        ...seen,
        ...readings,
        device: pump,
        looks: pumpOk?.result ?? null,
      })),
    );
  }),
  'roomInspectionRecord.repairDraft': {
    async apply(tx, { record, services }) {
      if (!record.toRepair) return;
      const broken = record.hosts.find((row) => row.hostState === '故障' || (row.hostAbnormal ?? 0) > 0);
      await draftRepair(
        { tx, record, services },
        {
          title: `巡检${record.serial}转维修，请补全维修记录`,
          values: {
            equipment: broken?.host ?? null,
            findWay: '值班巡检',
            faultTime: record.inspectTime,
            faultDesc: [failures(record), record.dispose].filter(Boolean).join('；'),
          },
        },
      );
    },
    reverse: (_tx, { services }) => services.takeBack(),
  },
  'roomInspectionRecord.gasAlarm': {
    async apply(tx, { record, services }) {
      if (Number(record.gasConcentration) < GAS_ALARM_LEL) return;
      const content = `${record.machineRoom}燃气浓度${record.gasConcentration}%LEL`;
      await raiseAlarm(tx, source(record), {
        project: record.project,
        level: '紧急',
        kind: '燃气报警',
        content,
        at: record.inspectTime,
      });
      const { all } = await managersOf(tx, record.project);
      await services.tell({ to: all, title: `${content}，已达报警值（巡检${record.serial}）` });
    },
    reverse: (tx, { record }) => withdrawAlarm(tx, source(record)),
  },
  'roomInspectionRecord.completion': {
    async apply(tx, { record }) {
      await sql`insert into inspection_completion (project_code, day, shift, machine_room, inspector, source_id)
        values (${record.project}, ${dayOf(record.inspectTime)}, ${record.shift}, ${record.machineRoom}, ${record.applicant}, ${record.id})`.execute(
        tx,
      );
    },
    reverse: (tx, { record }) => voidRows(tx, source(record), [], ['inspection_completion']),
  },
};
