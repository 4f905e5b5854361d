/** Contracts with customers: EMC运营合同 and 运营主合同, from their signing on. */
import { depositReceivable, investProject, projectPost } from '@hengneng/forms';
import type { EMCOperateContract, operateMainContract } from '@hengneng/forms';
import { addDays, daysOf } from '@hengneng/core';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import { cancelContract, demandFreeCode, priceKind, signContract } from '../books/customer-contracts.ts';
import { addDevices, type NewDevice, retireDevices } from '../books/devices.ts';
import { positive } from '../books/money.ts';
import { effect, undoing } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';
import { addMonths, type Instalment, type Period, periodsOf, spread, yearlyOver } from './instalments.ts';
import { planAmounts } from './ledger.ts';
import { pricing } from './prices.ts';
import { addVersion } from './versions.ts';

type Emc = Recorded<typeof EMCOperateContract>;
type Main = Recorded<typeof operateMainContract>;

async function deptName(tx: Tx, id: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from dept where id = ${id}`.execute(tx);
  return rows[0]?.name ?? '';
}

async function projectName(tx: Tx, code: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from project where code = ${code}`.execute(tx);
  return (rows[0]?.name ?? '').replace(/项目$/, '');
}

const SEASON = /^(\d{2})-(\d{2})\s*至\s*(\d{2})-(\d{2})$/;

/** First and last day of a season as `[MM-DD, MM-DD]`; null where the words are none. */
const seasonOf = (text: string | null): readonly [string, string] | null => {
  const match = SEASON.exec(text?.trim() ?? '');
  if (!match) return null;
  const [, fromMonth = '', fromDay = '', toMonth = '', toDay = ''] = match;
  const ok = (month: string, day: string) =>
    Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= daysOf(2024, Number(month));
  return ok(fromMonth, fromDay) && ok(toMonth, toDay) ? [`${fromMonth}-${fromDay}`, `${toMonth}-${toDay}`] : null;
};

/** The seasons of energy supply within a contract, each weighing by its days. */
function seasonsWithin(start: string, end: string, seasons: readonly (string | null)[]): readonly Period[] {
  const years: number[] = [];
  for (let year = Number(start.slice(0, 4)) - 1; year <= Number(end.slice(0, 4)); year += 1) years.push(year);
  return seasons
    .flatMap((text) => {
      const season = seasonOf(text);
      if (season === null) return [];
      const [from, to] = season;
      return years.map((year) => [`${year}-${from}`, `${to < from ? year + 1 : year}-${to}`] as const);
    })
    .map(([from, to]) => [from < start ? start : from, to > end ? end : to] as const)
    .filter(([from, to]) => from <= to)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([from, to]) => ({ from, to, months: Big((Date.parse(to) - Date.parse(from)) / 86_400_000 + 1) }));
}

const CYCLE_MONTHS = { 月: 1, 季: 3, 半年: 6, 年: 12 } as const;

function emcPlan(record: Emc): readonly Instalment[] {
  const due = ({ to }: Period): string => addDays(to, record.payDays);
  if (record.settleCycle === '供能季')
    return spread(
      '供能季结算款',
      record.contractTotal ?? '0.00',
      seasonsWithin(record.startDate, record.endDate, [record.coolSeason, record.heatSeason]),
      due,
    );
  const periods = periodsOf(record.startDate, record.endDate, CYCLE_MONTHS[record.settleCycle]);
  return spread('EMC运营结算款', yearlyOver(record.yearIncome ?? '0.00', periods), periods, due);
}

/** How the prices of a contract are charged for. */
const chargedBy = (record: Emc): 'area' | 'quantity' | 'both' => {
  const supplied = record.prices.filter((row) => row.priceItem === '供冷' || row.priceItem === '采暖');
  const byArea = supplied.filter((row) => row.billBasis.startsWith('元/m²')).length;
  if (byArea === 0) return 'quantity';
  return byArea === supplied.length ? 'area' : 'both';
};

interface ChargeWords {
  /** 收费模式 as settlements name it. */
  readonly model: string;
  /** The same as renewals name it. */
  readonly mode: string;
}

const SUPPLIED: Readonly<Record<'area' | 'quantity' | 'both', ChargeWords>> = {
  area: { model: '面积包干', mode: '按面积包干' },
  quantity: { model: '冷热量计量', mode: '按冷热量计量' },
  both: { model: '两部制', mode: '按冷热量计量' },
};
const CHARGED: Readonly<Record<string, ChargeWords>> = {
  能源费用托管: { model: '能源费托管', mode: '能源托管' },
  节能效益分享: { model: '节能效益分享', mode: '节能分享' },
  节能量保证: { model: '节能效益分享', mode: '节能分享' },
};
const chargeWords = (record: Emc): ChargeWords => CHARGED[record.emcMode] ?? SUPPLIED[chargedBy(record)];

const priceBy = (record: Emc, item: Emc['prices'][number]['priceItem'], basis: RegExp): string | null =>
  record.prices.find((row) => row.priceItem === item && basis.test(row.billBasis))?.unitPrice ?? null;

