/** What the demo records of safety officers say: checks on a subject, of contractors at work, of boilers and vessels, and what happened nevertheless. */
import {
  approved,
  day,
  firstOf,
  GOOD,
  moment,
  none,
  rejected,
  type Script,
  site,
  type Stage,
  waiting,
} from './script.ts';

const OFFICER = 'safetyOfficer';

const TOPICS = [
  {
    topic: '燃气使用安全',
    basis: '城镇燃气管理条例、公司燃气安全管理办法',
    given: (expire: string) => ({ leakPpm: 12, detectorExpire: expire }),
    clauses: [
      ['燃气间探测器在线且报警、切断联动试验正常', '20.0'],
      ['阀组及法兰检漏有记录，检漏仪无读数', '20.0'],
      ['紧急切断阀标识清楚，值班人员会操作', '15.0'],
      ['燃气间通风换气次数符合要求，防爆灯完好', '15.0'],
    ],
    finding: '切断阀操作牌缺失，夜班人员不熟悉复位步骤',
  },
  {
    topic: '冬季防冻',
    basis: '公司冬季防冻防滑专项方案',
    given: () => ({ lowestWaterTemp: '9.5' }),
    clauses: [
      ['屋面膨胀水箱、补水管电伴热投用', '20.0'],
      ['停用冷却塔及管路排空，放空阀常开挂牌', '20.0'],
      ['末端新风机组防冻开关校验', '15.0'],
      ['防冻值班表与应急物资', '15.0'],
    ],
    finding: '2号冷却塔集水盘存水未排净',
  },
] as const;

const specialSafetyCheck = (i: number, stage: Stage): Script => {
  const at = site(i);
  const { topic, basis, given, clauses, finding } = TOPICS[i % TOPICS.length] ?? TOPICS[0];
  return {
    module: 'specialSafetyCheck',
    applicant: OFFICER,
    ...stage,
    async fields(tools) {
      const owner = await tools.user(at.operators[0]);
      return {
        project: at.project,
        topic,
        organizer: '公司安全管理部门',
        basis,
        leader: await tools.user(OFFICER),
        members: [await tools.user('safetyOfficer2')],
        startDate: day(tools.now),
        endDate: day(tools.now),
        ...given(day(tools.now, 160)),
        stopOrder: false,
        evidence: [await tools.file()],
        clauses: clauses.map(([clause, fullScore], nth) =>
          nth === 2
            ? { clause, fullScore, deduct: '4.0', finding, level: '一般隐患', owner, dueDate: day(tools.now, 7) }
            : { clause, fullScore, deduct: '0' },
        ),
      };
    },
    steps: {
      受检项目经理确认: async () => ({ projectReply: '认可' }),
      区域经理审批: none,
      项目整改反馈: async (tools) => ({ rectifyReport: [await tools.file()], rectifyFinish: day(tools.now) }),
      检查组长验收: async () => ({ acceptance: '通过' }),
    },
  };
};

const ACCIDENTS = [
  {
    accidentType: '跑水漏水',
    accidentLevel: '轻微事故',
    place: '地下二层制冷机房分集水器',
    course: '凌晨巡检发现分水器排污阀阀杆盘根呲水，水流入集水坑，坑泵自动启动，地面积水约2厘米',
    emergencyAction: '关闭支路阀并泄压，更换盘根后恢复，用吸水机清理地面',
    reportedTo: ['客户', '物业'],
    hours: '1.5',
    area: '3200.00',
    losses: [
      ['设备部件', '排污阀盘根及法兰垫片', '2.00', '86.00'],
      ['抢修人工', '夜间抢修两人', '6.00', '60.00'],
    ],
    cause: '维护保养不到位',
    direct: '排污阀盘根老化，长期未更换',
    root: '换季阀门保养未覆盖排污阀',
  },
  {
    accidentType: '外部停电停气停水',
    accidentLevel: '未遂事件',
    place: '高压配电室',
    course: '市政线路故障全楼停电约40分钟，主机按停电程序停机，未发生溶液结晶',
    emergencyAction: '按停电预案手动打开稀释阀，来电后先启溶液泵再逐台恢复',
    reportedTo: ['客户', '供电公司'],
    hours: '0.7',
    area: '26000.00',
    losses: [['能源介质', '恢复升温多耗天然气', '120.00', '3.60']],
    cause: '自然原因',
    direct: '市政供电线路跳闸',
    root: '外部原因，现场处置符合预案',
  },
] as const;

