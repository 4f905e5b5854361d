/** 技术登记: what was found out goes into the library, to those who can use it, and into the pay of those who found it. */
import { allocateMoney, money } from '@hengneng/core';
import { payReward, savingMeasure, type technicalRegistration, techAchievement, trainResource } from '@hengneng/forms';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { wrong } from '../../platform/http/errors.ts';
import { noteHistory, undoHistory } from '../books/devices.ts';
import { positive } from '../books/money.ts';
import { monthOf, nextMonth } from '../books/source.ts';
import { effect, undoing } from '../kit/effect.ts';

type Registration = Recorded<typeof technicalRegistration>;

const registered = (record: Registration): boolean => record.grade !== null && record.grade !== '不予登记';

/** What the hosts of the projects are called that a scope means. */
const HOSTS: Readonly<Partial<Record<Registration['spreadScope'][number], string>>> = {
  直燃机项目: '直燃',
  蒸汽热水机项目: '蒸汽|热水型',
  电制冷项目: '离心|螺杆|电制冷|热泵',
};

/** Managers of the projects in operation that can use an achievement, except where it comes from. */
async function usersOf(tx: Tx, record: Registration): Promise<readonly string[]> {
  const scope = record.spreadScope;
  const hosts = scope.flatMap((each) => HOSTS[each] ?? []).join('|');
  const { rows } = await sql<{ manager: string }>`select distinct p.manager::text as manager from project p
    where p.state = 2 and p.manager is not null and p.code <> ${record.project} and (
      ${scope.includes('全部项目')}
      or (${hosts} <> '' and exists (select from device d where d.project_code = p.code and d.category = '主机'
        and d.state <> 'retired' and d.name ~ ${hosts}))
      or (${scope.includes('同型号主机')} and exists (select from device d join device own on own.id = ${record.device}::bigint
        where d.project_code = p.code and d.state <> 'retired' and d.model = own.model and d.model <> '')))
    order by 1`.execute(tx);
  return rows.map((row) => row.manager);
}

export const technicalRegistrationEffects: EffectsOf<'technicalRegistration', Registration> = {
  'technicalRegistration.check': effect(({ record }) => {
    for (const [index, row] of record.contributors.entries())
      if (record.contributors.findIndex((other) => other.person === row.person) < index)
        throw wrong(`contributors[${index}].person`, '贡献人员重复，请合并为一行');
    if (record.spreadScope.includes('同型号主机') && record.device === null)
      throw wrong('device', '推广到同型号主机的请选择设备');
  }),
  'technicalRegistration.library': effect(async ({ tx, record, book, services }) => {
    if (!registered(record)) return;
    await book(techAchievement, {
      project: record.project,
      device: record.device,
      achievement: record.achievement,
      kind: record.regType,
      specialty: record.specialty,
      keyPoint: record.keyPoint,
      spread: record.spreadScope.join('、'),
      saving: record.verifiedSaving,
      grade: record.grade ?? '',
      patentNo: record.patentNo,
      finishedOn: record.finishDate,
      document: record.serial ?? '',
    });
    await services.todo({
      kind: '技术推广',
      title: `${record.grade ?? ''}成果「${record.achievement}」（${record.serial}）适用于本项目，请评估采用`,
      project: null,
      to: await usersOf(tx, record),
    });
  }),
  'technicalRegistration.publish': effect(async ({ record, book }) => {
    if (!registered(record)) return;
    if (record.regType !== '疑难故障案例' && record.regType !== '先进操作法') return;
    await book(trainResource, {
      title: record.achievement,
      category: null,
      kind: record.regType === '疑难故障案例' ? '案例' : '技术成果',
      files: record.attachFiles,
      state: '已发布',
    });
  }),
  'technicalRegistration.reward': effect(async ({ record, book, now }) => {
    if (!registered(record) || record.rewardAmount === null || !positive(record.rewardAmount)) return;
    const shares = allocateMoney(
      money(record.rewardAmount),
      record.contributors.map((row) => ({ id: row.person, weight: row.share })),
    );
    await book(
      payReward,
      ...[...shares].map(([employee, amount]) => ({
        employee,
        project: record.project,
        month: monthOf(now),
        kind: '技术成果' as const,
        reason: `${record.grade ?? ''}成果「${record.achievement}」`,
        amount: String(amount),
        document: record.serial ?? '',
      })),
    );
  }),
  'technicalRegistration.saving': effect(async ({ record, book }) => {
    if (!registered(record) || record.verifiedSaving === null || !positive(record.verifiedSaving)) return;
    await book(savingMeasure, {
      project: record.project,
      source: '技术成果',
      title: record.achievement,
      fromMonth: nextMonth(record.finishDate),
      expected: record.annualSaving,
      measured: record.verifiedSaving,
      invest: record.investAmount,
      result: record.effectTrue,
      document: record.serial ?? '',
    });
  }),
  'technicalRegistration.history': undoing(
    effect<Registration>(async ({ tx, record, source }) => {
      if (!registered(record) || record.device === null) return;
      await noteHistory(tx, source, [
        {
          device: record.device,
          project: record.project,
          kind: '改造',
          at: record.finishDate,
          summary: `技术登记${record.serial}：${record.achievement}（${record.grade ?? ''}）`,
          cost: record.investAmount,
        },
      ]);
    }),
    (tx, { source }) => undoHistory(tx, source),
  ),
};
