/** What the demo records of consulting say: one project in sight from its registration over schemes to offers; letters on the way. */
import type { Driver } from './driver.ts';
import {
  approved,
  day,
  first,
  moment,
  monthBefore,
  none,
  type Script,
  site,
  type Stage,
  type Tools,
  waiting,
} from './script.ts';

const MAKER = 'sales';
const NAME = '创新港研发中心一期';

export const inSight = (stage: Stage): Script => ({
  module: 'consultProject',
  applicant: MAKER,
  ...stage,
  async fields(tools, driver) {
    return {
      projectName: NAME,
      district: await first(driver, tools, MAKER, 'district', {}),
      address: '创新大道 200 号',
      ownerName: '创新港开发建设有限公司',
      ownerType: '国有企业',
      buildingType: '办公',
      buildState: '在建',
      openDate: day(tools.now, 400),
      intentMode: 'EMC能源托管',
      infoSource: '设计院推荐',
      expectAmount: '6800000',
      winRate: '60',
      expectSign: day(tools.now, 110),
      salesman: await tools.user(MAKER),
      salesDept: 'A630802',
      buildings: [
        { building: '研发楼', usage: '办公', floorArea: '42000', storeys: 18, coolIndex: '95', heatIndex: '62' },
        { building: '会议中心', usage: '餐饮', floorArea: '8000', storeys: 3, coolIndex: '150', heatIndex: '75' },
      ],
      contacts: [{ contactName: '方工', post: '机电总监', influence: '技术把关人', attitude: '支持' }],
    };
  },
  steps: {
    部门主任审核: async () => ({ projectLevel: '重点', followDept: 'A630802' }),
    管理员查重立项: async (tools) => ({ dupResult: '无重复', protectUntil: day(tools.now, 180) }),
    技术总监确认可行性: async () => ({ feasible: '可行' }),
  },
});

/** The project in sight that all of this is about. */
export const consultProject = (driver: Driver, tools: Tools, account = MAKER): Promise<string> =>
  first(driver, tools, account, 'consultProject', { Keyword: '创新港' });

/** What a record stands on. */
type Standing = (driver: Driver, tools: Tools) => Promise<string>;
const lastConsult: Standing = (driver, tools) => first(driver, tools, MAKER, 'consult', {});

export const consult = (i: number, stage: Stage, about: Standing = consultProject): Script => ({
  module: 'consult',
  applicant: MAKER,
  ...stage,
  async fields(tools, driver) {
    return {
      consultProject: await about(driver, tools),
      consultType: i === 0 ? '新建项目方案' : '设备选型',
      businessMode: 'EMC能源托管',
      designStage: '初步设计',
      coolingArea: '50000.00',
      heatingArea: '50000.00',
      designCooling: '5190.0',
      designHeating: '3204.0',
      hotWaterDaily: '12.0',
      energySources: ['天然气', '市政电'],
      gasPrice: '3.5200',
      peakPrice: '1.1200',
      flatPrice: '0.7200',
      valleyPrice: '0.3400',
      coolDays: 125,
      heatDays: 95,
      dailyHours: '12.0',
      deliverables: ['方案书', '系统原理图', '投资估算', '运行费用测算'],
      demand: '地下二层机房净高5.1m，屋面可布置冷却塔，业主要求夜间低噪声',
      urgency: '普通',
      needDate: day(tools.now, 35),
      drawings: [await tools.file()],
    };
  },
  steps: {
    部门主任分派: async (tools) => ({
      acceptResult: '受理',
      technicalDirector: await tools.user('technicalDirector'),
    }),
    技术总监分派: async (tools) => ({
      hvacLeader: await tools.user('hvacLeader'),
      techRoute: '直燃机与电制冷两方案比选，按峰谷电价测算',
      planDue: day(tools.now, 12),
    }),
    暖通组长分派: async (tools) => ({
      hvacEngineer: await tools.user('hvacEngineer'),
      planHours: '40.0',
      needEcu: true,
    }),
    暖通工程师编制: async (tools) => ({
      schemeText: '<p>推荐两台直燃机加一台离心机，过渡季优先电制冷，采暖季直燃机供热。</p>',
      recommend: '混合方案年运行费最低，且具备燃气中断时的备用能力',
      savingRate: '16',
      schemeFiles: [await tools.file()],
      actualHours: '38.0',
      submitDate: day(tools.now),
      plans: [
        {
          planName: '直燃机方案',
          sourceForm: '直燃型吸收式',
          invest: '9200000.00',
          energyCost: '1680000.00',
          upkeepCost: '260000.00',
          baseCost: '2250000.00',
          carbon: '2860.0',
        },
        {
          planName: '直燃机加离心机',
          sourceForm: '离心机加锅炉',
          invest: '9850000.00',
          energyCost: '1490000.00',
          upkeepCost: '285000.00',
          baseCost: '2250000.00',
          carbon: '2540.0',
        },
      ],
      equipments: [
        {
          kind: '吸收式主机',
          model: 'ZX-200HW',
          capacity: '2326.0',
          power: '12.60',
          quantity: 2,
          price: '1860000.00',
        },
        { kind: '电制冷主机', model: 'CVHE-330', capacity: '1163.0', power: '206.00', quantity: 1, price: '780000.00' },
      ],
    }),
    暖通组长复核: async () => ({ leaderScore: 92, leaderOpinion: '负荷与选型匹配，运行费测算口径一致' }),
    技术总监审定: async () => ({ ctoOpinion: '同意推荐方案，注意夜间噪声', committeeReview: false }),
    部门主任签发: none,
    申请人确认: async (tools) => ({ deliverDate: day(tools.now), satisfaction: 5, customerReply: '认可' }),
  },
});

