/** 事故、演练与施工现场: what accidents, drills and inspections of building sites leave behind. */
import {
  assessmentItem,
  fireEquipment,
  projectContract,
  safetyAccident,
  safetyArchive,
  supplierEvaluation,
  supplierFine,
  trainingCategory,
  trainRecord,
  workStoppage,
} from '@hengneng/forms';
import type { constructionSafetyInspection, fireDrillRecords, suddenAccidentRecord } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { noteHistory, undoHistory } from '../books/devices.ts';
import { minus, positive } from '../books/money.ts';
import { dayOf, monthOf, yearOf } from '../books/source.ts';
import { splitAmount } from '../contractManage/instalments.ts';
import { effect, undoing } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';
import { enterHazards, failed, noted } from './hazards.ts';

type Accident = Recorded<typeof suddenAccidentRecord>;
type Drill = Recorded<typeof fireDrillRecords>;
type SiteCheck = Recorded<typeof constructionSafetyInspection>;

const FAULTS: readonly string[] = ['主机故障停供', '溴化锂溶液泄漏'];
const HOUR = 3_600_000;

const accidentEffects: EffectsOf<'suddenAccidentRecord', Accident> = {
  'suddenAccidentRecord.ledger': effect(async ({ record, book, account, addEntry }) => {
    await book(safetyAccident, {
      project: record.project,
      device: record.device,
      kind: record.accidentType,
      level: record.accidentLevel,
      occurredAt: record.occurTime,
      place: record.place,
      casualties: record.casualties,
      stopHours: record.stopHours,
      directLoss: record.directLoss,
      totalLoss: record.totalLoss,
      claim: record.claimAmount,
      cause: record.causeType,
      prevention: record.prevention,
      preventedOn: record.preventionDate,
      sourceNo: record.serial,
    });
    const page = await account(safetyArchive, { project: record.project, year: yearOf(record.occurTime) });
    await addEntry(safetyArchive, page.id, {
      accidents: 1,
      casualties: record.casualties,
      loss: record.totalLoss,
    });
  }),
  'suddenAccidentRecord.deviceFault': undoing(
    effect<Accident>(async ({ tx, record, source }) => {
      if (record.device === null || !(FAULTS.includes(record.accidentType) || record.causeType === '设备缺陷')) return;
      await noteHistory(tx, source, [
        {
          device: record.device,
          project: record.project,
          kind: '故障',
          at: record.occurTime,
          summary: `${record.accidentType}（${record.accidentLevel}）：${record.directCause ?? record.course}`,
          cost: record.directLoss,
        },
      ]);
    }),
    (tx, { source }) => undoHistory(tx, source),
  ),
  'suddenAccidentRecord.penalty': effect(async ({ record, book }) => {
    if (!positive(record.penaltyAmount)) return;
    const item = {
      month: monthOf(record.occurTime),
      project: record.project,
      kind: '安全事故扣款',
      content: `${record.accidentType}（${record.accidentLevel}）：${record.dutyOpinion ?? ''}`,
      sourceNo: record.serial,
    };
    const people = record.responsibleUsers ?? [];
    const shares = splitAmount(record.penaltyAmount ?? '0.00', people.length > 0 ? people.map(() => Big(1)) : [Big(1)]);
    await book(
      assessmentItem,
      ...(people.length === 0
        ? [{ ...item, amount: record.penaltyAmount }]
        : people.map((employee, at) => ({ ...item, employee, amount: shares[at] ?? '0.00' }))),
    );
  }),
  'suddenAccidentRecord.cost': effect(async ({ record, projectCost }) => {
    await projectCost(record.project, monthOf(record.occurTime), {
      account: '维修费',
      amount: minus(record.totalLoss ?? '0.00', record.claimAmount ?? '0.00'),
    });
  }),
  'suddenAccidentRecord.bulletin': effect(async ({ tx, record, services }) => {
    const { rows } = await sql<{ id: string; name: string }>`select distinct u.id::text as id, (select name from project
        where code = ${record.project}) as name
      from project p join app_user u on u.id = p.manager where u.state = 'active' order by 1`.execute(tx);
    await services.tell({
      to: rows.map((row) => row.id),
      title: `事故通报：${rows[0]?.name ?? ''}发生${record.accidentType}（${record.accidentLevel}），原因${record.causeType ?? ''}，请举一反三`,
    });
  }),
};

/** Hours of training that a drill counts for. */
const creditHours = (record: Drill): string =>
  ((Date.parse(record.endTime) - Date.parse(record.startTime)) / HOUR).toFixed(1);