export const emcOperateContractEffects: EffectsOf<'EMCOperateContract', Emc> = {
  'EMCOperateContract.checkTerms': effect(async ({ tx, record }) => {
    await demandFreeCode(tx, record.contractNo, 'contractNo');
    if (record.settleCycle === '供能季') {
      const wrong = (key: 'coolSeason' | 'heatSeason') =>
        invalid([{ path: key, message: '按供能季结算的，请写成“05-15至09-30”这样的起止月日' }]);
      if (seasonOf(record.coolSeason) === null) throw wrong('coolSeason');
      if (record.heatSeason !== null && seasonOf(record.heatSeason) === null) throw wrong('heatSeason');
    }
    for (const [index, row] of record.prices.entries()) {
      const kind = priceKind(row.priceItem, row.billBasis);
      const earlier = record.prices
        .slice(0, index)
        .some(
          (other) =>
            priceKind(other.priceItem, other.billBasis) === kind &&
            other.validFrom <= row.validTo &&
            row.validFrom <= other.validTo,
        );
      if (earlier) throw invalid([{ path: `prices[${index}].validFrom`, message: '同一计费项目的执行期不能重叠' }]);
    }
  }),
  'EMCOperateContract.ledger': undoing(
    effect(async ({ tx, record, book, find, set }) => {
      await signContract(
        tx,
        {
          code: record.contractNo,
          name: `${await projectName(tx, record.project)}EMC运营合同`,
          project: record.project,
          kind: 'EMC运营合同',
          partyA: record.customerName,
          partyB: await deptName(tx, record.ourCompany),
          amount: record.contractTotal,
          signOn: record.signDate,
          startOn: record.startDate,
          endOn: record.endDate,
          chargeModel: chargeWords(record).model,
        },
        'contractNo',
      );
      await set('contract', record.contractNo, {
        charge_mode: chargeWords(record).mode,
        year_amount: record.yearIncome,
        settle_area: record.chargeTotal,
        customer_code: record.customerCode,
        settle_cycle: record.settleCycle,
        pay_days: record.payDays,
        renew_count: 0,
        cooling_area_price: priceBy(record, '供冷', /^元\/m²/),
        heating_area_price: priceBy(record, '采暖', /^元\/m²/),
        hot_water_heat_price: priceBy(record, '卫生热水', /GJ$/),
      });
      await addVersion(
        { tx, book, find },
        {
          contract: record.contractNo,
          kind: '签订',
          documentNo: record.serial,
          effectDate: record.startDate,
          summary: `${record.emcMode}，${record.settleCycle}结算，付款期限${record.payDays}天`,
        },
      );
    }),
    (tx, { record }) => cancelContract(tx, record.contractNo),
  ),
  'EMCOperateContract.prices': pricing((record) => ({
    contract: record.contractNo,
    prices: record.prices.map((row) => ({
      kind: priceKind(row.priceItem, row.billBasis),
      unit: row.billBasis,
      price: row.unitPrice,
      taxRate: row.taxRate,
      from: row.validFrom,
      to: row.validTo,
    })),
  })),
  'EMCOperateContract.collectionPlan': effect(async ({ record, book }) => {
    await planAmounts(
      { book },
      { direction: '收', project: record.project, contract: record.contractNo },
      emcPlan(record),
    );
  }),
  'EMCOperateContract.operate': effect(async ({ record, set }) => {
    await set('project', record.project, {
      state: 2,
      summer_temp: record.summerTemp,
      winter_temp: record.winterTemp,
      ...(positive(record.chargeTotal) ? { air_area: record.chargeTotal } : {}),
    });
  }),
  'EMCOperateContract.settleReview': undoing(
    effect(async ({ tx, record, find, setEntry }) => {
      if (record.investReview === null) return;
      const [review] = await find(investProject, { review: record.investReview });
      if (review === undefined || review.state !== '有效')
        throw invalid([{ path: 'investReview', message: '该投资评审未同意、已签约或已过有效期，请重新评审' }]);
      await setEntry(investProject, review.id, {
        state: '已签约',
        project: record.project,
        conditionsMet: record.conditionsMet,
      });
      await sql`update follow_up set done_at = app_now() where source_module = 'projectInvestReview' and source_id = ${record.investReview}
        and source_effect = 'projectInvestReview.conditions' and done_at is null and cancelled_at is null`.execute(tx);
    }),
    async (tx, { record }) =>
      record.investReview === null
        ? undefined
        : sql`update follow_up set done_at = null where source_module = 'projectInvestReview' and source_id = ${record.investReview}
            and source_effect = 'projectInvestReview.conditions'`.execute(tx),
  ),
};

/** The agreed day in the month after a period. */
const dayAfter = (to: string, day: number): string => {
  const first = addMonths(`${to.slice(0, 7)}-01`, 1);
  const [year = 0, month = 1] = first.split('-').map(Number);
  return `${first.slice(0, 8)}${String(Math.min(day, daysOf(year, month))).padStart(2, '0')}`;
};

