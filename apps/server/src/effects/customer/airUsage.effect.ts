/** 空调使用情况: what a month's survey says of the areas that run and of how warm they are. */
import { addDays } from '@hengneng/core';
import { type airUsage, airUsageMonth, efficiencyIndex, userOpinion } from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { dayOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';

type Survey = Recorded<typeof airUsage>;

/** Days within which a customer is told what was done about a room that is too cold or too warm. */
const REPLY_DAYS = 7;

export const airUsageEffects: EffectsOf<'airUsage', Survey> = {
  'airUsage.usage': effect(async ({ record, book, find, setEntry }) => {
    const of = { project: record.project, month: record.surveyMonth };
    for (const old of await find(airUsageMonth, { ...of, state: '有效' }))
      await setEntry(airUsageMonth, old.id, { state: '已更新' });
    await book(airUsageMonth, {
      ...of,
      mode: record.mode,
      airArea: record.areaTotal,
      openArea: record.openTotal,
      openRate: record.openRate,
      averageHours: record.averageHours,
      overtimeHours: record.overtimeHours,
      tempPassRate: record.tempPassRate,
      comfortRate: record.comfortRate,
      state: '有效',
      document: record.serial ?? '',
    });
  }),
  'airUsage.confirmArea': effect(async ({ record, services }) => {
    if (record.chargeAdvice !== '发起空调面积确认') return;
    await services.draft({
      module: 'airConditioningArea',
      applicant: record.applicant,
      title: `${record.surveyMonth}空调使用情况${record.serial}：开通面积同比${record.openGrowth ?? ''}%，请与客户确认计费面积`,
      values: {
        project: record.project,
        contract: record.contract,
        confirmType: Number(record.openGrowth ?? 0) < 0 ? '面积核减' : '面积新增',
        surveyDate: dayOf(record.surveyTime),
        surveyors: record.surveyors,
        changeReason: `${record.surveyMonth}调查开通面积${record.openTotal ?? 0}m²，去年同期${record.lastYearOpenArea ?? 0}m²`,
        areas: record.zones.map((row) => ({
          building: row.building,
          floorRange: row.floor,
          occupant: row.zoneUse,
          airArea: row.totalArea,
          useState: row.zoneUse === '空置' ? '空置' : '在用',
        })),
      },
    });
  }),
  'airUsage.opinions': effect(async ({ tx, record, book }) => {
    const [owner = record.applicant] = await projectManagers(tx, record.project);
    await book(
      userOpinion,
      ...record.zones
        .filter((row) => row.fail === 1)
        .map((row) => ({
          project: record.project,
          kind: '室温不达标',
          content: `${row.building}${row.floor}${row.zoneUse}室温${row.roomTemp}℃（约定${row.lower}～${row.upper}℃），感受${row.feel}`,
          owner,
          promiseDate: addDays(dayOf(record.surveyTime), REPLY_DAYS),
          state: '待答复' as const,
          origin: '空调使用情况',
          sourceNo: record.serial,
        })),
    );
  }),
  'airUsage.comfort': effect(async ({ record, book }) => {
    const rates = [
      { metric: '室温达标率', value: record.tempPassRate },
      { metric: '舒适率', value: record.comfortRate },
    ];
    await book(
      efficiencyIndex,
      ...rates.flatMap(({ metric, value }) =>
        value === null
          ? []
          : [
              {
                project: record.project,
                month: record.surveyMonth,
                metric,
                value,
                unit: '%',
                document: record.serial,
              },
            ],
      ),
    );
  }),
};