/** The consultation needs controls: its approval left the draft. */
const ecuConsult = (stage: Stage): Script => ({
  module: 'ecuConsult',
  applicant: MAKER,
  ...stage,
  async fields(tools, driver) {
    return {
      ...(await driver.left(await tools.user(MAKER), tools.now, 'ecuConsult')),
      controlScope: ['冷热源群控', '冷却塔群控', '水泵变频', '能耗分项计量'],
      renovation: '新建',
      hostBrand: '远源直燃机、恒冷离心机',
      hostProtocol: 'Modbus RTU',
      hostCount: 3,
      chilledPumps: 4,
      coolingPumps: 4,
      towerFans: 6,
      meterCount: 14,
      operateMode: '无人值守有人巡检',
      netCondition: '客户内网可用',
      tempPrecision: '0.5',
      savingTarget: '8',
      needDate: day(tools.now, 15),
      systemDrawing: [await tools.file()],
    };
  },
  steps: {
    暖通工程师给条件: async (tools) => ({
      hvacCondition: '冷热源按负荷加减载，冷却塔按湿球温度控制，采暖按室外温度补偿',
      flowSheet: [await tools.file()],
      automationLeader: await tools.user('automationLeader'),
    }),
    自控组长分派: async (tools) => ({
      automationEngineer: await tools.user('automationEngineer'),
      systemRoute: '边缘网关加云平台',
      planHours: '24.0',
    }),
    自控工程师编制: async (tools) => ({
      ecuScheme: '<p>机房PLC加边缘网关，主机走Modbus通讯，水泵与冷却塔硬接点加变频通讯。</p>',
      topology: [await tools.file()],
      spareRate: '10',
      actualHours: '22.0',
      points: [
        { target: '吸收式主机', pointName: '运行状态与参数', unitCount: 2, ai: 0, ao: 0, di: 2, doPoints: 1, bus: 46 },
        { target: '冷水泵', pointName: '启停与频率', unitCount: 4, ai: 1, ao: 1, di: 2, doPoints: 1, bus: 8 },
        { target: '冷却塔', pointName: '风机启停与频率', unitCount: 6, ai: 0, ao: 1, di: 2, doPoints: 1, bus: 4 },
      ],
      strategies: [
        { loop: '主机台数与加减载', logic: '按冷热量需求与效率曲线加减载', setpoint: '负荷率55～85%', saving: '5' },
        { loop: '冷却塔出水温度', logic: '湿球温度加逼近度', setpoint: '逼近度4℃', saving: '4' },
      ],
    }),
    自控组长复核: async () => ({ leaderOpinion: '点位完整，备用率满足', leaderScore: 90 }),
    暖通工程师核对: async () => ({ hvacCheck: '一致' }),
    申请人确认: async (tools) => ({ satisfaction: 5, deliverDate: day(tools.now) }),
  },
});

