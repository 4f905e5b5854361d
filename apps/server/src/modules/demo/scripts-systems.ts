/** What the demo records of systems say: what is done between the seasons, and what came of it; loops, valves, terminals, a machine room made presentable. */
import {
  approved,
  day,
  first,
  firstOf,
  GOOD,
  moment,
  none,
  type Script,
  type Site,
  site,
  type Stage,
  type Tools,
  waiting,
} from './script.ts';
import type { Driver } from './driver.ts';

const pumpOf = (driver: Driver, tools: Tools, at: Site, Keyword: string): Promise<string> =>
  firstOf(driver, tools, at.operators[0], 'device', at.project, { Category: '水泵', Keyword });

const WORKS = [
  ['溴化锂主机', '主机抽真空及保压', '保压24小时回升不大于25Pa', 1],
  ['溴化锂主机', '冷暖切换阀操作', '双人复核阀位并挂牌', 2],
  ['燃烧与燃气系统', '燃气管路检漏', '皂液及检漏仪无泄漏', 2],
  ['冷却水系统', '冷却塔清洗防冻', '集水盘排净，填料无积冰风险', 3],
  ['自控系统', '联锁保护试验', '逐项动作正确', 4],
] as const;

const systemMaintenance = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'systemMaintenance',
    applicant: at.operators[0],
    ...stage,
    async fields(tools) {
      const owner = await tools.user(at.operators[0]);
      return {
        project: at.project,
        contract: `HT-${at.project}-01`,
        maintainType: '采暖开机前维护',
        seasonYear: Number(day(tools.now).slice(0, 4)),
        systems: ['溴化锂主机', '燃烧与燃气系统', '冷却水系统', '自控系统'],
        planStart: day(tools.now, 3),
        planEnd: day(tools.now, 24),
        leader: owner,
        team: [owner, await tools.user(at.operators[1])],
        riskLevel: '中',
        schemeFiles: [await tools.file()],
        works: WORKS.map(([workSystem, workItem, requirement, on]) => ({
          workSystem,
          workItem,
          requirement,
          planDate: day(tools.now, 3 + on),
          owner,
        })),
        materials: [],
      };
    },
    steps: {
      项目经理审核: none,
      技术工程师审核: async () => ({ techOpinion: '内容完整，保压结果须附读数' }),
      区域经理审核: none,
    },
  };
};

const systemMaintenanceFeedback = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'systemMaintenanceFeedback',
    applicant: at.operators[0],
    ...stage,
    async fields(tools, driver) {
      const doneBy = await tools.user(at.operators[0]);
      return {
        project: at.project,
        maintenancePlan: await firstOf(driver, tools, at.operators[0], 'systemMaintenance', at.project),
        actualStart: day(tools.now, -5),
        actualEnd: day(tools.now),
        vacuumHoldHours: '24.0',
        vacuumRise: '11',
        hydroPressure: '0.90',
        hydroDrop: '0.005',
        gasLeakOk: GOOD,
        interlockOk: GOOD,
        trialStart: moment(tools.now, -6),
        trialEnd: moment(tools.now, -2),
        trialOutTemp: '52.0',
        clientAttend: '刘敏',
        clientSign: await tools.file(),
        results: WORKS.map(([, doneItem, , on]) => ({
          doneItem,
          doneBy,
          doneDate: day(tools.now, on - 5),
          doneResult: GOOD,
          actualAmount: '0',
        })),
        leftovers: [],
      };
    },
    steps: {
      项目经理验收: async () => ({ qualityScore: 94 }),
      技术工程师审核: async () => ({ readyToRun: true, engineerOpinion: '保压与联锁合格，具备采暖开机条件' }),
      区域经理审核: none,
    },
  };
};

const BRANCHES = [
  ['主楼低区', '1～8层', '平衡阀', '120.0', '148.0', '124.0', '80', '62', '46.1', '21.6'],
  ['主楼高区', '9～16层', '平衡阀', '110.0', '86.0', '106.0', '60', '88', '45.2', '21.2'],
  ['裙楼', '1～3层', '平衡阀', '70.0', '74.0', '71.0', '70', '66', '45.8', '22.4'],
] as const;

