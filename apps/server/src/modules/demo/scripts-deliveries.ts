/** What the demo records of things bought and kept in store say: an order, its delivery and what was taken in; lamps that go out and come back; plans that follow. */
import {
  approved,
  day,
  first,
  firstOf,
  GOOD,
  moment,
  monthBefore,
  none,
  previewed,
  rejected,
  type Script,
  site,
  type Stage,
  waiting,
} from './script.ts';

const PARTS = [
  { name: '真空泵油', unit: '桶', quantity: '6.00', price: '165.00' },
  { name: '靶式流量开关', unit: '个', quantity: '3.00', price: '215.00' },
] as const;

const ordered = (i: number, stage: Stage): Script => {
  const at = site(i);
  const by = at.operators[0];
  const of = PARTS[i % PARTS.length] ?? PARTS[0];
  const amount = (Number(of.quantity) * Number(of.price)).toFixed(2);
  return {
    module: 'operatePurchase',
    applicant: by,
    ...stage,
    async fields(tools, driver) {
      return {
        project: at.project,
        purchaseType: '备品备件',
        urgency: '正常',
        needDate: day(tools.now, 15),
        budgetSubject: '维修费',
        costBearer: '公司承担',
        purchaseWay: '战略协议供方',
        applyReason: '采暖季备件储备',
        consignee: await tools.user(by),
        consigneePhone: '13900000012',
        deliveryAddress: '项目制冷机房值班室',
        items: [
          {
            part: await firstOf(driver, tools, by, 'sparePart', at.project, { Keyword: of.name }),
            unit: of.unit,
            quantity: of.quantity,
            estPrice: of.price,
          },
        ],
      };
    },
    steps: {
      项目经理审核: none,
      区域经理审核: none,
      采购定价: async (tools, driver) => ({
        orderSupplier: await first(driver, tools, 'purchaser', 'supplier', { Keyword: '恒冷制冷' }),
        orderAmount: amount,
        orderNo: `BJDD-${at.project}-0${i + 1}`,
        payTerm: '月结30天',
        orderDelivery: day(tools.now, 10),
      }),
    },
  };
};

/** The approval of the order left its draft with the purchaser. */
const sent = (i: number, stage: Stage): Script => {
  const { project } = site(i);
  return {
    module: 'operatePurchaseSend',
    applicant: 'purchaser',
    ...stage,
    async fields(tools, driver) {
      const draft = await driver.left(await tools.user('purchaser'), tools.now, 'operatePurchaseSend', { project });
      const asked = { project, purchase: draft.purchase };
      const seen = await previewed(driver, tools, 'purchaser', 'operatePurchaseSend', asked);
      return {
        ...seen,
        ...draft,
        items: seen.items,
        deliveryNo: `SH-${project}-01`,
        sendDate: day(tools.now),
        transportWay: '快递',
        carrier: '顺丰速运',
        trackingNo: `SF${1_380_000_000_000 + tools.index * 7919}`,
        expectArrive: day(tools.now, 2),
        packages: 1,
        grossWeight: '18.00',
        freightBearer: '供方承担',
        docs: ['送货单', '产品合格证'],
        deliveryFile: [await tools.file()],
      };
    },
    steps: {
      收货人签收: async (tools) => ({
        signTime: moment(tools.now),
        packageIntact: true,
        signPhotos: [await tools.file()],
      }),
    },
  };
};

/** What was signed for is accepted by those who asked for it. */
const accepted = (i: number, stage: Stage): Script => {
  const { project, operators, manager } = site(i);
  const by = operators[0];
  const of = PARTS[i % PARTS.length] ?? PARTS[0];
  return {
    module: 'operatePurchaseAccept',
    applicant: by,
    ...stage,
    async fields(tools, driver) {
      const draft = await driver.left(await tools.user(by), tools.now, 'operatePurchaseAccept', { project });
      const asked = { project, sendBill: draft.sendBill };
      const seen = await previewed(driver, tools, by, 'operatePurchaseAccept', asked);
      const items = seen.items as readonly Record<string, unknown>[];
      return {
        ...seen,
        ...draft,
        acceptDate: day(tools.now),
        acceptors: [await tools.user(by), await tools.user(manager)],
        storePlace: '项目备件库',
        outerCheck: GOOD,
        modelCheck: GOOD,
        docsCheck: GOOD,
        testCheck: GOOD,
        invoiceState: '票后补',
        acceptPhotos: [await tools.file()],
        items: items.map((item) => ({
          ...item,
          receiveQty: of.quantity,
          okQty: of.quantity,
          toLedger: '备件库存',
          shelf: 'A-2',
        })),
      };
    },
    steps: {
      项目经理审核: none,
      财务挂账: async (tools) => ({
        payableAmount: (Number(of.quantity) * Number(of.price)).toFixed(2),
        payDueDate: day(tools.now, 30),
      }),
    },
  };
};

