/** 标准机房: rooms that are built to the standard, rated, checked and rated again. */
import { deferredExpense, projectScore, receivableLedger, roomFacility, standardRoom } from '@hengneng/forms';
import type { EMCRoomConstruction, standardRoomCheck } from '@hengneng/forms';
import { Big } from 'big.js';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { addDevices, type NewDevice, retireDevices } from '../books/devices.ts';
import { least, minus, positive } from '../books/money.ts';
import { monthOf } from '../books/source.ts';
import { addMonths } from '../contractManage/instalments.ts';
import { failed, noted } from '../kit/checks.ts';
import { effect, undoing, type Writing } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';
import { enterHazards } from '../safetyManagement/hazards.ts';

type Construction = Recorded<typeof EMCRoomConstruction>;
type RoomCheck = Recorded<typeof standardRoomCheck>;

/** Months until a room is rated again. */
const REVIEW_MONTHS = 12;
/** Works that leave equipment behind, by what kind of device it is. */
const EQUIPMENT: Readonly<Record<string, string>> = {
  送排风与事故通风: '通风设备',
  燃气报警与切断联动: '燃气报警设备',
  照明改造与应急照明: '照明设备',
  值班室与监控屏: '监控设备',
};
/** Below six tenths of the twelve points of fire protection a room fails. */
const FIRE_PASS = '7.2';

const roomOf = ({ account }: Pick<Writing, 'account'>, project: string, roomName: string) =>
  account(standardRoom, { project, roomName });

/** What of the final cost the customer bears, and what is left to us. */
function shares(record: Construction): { readonly customer: string; readonly company: string } {
  const cost = record.actualCost ?? '0.00';
  // Advanced on the customer's behalf: all of it comes back.
  const customer = record.costSubject === '客户代垫' ? cost : least(record.clientPay ?? '0.00', cost);
  return { customer, company: minus(cost, customer) };
}

const reviewOn = (record: Construction): string => addMonths(record.actualEnd ?? record.planEnd, REVIEW_MONTHS);

const devicesOf = (record: Construction): readonly NewDevice[] =>
  record.works
    .filter((row) => EQUIPMENT[row.workItem] !== undefined)
    .map((row, at) => ({
      code: `${record.serial}-${String(at + 1).padStart(2, '0')}`,
      name: `${record.roomName}${row.workItem}`,
      category: EQUIPMENT[row.workItem] ?? '',
      model: row.standard,
      installedOn: record.actualEnd,
      standby: false,
    }));

const constructionEffects: EffectsOf<'EMCRoomConstruction', Construction> = {
  'EMCRoomConstruction.rating': effect(async ({ record, account, setEntry }) => {
    const room = await roomOf({ account }, record.project, record.roomName);
    await setEntry(standardRoom, room.id, {
      level: record.acceptLevel,
      score: record.acceptScore,
      ratedOn: record.actualEnd,
      nextReview: reviewOn(record),
      position: record.roomFloor,
      area: record.roomArea,
    });
  }),
  'EMCRoomConstruction.cost': effect(async ({ record, book, projectCost }) => {
    const { company } = shares(record);
    const month = monthOf(record.actualEnd ?? record.planEnd);
    const kind = record.costSubject;
    const months = record.amortizeMonths ?? 0;
    if ((kind === '长期待摊费用' || kind === '固定资产') && months > 0 && positive(company))
      await book(deferredExpense, {
        project: record.project,
        kind,
        item: `${record.roomName}${record.buildKind}`,
        amount: company,
        startMonth: month,
        months,
        monthAmount: Big(company).div(months).toFixed(2),
        sourceNo: record.serial,
      });
    else await projectCost(record.project, month, { account: '机房建设', amount: company });
  }),
  'EMCRoomConstruction.receivable': effect(async ({ record, book }) => {
    const { customer } = shares(record);
    if (positive(customer))
      await book(receivableLedger, {
        receivableNo: record.serial,
        sourceKind: '代垫费用',
        project: record.project,
        contract: record.contract,
        bookMonth: monthOf(record.actualEnd ?? record.planEnd),
        amount: customer,
        state: '未收清',
      });
  }),
  'EMCRoomConstruction.facilities': undoing(
    effect<Construction>(async ({ tx, record, book, log }) => {
      await book(
        roomFacility,
        ...record.works.map((row) => ({
          project: record.project,
          roomName: record.roomName,
          item: row.workItem,
          standard: row.standard,
          quantity: row.quantity,
          unitName: row.workUnit,
          amount: row.amount,
          finishedOn: record.actualEnd ?? row.planFinish,
          sourceNo: record.serial,
        })),
      );
      log({ devices: await addDevices(tx, record.project, devicesOf(record)) });
    }),
    (tx, { logged }) => retireDevices(tx, logged.devices),
  ),
  'EMCRoomConstruction.reviewTodo': effect(async ({ tx, record, services }) => {
    const on = reviewOn(record);
    await services.remind({
      on,
      to: [...new Set([record.leader, ...(await projectManagers(tx, record.project))])],
      title: `${record.roomName}${on}到复评日，请做标准机房检查`,
    });
  }),
  'EMCRoomConstruction.demonstrate': effect(async ({ record, account, setEntry }) => {
    if (record.visitRoute !== true) return;
    const room = await roomOf({ account }, record.project, record.roomName);
    await setEntry(standardRoom, room.id, { demonstration: true });
  }),
};

