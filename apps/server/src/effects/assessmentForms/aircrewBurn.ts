import { type aircrewBurn, deviceTest, efficiencyIndex } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { monthOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import { draftRepair } from '../kit/repair-draft.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';

type Burn = Recorded<typeof aircrewBurn>;

const EFFICIENCY = '平均燃烧效率';

/** The device shows the newest test that stands. */
async function refreshDevice(tx: Tx, device: string): Promise<void> {
  await sql`update device set (last_efficiency, next_test_date) = (
      select b.value, b.next_test from (select 1) one left join lateral (
        select value, next_test from b_device_test
        where device = ${device} and kind = '燃烧检测' and metric = ${EFFICIENCY} and not voided order by tested_on desc, id desc limit 1) b on true)
    where id = ${device}`.execute(tx);
}

const archived = effect<Burn>(async ({ tx, record, book }) => {
  const test = (metric: string, value: string | null, unit: string) =>
    value === null
      ? []
      : [
          {
            device: record.device,
            project: record.project,
            kind: '燃烧检测' as const,
            testedOn: record.testDate,
            metric,
            value,
            unit,
            grade: record.grade,
            valid: true,
            nextTest: record.nextTestDate,
            document: record.serial ?? '',
          },
        ];
  await book(
    deviceTest,
    ...test(EFFICIENCY, record.averageEfficiency, '%'),
    ...test('平均排烟温度', record.averageExhaust, '℃'),
  );
  await refreshDevice(tx, record.device);
});

export const aircrewBurnEffects: EffectsOf<'aircrewBurn', Burn> = {
  'aircrewBurn.archive': {
    apply: archived.apply,
    async reverse(tx, call) {
      await archived.reverse(tx, call);
      await refreshDevice(tx, call.record.device);
    },
  },
  'aircrewBurn.draftRepair': {
    async apply(tx, { record, services }) {
      if (record.grade === '需检修停用')
        await draftRepair(
          { tx, record, services },
          {
            title: `燃烧检测${record.serial}评定需检修停用，请补全维修记录`,
            values: {
              equipment: record.device,
              findWay: '公司巡检',
              faultSystem: '燃烧器',
              faultDesc: `燃烧检测${record.serial}：${record.techAdvice ?? ''}`,
            },
          },
        );
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
        metric: EFFICIENCY,
        value: record.averageEfficiency,
        unit: '%',
        document: record.serial,
      });
  }),
};