const lightOutStorage = (i: number, stage: Stage): Script => {
  const at = site(i);
  const by = at.operators[0];
  return {
    module: 'lightOutStorage',
    applicant: by,
    ...stage,
    async fields(tools, driver) {
      const asked = { project: at.project };
      const { storeRoom } = await previewed(driver, tools, by, 'lightOutStorage', asked);
      return {
        ...asked,
        contract: `HT-${at.project}-01`,
        outType: '故障更换',
        outDate: day(tools.now),
        storeRoom,
        taker: await tools.user(by),
        takerTeam: '运行班',
        costBearer: '公司承担',
        dailyHours: '12.0',
        installPhotos: [await tools.file()],
        lamps: [
          {
            lamp: await firstOf(driver, tools, by, 'lampDevice', at.project),
            quantity: 4,
            oldPower: '36.0',
            installPlace: '制冷机房走道',
            oldReturned: 4,
            oldFault: '光衰',
          },
        ],
      };
    },
    steps: {
      项目经理审核: none,
      领用人确认: async (tools) => ({
        takenTime: moment(tools.now),
        installedQty: 4,
        takeSign: await tools.file(),
      }),
    },
  };
};

/** The old lamps that came down, and what a count found. */
const lightInStorage = (i: number, stage: Stage): Script => {
  const at = site(i);
  const by = at.operators[0];
  return {
    module: 'lightInStorage',
    applicant: by,
    ...stage,
    async fields(tools, driver) {
      const { storeRoom } = await previewed(driver, tools, by, 'lightInStorage', { project: at.project });
      const lamp = await firstOf(driver, tools, by, 'lampDevice', at.project);
      const seen = await previewed(driver, tools, by, 'lightInStorage', { project: at.project, lamps: [{ lamp }] });
      const row = (seen.lamps as readonly Record<string, unknown>[])[0];
      const returnsOld = i === 0;
      return {
        project: at.project,
        inDate: day(tools.now),
        storeRoom,
        storeKeeper: await tools.user(at.operators[1]),
        inPhotos: [await tools.file()],
        ...(returnsOld
          ? { inType: '旧灯回收', outBill: await firstOf(driver, tools, by, 'lightOutStorage', at.project) }
          : { inType: '盘盈入库', surplusReason: '年中盘点多出，核对为上次改造余料' }),
        lamps: [
          {
            ...row,
            lamp,
            quantity: returnsOld ? 4 : 2,
            goodQty: returnsOld ? 0 : 2,
            unitPrice: returnsOld ? '0' : '18.00',
            batchNo: returnsOld ? '旧灯' : '盘盈',
            warrantyMonths: 0,
            lightTest: returnsOld ? { result: '不适用' } : GOOD,
          },
        ],
      };
    },
    steps: {
      库管员点收: async () => ({ countedQty: i === 0 ? 4 : 2, shelfNo: 'D-01' }),
      项目经理审核: none,
      财务审核: none,
    },
  };
};

/** By month: income 元, gas m³, power kWh, water m³. */
const MONTHS = [
  [255000, 42000, 46000, 420],
  [255000, 38000, 42000, 400],
  [255000, 26000, 36000, 380],
  [0, 4000, 18000, 200],
  [0, 6000, 22000, 300],
  [252000, 24000, 58000, 1250],
  [252000, 34000, 72000, 1680],
  [252000, 36000, 74000, 1720],
  [252000, 20000, 52000, 1180],
  [0, 3000, 18000, 240],
  [255000, 22000, 32000, 320],
  [255000, 38000, 44000, 400],
] as const;