const checkEffects: EffectsOf<'standardRoomCheck', RoomCheck> = {
  'standardRoomCheck.rating': effect(async ({ record, account, setEntry }) => {
    const room = await roomOf({ account }, record.project, record.roomName);
    await setEntry(standardRoom, room.id, {
      level: record.newLevel,
      score: record.totalScore,
      ratedOn: record.reviewDate,
      nextReview: record.nextCheckDate,
      lastCheckOn: record.checkDate,
    });
  }),
  'standardRoomCheck.tasks': effect(async ({ tx, record, services }) => {
    if (record.openProblems.length === 0) return;
    for (const row of record.openProblems)
      await services.todo({
        kind: '整改任务',
        title: `${record.roomName}检查${record.serial}未整改：${row.openProblem}`,
        to: [row.openOwner],
        due: row.openDeadline,
      });
    await services.tell({
      to: await projectManagers(tx, record.project),
      title: `${record.roomName}检查有${record.openProblems.length}项问题未整改（${record.serial}）`,
    });
  }),
  'standardRoomCheck.hazards': effect(async ({ record, book }) => {
    const done = record.reviewResult === '合格';
    await enterHazards(
      { book },
      {
        project: record.project,
        place: record.roomName,
        origin: `标准机房检查（${record.checkType}）`,
        sourceNo: record.serial,
        foundOn: record.checkDate,
        owner: record.dutyPerson,
        measure: record.fixPlan,
        ...(done ? { state: '已闭环', closedOn: record.reviewDate } : { state: '整改中' }),
      },
      [
        ...((record.gasPpm ?? 0) > 0 ? [{ content: `检出燃气泄漏${record.gasPpm}ppm`, level: '重大' as const }] : []),
        ...(failed(record.gasCutCheck)
          ? [{ content: noted('燃气报警切断联动试验不合格', record.gasCutCheck), level: '较大' as const }]
          : []),
        ...(Big(record.fireScore).lt(FIRE_PASS)
          ? [{ content: `消防器材、燃气报警、通风联动得分${record.fireScore}，不合格`, level: '较大' as const }]
          : []),
      ],
    );
  }),
  'standardRoomCheck.score': effect(async ({ record, book }) => {
    if (record.totalScore !== null)
      await book(projectScore, {
        project: record.project,
        month: monthOf(record.checkDate),
        kind: '标准机房检查',
        topic: record.checkType,
        checkedOn: record.checkDate,
        // Out of a hundred.
        scoreRate: record.totalScore,
        problems: record.problemCount,
        sourceNo: record.serial,
      });
  }),
  'standardRoomCheck.nextTodo': effect(async ({ tx, record, services }) => {
    if (record.nextCheckDate !== null)
      await services.remind({
        on: record.nextCheckDate,
        to: await projectManagers(tx, record.project),
        title: `${record.roomName}${record.nextCheckDate}到复评日，请做标准机房检查`,
      });
  }),
};

export const standardRoomEffects = { ...constructionEffects, ...checkEffects };
