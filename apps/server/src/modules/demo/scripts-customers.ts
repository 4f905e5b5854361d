/** What the demo records of customers say: complaints taken down and solved, problems put right. */
import { day, moment, none, type Script, site, type Stage } from './script.ts';

const STAGES: readonly Stage[] = [
  { end: 'approved', after: 0 },
  { end: 'running', after: 1 },
];
const stageOf = (i: number): Stage => STAGES[i % STAGES.length] ?? { end: 'running', after: 0 };

const userComplaint = (i: number): Script => {
  const at = site(i);
  return {
    module: 'userComplaint',
    applicant: at.operators[0],
    ...stageOf(i),
    async fields(tools) {
      const handler = await tools.user(at.operators[1]);
      return {
        project: at.project,
        receiveTime: moment(tools.now, -6),
        channel: i % 2 === 0 ? '400热线' : '物业转达',
        complainant: ['林晓梅', '陈国平'][i % 2],
        phone: '13800001001',
        place: ['门诊楼三层 内科诊室', '主楼十二层 1206室'][i % 2],
        complaintType: ['室内偏冷', '漏水滴水'][i % 2],
        severity: '一般',
        complaintText: ['诊室温度不足，病人反映偏冷', '风机盘管冷凝水滴落到吊顶'][i % 2],
        userDemand: '尽快处理并告知原因',
        ...(i % 2 === 0 ? { measuredTemp: '18.5', contractTemp: '20.0' } : {}),
        repeatTimes: 1,
        respondBefore: moment(tools.now, -4),
        handler,
        actions: [
          {
            actionTime: moment(tools.now, -5.5),
            actor: handler,
            actionKind: '到达现场',
            detail: ['测温并检查风机盘管过滤网', '检查冷凝水盘与排水管'][i % 2],
            cost: ['0.00', '60.00'][i % 2],
          },
        ],
      };
    },
    steps: {
      责任人处理: async (tools) => ({
        firstResponse: moment(tools.now, -5.8),
        arriveTime: moment(tools.now, -5.5),
        causeType: '末端堵塞',
        causeDetail: ['过滤网积尘，送风量不足', '冷凝水管存气排水不畅'][i % 2],
        solution: ['清洗过滤网并调高供水温度2℃', '疏通排水管并校正坡度'][i % 2],
        solvedTime: moment(tools.now, -3),
      }),
      项目经理审核: async () => ({ established: '成立', compensation: '0.00' }),
      客服回访关闭: async (tools) => ({ revisitScore: 9, revisitTime: moment(tools.now, -1), closed: true }),
    },
  };
};

const emcProblemRectification = (i: number): Script => {
  const at = site(i);
  return {
    module: 'emcProblemRectification',
    applicant: ['areaManager', 'areaManager2', 'areaManager3', 'areaManager4'][i % 4] ?? 'areaManager',
    ...stageOf(i),
    async fields(tools) {
      const owner = await tools.user(at.operators[0]);
      return {
        project: at.project,
        source: '项目巡检',
        sourceNo: `XJ-${day(tools.now).slice(0, 7)}`,
        foundDate: day(tools.now),
        problemField: '水泵管网',
        severity: '一般',
        repeated: false,
        problemDesc: '分水器间阀门法兰渗水，保温层受潮脱落',
        effectDesc: '冷量损失且地面湿滑，影响机房形象',
        monthLoss: '300.00',
        rectifyLeader: await tools.user(at.manager),
        totalDeadline: day(tools.now, 14),
        beforePhotos: [await tools.file()],
        tasks: [
          {
            task: '更换法兰垫片并紧固',
            position: '分水器2号支路',
            standard: '运行压力下24小时无渗漏',
            owner,
            executor: '项目自行',
            dueDate: day(tools.now, 5),
            materialFee: '260.00',
            laborFee: '0.00',
          },
          {
            task: '恢复橡塑保温',
            position: '分水器间',
            standard: '接缝严密，外护完好',
            owner,
            executor: '外协施工',
            dueDate: day(tools.now, 10),
            materialFee: '480.00',
            laborFee: '600.00',
          },
        ],
      };
    },
    steps: {
      区域经理审批方案: async () => ({ schemeOpinion: '同意，注意停水时段安排在夜间' }),
      财务审核预算: none,
      整改实施反馈: async (tools) => ({
        finishedTasks: 2,
        actualCost: '1280.00',
        finishDate: day(tools.now),
        afterPhotos: [await tools.file()],
      }),
      下达人验收: async () => ({ acceptResult: '合格关闭', acceptScore: 92, penalty: '0.00' }),
    },
  };
};

