/** What the demo records of what is settled on, and of what a site earned, say: areas, gas, hot water, the month's account, a loss looked into. */
import { monthEnd } from '@hengneng/core';
import { daysRun, monthUse, settledItems, wentIn } from './counted.ts';
import {
  approved,
  day,
  first,
  firstOf,
  monthBefore,
  none,
  previewed,
  type Script,
  site,
  type Stage,
  waiting,
} from './script.ts';

const contractOf = (project: string): string => `HT-${project}-01`;

/** By site: m² of the office tower, of the podium, and what the contract charges for. */
const AREAS = [
  { tower: '48000.00', podium: '12000.00', total: '60000.00' },
  { tower: '70000.00', podium: '16000.00', total: '86000.00' },
] as const;

const airConditioningArea = (i: number, stage: Stage): Script => {
  const at = site(i);
  const of = AREAS[i % AREAS.length] ?? AREAS[0];
  return {
    module: 'airConditioningArea',
    applicant: at.manager,
    ...stage,
    async fields(tools) {
      const inUse = { heightFactor: '1.00', useState: '在用', chargeRatio: '100', chargeStart: day(tools.now, -10) };
      return {
        project: at.project,
        contract: contractOf(at.project),
        confirmType: '年度复核',
        effectiveDate: day(tools.now),
        chargeMode: '面积包干',
        areaBasis: '测绘报告',
        basisFiles: [await tools.file()],
        surveyDate: day(tools.now, -3),
        surveyors: [await tools.user(at.manager)],
        customerName: '业主单位',
        customerContact: '刘敏',
        customerPhone: '19800000001',
        previousArea: of.total,
        coolingPrice: '4.2000',
        heatingPrice: '4.2500',
        changeReason: '年度复核，与测绘报告一致',
        drawingFiles: [await tools.file()],
        areas: [
          {
            ...inUse,
            building: '主楼',
            floorRange: '4～22层',
            occupant: '办公租户',
            useKind: '办公',
            buildArea: (Number(of.tower) * 1.12).toFixed(2),
            airArea: of.tower,
          },
          {
            ...inUse,
            building: '裙楼',
            floorRange: '1～3层',
            occupant: '商业',
            useKind: '商业',
            buildArea: (Number(of.podium) * 1.1).toFixed(2),
            airArea: of.podium,
          },
        ],
      };
    },
    steps: {
      项目经理审核: none,
      客户签认: async (tools) => ({
        customerSign: await tools.file(),
        signDate: day(tools.now),
        stampedFile: [await tools.file()],
      }),
      财务核定: async (tools) => ({ settleFrom: monthBefore(day(tools.now), -1), financeNote: '与合同面积一致' }),
    },
  };
};

const mainEnergySource = (i: number, stage: Stage): Script => {
  const at = site(i);
  let used = 8600 + i * 450;
  let amount = '0.00';
  return {
    module: 'mainEnergySource',
    applicant: at.operators[0],
    ...stage,
    async fields(tools, driver) {
      const by = at.operators[0];
      const month = monthBefore(day(tools.now), 1);
      const meter = await firstOf(driver, tools, by, 'device', at.project, { Category: '燃气表', Keyword: 'QB-01' });
      const use = await monthUse(driver, tools, at.project, month);
      const base = { project: at.project, contract: contractOf(at.project) };
      const seen = await previewed(driver, tools, by, 'mainEnergySource', { ...base, readings: [{ meter }] });
      const row = (seen.readings as readonly Record<string, unknown>[])[0];
      used = await wentIn(driver, tools, { who: by, project: at.project, meter, month, otherwise: used });
      amount = Number(use.cost('gas')) > 0 ? use.cost('gas') : (used * 3.52).toFixed(2);
      return {
        ...base,
        settleMonth: month,
        energyKind: '管道天然气',
        energyUnit: 'Nm³',
        energySupplier: await first(driver, tools, by, 'supplier', { Keyword: '远方' }),
        userNo: await firstOf(driver, tools, by, 'userPayAccount', at.project),
        payeeAccount: await first(driver, tools, by, 'energyPayeeAccount', { Keyword: 'rq' }),
        periodStart: `${month}-01`,
        periodEnd: monthEnd(month),
        readTime: `${monthEnd(month)}T16:30:00+08:00`,
        supplierReader: '燃气公司抄表员 金师傅',
        energyPrice: (Number(amount) / used).toFixed(4),
        contractHeatValue: '35588.0',
        billQty: String(used),
        billAmount: amount,
        coolOutput: Number(use.output).toFixed(1),
        billFiles: [await tools.file()],
        meterPhotos: [await tools.file()],
        readings: [
          {
            meter,
            meterKind: '罗茨流量计',
            serveHost: '1、2号直燃机',
            previous: row?.previous,
            current: (Number(row?.previous ?? 0) + used).toFixed(2),
            correctFactor: '1',
            gasTemp: '18.5',
            gasPressure: '13.20',
            readKind: '正常',
          },
        ],
      };
    },
    steps: {
      项目经理审核: none,
      能源数据复核: async () => ({ dayReportQty: String(used), analystOpinion: '与日报累计一致' }),
      供能方签认: async (tools) => ({
        supplierStamp: [await tools.file()],
        signDate: day(tools.now),
        confirmQty: String(used),
      }),
      财务确认: async (tools) => ({
        payBefore: day(tools.now, 15),
        payAmount: amount,
      }),
    },
  };
};