const suddenAccidentRecord = (i: number, stage: Stage): Script => {
  const at = site(i);
  const of = ACCIDENTS[i % ACCIDENTS.length] ?? ACCIDENTS[0];
  return {
    module: 'suddenAccidentRecord',
    applicant: at.operators[0],
    ...stage,
    async fields(tools) {
      return {
        project: at.project,
        accidentType: of.accidentType,
        accidentLevel: of.accidentLevel,
        occurTime: moment(tools.now, -7),
        reportTime: moment(tools.now, -6.8),
        controlTime: moment(tools.now, -6.2),
        place: of.place,
        discoverer: '夜班值班员',
        dutyUser: await tools.user(at.operators[0]),
        course: of.course,
        emergencyAction: of.emergencyAction,
        reportedTo: of.reportedTo,
        stopHours: of.hours,
        affectedArea: of.area,
        sceneMedia: [await tools.file()],
        losses: of.losses.map(([lossKind, lossName, quantity, unitPrice]) => ({
          lossKind,
          lossName,
          quantity,
          unitPrice,
        })),
      };
    },
    steps: {
      项目经理核实: async () => ({ verifyOpinion: '经过属实，处置及时' }),
      安全员调查: async () => ({ causeType: of.cause, directCause: of.direct, rootCause: of.root }),
      区域经理定责: async () => ({ dutyOpinion: '不追究个人责任，列入班组警示教育', penaltyAmount: '0' }),
      防范措施落实: async (tools) => ({
        prevention: '同类阀门全部普查，纳入换季保养清单并挂牌',
        preventionDate: day(tools.now),
        trainedCount: 4,
      }),
    },
  };
};

const SITE_ITEMS = [
  '安全帽反光衣佩戴',
  '动火点灭火器与接火斗',
  '氧气乙炔瓶间距5米以上且防倾倒',
  '临时配电箱一机一闸一漏一箱',
  '设备孔洞临边防护',
  '材料堆放与工完场清',
] as const;

/** Contractors at work in the machine rooms that are rebuilt. */
const constructionSafetyInspection = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'constructionSafetyInspection',
    applicant: OFFICER,
    ...stage,
    async fields(tools, driver) {
      return {
        project: at.project,
        workName: '制冷机房管道与设备安装',
        builder: await firstOf(driver, tools, OFFICER, 'supplier', at.project, { Keyword: '通达管道' }),
        siteLeader: '赵通达',
        sitePhone: '19700000006',
        guardian: await tools.user(at.operators[0]),
        checkTime: moment(tools.now, -1),
        riskWorks: ['动火', '临时用电'],
        workerCount: 6,
        briefedCount: 6,
        insuredCount: 6,
        workHeight: '1.8',
        windLevel: 2,
        sitePhotos: [await tools.file()],
        permits: [
          {
            permitType: '动火作业证',
            permitNo: `DH-${day(tools.now).replaceAll('-', '')}-0${i + 1}`,
            validFrom: moment(tools.now, -3),
            validTo: moment(tools.now, 5),
            gasTest: '0.0',
          },
        ],
        workers: [
          {
            workerName: '邱大力',
            trade: '焊接与热切割',
            certNo: 'T320119880613401',
            certExpire: day(tools.now, 420),
            certCheck: GOOD,
          },
        ],
        items: SITE_ITEMS.map((item, nth) => ({
          item,
          result: nth === 5 ? { result: '不合格', remark: '保温边角料未及时清运' } : GOOD,
        })),
      };
    },
    steps: {
      监护人督促整改: async (tools) => ({
        rectifyDetail: '已清运并划定堆料区',
        rectifyPhotos: [await tools.file()],
      }),
      项目经理复核: none,
    },
  };
};

