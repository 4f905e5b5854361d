/** What the demo records of what is settled on, and of what a site earned, say: areas, gas, hot water, the month's account, a loss looked into. */
import { wentIn } from './counted.ts';
import {
  approved,
  day,
  first,
  firstOf,
  lastDay,
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
  return {
    module: 'mainEnergySource',
    applicant: at.operators[0],
    ...stage,
    async fields(tools, driver) {
      const by = at.operators[0];
      const month = monthBefore(day(tools.now), 1);
      const meter = await firstOf(driver, tools, by, 'device', at.project, { Category: '燃气表' });
      const base = { project: at.project, contract: contractOf(at.project) };
      const seen = await previewed(driver, tools, by, 'mainEnergySource', { ...base, readings: [{ meter }] });
      const row = (seen.readings as readonly Record<string, unknown>[])[0];
      used = await wentIn(driver, tools, { who: by, project: at.project, meter, month, otherwise: used });
      return {
        ...base,
        settleMonth: month,
        energyKind: '管道天然气',
        energyUnit: 'Nm³',
        energySupplier: await first(driver, tools, by, 'supplier', { Keyword: '远方' }),
        userNo: await firstOf(driver, tools, by, 'userPayAccount', at.project),
        payeeAccount: await first(driver, tools, by, 'energyPayeeAccount', { Keyword: 'rq' }),
        periodStart: `${month}-01`,
        periodEnd: lastDay(month),
        readTime: `${lastDay(month)}T16:30:00+08:00`,
        supplierReader: '燃气公司抄表员 金师傅',
        energyPrice: '3.5200',
        contractHeatValue: '35588.0',
        billQty: String(used),
        billAmount: (used * 3.52).toFixed(2),
        coolOutput: '86400.0',
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
        payAmount: (used * 3.52).toFixed(2),
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
        periodEnd: lastDay(month),
        chargeWay: '按吨计费',
        tonPrice: '32.0000',
        heatSource: '直燃机卫生热水器',
        supplyDays: Number(lastDay(month).slice(8)),
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

const MONTH_ACCOUNTS = [
  // A month that closed well, and one between the seasons that did not.
  { at: 3, area: '92000.00', income: '386400.00', gas: ['42000.00', '147840.00'], power: ['64000.00', '49920.00'] },
  { at: 2, area: '73000.00', income: '92000.00', gas: ['12600.00', '44352.00'], power: ['31000.00', '24180.00'] },
] as const;

const projectStaticsInfo = (i: number, stage: Stage, back = 2): Script => {
  const of = MONTH_ACCOUNTS[i % MONTH_ACCOUNTS.length] ?? MONTH_ACCOUNTS[0];
  const at = site(of.at);
  return {
    module: 'projectStaticsInfo',
    applicant: 'finance',
    ...stage,
    async fields(tools) {
      return {
        project: at.project,
        contract: contractOf(at.project),
        accountMonth: monthBefore(day(tools.now), back),
        season: i === 0 ? '制冷季' : '过渡季',
        chargeModel: i === 0 ? '面积包干' : '冷热量计量',
        airArea: of.area,
        runDays: i === 0 ? 30 : 12,
        coldHeat: i === 0 ? '468000.00' : '86000.00',
        gasQty: of.gas[0],
        gasCost: of.gas[1],
        powerQty: of.power[0],
        powerCost: of.power[1],
        waterQty: '1260.00',
        waterCost: '6174.00',
        staffCount: '4.0',
        wageCost: '26400.00',
        bonusCost: '1800.00',
        rentCost: '2500.00',
        depreciation: '18600.00',
        manageShare: '9200.00',
        taxSurcharge: '1680.00',
        budgetIncome: i === 0 ? '380000.00' : '108000.00',
        budgetProfit: i === 0 ? '96000.00' : '2000.00',
        lastYearProfit: i === 0 ? '88400.00' : '-3600.00',
        received: i === 0 ? '340000.00' : '80000.00',
        deviationReason: i === 0 ? '单位能耗低于预算，回款略有延后' : '过渡季入住率下降，计量收入减少，固定成本占比高',
        incomes: [
          {
            incomeType: i === 0 ? '供冷费' : '计量能源费',
            settleBase: '1.00',
            settlePrice: `${of.income}00`,
            taxRate: '9',
          },
        ],
        otherCosts: [
          { costType: '保养检测', costAmount: '2600.00', costNote: '换季保养' },
          { costType: '水处理药剂', costAmount: '1450.00' },
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

/** The account of a month with a loss left its analysis with the manager. */
const lossProjectAnalysis = (stage: Stage): Script => {
  const at = site(2);
  return {
    module: 'lossProjectAnalysis',
    applicant: at.manager,
    ...stage,
    async fields(tools, driver) {
      const draft = await driver.left(await tools.user(at.manager), tools.now, 'lossProjectAnalysis', {
        project: at.project,
      });
      const month = String(draft.monthTo);
      const owner = await tools.user(at.operators[0]);
      return {
        ...draft,
        contract: contractOf(at.project),
        periodKind: '月度',
        chargeArea: '73000.00',
        openRate: '62',
        averageTemp: '16.5',
        lastTemp: '15.8',
        lossMonths: 1,
        hostCop: '1.18',
        lossNature: '季节性亏损',
        mainReason: '过渡季开启率下降，计量收入减少而人工、折旧等固定成本不变；部分负荷时单机效率偏低',
        turnMonth: monthBefore(month, -4),
        proofFiles: [await tools.file()],
        compares: [
          {
            subject: '计量收入',
            side: '收入',
            budgetAmount: '99000.00',
            actualAmount: '84403.67',
            lastAmount: '90100.00',
          },
          {
            subject: '燃气费',
            side: '成本',
            budgetAmount: '40000.00',
            actualAmount: '44352.00',
            lastAmount: '41800.00',
          },
          { subject: '电费', side: '成本', budgetAmount: '22000.00', actualAmount: '24180.00', lastAmount: '23400.00' },
          {
            subject: '人工成本',
            side: '成本',
            budgetAmount: '28000.00',
            actualAmount: '30700.00',
            lastAmount: '28600.00',
          },
          {
            subject: '折旧摊销',
            side: '成本',
            budgetAmount: '18600.00',
            actualAmount: '18600.00',
            lastAmount: '18600.00',
          },
        ],
        causes: [
          {
            causeKind: '面积或入住率下降',
            causeAmount: '22000.00',
            causeData: '八至十一层退租，计量用户由46户减至38户',
            controllable: '不可控',
          },
          {
            causeKind: '运行策略不当',
            causeAmount: '9600.00',
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
      财务复核: async () => ({ confirmedLoss: '-45000.00', financeAdvice: '关注回款，压降备件采购' }),
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
