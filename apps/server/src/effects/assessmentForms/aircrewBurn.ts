import { type aircrewBurn, efficiencyIndex } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { voidRows } from '../books/books.ts';
import { monthOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';

type Burn = Recorded<typeof aircrewBurn>;

const source = (record: Burn) => ({ module: 'aircrewBurn', id: record.id }) as const;

/** The device shows the newest test that stands. */
async function refreshDevice(tx: Tx, device: string): Promise<void> {
  await sql`update device set (last_efficiency, next_test_date) = (
      select b.efficiency, b.next_test_date from (select 1) one left join lateral (
        select efficiency, next_test_date from burn_archive
        where device_id = ${device} and not voided order by tested_on desc, id desc limit 1) b on true)
    where id = ${device}`.execute(tx);
}

export const aircrewBurnEffects: EffectsOf<'aircrewBurn', Burn> = {
  'aircrewBurn.archive': {
    async apply(tx, { record }) {
      await sql`insert into burn_archive (device_id, project_code, tested_on, efficiency, exhaust, grade, next_test_date, source_id)
        values (${record.device}, ${record.project}, ${record.testDate}, ${record.averageEfficiency}, ${record.averageExhaust}, ${record.grade},
          ${record.nextTestDate}, ${record.id})`.execute(tx);
      await refreshDevice(tx, record.device);
    },
    async reverse(tx, { record }) {
      await voidRows(tx, source(record), [], ['burn_archive']);
      await refreshDevice(tx, record.device);
    },
  },
  'aircrewBurn.draftRepair': {
    async apply(_tx, { record, services }) {
      if (record.grade === '需检修停用')
        await services.draft({
          module: 'maintenanceRecords',
          applicant: record.applicant,
          title: `燃烧检测${record.serial}评定需检修停用，请补全维修记录`,
          values: {
            project: record.project,
            equipment: record.device,
            findWay: '公司巡检',
            faultSystem: '燃烧器',
            faultDesc: `燃烧检测${record.serial}：${record.techAdvice ?? ''}`,
          },
        });
    },
    reverse: (_tx, { services }) => services.takeBack(),
  },
  'aircrewBurn.remindNext': {
    async apply(_tx, { record, services }) {
      if (record.nextTestDate)
        await services.remind({
          on: record.nextTestDate,
          daysBefore: 7,
          to: [record.applicant],
          title: `${record.unitModel}（${record.unitNo}）该做燃烧检测了`,
        });
    },
    reverse: (_tx, { services }) => services.takeBack(),
  },
  'aircrewBurn.efficiencyIndex': effect(async ({ record, book }) => {
    if (record.averageEfficiency !== null)
      await book(efficiencyIndex, {
        project: record.project,
        device: record.device,
        month: monthOf(record.testDate),
        metric: '平均燃烧效率',
        value: record.averageEfficiency,
        unit: '%',
        document: record.serial,
      });
  }),
};
