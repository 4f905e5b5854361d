/** What the demo records of employees say: who becomes regular, who leaves, how they are judged and talked to, what they are certified for. */
import {
  approved,
  day,
  firstOf,
  monthBefore,
  moment,
  none,
  rejected,
  type Script,
  site,
  type Stage,
  waiting,
} from './script.ts';

const TASKS = [
  ['独立完成主机开停机操作', '30', '90.0', '独立操作12次，无差错'],
  ['能耗日报录入', '30', '92.0', '及时率100%'],
  ['巡检与交接班记录', '40', '88.0', '按路线完成，漏记1次'],
] as const;

const LEARNERS = [
  { who: 'operator5', mentor: 'projectManager5', project: 'EMC04001', dept: 'A632204', jobNo: 'HN0016' },
  { who: 'operator4', mentor: 'projectManager4', project: 'EMC03001', dept: 'A632203', jobNo: 'HN0015' },
] as const;

const userFormal = (i: number, stage: Stage): Script => {
  const of = LEARNERS[i % LEARNERS.length] ?? LEARNERS[0];
  return {
    module: 'userFormal',
    applicant: 'hr',
    ...stage,
    async fields(tools) {
      return {
        project: of.project,
        dept: of.dept,
        employee: await tools.user(of.who),
        position: '运行工',
        entryDate: day(tools.now, -92),
        probationEnd: day(tools.now, 1),
        mentor: await tools.user(of.mentor),
        formalType: '按期转正',
        formalDate: day(tools.now, 2),
        attendDays: '64.0',
        lateTimes: 0,
        leaveDays: '1.0',
        trainHours: '18.0',
        entryRate: '100',
        patrolRate: '98',
        theoryScore: '86.0',
        masteredSkills: ['溴化锂机组开停机', '抽真空与真空度判断', '冷却塔巡检与排污', '抄表与报表', '应急停机'],
        probationSummary: '掌握本项目主机与水系统操作，能独立顶夜班，参与一次换季保养',
        improvePlan: '加强燃烧调节与故障判断，计划报考低压电工证',
        probationSalary: '5400.00',
        formalSalary: '6000.00',
        effectMonth: monthBefore(day(tools.now), -1),
        tasks: TASKS.map(([task, weight, score, result]) => ({ task, goal: '达到岗位标准', weight, result, score })),
      };
    },
    steps: {
      带教师傅评价: async () => ({
        practiceScore: '90.0',
        canStandAlone: '可独立顶岗',
        mentorOpinion: '操作规范，肯钻研',
      }),
      部门负责人评价: async () => ({ managerScore: '88.0', managerOpinion: '同意按期转正' }),
      人事审核: async () => ({ insuranceChecked: '正常', approvedSalary: '6000.00' }),
      运营总监审批: none,
    },
  };
};

/** It is being settled: nobody loses an account while people look around. */
const resignationReport = (stage: Stage): Script => ({
  module: 'resignationReport',
  applicant: 'researchEngineer2',
  ...stage,
  async fields(tools) {
    return {
      dept: 'A6309',
      employee: await tools.user('researchEngineer2'),
      position: '研究所工程师',
      employType: '劳动合同工',
      entryDate: day(tools.now, -820),
      inProbation: false,
      contractEnd: day(tools.now, 275),
      resignType: '主动辞职',
      reasons: ['家庭原因', '职业发展'],
      reasonText: '回原籍照顾家人，感谢公司培养',
      applyDate: day(tools.now),
      lastWorkDay: day(tools.now, 45),
      handoverTo: await tools.user('researchEngineer'),
      unusedLeave: '3.0',
      applyFile: [await tools.file()],
      workItems: [
        { matter: '设备档案图纸', state: '低氮燃烧试验台图纸与数据已归档', doneDate: day(tools.now, 20) },
        { matter: '其他', state: '热泵样机测试转由研究所工程师继续', doneDate: day(tools.now, 30) },
      ],
      goods: [{ goodsName: '电脑手机', qty: 1, returned: '未归还' }],
    };
  },
  steps: {
    部门负责人面谈: async () => ({
      retainResult: '挽留未成功',
      talkRecord: '去意已定，表示配合交接',
      postPlan: '热泵样机测试由研究所工程师兼任',
    }),
  },
});

const SCORES = {
  disciplineScore: '9.0',
  paramScore: '13.5',
  vacuumScore: '9.0',
  burnScore: '4.5',
  waterScore: '8.5',
  maintainScore: '13.0',
  dataScore: '9.0',
  safetyScore: '9.0',
  roomScore: '4.5',
  serviceScore: '9.0',
};