const hydraulicBalanceRecord = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'hydraulicBalanceRecord',
    applicant: at.operators[0],
    ...stage,
    async fields(tools) {
      return {
        project: at.project,
        pipeSystem: '采暖系统',
        testMode: '采暖',
        adjustReason: '换季调节',
        testStart: moment(tools.now, -5),
        testEnd: moment(tools.now, -1),
        testers: [await tools.user(at.operators[0]), await tools.user(at.operators[1])],
        instrument: '超声波流量计',
        instrumentNo: 'UFL-2019-07',
        calibrationDue: day(tools.now, 240),
        pumpCombo: '1用1备',
        pumpFreq: '42.0',
        headerFlow: '310.0',
        headerSupplyTemp: '52.0',
        headerReturnTemp: '45.6',
        supplyPressure: '0.610',
        returnPressure: '0.380',
        worstLoop: '主楼16层西侧',
        worstDp: '38.0',
        branches: BRANCHES.map(
          ([
            branchName,
            serveArea,
            ,
            designFlow,
            flowBefore,
            flowAfter,
            openBefore,
            openAfter,
            branchReturn,
            roomTemp,
          ]) => ({
            branchName,
            serveArea,
            valveType: '静态平衡阀',
            diameter: 150,
            designFlow,
            openBefore,
            flowBefore,
            openAfter,
            flowAfter,
            branchReturn,
            roomTemp,
          }),
        ),
      };
    },
    steps: {
      项目经理审核: none,
      技术工程师审核: async () => ({ techAdvice: '高区流量已补足，建议两周后复测室温', needRenovation: false }),
    },
  };
};

const transmissionSystemMaintenance = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'transmissionSystemMaintenance',
    applicant: at.operators[0],
    ...stage,
    async fields(tools, driver) {
      const pump = { sealLeak: GOOD, lubricate: GOOD, alignment: GOOD, checkValve: GOOD };
      return {
        project: at.project,
        loop: '采暖环路',
        maintainCycle: '换季',
        maintainDate: day(tools.now),
        maintainers: [await tools.user(at.operators[0])],
        outFee: '0',
        expansionType: '气压罐定压',
        setPressure: '0.350',
        actualPressure: '0.345',
        bladderPressure: '0.300',
        airVent: GOOD,
        softJoint: GOOD,
        pipeInsulation: GOOD,
        hanger: GOOD,
        leakPoints: 0,
        sitePhotos: [await tools.file()],
        pumps: [
          {
            ...pump,
            pump: await pumpOf(driver, tools, at, '1号冷温水泵'),
            frequency: '42.0',
            flow: '310.0',
            inPressure: '0.380',
            outPressure: '0.610',
            power: '28.5',
          },
          {
            ...pump,
            pump: await pumpOf(driver, tools, at, '2号冷温水泵'),
            frequency: '42.0',
            flow: '305.0',
            inPressure: '0.380',
            outPressure: '0.605',
            power: '28.9',
          },
        ],
        strainers: [
          {
            strainerPlace: '1号冷温水泵入口Y型过滤器',
            strainerDn: 250,
            dpBefore: '26.0',
            dpAfter: '9.0',
            dirt: '焊渣铁锈',
            screenOk: GOOD,
          },
        ],
      };
    },
    steps: {
      项目经理验收: async (tools) => ({
        acceptOpinion: '过滤器压差明显下降，水泵运行平稳',
        nextMaintain: day(tools.now, 150),
      }),
    },
  };
};

const VALVES = [
  ['V-01', '分水器1号支路', '静态平衡阀', 200, '冷温水', '65'],
  ['V-02', '分水器2号支路', '静态平衡阀', 150, '冷温水', '70'],
  ['V-07', '1号主机冷暖切换阀', '蝶阀', 250, '冷温水', '100'],
] as const;

const valveMaintenance = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'valveMaintenance',
    applicant: at.operators[0],
    ...stage,
    async fields(tools) {
      return {
        project: at.project,
        valveArea: '主机房',
        valveCycle: '换季切换',
        serviceDate: day(tools.now),
        servicers: [await tools.user(at.operators[0]), await tools.user(at.operators[1])],
        pipelineState: '停运带压',
        switchMode: '制冷转采暖',
        switchChecked: true,
        consumableFee: '120.00',
        valvePhotos: [await tools.file()],
        valves: VALVES.map(([valveNo, place, valveKind, dn, medium, normalOpen]) => ({
          valveNo,
          place,
          valveKind,
          dn,
          medium,
          normalOpen,
          action: ['启闭试验', '阀杆注油', '挂牌标识'],
          stroke: GOOD,
          outerLeak: GOOD,
          innerLeak: GOOD,
        })),
      };
    },
    steps: { 项目经理验收: async () => ({ spotCheckCount: 2, spotOpinion: '阀位与挂牌一致' }) },
  };
};

