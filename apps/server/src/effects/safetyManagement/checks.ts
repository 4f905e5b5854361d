/** 安全检查: what inspections of the systems, of special topics and of the fire equipment leave behind. */
import { assessmentItem, fireEquipment, projectScore, safetyArchive } from '@hengneng/forms';
import type { specialFireSafetyCheck, specialSafetyCheck, systemSafetyCheck } from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { resumeDevices, stopDevices } from '../books/devices.ts';
import { positive } from '../books/money.ts';
import { monthOf, yearOf } from '../books/source.ts';
import { failed, noted } from '../kit/checks.ts';
import { effect } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';
import { enterHazards, levelOf } from './hazards.ts';

type SystemCheck = Recorded<typeof systemSafetyCheck>;
type SpecialCheck = Recorded<typeof specialSafetyCheck>;
type FireCheck = Recorded<typeof specialFireSafetyCheck>;

const REMIND_HAZARD_DAYS = 3;
const REMIND_EXTINGUISHER_DAYS = 30;

const badItems = (record: SystemCheck) => record.items.filter((row) => failed(row.result));

/** Whether the recheck found an item dealt with. */
const closed = (record: SystemCheck, item: SystemCheck['items'][number]['item']): boolean =>
  record.recheckResult === '全部闭环' || !(record.unclosedItems ?? []).includes(item);

const systemEffects: EffectsOf<'systemSafetyCheck', SystemCheck> = {
  'systemSafetyCheck.hazards': effect(async ({ record, book }) => {
    await enterHazards(
      { book },
      {
        project: record.project,
        origin: `系统安全检查（${record.checkType}）`,
        sourceNo: record.serial,
        foundOn: record.checkDate,
        measure: record.rectifyMeasure,
      },
      badItems(record).map((row) => ({
        content: noted(row.item, row.result),
        place: row.position,
        level: levelOf(row.hazardLevel),
        owner: row.responsible,
        ...(closed(record, row.item)
          ? { state: '已闭环' as const, deadline: row.deadline, closedOn: record.rectifyDate }
          : { state: '整改中' as const, deadline: record.nextDeadline }),
      })),
    );
  }),
  'systemSafetyCheck.archive': effect(async ({ record, account, setEntry }) => {
    const page = await account(safetyArchive, { project: record.project, year: yearOf(record.checkDate) });
    // A check that was filed late does not hide a newer one.
    if (page.lastCheckOn !== null && page.lastCheckOn > record.checkDate) return;
    await setEntry(safetyArchive, page.id, { lastCheckOn: record.checkDate, passRate: record.passRate });
  }),
  'systemSafetyCheck.remind': effect(async ({ tx, record, services }) => {
    const managers = await projectManagers(tx, record.project);
    for (const row of badItems(record))
      if (!closed(record, row.item) && record.nextDeadline !== null)
        await services.remind({
          on: record.nextDeadline,
          daysBefore: REMIND_HAZARD_DAYS,
          to: [...new Set([...(row.responsible === null ? [] : [row.responsible]), ...managers])],
          title: `隐患「${row.item}」整改期限${record.nextDeadline}，请按期闭环（${record.serial}）`,
        });
  }),
  'systemSafetyCheck.cost': effect(async ({ record, projectCost }) => {
    await projectCost(record.project, monthOf(record.rectifyDate ?? record.checkDate), {
      account: '维修费',
      amount: record.rectifyCost,
    });
  }),
};