const sanitaryHotWater = (i: number, stage: Stage): Script => {
  const at = site(i);
  let went = 186 + i * 14;
  return {
    module: 'sanitaryHotWater',
    applicant: at.operators[0],
    ...stage,
    async fields(tools, driver) {
      const by = at.operators[0];
      const month = monthBefore(day(tools.now), 1);
      const meter = await firstOf(driver, tools, by, 'device', at.project, { Category: '热水表' });
      const base = { project: at.project, contract: contractOf(at.project) };
      const seen = await previewed(driver, tools, by, 'sanitaryHotWater', { ...base, zones: [{ meter }] });
      const previous = (seen.zones as readonly { readonly previous: string | null }[])[0]?.previous ?? '0';
      went = await wentIn(driver, tools, { who: by, project: at.project, meter, month, otherwise: went });
      return {
        ...base,
        settleMonth: month,
        periodStart: `${month}-01`,
        periodEnd: monthEnd(month),
        chargeWay: '按吨计费',
        tonPrice: '32.0000',
        heatSource: '直燃机卫生热水器',
        supplyDays: Number(monthEnd(month).slice(8)),
        customerReader: '赵工',
        meterPhotos: [await tools.file()],
        zones: [
          {
            meter,
            zone: '员工浴室',
            previous,
            current: (Number(previous) + went).toFixed(2),
            readKind: '正常',
            coldTemp: '16.0',
            hotTemp: '56.0',
            agreedTemp: '50.0',
          },
        ],
      };
    },
    steps: {
      项目经理审核: none,
      // Forty kelvin of a cubic metre are 0.167 GJ.
      能源数据复核: async () => ({ energyUsedGj: (went * 0.21).toFixed(2), analystOpinion: '热效率约八成，正常' }),
      客户签认: async (tools) => ({ customerSign: await tools.file(), signDate: day(tools.now) }),
      财务确认: none,
    },
  };
};

/** A month as it was measured, paid for and billed: what is said of a site besides its own figures. */
const MONTH_ACCOUNTS = [
  { at: 3, labour: 26_400, reason: '单位能耗低于预算，回款略有延后' },
  // This one's big repair makes a loss of whatever the season brought.
  { at: 2, labour: 26_400, reason: '主机大修集中列支，计量收入不足以覆盖当月固定成本' },
] as const;

const FIXED = {
  bonusCost: 1_800,
  rentCost: 2_500,
  depreciation: 18_600,
  manageShare: 9_200,
  taxSurcharge: 1_680,
} as const;
const OTHERS = [
  { costType: '保养检测', costAmount: '2600.00', costNote: '换季保养' },
  { costType: '水处理药剂', costAmount: '1450.00' },
] as const;

/** Fees of contracts as the account calls its income. */
const INCOME_TYPES: Readonly<Record<string, string>> = {
  供冷费: '供冷费',
  采暖费: '采暖费',
  冷量计量费: '计量能源费',
  热量计量费: '计量能源费',
};

const projectStaticsInfo = (i: number, stage: Stage, back = 2): Script => {
  const of = MONTH_ACCOUNTS[i % MONTH_ACCOUNTS.length] ?? MONTH_ACCOUNTS[0];
  const at = site(of.at);
  return {
    module: 'projectStaticsInfo',
    applicant: 'finance',
    ...stage,
    async fields(tools, driver) {
      const month = monthBefore(day(tools.now), back);
      const use = await monthUse(driver, tools, at.project, month);
      const items = await settledItems(driver, tools, contractOf(at.project), month);
      const income = items.reduce((sum, { net }) => sum + Number(net), 0);
      const energy = ['elec', 'gas', 'water'].reduce((sum, code) => sum + Number(use.cost(code)), 0);
      const fixed = Object.values(FIXED).reduce<number>((sum, one) => sum + one, of.labour);
      const others = OTHERS.reduce((sum, { costAmount }) => sum + Number(costAmount), 0);
      const left = income - energy - fixed - others;
      const repair = i === 0 ? 0 : Math.max(0, Math.ceil((left + 20_000) / 100) * 100);
      return {
        project: at.project,
        contract: contractOf(at.project),
        accountMonth: month,
        season: use.season,
        chargeModel: i === 0 ? '面积包干' : '冷热量计量',
        airArea: use.areaM2,
        runDays: await daysRun(driver, tools, at.project, month),
        coldHeat: use.output,
        gasQty: use.used('gas'),
        gasCost: use.cost('gas'),
        powerQty: use.used('elec'),
        powerCost: use.cost('elec'),
        waterQty: use.used('water'),
        waterCost: use.cost('water'),
        staffCount: '4.0',
        wageCost: of.labour.toFixed(2),
        ...Object.fromEntries(Object.entries(FIXED).map(([key, value]) => [key, value.toFixed(2)])),
        budgetIncome: (Math.round((income * 0.98) / 100) * 100).toFixed(2),
        budgetProfit: (Math.round((left * 0.97) / 100) * 100).toFixed(2),
        lastYearProfit: (Math.round((left * 0.9) / 100) * 100).toFixed(2),
        received: (Math.round((income * 0.95) / 100) * 100).toFixed(2),
        deviationReason: of.reason,
        incomes: items.map(({ fee, quantity, price, taxRate }) => ({
          incomeType: INCOME_TYPES[fee] ?? '其他',
          settleBase: quantity,
          settlePrice: price,
          taxRate,
        })),
        otherCosts: [
          ...OTHERS,
          ...(repair > 0 ? [{ costType: '主机维修', costAmount: repair.toFixed(2), costNote: '主机大修' }] : []),
        ],
      };
    },
    steps: {
      能源数据核对: async () => ({ energyChecked: '一致' }),
      区域经理审核: async () => ({ measure: '优化夜间低负荷运行，加快上月结算签认' }),
      财务核算审核: async () => ({ adjustAmount: '0' }),
      运营总监审批: none,
      总经理审批: none,
    },
  };
};