const mainPlan = (record: Main): readonly Instalment[] =>
  record.fees.flatMap((fee) => {
    const periods = periodsOf(record.beginDate, record.finishDate, CYCLE_MONTHS[fee.payCycle]);
    return spread(fee.feeItem, yearlyOver(fee.yearFee, periods), periods, ({ to }) => dayAfter(to, fee.payDay));
  });

const CATEGORY = {
  非电空调主机: '主机',
  电制冷主机: '主机',
  热泵: '主机',
  锅炉: '锅炉',
  冷却塔: '冷却塔',
  水泵: '水泵',
  板换: '换热器',
  软水器: '水处理设备',
  配电柜: '配电设备',
  空调箱: '末端设备',
  新风机: '末端设备',
  风机盘管: '末端设备',
} as const;

/** Each machine is a device of its own; terminals, of which there are hundreds, stand as one. */
function managedDevices(record: Main): readonly NewDevice[] {
  const prefix = record.serial.replaceAll('-', '');
  const named = record.devices.flatMap((row) => {
    const category = CATEGORY[row.deviceKind];
    const common = {
      category,
      model: row.deviceModel,
      installedOn: row.useYear === null ? null : `${row.useYear}-01-01`,
      standby: row.condition === '停用' || row.condition === '需大修',
    };
    if (category === '末端设备') return [{ ...common, name: `${row.deviceKind}（${row.deviceCount}台）` }];
    return Array.from({ length: row.deviceCount }, (_, at) => ({
      ...common,
      name: row.deviceCount === 1 ? row.deviceKind : `${at + 1}号${row.deviceKind}`,
    }));
  });
  return named.map((device, at) => ({ ...device, code: `${prefix}-${String(at + 1).padStart(3, '0')}` }));
}

export const operateMainContractEffects: EffectsOf<'operateMainContract', Main> = {
  'operateMainContract.checkTerms': effect(({ tx, record }) => demandFreeCode(tx, record.mainNo, 'mainNo')),
  'operateMainContract.ledger': undoing(
    effect(async ({ tx, record, book, find, set }) => {
      await signContract(
        tx,
        {
          code: record.mainNo,
          name: `${await projectName(tx, record.project)}运营主合同`,
          project: record.project,
          kind: '运营主合同',
          partyA: record.clientName,
          partyB: await deptName(tx, record.signCompany),
          amount: record.totalAmount,
          signOn: record.signDate,
          startOn: record.beginDate,
          endOn: record.finishDate,
          chargeModel: '纯运行管理',
        },
        'mainNo',
      );
      await set('contract', record.mainNo, {
        charge_mode: '人工运维费',
        year_amount: record.yearAmount,
        settle_area: record.airArea,
        renew_count: 0,
      });
      await addVersion(
        { tx, book, find },
        {
          contract: record.mainNo,
          kind: '签订',
          documentNo: record.serial,
          effectDate: record.beginDate,
          summary: `${record.trusteeMode}，${record.fees.map((fee) => `${fee.feeItem}${fee.payCycle}付`).join('、')}`,
        },
      );
    }),
    (tx, { record }) => cancelContract(tx, record.mainNo),
  ),
  'operateMainContract.collectionPlan': effect(async ({ record, book }) => {
    await planAmounts(
      { book },
      { direction: '收', project: record.project, contract: record.mainNo },
      mainPlan(record),
    );
  }),
  'operateMainContract.devices': undoing(
    effect(async ({ tx, record, log }) =>
      log({ devices: await addDevices(tx, record.project, managedDevices(record)) }),
    ),
    (tx, { logged }) => retireDevices(tx, logged.devices),
  ),
  'operateMainContract.posts': effect(async ({ record, book }) => {
    await book(
      projectPost,
      ...record.staffs
        .filter((row) => row.headcount > 0)
        .map((row) => ({
          project: record.project,
          kind: '自有编制' as const,
          post: row.staffPost,
          headcount: String(row.headcount),
          monthCost: row.monthCost,
          contract: record.mainNo,
          validFrom: record.beginDate,
          validTo: record.finishDate,
        })),
    );
  }),
  'operateMainContract.bond': effect(async ({ record, book, services }) => {
    if (!positive(record.performBond) || record.bondReturn === null) return;
    await book(depositReceivable, {
      kind: '履约保证金',
      project: record.project,
      counterpart: record.clientName,
      contractNo: record.mainNo,
      amount: record.performBond ?? '0.00',
      dueOn: record.bondReturn,
      returned: '0.00',
      keeper: record.applicant,
    });
    await services.remind({
      on: record.bondReturn,
      everyDays: 30,
      to: [record.applicant],
      role: 'finance',
      title: `${record.clientName}应退还履约保证金${record.performBond}元（合同${record.mainNo}），请办理收回`,
    });
  }),
  'operateMainContract.handover': effect(async ({ tx, record, services }) => {
    await services.todo({
      kind: '进场交接',
      title: `运营主合同${record.mainNo}已签订，请在${record.beginDate}前完成进场交接`,
      project: record.project,
      to: await projectManagers(tx, record.project),
      due: record.beginDate,
    });
  }),
};