const yearPlanInner = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'yearPlanInner',
    applicant: at.manager,
    ...stage,
    async fields(tools) {
      const year = Number(day(tools.now).slice(0, 4)) + 1;
      const workOwner = await tools.user(at.operators[0]);
      return {
        project: at.project,
        contract: `HT-${at.project}-01`,
        planYear: year,
        planVersion: '初稿',
        chargeArea: '60000.00',
        coolingStart: `${year}-05-15`,
        coolingEnd: `${year}-09-30`,
        heatingStart: `${year - 1}-11-15`,
        heatingEnd: `${year}-03-15`,
        lastIncome: '2210000.00',
        lastCost: '1895000.00',
        lastGas: '301000.00',
        lastPower: '522000.00',
        staffCount: 4,
        satisfactionTarget: '92.0',
        collectTarget: '100',
        safetyTarget: '零事故',
        lastReview: '收入与能耗指标完成，回款率97%，未发生安全事故',
        keyWorks: '水泵变频改造、机房升四星、夜间运行策略优化',
        months: MONTHS.map(([income, gas, power, water], nth) => ({
          month: `${year}-${String(nth + 1).padStart(2, '0')}`,
          income: `${income}.00`,
          gas: String(gas),
          gasPrice: '3.5200',
          power: String(power),
          powerPrice: '0.7800',
          water: String(water),
          waterPrice: '4.9000',
          labor: '24000.00',
          repair: '2500.00',
          chemical: '1500.00',
        })),
        works: [
          { workKind: '主机年度保养', planMonth: `${year}-04`, executor: '区域技术组', workOwner, budget: '9000.00' },
          { workKind: '冷却塔清洗', planMonth: `${year}-05`, executor: '项目自行', workOwner, budget: '1200.00' },
          { workKind: '燃烧检测', planMonth: `${year}-10`, executor: '外协', workOwner, budget: '2400.00' },
        ],
      };
    },
    steps: {
      区域经理审核: async () => ({ areaAdjust: '燃气量再压减1%，列入月度跟踪' }),
      能源数据分析员核能耗: async () => ({ energyOpinion: '合理' }),
      财务审核: async () => ({ financeOpinion: '收入与合同面积一致，成本结构合理' }),
      运营总监审批: none,
    },
  };
};

const SEASONS = ['采暖', '采暖转制冷', '制冷', '制冷转采暖'] as const;

const seasonPlanClient = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'seasonPlanClient',
    applicant: at.manager,
    ...stage,
    async fields(tools) {
      const now = day(tools.now);
      const ahead = 3 - ((Number(now.slice(5, 7)) - 1) % 3);
      const months = [0, 1, 2].map((nth) => monthBefore(now, -ahead - nth));
      const from = months[0] ?? now.slice(0, 7);
      const nth = Math.floor((Number(from.slice(5, 7)) - 1) / 3);
      return {
        project: at.project,
        contract: `HT-${at.project}-01`,
        planYear: Number(from.slice(0, 4)),
        quarter: ['第一季度', '第二季度', '第三季度', '第四季度'][nth],
        seasonMode: SEASONS[nth],
        customerName: '业主单位',
        supplyStart: `${from}-01`,
        supplyEnd: `${months[2] ?? from}-28`,
        dailyOpen: '07:00',
        dailyClose: '19:30',
        indoorLow: '20.0',
        indoorHigh: '26.0',
        hotWaterTemp: '50.0',
        lastRunHours: '1180.0',
        lastCooling: '612000.00',
        lastRepairs: 14,
        lastRepairOnTime: 14,
        lastTempRate: '98',
        lastFee: '742000.00',
        lastSummary: '供能稳定，报修全部在两小时内到场，室温达标率98%',
        customerCooperate: '请督促租户下班关闭末端，节假日加班供能提前一日书面通知',
        contingency: '极端低温时提前两小时启动并派人值守；停电停气按应急预案处置',
        arrangements: [
          {
            workKind: '燃烧机保养',
            scope: '1、2号机轮换',
            workStart: `${from}-08`,
            workEnd: `${from}-09`,
            stopSupply: false,
            stopHours: '0',
          },
          {
            workKind: '水质检测',
            scope: '冷温水系统',
            workStart: `${months[1] ?? from}-10`,
            workEnd: `${months[1] ?? from}-10`,
            stopSupply: false,
            stopHours: '0',
          },
        ],
        estimates: months.map((month) => ({
          month,
          energyItem: '运营服务费',
          lastYearUsage: '60000.00',
          usage: '60000.00',
          unitPrice: '4.2500',
        })),
      };
    },
    steps: {
      项目经理审核: none,
      区域经理审核: none,
      暖通工程师核运行方案: async () => ({ techOpinion: '供水温度按室外温度分段执行' }),
      客户确认登记: async (tools) => ({
        submitDate: day(tools.now),
        clientResult: '同意',
        clientSigner: '刘敏',
        signedFile: [await tools.file()],
      }),
    },
  };
};

export const DELIVERIES: readonly Script[] = [
  ordered(0, approved(34)),
  sent(0, approved(28)),
  accepted(0, approved(22)),
  ordered(1, approved(18)),
  sent(1, approved(13)),
  accepted(1, waiting(1, 6)),
  ordered(2, approved(12)),
  sent(2, waiting(0, 4)),
  lightOutStorage(0, approved(30)),
  lightOutStorage(1, waiting(0)),
  lightInStorage(0, approved(20)),
  lightInStorage(1, waiting(1)),
  yearPlanInner(0, approved()),
  yearPlanInner(1, waiting(2)),
  seasonPlanClient(0, approved()),
  seasonPlanClient(2, rejected(1)),
];