interface Compared {
  readonly side: string;
  readonly actualAmount: string;
  readonly budgetAmount?: string | null;
}

/** What the costs that an account brought along are over its income. */
const lossOf = (compares: readonly Compared[]): number =>
  compares.reduce((sum, { side, actualAmount }) => sum + (side === '收入' ? -1 : 1) * Number(actualAmount), 0);

/** The account of a month with a loss left its analysis with the manager. */
const lossProjectAnalysis = (stage: Stage): Script => {
  const at = site(2);
  let loss = 0;
  return {
    module: 'lossProjectAnalysis',
    applicant: at.manager,
    ...stage,
    async fields(tools, driver) {
      const draft = await driver.left(await tools.user(at.manager), tools.now, 'lossProjectAnalysis', {
        project: at.project,
      });
      const month = String(draft.monthTo);
      const use = await monthUse(driver, tools, at.project, month);
      const compares = draft.compares as readonly Compared[];
      loss = lossOf(compares);
      const owner = await tools.user(at.operators[0]);
      return {
        ...draft,
        contract: contractOf(at.project),
        periodKind: '月度',
        chargeArea: use.areaM2,
        openRate: '62',
        averageTemp: '16.5',
        lastTemp: '15.8',
        lossMonths: 1,
        hostCop: '1.18',
        lossNature: '一次性事项',
        mainReason: '主机大修费用集中列支，计量收入不足以覆盖当月固定成本；部分负荷时单机效率偏低',
        turnMonth: monthBefore(month, -4),
        proofFiles: [await tools.file()],
        // The account brought what was; what was planned and what last year was are the manager's to say.
        compares: compares.map((row) => ({
          ...row,
          budgetAmount: row.budgetAmount ?? (Number(row.actualAmount) * 0.97).toFixed(2),
          lastAmount: (Number(row.actualAmount) * 0.95).toFixed(2),
        })),
        causes: [
          {
            causeKind: '设备大修',
            causeAmount: (loss * 0.65).toFixed(2),
            causeData: '2号主机大修集中列支，供冷量与单价未变',
            controllable: '不可控',
          },
          {
            causeKind: '运行策略不当',
            causeAmount: (loss * 0.3).toFixed(2),
            causeData: '低负荷时仍双泵运行，供回水温差仅2.4℃',
            controllable: '项目可控',
          },
        ],
        measures: [
          {
            measure: '过渡季改单泵变频运行，夜间停机',
            measureKind: '运行优化',
            owner,
            deadline: day(tools.now, 30),
            investAmount: '0',
            monthGain: '6800.00',
          },
          {
            measure: '与业主协商增加基本费',
            measureKind: '合同调价谈判',
            owner: await tools.user(at.manager),
            deadline: day(tools.now, 60),
            investAmount: '0',
            monthGain: '18000.00',
          },
        ],
      };
    },
    steps: {
      能源数据分析: async () => ({ energyFinding: '单位供能耗电高于同类项目18%', savingPotential: '6500.00' }),
      区域经理审核: async () => ({ areaPlan: '采暖季前完成泵变频改造并启动调价谈判' }),
      财务复核: async () => ({ confirmedLoss: (-loss).toFixed(2), financeAdvice: '关注回款，压降备件采购' }),
    },
  };
};

export const ACCOUNTS: readonly Script[] = [
  airConditioningArea(0, approved()),
  airConditioningArea(1, waiting(1)),
  mainEnergySource(0, approved()),
  mainEnergySource(1, waiting(1)),
  sanitaryHotWater(0, approved()),
  sanitaryHotWater(3, waiting(2)),
  projectStaticsInfo(0, approved(14)),
  projectStaticsInfo(1, approved(14)),
  projectStaticsInfo(0, waiting(1, 4), 1),
  lossProjectAnalysis(waiting(2, 9)),
];
