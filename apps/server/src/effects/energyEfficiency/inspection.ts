/** Inspections of how a project runs, and the data of projects that people ask for. */
import { addDays } from '@hengneng/core';
import { assessmentItem, dataDelivery, energyIssue, projectScore } from '@hengneng/forms';
import type { projectDataRequire, projectEnergyInspection } from '@hengneng/forms';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { positive } from '../books/money.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';
import { bookFigures } from './tests.ts';

type Inspection = Recorded<typeof projectEnergyInspection>;
type Request = Recorded<typeof projectDataRequire>;

/** Days within which a meter whose verification runs out is to be sent in. */
const VERIFY_WITHIN = 30;
/** Percent of what there should be, below which the rest is asked for. */
const COMPLETE = 95;

const inspectionEffects: EffectsOf<'projectEnergyInspection', Inspection> = {
  'projectEnergyInspection.score': effect(async (call) => {
    const { record, book } = call;
    const [day, month] = [dayOf(record.inspectTime), monthOf(dayOf(record.inspectTime))];
    if (record.scoreRate !== null)
      await book(projectScore, {
        project: record.project,
        month,
        kind: '能源检查',
        topic: record.inspectKind,
        checkedOn: day,
        scoreRate: record.scoreRate,
        problems: record.badCount,
        penalty: record.assessAmount,
        sourceNo: record.serial ?? '',
      });
    await bookFigures(
      call,
      { project: record.project, month, document: record.serial },
      { 能源费定额使用率: [record.quotaUseRate, '%'] },
    );
  }),
  'projectEnergyInspection.issues': effect(async ({ record, now, book, services }) => {
    const bad = record.items.filter((row) => (row.bad ?? 0) > 0);
    const open = new Set<string>(record.openItems ?? []);
    await book(
      energyIssue,
      ...bad.map((row) => ({
        content: `${row.checkItem}：${row.problem ?? '不合格'}`,
        kind: '能源检查' as const,
        state: open.has(row.checkItem) ? ('整改中' as const) : ('已闭环' as const),
        project: record.project,
        foundOn: dayOf(record.inspectTime),
        cause: row.wasteKind,
        owner: record.rectifyLeader,
        deadline: row.rectifyDate,
        closedOn: open.has(row.checkItem) ? null : dayOf(now),
        document: record.serial ?? '',
      })),
    );
    for (const row of bad)
      if (open.has(row.checkItem))
        await services.draft({
          module: 'problemDetectionFeedback',
          applicant: record.rectifyLeader,
          title: `能源检查${record.serial}未闭环：${row.checkItem}，请反馈问题`,
          values: {
            project: record.project,
            sourceForm: record.serial,
            detectDate: dayOf(record.inspectTime),
            phenomenon: row.problem,
            replyBefore: row.rectifyDate,
          },
        });
  }),
  'projectEnergyInspection.magnification': effect(async ({ tx, record, services }) => {
    const wrong = record.meterChecks.filter((row) => (row.ratioWrong ?? 0) > 0);
    if (wrong.length === 0) return;
    const { rows } = await sql<{ id: string; name: string; months: string | null }>`
      select d.id::text, d.name, string_agg(r.month, '、' order by r.month) as months from device d
        left join b_meter_reading r on r.device = d.id and not r.voided
      where d.id = any(${wrong.map((row) => row.meterDevice)}::bigint[]) group by d.id, d.name`.execute(tx);
    const known = new Map(rows.map((row) => [row.id, row]));
    for (const row of wrong) {
      const meter = known.get(row.meterDevice);
      const of = `${meter?.name ?? '表计'}现场倍率${Number(row.meterRatio)}、平台倍率${Number(row.platformRatio)}（${record.serial}）`;
      await services.todo({ kind: '倍率更正', title: `${of}，请在倍率设置中更正`, to: [record.rectifyLeader] });
      await services.todo({
        kind: '数据修改',
        title: `${of}，请修改已录数据；已结算月份：${meter?.months ?? '无'}`,
        to: [],
        role: 'energyAnalyst',
      });
    }
  }),
  'projectEnergyInspection.assess': effect(async ({ record, book }) => {
    if (record.assessAmount !== null && positive(record.assessAmount))
      await book(assessmentItem, {
        month: monthOf(dayOf(record.inspectTime)),
        employee: record.rectifyLeader,
        project: record.project,
        kind: '能源检查考核',
        content: `得分率${Number(record.scoreRate ?? 0).toFixed(1)}%，不合格${record.badCount ?? 0}项`,
        amount: record.assessAmount,
        sourceNo: record.serial ?? '',
      });
  }),
  'projectEnergyInspection.calibration': effect(async ({ record, tx, services }) => {
    const until = addDays(dayOf(record.inspectTime), VERIFY_WITHIN);
    const due = record.meterChecks.filter((row) => row.calibrateTo <= until);
    const { rows } = await sql<{ id: string; name: string }>`select id::text, name from device
      where id = any(${due.map((row) => row.meterDevice)}::bigint[])`.execute(tx);
    const names = new Map(rows.map((row) => [row.id, row.name]));
    for (const row of due)
      await services.todo({
        kind: '表计送检',
        title: `${names.get(row.meterDevice) ?? '表计'}检定有效期至${row.calibrateTo}，请安排送检（${record.serial}）`,
        to: [record.rectifyLeader],
        due: row.calibrateTo,
      });
  }),
};

const requestEffects: EffectsOf<'projectDataRequire', Request> = {
  'projectDataRequire.ledger': effect(async ({ record, now, book }) => {
    await book(
      dataDelivery,
      ...record.deliveries.map((row) => ({
        project: record.project,
        requester: record.applicant,
        provider: record.provider,
        purpose: record.requirePurpose,
        content: row.deliverKind,
        dataFrom: record.dataFrom,
        dataTo: record.dataTo,
        completeRate: row.completeRate,
        secretLevel: record.secretLevel,
        outsideUnit: record.outsideUnit,
        file: row.dataFile,
        providedOn: record.provideDate ?? dayOf(now),
        destroyOn: record.destroyDate,
        document: record.serial ?? '',
      })),
    );
  }),
  'projectDataRequire.remindDestroy': effect(async ({ record, services }) => {
    if (record.destroyDate !== null)
      await services.remind({
        on: record.destroyDate,
        to: [record.applicant],
        title: `${record.serial}取得的${record.secretLevel}数据今日到期，请销毁或归还`,
      });
  }),
  'projectDataRequire.replenish': effect(async ({ tx, record, services }) => {
    const managers = await projectManagers(tx, record.project);
    for (const row of record.deliveries)
      if (Number(row.completeRate ?? 100) < COMPLETE)
        await services.todo({
          kind: '数据补录',
          title: `${record.serial}：${row.deliverKind}完整率${Number(row.completeRate).toFixed(1)}%（${row.missReason}），请补录${record.dataFrom}至${record.dataTo}的数据`,
          to: managers,
        });
  }),
  'projectDataRequire.late': effect(async ({ record, book }) => {
    if (record.provideDate !== null && record.provideDate > record.deadline)
      await book(assessmentItem, {
        month: monthOf(record.provideDate),
        employee: record.provider,
        project: record.project,
        kind: '数据超期提供',
        content: `要求${record.deadline}，实际${record.provideDate}`,
        sourceNo: record.serial ?? '',
      });
  }),
};

export const inspectionAndDataEffects = { ...inspectionEffects, ...requestEffects };