const drillEffects: EffectsOf<'fireDrillRecords', Drill> = {
  'fireDrillRecords.archive': effect(async ({ record, account, addEntry, setEntry }) => {
    const page = await account(safetyArchive, { project: record.project, year: yearOf(record.startTime) });
    await addEntry(safetyArchive, page.id, { drills: 1 });
    const day = dayOf(record.startTime);
    if (page.lastDrillOn === null || page.lastDrillOn < day)
      await setEntry(safetyArchive, page.id, { lastDrillOn: day });
  }),
  'fireDrillRecords.training': effect(async ({ record, book, find, account }) => {
    const [known] = await find(trainingCategory, { safety: true });
    const category = known ?? (await account(trainingCategory, { name: '安全与应急', safety: true }));
    await book(
      trainRecord,
      ...record.participants.map((employee) => ({
        employee,
        project: record.project,
        topic: `应急演练：${record.drillTopic}`,
        category: category.id,
        trainer: record.commander,
        trainedAt: record.startTime,
        creditHours: creditHours(record),
        score: record.drillScore === null ? null : String(record.drillScore),
        result: (record.drillScore ?? 0) >= 60 ? '合格' : '复演',
      })),
    );
  }),
  'fireDrillRecords.consume': effect(async ({ tx, record, find, addEntry, services }) => {
    for (const row of record.materials) {
      const agent = /^(干粉|二氧化碳)灭火器$/.exec(row.material)?.[1];
      if (agent === undefined) continue;
      let left = row.quantity;
      for (const entry of await find(fireEquipment, { project: record.project })) {
        const taken = entry.kind?.includes(agent) ? Math.min(left, entry.valid ?? 0) : 0;
        if (taken > 0) await addEntry(fireEquipment, entry.id, { valid: -taken });
        left -= taken;
      }
      if (left > 0)
        await services.todo({
          kind: '核对台账',
          title: `演练${record.serial}消耗的${row.material}有${left}具不在消防器材台账，请登记消防检查核对`,
          to: await projectManagers(tx, record.project),
        });
    }
  }),
  'fireDrillRecords.revise': effect(async ({ tx, record, services }) => {
    if (record.planRevise === true)
      await services.todo({
        kind: '修订预案',
        title: `请修订「${record.planVersion}」：${record.reviseRequire ?? ''}`,
        to: await projectManagers(tx, record.project),
      });
  }),
};

const siteEffects: EffectsOf<'constructionSafetyInspection', SiteCheck> = {
  'constructionSafetyInspection.fine': effect(async ({ record, book, find }) => {
    if (!positive(record.fine)) return;
    const contracts = await find(projectContract, { project: record.project, supplier: record.builder });
    await book(supplierFine, {
      supplier: record.builder,
      project: record.project,
      contract: contracts.findLast((one) => one.state !== '已终止')?.id ?? null,
      kind: '安全罚款',
      amount: record.fine ?? '0.00',
      happenedOn: dayOf(record.checkTime),
      reason: `${record.serial} ${record.workName}：现场安全检查${record.badCount ?? 0}项不合格`,
      state: '已确认',
    });
  }),
  'constructionSafetyInspection.rate': effect(async ({ record, book }) => {
    const count = record.items.length;
    if (count > 0)
      await book(supplierEvaluation, {
        supplier: record.builder,
        kind: '现场安全',
        project: record.project,
        node: record.workName,
        evaluatedOn: dayOf(record.checkTime),
        score: Big(count - (record.badCount ?? 0))
          .times(100)
          .div(count)
          .toFixed(1),
        result: record.stopWork === true ? '责令停工' : (record.badCount ?? 0) > 0 ? '限期整改' : '合格',
      });
  }),
  'constructionSafetyInspection.stopWork': effect(async ({ record, book }) => {
    if (record.stopWork === true)
      await book(workStoppage, {
        project: record.project,
        application: record.application,
        supplier: record.builder,
        workName: record.workName,
        reason: record.stopReason ?? '',
        stoppedAt: record.checkTime,
        state: '停工整改',
        sourceNo: record.serial,
      });
  }),
  'constructionSafetyInspection.resume': effect(async ({ record, find, setEntry, source }) => {
    if (record.resumeTime === null) return;
    for (const stop of await find(workStoppage, {
      project: record.project,
      supplier: record.builder,
      state: '停工整改',
    }))
      if (stop.sourceModule === source.module && stop.sourceId === source.id)
        await setEntry(workStoppage, stop.id, { state: '施工中', resumedAt: record.resumeTime });
  }),
  'constructionSafetyInspection.hazards': effect(async ({ record, book, now }) => {
    await enterHazards(
      { book },
      {
        project: record.project,
        origin: '施工安全检查',
        sourceNo: record.serial,
        foundOn: dayOf(record.checkTime),
        place: record.workName,
        owner: record.guardian,
        measure: record.rectifyDetail,
        state: '已闭环',
        closedOn: dayOf(record.resumeTime ?? now),
      },
      record.items.filter((row) => failed(row.result)).map((row) => ({ content: noted(row.item, row.result) })),
    );
  }),
};

export const incidentEffects = { ...accidentEffects, ...drillEffects, ...siteEffects };