const airTechnicianEvaluation = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'airTechnicianEvaluation',
    applicant: at.manager,
    ...stage,
    async fields(tools) {
      return {
        project: at.project,
        evaluateSeason: '制冷季',
        periodStart: monthBefore(day(tools.now), 6),
        periodEnd: monthBefore(day(tools.now), 2),
        technician: await tools.user(at.operators[0]),
        currentGrade: '中级技师',
        monthFee: '6200.00',
        dutyShifts: 76,
        actualShifts: 76,
        ...SCORES,
        saving: '3.2',
        majorFault: false,
        events: [
          {
            eventDate: day(tools.now, -70),
            eventType: '发现重大隐患',
            point: '3.0',
            evidence: '巡检发现燃气软管接口渗漏，及时切断上报',
          },
        ],
      };
    },
    steps: {
      技师自评与确认: async () => ({ selfSummary: '全季无责任事故，真空保持良好，数据录入及时' }),
      技术员抽考: async () => ({ theoryScore: '84.0', weakPoint: ['燃烧系统'] }),
      区域经理评价: async () => ({
        areaScore: '88.0',
        conclusion: '续用',
        newGrade: '中级技师',
        newMonthFee: '6200.00',
      }),
      人事核定: async (tools) => ({ effectMonth: monthBefore(day(tools.now), -1), companyNotified: '不适用' }),
    },
  };
};

const employeeInterview = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'employeeInterview',
    applicant: at.manager,
    ...stage,
    async fields(tools) {
      return {
        project: at.project,
        employee: await tools.user(at.operators[0]),
        position: '运行工',
        interviewType: '季度例行',
        interviewer: await tools.user(at.manager),
        talkTime: moment(tools.now, -2),
        talkMinutes: 40,
        talkPlace: '机房值班室',
        workLoadRate: 4,
        payRate: 3,
        livingRate: 4,
        envRate: 3,
        leaderRate: 5,
        growthRate: 4,
        strengths: '夜班处置停电果断，主机参数保持稳定',
        weakness: '报表分析需提高，约定每月与数据员核对一次',
        moodState: '稳定',
        leaveRisk: '低',
        demands: [
          {
            demandType: '机房降温降噪',
            demandText: '值班室隔音差，夜间休息受影响',
            handler: await tools.user(at.manager),
            promiseDate: day(tools.now, 15),
          },
        ],
      };
    },
    steps: {
      员工本人确认: async (tools) => ({ agreeContent: '属实无异议', employeeSign: await tools.file() }),
      区域经理阅处: async () => ({ areaMeasure: '同意更换隔音门，费用列项目维修费' }),
      人事跟踪闭环: async (tools) => ({
        solvedCount: 1,
        trackResult: '隔音门已更换，本人满意',
        closeDate: day(tools.now),
        riskAfter: '低',
      }),
    },
  };
};

const KPIS = [
  ['单位面积能耗', '21.500', '20.900', 'kWh/m²', '40', '96.0', '较目标低2.8%'],
  ['运营费回款率', '100.000', '96.000', '%', '30', '92.0', '一笔月末到账'],
  ['客户满意度', '90.000', '93.000', '分', '20', '98.0', '季度问卷均分'],
  ['数据录入及时率', '100.000', '99.000', '%', '10', '95.0', '漏录一次'],
] as const;

const assessmentReport = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'assessmentReport',
    applicant: 'hr',
    ...stage,
    async fields(tools) {
      const share = { coefficient: '1.00', reward: '0', penalty: '0' };
      return {
        project: at.project,
        cycle: '月度',
        periodStart: monthBefore(day(tools.now), 1),
        periodEnd: monthBefore(day(tools.now), 1),
        chargeModel: '面积包干',
        airArea: '60000.00',
        headCount: 3,
        energyCost: '118600.00',
        energyBudget: '122000.00',
        receivable: '255000.00',
        received: '244800.00',
        accidentLevel: '无',
        complaintCount: 0,
        basePool: '6000.00',
        summary: '换季保养提前完成，能耗低于目标；月末一笔回款延后',
        improve: '催收前移至账单签认当日，夜班增加一次室温抽测',
        kpis: KPIS.map(([indicator, goal, actual, measureUnit, weight, kpiScore, basis]) => ({
          indicator,
          goal,
          actual,
          measureUnit,
          weight,
          kpiScore,
          basis,
        })),
        persons: [
          { ...share, person: await tools.user(at.manager), post: '项目经理', baseBonus: '2200.00' },
          { ...share, person: await tools.user(at.operators[0]), post: '运行班长', baseBonus: '1600.00' },
        ],
      };
    },
    steps: {
      能源数据核对: async () => ({ dataVerified: '与日报一致' }),
      区域经理评定: async () => ({ grade: '良好', areaComment: '能耗控制好，回款需加强' }),
      财务核对: async (tools) => ({ collectVerified: '一致', payMonth: monthBefore(day(tools.now), -1) }),
      运营总监审批: none,
    },
  };
};

const CERTIFIED = [
  { type: '有限空间作业证', idNo: '31011519880612431X', fee: '680.00' },
  { type: '低压电工作业证', idNo: '440305199010233512', fee: '980.00' },
] as const;