const problemDetectionFeedback = (i: number): Script => {
  const at = site(i);
  return {
    module: 'problemDetectionFeedback',
    applicant: at.operators[0],
    ...stageOf(i),
    async fields(tools) {
      return {
        project: at.project,
        detectKind: '燃烧检测',
        sourceForm: `RSJC-${day(tools.now).slice(0, 7)}-${i + 1}`,
        detectDate: day(tools.now, -3),
        detector: await tools.user(at.operators[0]),
        instrument: 'testo 350 烟气分析仪',
        outdoorTemp: '6.5',
        loadRate: '68',
        severity: '一般',
        phenomenon: '中火段烟气含氧量偏高，排烟温度上升12℃',
        suspectCause: ['风燃比失调'],
        gasWaste: '1200.00',
        gasPrice: '3.4500',
        powerWaste: '0.00',
        powerPrice: '0.0000',
        feedbackFiles: [await tools.file()],
        replyBefore: day(tools.now, 5),
        indexes: [
          {
            indexName: '烟气含氧量',
            position: '烟道测孔',
            indexUnit: '%',
            lowLimit: '3.000',
            highLimit: '5.000',
            measured: '7.200',
          },
        ],
        suggestions: [
          {
            suggestion: '重新标定中火段风燃比曲线',
            suggestWay: '运行调整',
            suggestCost: '800.00',
            suggestBefore: day(tools.now, 10),
          },
        ],
      };
    },
    steps: {
      项目经理答复: async (tools) => ({
        confirmCause: '风门执行器连杆松动，中火段风量偏大',
        measurePlan: '紧固连杆并重新标定风燃比',
        planFinish: day(tools.now, 3),
        measureOwner: await tools.user(at.operators[1]),
      }),
      暖通组长审核措施: async () => ({ measureOpinion: '同意，标定后复测三个负荷点' }),
      责任人整改反馈: async (tools) => ({
        measureResult: '连杆已紧固，三个负荷点标定完成',
        actualFinish: day(tools.now),
        actualCost: '760.00',
      }),
      检测人复测: async (tools) => ({
        retestDate: day(tools.now),
        retestOut: 0,
        retestResult: '合格关闭',
        savedMonthly: '4100.00',
      }),
    },
  };
};

const userInterviewRecordTel = (i: number): Script => {
  const at = site(i);
  return {
    module: 'userInterviewRecordTel',
    applicant: at.manager,
    ...stageOf(i),
    async fields(tools) {
      return {
        project: at.project,
        callTime: moment(tools.now, -2),
        callReason: '季度抽样回访',
        callee: ['孙丽', '郑海涛'][i % 2],
        calleePhone: ['13800002011', '13800002012'][i % 2],
        calleeRole: ['科室护士长', '租户'][i % 2],
        callResult: '接通并完成',
        callMinutes: ['4.5', '6.0'][i % 2],
        effectScore: 9,
        responseScore: 9,
        attitudeScore: 10,
        feeScore: 8,
        recommendScore: 9,
        repairOnTime: ['是', '无报修'][i % 2],
        dissatisfyTypes: ['无'],
        userWords: ['采暖后病区温度稳定，报修来得快', '室温满意，希望账单附上抄表照片'][i % 2],
      };
    },
    steps: { 客服主管质检: async () => ({ qualityCheck: '合格' }) },
  };
};

const customerVisitRegistration = (i: number): Script => {
  const at = site(i);
  return {
    module: 'customerVisitRegistration',
    applicant: at.manager,
    end: 'approved',
    after: 0,
    async fields(tools) {
      const host = await tools.user(at.manager);
      return {
        project: at.project,
        visitorUnit: '浦江国际大厦管理有限公司',
        visitorType: '在管客户',
        arriveTime: moment(tools.now, -4),
        leaveTime: moment(tools.now, -2),
        visitPlace: '项目办公室',
        purpose: '费用对账',
        receptionUser: host,
        companions: [await tools.user(at.operators[0])],
        talkContent: '核对十月冷热量与账单，双方数据一致，约定每月5日前提供抄表照片',
        customerDemand: '账单附抄表照片',
        mood: '满意',
        visitors: [{ visitorName: '刘敏', visitorPost: '物业工程部经理', decision: '影响人' }],
        followUps: [{ matter: '每月5日前提供抄表照片', owner: host, dueDate: day(tools.now, 10), done: false }],
      };
    },
    steps: {
      部门负责人审核: none,
      承诺事项销项: async (tools) => ({ followResult: '已按月提供，客户确认', closeDate: day(tools.now) }),
    },
  };
};

export const CUSTOMERS: readonly Script[] = [
  ...[0, 1].map(userComplaint),
  ...[0, 1].map(emcProblemRectification),
  ...[0, 1].map(problemDetectionFeedback),
  ...[0, 1].map(userInterviewRecordTel),
  customerVisitRegistration(0),
];