const saleConsult = (i: number, stage: Stage): Script => ({
  module: 'saleConsult',
  applicant: MAKER,
  ...stage,
  async fields(tools, driver) {
    return {
      consultProject: await consultProject(driver, tools),
      customerName: '创新港开发建设有限公司',
      productLine: i === 0 ? '直燃型非电空调' : '磁悬浮机组',
      coolCapacity: '2300.0',
      heatCapacity: '1860.0',
      ...(i === 0 ? { gasHeatValue: 8500 } : {}),
      noxLimit: 50,
      noiseLimit: 75,
      nonStandard: false,
      question: '五十毫克低氮燃烧时出力与调节比；夜间噪声控制措施',
      rivalProduct: '同类进口机型，COP 1.42',
      needDate: day(tools.now, 12),
    };
  },
  steps: {
    技术总监分派: async (tools) => ({ hvacEngineer: await tools.user('hvacEngineer'), needResearch: false }),
    暖通工程师选型: async (tools) => ({
      selectionNote: '选两台 ZX-200HW，低氮燃烧器为标准选配',
      selectionSheet: [await tools.file()],
      hvacHours: '6.0',
      selections: [
        {
          model: 'ZX-200HW',
          cooling: '2326.0',
          heating: '1872.0',
          cop: '1.41',
          fuelUse: '158.0',
          elecPower: '12.6',
          weight: '21.5',
          quantity: 1,
        },
      ],
    }),
    技术总监审定: async () => ({ techOpinion: '选型合适' }),
    申请人反馈: async () => ({ usedResult: '已提交客户', satisfaction: 5 }),
  },
});

const BOQ = [
  ['冷热源主机', '直燃型溴化锂机组', 'ZX-200HW', '台', '2.000', '1860000.00', '42000.00', '厂家报价', '15'],
  ['冷却塔', '横流冷却塔', '600t/h 低噪声', '台', '3.000', '168000.00', '9600.00', '战略协议价', '18'],
  ['水泵', '冷温水泵', '420m³/h 32m 55kW', '台', '4.000', '38000.00', '4200.00', '战略协议价', '18'],
  ['管道阀门', '机房管道阀门及安装', '按图', '项', '1.000', '860000.00', '420000.00', '历史成交价', '20'],
] as const;

export const offer = (i: number, stage: Stage, about: Standing = consultProject, on = lastConsult): Script => ({
  module: 'offer',
  applicant: MAKER,
  ...stage,
  async fields(tools, driver) {
    return {
      consultProject: await about(driver, tools),
      consult: await on(driver, tools),
      offerKind: i === 0 ? '预算报价' : '投标报价',
      versionNo: 1,
      buyer: '创新港开发建设有限公司',
      quoteArea: '50000.00',
      pricing: '清单综合单价',
      ...(i === 0 ? {} : { limitPrice: '9600000.00' }),
      scopeInclude: '冷热源机房设备、管道、保温、配电与调试',
      scopeExclude: '末端、土建基础与外网',
      siteWork: ['地下机房吊装'],
      taxRate: '9',
      periodDays: 120,
      warrantyMonths: 24,
      payTerms: '2-5-2-1',
      validDays: 60,
      needDate: day(tools.now, 30),
    };
  },
  steps: {
    部门主任分派: async (tools) => ({
      technicalDirector: await tools.user('technicalDirector'),
      targetMargin: '14',
    }),
    技术总监分派: async (tools) => ({ hvacLeader: await tools.user('hvacLeader') }),
    暖通组长分派: async (tools) => ({ hvacEngineer: await tools.user('hvacEngineer'), priceDue: day(tools.now, 8) }),
    暖通工程师组价: async (tools) => ({
      priceNote: '主机按厂家最新报价，水泵冷却塔按战略协议价',
      offerBook: [await tools.file()],
      actualHours: '16.0',
      boq: BOQ.map(([section, itemName, spec, unitName, quantity, materialPrice, laborPrice, priceSource, markup]) => ({
        section,
        itemName,
        spec,
        unitName,
        quantity,
        materialPrice,
        laborPrice,
        priceSource,
        markup,
      })),
    }),
    暖通组长复核: async () => ({ quantityCheck: '无误' }),
    技术总监审定: async () => ({ discount: '0', techOpinion: '单价合理' }),
    财务审核: async () => ({ financeOpinion: '付款条件可接受，按进度开票' }),
    总经理审批: none,
    申请人报出: async (tools) => ({ sentDate: day(tools.now), customerResult: '待定' }),
  },
});

