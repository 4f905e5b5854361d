/** 外包合同: what detection, repair, upkeep, water treatment and other services that we buy change once they are signed. */
import {
  chemicalPrice,
  depositReceivable,
  projectPost,
  repairWarranty,
  serviceTask,
  waterStandard,
} from '@hengneng/forms';
import type { detection, maintain, maintenance, otherSource, waterProcurement } from '@hengneng/forms';
import type { NewEntry } from '@hengneng/form-kit';
import { addDays, daysOf } from '@hengneng/core';
import { Big } from 'big.js';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { positive } from '../books/money.ts';
import { dayOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';
import { addMonths, type Instalment, periodsOf, splitAmount, spread } from './instalments.ts';
import { buyerContractOf, planAmounts, signBuyerContract, supplierName } from './ledger.ts';

type Detection = Recorded<typeof detection>;
type Repair = Recorded<typeof maintenance>;
type Upkeep = Recorded<typeof maintain>;
type Water = Recorded<typeof waterProcurement>;
type Other = Recorded<typeof otherSource>;

/** What every contract of the ledger says of itself. */
const common = (record: Detection | Repair | Upkeep | Water | Other) => ({
  contractNo: record.serial,
  project: record.project,
  supplier: record.supplier,
  keeper: record.applicant,
  totalAmount: record.contractAmount ?? '0.00',
  taxRate: record.taxRate,
  signDate: record.signDate,
  payChannel: '非能源付款' as const,
  noticeDays: record.noticeDays,
  deposit: 'bond' in record ? record.bond : record.deposit,
  secrecy: record.secrecy,
});

function detectionPlan(record: Detection): readonly Instalment[] {
  const total = record.contractAmount ?? '0.00';
  if (record.payWay === '按季结算')
    return spread('检测费', total, periodsOf(record.serviceStart, record.serviceEnd, 3));
  const whole = { item: '检测费', dueOn: record.serviceEnd, amount: total };
  if (record.payWay === '报告后一次付清') return [whole];
  const [first = '0.00', rest = '0.00'] = splitAmount(total, [Big(1), Big(1)]);
  return [
    { item: '预付检测费', dueOn: record.signDate ?? record.serviceStart, amount: first },
    { ...whole, amount: rest },
  ];
}

export const detectionEffects: EffectsOf<'detection', Detection> = {
  'detection.ledger': effect(async ({ tx, record, book }) => {
    await signBuyerContract(
      { book },
      {
        ...common(record),
        name: `${await supplierName(tx, record.supplier)}${record.detectPurpose}`,
        kind: '外包检测',
        startDate: record.serviceStart,
        endDate: record.serviceEnd,
        payTerm: record.payWay,
      },
      detectionPlan(record),
    );
  }),
  'detection.tasks': effect(async ({ tx, record, book, find, services }) => {
    const contract = await buyerContractOf({ find }, record);
    await book(
      serviceTask,
      ...record.detectItems.map((row) => ({
        buyerContract: contract,
        project: record.project,
        supplier: record.supplier,
        kind: '检测' as const,
        item: row.detectItem,
        object: row.object,
        registerNo: row.regNo,
        dueOn: row.dueDate,
        planTimes: row.quantity,
        doneTimes: 0,
        unitPrice: row.unitPrice,
      })),
    );
    const to = await projectManagers(tx, record.project);
    for (const row of record.detectItems)
      await services.remind({
        on: row.dueDate,
        daysBefore: 30,
        to,
        role: 'safetyOfficer',
        title: `${row.object}的${row.detectItem}${row.dueDate}到期，合同${record.serial}`,
      });
  }),
  'detection.customerPlan': effect(async ({ record, book }) => {
    if (record.feeBearer === '客户承担' && positive(record.contractAmount))
      await planAmounts({ book }, { direction: '收', project: record.project }, [
        { item: `代付检测费（${record.serial}）`, dueOn: record.serviceEnd, amount: record.contractAmount ?? '0.00' },
      ]);
  }),
};

/** The parts and jobs that a repair is about, in a line. */
const repaired = (record: Repair): string =>
  [...new Set([...record.parts.map((row) => row.partName), ...record.works.map((row) => row.workItem)])].join('、');

export const maintenanceEffects: EffectsOf<'maintenance', Repair> = {
  'maintenance.ledger': effect(async ({ tx, record, book }) => {
    const done = dayOf(record.planEnd);
    await signBuyerContract(
      { book },
      {
        ...common(record),
        name: `${await supplierName(tx, record.supplier)}${record.repairKind}`,
        kind: '外包维修',
        startDate: dayOf(record.planStart),
        endDate: done,
        warrantyTo: addMonths(done, record.repairWarranty),
        payTerm: '验收后付款',
      },
      positive(record.contractAmount) ? [{ item: '维修款', dueOn: done, amount: record.contractAmount ?? '0.00' }] : [],
    );
  }),
  'maintenance.repairDraft': effect(async ({ record, find, services }) => {
    await services.draft({
      module: 'maintenanceRecords',
      applicant: record.applicant,
      title: `维修合同${record.serial}已签订，完工后请登记维修与试运行验收`,
      values: {
        project: record.project,
        equipment: record.device,
        faultDesc: record.faultDesc,
        repairWay: '外委维修',
        repairUnit: record.supplier,
        outContract: await buyerContractOf({ find }, record),
        repairMeasures: repaired(record),
        payer: '公司承担',
        otherFee: record.contractAmount,
      },
    });
  }),
  'maintenance.issueParts': effect(async ({ record, stock }) => {
    for (const [index, row] of record.parts.entries())
      if (row.part !== null && positive(row.partQty))
        await stock(
          { kind: 'part', project: record.project, item: row.part },
          `-${row.partQty}`,
          `外包维修${record.serial}领用`,
          `parts[${index}].partQty`,
        );
  }),
  'maintenance.warranty': effect(async ({ record, book, find }) => {
    if (record.repairWarranty === 0) return;
    const validFrom = dayOf(record.planEnd);
    await book(repairWarranty, {
      buyerContract: await buyerContractOf({ find }, record),
      contractNo: record.serial,
      project: record.project,
      device: record.device,
      supplier: record.supplier,
      parts: repaired(record),
      validFrom,
      validTo: addMonths(validFrom, record.repairWarranty),
    });
  }),
};

const CYCLE_MONTHS = { 按季: 3, 半年: 6, 年底一次: 12 } as const;

type Task = Pick<NewEntry<typeof serviceTask>, 'item' | 'object' | 'dueOn' | 'planTimes' | 'unitPrice'>;

/** The months of a plan within the contract, each with its share of the times; weekly work has more times than months. */
function upkeepTasks(record: Upkeep): readonly Task[] {
  return record.plans.flatMap((row) => {
    const wanted = new Set(row.months.map((month) => Number.parseInt(month, 10)));
    const months = periodsOf(`${record.startDate.slice(0, 7)}-01`, record.endDate, 1)
      .map(({ from }) => from.slice(0, 7))
      .filter((month) => wanted.has(Number(month.slice(5))));
    const times = row.timesPerYear * row.deviceCount;
    return months.flatMap((month, at) => {
      const share = Math.floor((times * (at + 1)) / months.length) - Math.floor((times * at) / months.length);
      const [year = 0, number = 1] = month.split('-').map(Number);
      return share === 0
        ? []
        : [
            {
              item: row.content,
              object: row.deviceKind,
              dueOn: `${month}-${String(daysOf(year, number)).padStart(2, '0')}`,
              planTimes: share,
              unitPrice: row.timePrice,
            },
          ];
    });
  });
}

function upkeepPlan(record: Upkeep): readonly Instalment[] {
  const total = record.contractAmount ?? '0.00';
  if (record.settleCycle !== '按次')
    return spread('保养费', total, periodsOf(record.startDate, record.endDate, CYCLE_MONTHS[record.settleCycle]));
  const byMonth = new Map<string, Big>();
  for (const task of upkeepTasks(record))
    byMonth.set(task.dueOn, (byMonth.get(task.dueOn) ?? Big(0)).plus(Big(task.unitPrice ?? 0).times(task.planTimes)));
  return [...byMonth]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .filter(([, amount]) => amount.gt(0))
    .map(([dueOn, amount]) => ({ item: '保养费', dueOn, amount: amount.toFixed(2) }));
}

export const maintainEffects: EffectsOf<'maintain', Upkeep> = {
  'maintain.ledger': effect(async ({ tx, record, book }) => {
    await signBuyerContract(
      { book },
      {
        ...common(record),
        name: `${await supplierName(tx, record.supplier)}${record.contractYear}年度保养`,
        kind: '外包保养',
        startDate: record.startDate,
        endDate: record.endDate,
        payTerm: `${record.settleCycle}结算`,
      },
      upkeepPlan(record),
    );
  }),
  'maintain.tasks': effect(async ({ record, book, find }) => {
    const contract = await buyerContractOf({ find }, record);
    await book(
      serviceTask,
      ...upkeepTasks(record).map((task) => ({
        ...task,
        buyerContract: contract,
        project: record.project,
        supplier: record.supplier,
        kind: '保养' as const,
        doneTimes: 0,
        missPenalty: record.missPenalty,
      })),
    );
  }),
  'maintain.remindRenewal': effect(async ({ record, services }) => {
    await services.remind({
      on: record.endDate,
      daysBefore: 60,
      to: [record.applicant],
      title: `保养合同${record.serial}${record.endDate}到期，请考核后决定续签`,
    });
  }),
};

function waterPlan(record: Water): readonly Instalment[] {
  const goods = record.chemicalTotal ?? '0.00';
  const months = periodsOf(record.seasonFrom, record.seasonTo, 1);
  return [
    ...(positive(goods)
      ? [{ item: '药剂款', dueOn: addDays(record.signDate ?? record.seasonFrom, record.deliverDays), amount: goods }]
      : []),
    ...spread('技术服务费', record.lumpFee ?? '0.00', months),
  ];
}

/** Indicators that the supplier guarantees: the most allowed, or for the concentration the least. */
const guaranteed = (record: Water) =>
  [
    { indicator: '浓缩倍数', lower: record.concentration, upper: null, unit: '倍' },
    { indicator: '碳钢腐蚀率', lower: null, upper: record.carbonCorrosion, unit: 'mm/a' },
    { indicator: '铜腐蚀率', lower: null, upper: record.copperCorrosion, unit: 'mm/a' },
    { indicator: '异养菌总数', lower: null, upper: record.bacteria?.toString() ?? null, unit: '个/mL' },
    { indicator: '总铁', lower: null, upper: record.totalIron, unit: 'mg/L' },
  ] as const;

export const waterProcurementEffects: EffectsOf<'waterProcurement', Water> = {
  'waterProcurement.ledger': effect(async ({ tx, record, book }) => {
    await signBuyerContract(
      { book },
      {
        ...common(record),
        name: `${await supplierName(tx, record.supplier)}${record.serviceMode}`,
        kind: '水处理',
        startDate: record.seasonFrom,
        endDate: record.seasonTo,
        payTerm: '药剂到货验收后付款，服务费按月结算',
      },
      waterPlan(record),
    );
  }),
  'waterProcurement.prices': effect(async ({ record, book, find }) => {
    const terms = {
      buyerContract: await buyerContractOf({ find }, record),
      project: record.project,
      supplier: record.supplier,
      validFrom: record.seasonFrom,
      validTo: record.seasonTo,
    };
    if (record.serviceMode === '水处理总包') await book(chemicalPrice, { ...terms, unitPrice: '0.0000' });
    else
      await book(
        chemicalPrice,
        ...record.chemicals.map((row) => ({ ...terms, chemical: row.chemical, unitPrice: row.unitPrice })),
      );
  }),
  'waterProcurement.standards': effect(async ({ record, book, find }) => {
    const contract = await buyerContractOf({ find }, record);
    await book(
      waterStandard,
      ...guaranteed(record)
        .filter(({ lower, upper }) => lower !== null || upper !== null)
        .map((each) => ({
          ...each,
          buyerContract: contract,
          project: record.project,
          supplier: record.supplier,
          failPenalty: record.failPenalty,
          validFrom: record.seasonFrom,
          validTo: record.seasonTo,
        })),
    );
  }),
};

const otherPlan = (record: Other): readonly Instalment[] => {
  const total = record.contractAmount ?? '0.00';
  // An insurance runs from the day its premium is paid.
  if (record.chargeWay === '保费')
    return positive(total) ? [{ item: '保费', dueOn: record.startDate, amount: total }] : [];
  return spread('服务费', total, periodsOf(record.startDate, record.endDate, 1));
};

export const otherSourceEffects: EffectsOf<'otherSource', Other> = {
  'otherSource.ledger': effect(async ({ tx, record, book }) => {
    await signBuyerContract(
      { book },
      {
        ...common(record),
        name: `${await supplierName(tx, record.supplier)}${record.outsourceKind}`,
        kind: '其他外包',
        startDate: record.startDate,
        endDate: record.endDate,
        payTerm: record.chargeWay,
      },
      otherPlan(record),
    );
  }),
  'otherSource.posts': effect(async ({ record, book, find }) => {
    const kind = record.outsourceKind;
    if (kind !== '劳务派遣' && kind !== '劳务外包') return;
    const contract = await buyerContractOf({ find }, record);
    await book(
      projectPost,
      ...record.posts
        .filter((row) => row.countUnit === '人')
        .map((row) => ({
          project: record.project,
          kind,
          post: row.post,
          headcount: row.headcount,
          monthCost: row.price,
          buyerContract: contract,
          supplier: record.supplier,
          validFrom: record.startDate,
          validTo: record.endDate,
        })),
    );
  }),
  'otherSource.deposit': effect(async ({ tx, record, book, services }) => {
    if (!positive(record.deposit)) return;
    const counterpart = await supplierName(tx, record.supplier);
    await book(depositReceivable, {
      kind: '押金',
      project: record.project,
      counterpart,
      contractNo: record.serial,
      amount: record.deposit ?? '0.00',
      dueOn: record.depositBack,
      returned: '0.00',
      keeper: record.applicant,
    });
    await services.remind({
      on: record.depositBack ?? record.endDate,
      everyDays: 30,
      to: [record.applicant],
      title: `付给${counterpart}的押金${record.deposit}元到期，请收回（合同${record.serial}）`,
    });
  }),
  'otherSource.remindLicense': effect(async ({ record, services }) => {
    if (record.licenseExpire !== null)
      await services.remind({
        on: record.licenseExpire,
        daysBefore: 30,
        to: [record.applicant],
        title: `外包合同${record.serial}的${record.licenseKind}${record.licenseExpire}到期，请向外包方索取新证`,
      });
  }),
};
