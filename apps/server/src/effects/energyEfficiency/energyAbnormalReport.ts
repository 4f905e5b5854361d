import { addDays } from '@hengneng/core';
import { assessmentItem, type energyAbnormalReport, energyIssue } from '@hengneng/forms';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { positive } from '../books/money.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { effect, undoing } from '../kit/effect.ts';
import { haveSeenTo, type SEEN_TO } from './tests.ts';

type Report = Recorded<typeof energyAbnormalReport>;

/** Days after a partial recovery until it is looked at again. */
const RECHECK_AFTER = 7;
/** Alarms that a report of consumption answers; those of gas or machines are answered where they are handled. */
const ENERGY_ALARMS = '能耗|定额|单耗|能效|用量';

const CAUSES: Readonly<Record<string, keyof typeof SEEN_TO>> = {
  主机真空度: 'vacuum',
  燃烧与排烟温度: 'burner',
  传热管结垢端差: 'upkeep',
};

const causesOf = (record: Report) => record.checks.filter((row) => row.isCause === true);

export const energyAbnormalReportEffects: EffectsOf<'energyAbnormalReport', Report> = {
  'energyAbnormalReport.ledger': effect(async ({ record, book }) => {
    const closed = record.recovered !== '部分恢复继续跟踪';
    await book(energyIssue, {
      content: `${record.energyKind}${record.abnormalKind}（${record.verdict}）`,
      kind: '能耗异常',
      state: closed ? '已闭环' : '整改中',
      project: record.project,
      device: record.device,
      energy: record.energyKind,
      foundOn: dayOf(record.foundTime),
      deviationRate: record.deviationRate,
      loss: record.confirmedLoss,
      cause: causesOf(record)
        .map((row) => `${row.checkItem}${Number(row.share ?? 0)}%`)
        .join('、'),
      owner: record.dutyUser,
      closedOn: closed && record.finishTime !== null ? dayOf(record.finishTime) : null,
      document: record.serial ?? '',
    });
  }),
  'energyAbnormalReport.alarms': undoing(
    effect(async ({ tx, record, log }) => {
      const { rows } = await sql<{ id: string }>`update alarm set handled_at = ${record.finishTime ?? record.foundTime},
          handled_by = ${record.applicant}, handle_note = ${`能耗异常报告${record.serial}：${record.verdict}`}
        where project_code = ${record.project} and handled_at is null and not voided and kind ~ ${ENERGY_ALARMS}
          and raised_at >= ${record.abnormalFrom} and raised_at <= greatest(${record.foundTime}::timestamptz, ${record.abnormalTo}::timestamptz)
          and (${record.device}::bigint is null or device_id is null or device_id = ${record.device}::bigint)
        returning id::text`.execute(tx);
      if (rows.length > 0) log({ alarms: rows.map((row) => row.id).join(' ') });
    }),
    (tx, { logged }) =>
      sql`update alarm set handled_at = null, handled_by = null, handle_note = null
        where id = any(${(logged.alarms ?? '').split(' ').filter(Boolean)}::bigint[])`.execute(tx),
  ),
  'energyAbnormalReport.dataFix': effect(async ({ record, services }) => {
    if (record.dataFix === true)
      await services.todo({
        kind: '数据修改',
        title: `${record.serial}：请修正${record.energyKind}自${record.abnormalFrom.slice(0, 10)}至${record.abnormalTo.slice(0, 10)}的数据并重算日报`,
        to: [],
        role: 'energyAnalyst',
      });
  }),
  'energyAbnormalReport.loss': effect(async ({ record, projectCost, book }) => {
    if (record.confirmedLoss === null || !positive(record.confirmedLoss)) return;
    const month = monthOf(dayOf(record.abnormalTo));
    await projectCost(record.project, month, { account: '能源损失', amount: record.confirmedLoss });
    if (record.dutyUser !== null)
      await book(assessmentItem, {
        month,
        employee: record.dutyUser,
        project: record.project,
        kind: '能耗异常损失',
        content: `${record.energyKind}${record.abnormalKind}，${record.dutyResult}`,
        amount: record.confirmedLoss,
        sourceNo: record.serial ?? '',
      });
  }),
  'energyAbnormalReport.handle': effect(async (call) => {
    for (const row of causesOf(call.record)) {
      const kind = CAUSES[row.checkItem];
      if (kind !== undefined) await haveSeenTo(call, call.record, kind, `能耗异常原因为${row.checkItem}`);
    }
  }),
  'energyAbnormalReport.remindRecheck': effect(async ({ record, services }) => {
    if (record.recovered === '部分恢复继续跟踪' && record.finishTime !== null)
      await services.remind({
        on: addDays(dayOf(record.finishTime), RECHECK_AFTER),
        to: [record.applicant],
        title: `能耗异常${record.serial}部分恢复，请复查`,
      });
  }),
};