const safetyOfficerPressureVesselCheck = (i: number, stage: Stage): Script => {
  const at = site(i);
  const weekly = i % 2 === 0;
  return {
    module: 'safetyOfficerPressureVesselCheck',
    applicant: OFFICER,
    ...stage,
    async fields(tools, driver) {
      const vessel = (Keyword: string) =>
        firstOf(driver, tools, OFFICER, 'device', at.project, { Category: '压力容器', Keyword });
      const core = { useState: '在用', tag: GOOD, attachment: GOOD };
      return {
        project: at.project,
        controlLevel: weekly ? '周排查' : '日管控',
        controlDate: day(tools.now),
        ...(weekly ? { periodStart: day(tools.now, -6), periodEnd: day(tools.now) } : {}),
        riskListVersion: '压力容器风险管控清单 V2.1',
        safetyChief: await tools.user('safetyOfficer2'),
        registeredCount: 2,
        inUseCount: 2,
        dutyCount: 2,
        certifiedCount: 2,
        runLog: GOOD,
        archive: GOOD,
        emergencyPlan: GOOD,
        noProblem: false,
        vessels: [
          { ...core, device: await vessel('分水器'), readPressure: '0.42', limitPressure: '1.00' },
          { ...core, device: await vessel('定压罐'), readPressure: '0.38', limitPressure: '1.00' },
        ],
        hazards: [
          {
            hazard: '定压罐压力表表盘玻璃破损',
            riskLevel: '一般',
            measure: '临时换装备用表，破损表送检',
            owner: await tools.user(at.operators[0]),
            dueDate: day(tools.now, 5),
            closed: false,
          },
        ],
      };
    },
    steps: {
      项目经理签收: async () => ({ acceptReply: '两日内更换压力表并贴检定标签' }),
      安全总监审定: async () => ({ chiefConclusion: '风险可控' }),
    },
  };
};

const safetyOfficerBoilerCheck = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'safetyOfficerBoilerCheck',
    applicant: OFFICER,
    ...stage,
    async fields(tools, driver) {
      const boiler = await firstOf(driver, tools, OFFICER, 'device', at.project, { Category: '锅炉' });
      const test = { device: boiler, lastTest: day(tools.now, -25), testDue: day(tools.now, 5), onSiteTest: GOOD };
      return {
        project: at.project,
        controlLevel: '周排查',
        controlTime: moment(tools.now, -1),
        boilerRoom: '热水锅炉房',
        roomLocation: '首层',
        runningBoilers: 1,
        standbyBoilers: 0,
        stokerOnDuty: 2,
        g1Certified: 1,
        waterCertified: 1,
        gasAlarmReading: '0.0',
        ventilationRate: '12.0',
        shiftLogChecked: 14,
        shiftLogMissing: 1,
        waterReport: GOOD,
        energyReport: GOOD,
        safetyChief: await tools.user('safetyOfficer2'),
        interlocks: ['熄火保护', '超温停炉', '燃气泄漏切断'].map((interlock) => ({ ...test, interlock })),
        hazards: [
          {
            hazardSource: '本次检查',
            hazard: '交接班记录漏记一次炉水化验结果',
            grade: '一般',
            owner: await tools.user(at.operators[0]),
            fund: '0',
            dueDate: day(tools.now, 3),
            progress: '治理中',
          },
        ],
      };
    },
    steps: {
      项目经理整改答复: async (tools) => ({ replyPlan: '补记并重申化验与记录要求', replyFinish: day(tools.now, 2) }),
      安全总监审定: async () => ({ chiefOpinion: '记录问题限三日内闭环，运行风险可控' }),
    },
  };
};

export const SAFETY_OFFICERS: readonly Script[] = [
  specialSafetyCheck(0, approved()),
  specialSafetyCheck(1, waiting(2)),
  suddenAccidentRecord(0, approved()),
  suddenAccidentRecord(1, waiting(1)),
  constructionSafetyInspection(0, approved()),
  constructionSafetyInspection(2, waiting(0)),
  safetyOfficerPressureVesselCheck(0, approved()),
  safetyOfficerPressureVesselCheck(1, waiting(0)),
  safetyOfficerBoilerCheck(1, approved()),
  safetyOfficerBoilerCheck(3, rejected(0)),
];