const specialEffects: EffectsOf<'specialSafetyCheck', SpecialCheck> = {
  'specialSafetyCheck.hazards': effect(async ({ record, book }) => {
    const passed = record.acceptance !== '继续整改';
    await enterHazards(
      { book },
      {
        project: record.project,
        origin: `专项检查（${record.topic}）`,
        sourceNo: record.serial,
        foundOn: record.startDate,
        state: passed ? '已闭环' : '整改中',
        closedOn: passed ? record.rectifyFinish : null,
      },
      record.clauses
        .filter((row) => positive(row.deduct))
        .map((row) => ({
          content: `${row.clause}：${row.finding ?? ''}`,
          level: levelOf(row.level),
          owner: row.owner,
          deadline: row.dueDate,
        })),
    );
  }),
  'specialSafetyCheck.assess': effect(async ({ record, book }) => {
    const month = monthOf(record.startDate);
    if (record.scoreRate !== null)
      await book(projectScore, {
        project: record.project,
        month,
        kind: '专项安全检查',
        topic: record.topic,
        checkedOn: record.startDate,
        scoreRate: record.scoreRate,
        problems: record.clauses.filter((row) => positive(row.deduct)).length,
        penalty: record.penalty,
        sourceNo: record.serial,
      });
    if (positive(record.penalty))
      await book(assessmentItem, {
        month,
        project: record.project,
        kind: '专项安全检查扣款',
        content: `${record.topic}专项检查得分率${record.scoreRate ?? ''}%`,
        amount: record.penalty,
        sourceNo: record.serial,
      });
  }),
  'specialSafetyCheck.stopDevices': effect(async ({ tx, record, set }) => {
    await stopDevices(
      { tx, set },
      record.stopDevices.map((row) => row.device),
    );
  }),
  'specialSafetyCheck.resumeDevices': effect(async ({ tx, record, set, source }) => {
    if (record.acceptance !== '继续整改')
      await resumeDevices({ tx, set }, { ...source, effect: 'specialSafetyCheck.stopDevices' });
  }),
};

const fireEffects: EffectsOf<'specialFireSafetyCheck', FireCheck> = {
  'specialFireSafetyCheck.equipment': effect(async ({ record, account, setEntry }) => {
    for (const row of record.extinguishers) {
      const key = { project: record.project, kind: row.kind, location: row.location };
      const entry = await account(fireEquipment, { ...key, quantity: 0, valid: 0 });
      const [more, rest] = [{ quantity: row.quantity }, { valid: row.valid }];
      // Never more that are fit for use than there should be, not even in between.
      const grows = row.quantity >= (entry.valid ?? 0);
      await setEntry(fireEquipment, entry.id, grows ? more : rest);
      await setEntry(fireEquipment, entry.id, grows ? rest : more);
      await setEntry(fireEquipment, entry.id, {
        pressureZone: row.pressureZone,
        expireDate: row.expireDate,
        checkedOn: record.checkDate,
      });
    }
  }),
  'specialFireSafetyCheck.remind': effect(async ({ record, services }) => {
    for (const row of record.extinguishers)
      await services.remind({
        on: row.expireDate,
        daysBefore: REMIND_EXTINGUISHER_DAYS,
        to: [record.fireOwner],
        title: `${row.location}的${row.kind}灭火器${row.expireDate}到期，请安排维修或更换`,
      });
  }),
  'specialFireSafetyCheck.hazards': effect(async ({ record, book }) => {
    await enterHazards(
      { book },
      {
        project: record.project,
        origin: `消防安全检查（${record.period}）`,
        sourceNo: record.serial,
        foundOn: record.checkDate,
        owner: record.fireOwner,
        measure: record.supplementPlan,
        // The last step strikes every one of them off.
        state: '已闭环',
        closedOn: record.closeDate,
      },
      [
        ...record.facilities
          .filter((row) => failed(row.result))
          .map((row) => ({
            content: noted(row.item, row.result),
            owner: row.fixUser,
            deadline: row.fixBefore,
          })),
        ...record.extinguishers
          .filter((row) => (row.lack ?? 0) > 0)
          .map((row) => ({ content: `${row.kind}灭火器缺失或失效${row.lack}具`, place: row.location })),
        ...(failed(record.gasLinkage)
          ? [{ content: noted('燃气报警切断及排风联动', record.gasLinkage), level: '重大' as const }]
          : []),
      ],
    );
  }),
  'specialFireSafetyCheck.suggestPurchase': effect(async ({ tx, record, services }) => {
    const lacking = record.extinguishers.filter((row) => (row.lack ?? 0) > 0);
    if (lacking.length === 0) return;
    const [manager] = await projectManagers(tx, record.project);
    await services.draft({
      module: 'operatePurchase',
      applicant: manager ?? record.applicant,
      title: `消防检查${record.serial}：请采购${lacking.map((row) => `${row.kind}${row.lack}具（${row.location}）`).join('、')}`,
      values: {
        project: record.project,
        purchaseType: '劳保用品',
        applyReason: `消防检查${record.serial}缺失失效：${lacking.map((row) => `${row.kind}灭火器${row.lack}具（${row.location}）`).join('、')}`,
      },
    });
  }),
};

export const checkEffects = { ...systemEffects, ...specialEffects, ...fireEffects };