const endPipeMaintenance = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'endPipeMaintenance',
    applicant: at.operators[0],
    ...stage,
    async fields(tools) {
      const cleaned = { filterClean: GOOD, coilClean: GOOD, drainPan: GOOD, strainerClean: GOOD, airRelease: GOOD };
      return {
        project: at.project,
        contract: `HT-${at.project}-01`,
        building: '主楼',
        floors: '5～6层',
        occupant: '博海信息技术有限公司',
        occupantContact: '梁小姐',
        occupantPhone: '19600000041',
        endReason: '换季保养',
        beginTime: moment(tools.now, -4),
        finishTime: moment(tools.now, -1),
        endWorkers: [await tools.user(at.operators[0])],
        inContract: true,
        riserValveLocked: false,
        endPhotos: [await tools.file()],
        terminals: [
          {
            ...cleaned,
            room: '5层开放办公区',
            terminalType: '卧式暗装风机盘管',
            terminalCount: 14,
            inletTemp: '51.0',
            outAirTemp: '38.5',
            thermostat: GOOD,
            fanNoise: GOOD,
          },
          {
            ...cleaned,
            room: '6层会议区',
            terminalType: '新风机组',
            terminalCount: 1,
            inletTemp: '50.6',
            outAirTemp: '24.0',
          },
        ],
        pipes: [
          {
            pipePlace: '5层东侧走廊吊顶',
            defect: '保温破损结露',
            pipeMeasure: '补做20mm橡塑保温3米',
            solved: true,
          },
        ],
      };
    },
    steps: {
      用户签认: async (tools) => ({ occupantSign: await tools.file(), satisfaction: '满意' }),
      项目经理审核: none,
    },
  };
};

const ROOM_WORKS = [
  ['地坪漆与通道划线', '环氧自流平2mm，通道黄线100mm', 'm²', '320.00', '42.0000'],
  ['管道色标与流向标识', '按GB 7231色标', '项', '1.00', '4600.0000'],
  ['阀门挂牌与常开常闭标识', '铝牌丝印', '块', '96.00', '18.0000'],
  ['系统图与操作规程上墙', '1.2×0.9m 亚克力', '块', '6.00', '260.0000'],
] as const;

const EMCRoomConstruction = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'EMCRoomConstruction',
    applicant: at.manager,
    ...stage,
    async fields(tools) {
      const dutyPerson = await tools.user(at.operators[0]);
      return {
        project: at.project,
        contract: `HT-${at.project}-01`,
        buildKind: '存量机房改造',
        roomName: '制冷机房',
        roomFloor: '地下一层',
        roomArea: '620.00',
        hostCount: 2,
        totalCapacity: '5700.00',
        currentLevel: '三星',
        targetLevel: '四星',
        visitRoute: true,
        clientAgree: '已同意',
        fundSource: '运营成本',
        clientPay: '0',
        leftBudget: '80000.00',
        buildTeam: '项目自行实施',
        leader: await tools.user(at.manager),
        planStart: day(tools.now, 5),
        planEnd: day(tools.now, 25),
        inSeason: false,
        safeMeasure: '分区施工，油漆期间加强通风并停用明火，燃气阀组隔离，主机控制柜覆盖防尘',
        beforePhotos: [await tools.file()],
        designFiles: [await tools.file()],
        works: ROOM_WORKS.map(([workItem, standard, workUnit, quantity, unitPrice]) => ({
          workItem,
          standard,
          workUnit,
          quantity,
          unitPrice,
          planFinish: day(tools.now, 24),
          dutyPerson,
        })),
      };
    },
    steps: {
      区域经理审核: none,
      技术与安全会审: async () => ({
        techOpinion: '色标与挂牌按公司图集执行',
        safeOpinion: '油漆作业期间燃气间断气隔离',
      }),
      财务审核: async () => ({ costSubject: '项目运营费' }),
      EMC总监审批: none,
      完工验收: async (tools) => ({
        actualStart: day(tools.now, -18),
        actualEnd: day(tools.now),
        actualCost: '21000.00',
        finishedCount: 4,
        acceptScore: '89.0',
        acceptLevel: '四星',
        afterPhotos: [await tools.file()],
        acceptFile: [await tools.file()],
      }),
    },
  };
};