const ecuOffer = (stage: Stage): Script => ({
  module: 'ecuOffer',
  applicant: MAKER,
  ...stage,
  async fields(tools, driver) {
    return {
      consultProject: await consultProject(driver, tools),
      ecuConsult: await first(driver, tools, MAKER, 'ecuConsult', {}),
      hvacEngineer: await tools.user('hvacEngineer'),
      offerMode: '单独报价',
      controllerBrand: '国产一线',
      cabinetCount: 3,
      cableBy: '我方',
      platformYears: 3,
      platformFee: '12000.00',
      softwareFee: '36000.00',
      taxRate: '13',
      debugDays: 20,
      freeService: 24,
      needDate: day(tools.now, 12),
      ecuFiles: [await tools.file()],
    };
  },
  steps: {
    暖通工程师核对范围: async (tools) => ({
      scopeCheck: '与暖通报价无重复，流量计由自控供货',
      automationLeader: await tools.user('automationLeader'),
    }),
    自控组长分派: async (tools) => ({
      automationEngineer: await tools.user('automationEngineer'),
      marginTarget: '28',
    }),
    自控工程师组价: async (tools) => ({
      priceNote: '按点表与三家询价组价',
      quoteBook: [await tools.file()],
      actualHours: '12.0',
      hardware: [
        {
          category: 'PLC或DDC控制器',
          hardwareName: '机房控制器',
          spec: 'CPU+64DI/32DO/32AI/16AO',
          brand: '汇川',
          quantity: '2.00',
          unitName: '套',
          costPrice: '28600.00',
          salePrice: '39800.00',
        },
        {
          category: '流量与能量计',
          hardwareName: '超声波冷热量表',
          spec: 'DN300',
          brand: '汇中',
          quantity: '3.00',
          unitName: '台',
          costPrice: '13800.00',
          salePrice: '19200.00',
        },
        {
          category: '变频器',
          hardwareName: '水泵变频柜',
          spec: '55kW',
          brand: '英威腾',
          quantity: '4.00',
          unitName: '台',
          costPrice: '9600.00',
          salePrice: '13600.00',
        },
      ],
      labor: [
        { work: '程序编制', persons: 2, days: '10.0', dayCost: '600.00', dayPrice: '1000.00' },
        { work: '联动调试', persons: 2, days: '12.0', dayCost: '600.00', dayPrice: '1000.00' },
      ],
    }),
    自控组长复核: async () => ({ leaderOpinion: '组价完整' }),
    技术总监审定: async () => ({ techOpinion: '同意' }),
    申请人报出: async (tools) => ({ sentDate: day(tools.now), customerResult: '待定' }),
  },
});

const saleOffer = (stage: Stage): Script => ({
  module: 'saleOffer',
  applicant: MAKER,
  ...stage,
  async fields(tools, driver) {
    return {
      consultProject: await consultProject(driver, tools),
      saleConsult: await first(driver, tools, MAKER, 'saleConsult', {}),
      buyerName: '创新港开发建设有限公司',
      buyerKind: '终端业主',
      tradeTerm: '到场车板交货',
      freightKm: 180,
      freight: '16000.00',
      startupFee: '12000.00',
      warrantyYears: 2,
      deliveryWeeks: 14,
      validUntil: day(tools.now, 60),
      specialTerms: '低氮燃烧器随机供货',
      payNodes: [
        { node: '签约预付', ratio: '30', dueCondition: '合同签订七日内' },
        { node: '发货前', ratio: '60', dueCondition: '出厂验收合格' },
        { node: '质保期满', ratio: '10', dueCondition: '质保期满无遗留' },
      ],
    };
  },
  steps: {
    技术总监分派: async (tools) => ({ hvacEngineer: await tools.user('hvacEngineer'), costReview: false }),
    暖通工程师核价: async (tools) => ({
      priceNote: '主机九二折，配低氮燃烧器与远程监控模块',
      offerSheet: [await tools.file()],
      machines: [
        {
          model: 'ZX-200HW',
          capacity: '2326.0',
          quantity: 1,
          guidePrice: '1980000.00',
          discount: '92',
          factoryCost: '1460000.00',
        },
      ],
      accessories: [{ accessory: '远程监控模块', pieces: 1, accessoryPrice: '26000.00', accessoryCost: '14000.00' }],
    }),
    财务审核: async () => ({ creditOpinion: '国企客户，账期可接受' }),
    总经理审批: none,
    申请人报出: async (tools) => ({ sentDate: day(tools.now), result: '跟进中' }),
  },
});