const certificateManage = (i: number, stage: Stage): Script => {
  const at = site(i);
  const of = CERTIFIED[i % CERTIFIED.length] ?? CERTIFIED[0];
  return {
    module: 'certificateManage',
    applicant: at.manager,
    ...stage,
    async fields(tools) {
      return {
        project: at.project,
        applyType: '新取证',
        holder: await tools.user(at.operators[0]),
        idNo: of.idNo,
        position: '运行工',
        certType: of.type,
        validFrom: day(tools.now, -5),
        validTo: day(tools.now, 1090),
        reviewDate: day(tools.now, 1050),
        forPost: true,
        keepMode: '项目机房公示',
        trainOrg: '市安全生产技术培训中心',
        trainStart: day(tools.now, -40),
        trainEnd: day(tools.now, -30),
        payMode: '公司承担',
        fees: [
          { feeItem: '培训费', amount: of.fee, voucher: [await tools.file()] },
          { feeItem: '考试费', amount: '120.00' },
        ],
      };
    },
    steps: {
      部门负责人审核: none,
      安全员核验: async () => ({ verifyChannel: '新取证未出证', verifyResult: '待出证' }),
      人事审核: async () => ({ agreementSigned: '无需签订' }),
      财务审核: async () => ({ approvedFee: (Number(of.fee) + 120).toFixed(2) }),
      证书归档: async (tools) => ({
        finalCertNo: `T${of.idNo.slice(0, 16)}`,
        finalValidTo: day(tools.now, 1080),
        archiveNo: `ZS-0${i + 4}`,
      }),
    },
  };
};

const credentials = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'credentials',
    applicant: at.manager,
    ...stage,
    async fields(tools, driver) {
      return {
        project: at.project,
        device: await firstOf(driver, tools, at.manager, 'device', at.project, {
          Category: i === 0 ? '锅炉' : '压力容器',
        }),
        operateType: '新增',
        scope: '设备',
        credentialType: i === 0 ? '特种设备使用登记证(锅炉)' : '特种设备使用登记证(压力容器)',
        credentialName: i === 0 ? '热水锅炉使用登记证' : '分水器使用登记证',
        credentialNo: i === 0 ? '锅10沪B00218(19)' : '容15沪B01136(20)',
        holderUnit: '衡能示范公司',
        issueOrg: '市场监督管理局',
        issueDate: day(tools.now, -1200),
        longTerm: true,
        nextInspect: day(tools.now, 210),
        secrecy: '一般',
        originalQty: 1,
        duplicateQty: 1,
        keeper: await tools.user(at.manager),
        storePlace: '项目部资料柜',
        canBorrow: false,
        scans: [await tools.file()],
        inspections: [
          {
            inspectDate: day(tools.now, -155),
            inspectOrg: '特种设备监督检验研究院',
            conclusion: '合格',
            nextDate: day(tools.now, 210),
            fee: '1200.00',
          },
        ],
      };
    },
    steps: {
      部门负责人审核: none,
      保管人入库: async (tools) => ({ receiveDate: day(tools.now), receiveQty: 2, boxNo: `SB-${i + 1}` }),
    },
  };
};

/** What those who were taught say of a course: the approval of its record asked them to. */
const trainingFeedback = (trainee: string, stage: Stage): Script => ({
  module: 'trainingFeedback',
  applicant: trainee,
  ...stage,
  async fields(tools, driver) {
    return {
      ...(await driver.left(await tools.user(trainee), tools.now, 'trainingFeedback')),
      post: '运行工',
      practicalRate: 5,
      depthRate: 4,
      lecturerRate: 5,
      interactRate: 4,
      coursewareRate: 4,
      organizeRate: 4,
      gains: '弄清了点火程序各阶段时间和熄火保护的判断方法',
      applyPlan: '按课程步骤做一次熄火保护试验并记录',
      applyDeadline: day(tools.now, 20),
      wishTopics: ['燃烧系统', '电气与变频'],
    };
  },
  steps: {
    讲师回复: async () => ({ lecturerReply: '下月安排夜班人员补讲，并增加实操环节' }),
    项目经理跟踪应用效果: async (tools) => ({
      trackDate: day(tools.now),
      behaviorRate: 4,
      behaviorProof: '现场抽查，能独立完成检漏与保护试验',
      needRetrain: false,
    }),
    人事归档: async () => ({ feedbackClass: '课程内容', adopt: '采纳' }),
  },
});

export const EMPLOYEES: readonly Script[] = [
  userFormal(0, approved()),
  userFormal(1, waiting(1)),
  resignationReport(waiting(1)),
  airTechnicianEvaluation(0, approved()),
  airTechnicianEvaluation(1, waiting(2)),
  employeeInterview(0, approved()),
  employeeInterview(2, waiting(1)),
  assessmentReport(0, approved()),
  assessmentReport(1, waiting(3)),
  certificateManage(0, approved()),
  certificateManage(1, waiting(2)),
  credentials(0, approved()),
  credentials(2, rejected(0)),
  // The other trainee has not written yet.
  trainingFeedback('operator2', approved(6)),
];