const technicalRenovationRecord = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'technicalRenovationRecord',
    applicant: at.manager,
    ...stage,
    async fields(tools) {
      return {
        project: at.project,
        contract: `HT-${at.project}-01`,
        renovationName: '冷温水泵变频与压差控制改造',
        renovationType: '水泵变频改造',
        reason: '能耗超标',
        currentProblem: '两台55kW冷温水泵工频运行，部分负荷时供回水温差不足3℃',
        scheme: '各加装一台变频柜，取最不利环路压差控制，最低频率30Hz',
        schemeFiles: [await tools.file()],
        planStart: day(tools.now, 4),
        planEnd: day(tools.now, 16),
        buildWay: '自行实施',
        investor: '公司投资',
        companyRatio: '100',
        needStop: true,
        stopDays: '1.0',
        invests: [
          { costItem: '设备费', investName: '变频柜 55kW', quantity: '2.00', unitPrice: '12600.00' },
          { costItem: '材料费', investName: '压差传感器与线缆', quantity: '1.00', unitPrice: '3800.00' },
          { costItem: '调试费', investName: '现场调试', quantity: '1.00', unitPrice: '2000.00' },
        ],
        savings: [{ energyKind: '电', beforeYear: '236000.0', afterYear: '158000.0', energyPrice: '0.7800' }],
      };
    },
    steps: {
      项目经理审核: none,
      技术总监评审: async () => ({ reviewResult: '同意实施', reviewOpinion: '注意变频柜散热与谐波' }),
      财务审核: async () => ({ fundSource: '年度技改预算' }),
      完工效果反馈: async (tools) => ({
        actualFinish: day(tools.now, 12),
        actualInvest: '30400.00',
        measuredSaving: '58200.00',
        effectResult: '达到预期',
        effectFiles: [await tools.file()],
      }),
    },
  };
};

const qualityExceptionFeedback = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'qualityExceptionFeedback',
    applicant: at.operators[0],
    ...stage,
    async fields(tools, driver) {
      const by = at.operators[0];
      return {
        project: at.project,
        exceptionType: '配件质量',
        findDate: day(tools.now),
        findStage: '质保期运行',
        supplierUnit: await first(driver, tools, by, 'supplier', { Keyword: '同力水泵' }),
        productDevice: await pumpOf(driver, tools, at, '冷却水泵'),
        productName: '冷却水泵机械密封 M7N-55',
        factoryNo: `M7N-22${31 + i}`,
        commissionDate: day(tools.now, -120),
        warrantyEnd: day(tools.now, 240),
        severity: '一般',
        exceptionDesc: '更换后四个月动环开裂，漏水约每分钟60滴',
        tempMeasure: '切换备用泵运行，漏泵停用挂牌',
        demand: ['免费更换', '费用索赔'],
        demandDate: day(tools.now, 12),
        evidence: [await tools.file()],
        defects: [{ defectPart: '机械密封动环', defectKind: '性能不达标', totalQty: 2, defectQty: 1 }],
        losses: [{ lossKind: '人工差旅费', lossBasis: '拆装两人四小时', lossAmount: '480.00' }],
      };
    },
    steps: {
      项目经理审核: none,
      技术工程师判定: async () => ({ rootCause: '动环材质与介质温度不匹配', responsible: '供应商' }),
      采购与供方交涉: async (tools) => ({
        supplierReply: '同意免费更换耐温型动环并承担人工费',
        agreedClaim: '480.00',
        promiseDate: day(tools.now, 7),
      }),
      处理效果验证: async (tools) => ({ verifyDate: day(tools.now), verifyResult: '已解决' }),
    },
  };
};

export const SYSTEMS: readonly Script[] = [
  systemMaintenance(0, approved(36)),
  systemMaintenance(1, waiting(1)),
  systemMaintenance(2, approved(16)),
  systemMaintenanceFeedback(0, approved(24)),
  systemMaintenanceFeedback(2, waiting(0, 5)),
  hydraulicBalanceRecord(0, approved()),
  hydraulicBalanceRecord(1, waiting(1)),
  transmissionSystemMaintenance(0, approved()),
  transmissionSystemMaintenance(2, waiting(0)),
  valveMaintenance(0, approved()),
  valveMaintenance(3, waiting(0)),
  endPipeMaintenance(0, approved()),
  endPipeMaintenance(1, waiting(1)),
  EMCRoomConstruction(0, approved(40)),
  EMCRoomConstruction(1, waiting(1)),
  technicalRenovationRecord(0, approved(38)),
  technicalRenovationRecord(2, waiting(1)),
  qualityExceptionFeedback(0, approved()),
  qualityExceptionFeedback(1, waiting(2)),
];