/** What running projects used, as those who draw up schemes want to know it. */
const internalRelation = (i: number, stage: Stage): Script => ({
  module: 'internalRelation',
  applicant: MAKER,
  ...stage,
  async fields(tools) {
    return {
      project: site(0).project,
      dataSubject: '同类项目对标',
      useFor: '方案测算',
      hvacEngineer: await tools.user('hvacEngineer'),
      periodFrom: monthBefore(day(tools.now), 4),
      periodTo: monthBefore(day(tools.now), 2),
      dataKinds: ['供冷量', '燃气', '电量'],
      granularity: '月',
      benchmarkUnit: '按供冷供热量',
      requirement: i === 0 ? '制冷季三个月的供冷量与能耗' : '制冷季供冷量、燃气与运行时长',
      outward: false,
      needDate: day(tools.now, 10),
    };
  },
  steps: {
    暖通工程师确认需求: async () => ({ calcMethod: '按冷量表读数，燃气按标况', needField: false }),
    运营总监分派: async (tools) => ({ energyAnalyst: await tools.user('energyAnalyst'), openLevel: '月汇总' }),
    能源数据分析师提供: async (tools) => ({
      dataNote: '八月有一日通讯中断，按前后均值补齐',
      dataFiles: [await tools.file()],
      missingRate: '1',
      energyRows: [4, 3, 2].map((back, nth) => ({
        dataMonth: monthBefore(day(tools.now), back),
        supplyHeat: String(412_000 + nth * 26_000),
        gasUse: String(32_800 + nth * 2_100),
        powerUse: String(64_200 + nth * 3_900),
        waterUse: '1240.0',
        billArea: '60000.00',
        runHours: '384.0',
      })),
    }),
    暖通工程师接收: async () => ({ usable: '可直接使用', adoptNote: '用于同类办公楼运行费测算' }),
  },
});

const internalRelationNew = (i: number, stage: Stage): Script => {
  return {
    module: 'internalRelationNew',
    applicant: 'engineer',
    ...stage,
    async fields(tools) {
      return {
        project: 'EMC01001',
        relationKind: '调试配合',
        fromDept: 'A632201',
        toDept: 'A630701',
        toLeader: await tools.user('hvacLeader'),
        projectPhase: '运营',
        background: i === 0 ? '群控策略升级后需暖通组现场指导联动调试' : '采暖季水力平衡复测需暖通组支持',
        level: '一般（5日）',
        replyBy: moment(tools.now, 48),
        scheduleImpact: 0,
        costImpact: '0',
        stopSupply: false,
        matters: [
          { matter: '现场指导单机与联动试验', expectResult: '试验记录', matterDue: day(tools.now, 6) },
          { matter: '提供调试记录表与判定标准', expectResult: '表格', matterDue: day(tools.now, 4) },
        ],
      };
    },
    steps: {
      发出部门负责人审核: none,
      受理部门负责人分派: async (tools) => ({
        handler: await tools.user('hvacEngineer'),
        acceptNote: '由暖通工程师落实',
        promiseTime: moment(tools.now, 72),
      }),
      经办人办理: async (tools) => ({
        handleSummary: '两项均已完成',
        workHours: '6.0',
        replies: [
          {
            replyMatter: '现场指导单机与联动试验',
            replyResult: '已完成',
            replyText: '夜间低负荷时完成三轮联动',
            finishDate: day(tools.now),
          },
          {
            replyMatter: '提供调试记录表与判定标准',
            replyResult: '已完成',
            replyText: '表格已提交',
            finishDate: day(tools.now),
          },
        ],
      }),
      受理部门负责人确认: none,
      申请人验收: async () => ({ acceptResult: '满意' }),
    },
  };
};

export const CONSULTING: readonly Script[] = [
  inSight(approved(52)),
  consult(0, approved(48)),
  consult(1, waiting(3)),
  ecuConsult(approved(42)),
  saleConsult(0, approved(42)),
  saleConsult(1, waiting(1)),
  offer(0, approved(40)),
  offer(1, waiting(3)),
  ecuOffer(approved(34)),
  saleOffer(approved(34)),
  internalRelation(0, approved()),
  internalRelation(1, waiting(1)),
  internalRelationNew(0, approved()),
  internalRelationNew(1, waiting(1)),
];
