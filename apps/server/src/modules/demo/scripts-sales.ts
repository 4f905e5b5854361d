/** What the demo records of those who win customers say: journeys, bids, visits, guests. */
import { approved, day, moment, none, rejected, type Script, site, type Stage, waiting } from './script.ts';

const PROSPECTS = [
  {
    customer: '滨江科创园建设管理有限公司',
    name: '滨江科创园一期能源站',
    kind: '写字楼',
    to: '江苏无锡',
    fare: '118.00',
  },
  { customer: '市第二人民医院', name: '市第二人民医院新院区', kind: '医院', to: '浙江宁波', fare: '144.00' },
] as const;

const emcTravel = (i: number, stage: Stage): Script => {
  const of = PROSPECTS[i % PROSPECTS.length] ?? PROSPECTS[0];
  return {
    module: 'EMCTechnicalSupportTravel',
    applicant: 'salesTechnical',
    ...stage,
    async fields(tools) {
      const trip = (days: number, fromCity: string, toCity: string, task: string, hotel: string) => ({
        tripDate: day(tools.now, days),
        fromCity,
        toCity,
        transport: '高铁',
        task,
        fare: of.fare,
        hotel,
        other: '60.00',
      });
      return {
        requestUser: await tools.user('sales'),
        requestDept: 'A630802',
        customerName: of.customer,
        targetProject: of.name,
        buildingType: of.kind,
        airArea: '46000.00',
        projectStage: '方案',
        expectInvest: '860.00',
        expectIncome: '295.00',
        supportTypes: ['现场踏勘', '负荷测算', '方案汇报'],
        destination: of.to,
        departDate: day(tools.now, 3),
        returnDate: day(tools.now, 4),
        travelDays: '2.0',
        travelers: [await tools.user('salesTechnical'), await tools.user('hvacEngineer')],
        travelerCount: 2,
        allowanceStandard: '100.00',
        advance: '0',
        preparedFiles: [await tools.file()],
        itinerary: [
          trip(3, '上海', of.to, '踏勘机房位置、燃气调压站与管井', '360.00'),
          trip(4, of.to, '上海', '向业主机电总监汇报初步方案', '0'),
        ],
      };
    },
    steps: {
      需求提出人确认: async () => ({ customerReady: '已落实' }),
      部门负责人审核: none,
      EMC总监派工: async (tools) => ({
        supportLeader: await tools.user('salesTechnical'),
        supportRequire: '落实燃气接入与机房净高，带回近两年能源账单',
      }),
      提交支持成果: async (tools) => ({
        actualCost: '1086.00',
        resultType: '推进到下一阶段',
        surveyReport: [await tools.file()],
        nextAction: '两周内提交方案比选与投资估算',
      }),
    },
  };
};

const BIDS = [
  {
    name: '城东会展中心酒店能源托管服务',
    result: '未中标',
    our: '318.00',
    win: { winner: '华东某节能服务有限公司', winPrice: '296.00', lostReasons: ['报价偏高', '对手低价'] },
    ranking: 2,
  },
  { name: '高铁新城能源站委托运营', result: '中标', our: '428.00', win: { winPrice: '428.00' }, ranking: 1 },
] as const;

const bidSummary = (i: number, stage: Stage): Script => {
  const of = BIDS[i % BIDS.length] ?? BIDS[0];
  return {
    module: 'EMCProjectBidSummary',
    applicant: 'sales',
    ...stage,
    async fields(tools) {
      return {
        bidName: of.name,
        bidNo: `ZB-${day(tools.now).slice(0, 4)}-0${31 + i}`,
        tenderee: `${of.name.slice(0, 6)}建设指挥部`,
        agency: '中正招标代理有限公司',
        bidMode: '公开招标',
        businessMode: i % 2 === 0 ? '能源费用托管' : '委托运营维护',
        buildingType: i % 2 === 0 ? '酒店' : '区域能源站',
        airArea: i % 2 === 0 ? '52000.00' : '88000.00',
        cooperateYears: '8.0',
        openTime: moment(tools.now, -120),
        controlPrice: '450.00',
        ourPrice: of.our,
        investAmount: '620.00',
        expectIrr: '11.4',
        priceScore: '27.50',
        techScore: '46.00',
        creditScore: '17.00',
        ranking: of.ranking,
        bidResult: of.result,
        ...of.win,
        deposit: '60000.00',
        lessons: '人工成本测算偏保守，驻场定编可与区域调剂；业绩证明材料应提前三个月准备',
        bidFiles: [await tools.file()],
        competitors: [
          {
            competitor: '华东某节能服务有限公司',
            price: '296.00',
            businessPart: '30.00',
            techPart: '44.00',
            creditPart: '18.00',
            strength: '同城项目多，备件共享',
          },
        ],
        bidCosts: [
          { costKind: '标书费', amount: '500.00', reimbursed: true },
          { costKind: '标书制作印刷', amount: '1860.00', reimbursed: false },
        ],
      };
    },
    steps: {
      部门负责人审核: none,
      销售技术复盘: async () => ({ techReview: '负荷分析与运行策略得分领先，能耗考核条款响应可再量化' }),
      财务核对保证金与费用: async (tools) => ({ depositReturned: '60000.00', depositReturnDate: day(tools.now) }),
      EMC总监审批: async () => ({ improve: '建立竞争对手报价库，投标前两轮内部评审' }),
    },
  };
};

const userInterviewRecord = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'userInterviewRecord',
    applicant: at.manager,
    ...stage,
    async fields(tools) {
      return {
        project: at.project,
        contract: `HT-${at.project}-01`,
        interviewDate: day(tools.now),
        arriveTime: '09:30',
        leaveTime: '11:00',
        visitLevel: '客服走访',
        visitGoals: ['季前沟通', '节能成果汇报'],
        visitors: [await tools.user(at.manager)],
        overdueMonths: 0,
        overdueAmount: '0',
        coolingMark: 18,
        stableMark: 17,
        serviceMark: 19,
        costMark: 16,
        savingMark: 17,
        roomState: { result: '合格' },
        staffState: { result: '合格' },
        recordState: { result: '合格' },
        newDemand: '希望在大堂增加能耗公示屏',
        renewIntention: '续签',
        customerSign: await tools.file(),
        scenePhotos: [await tools.file()],
        interviewees: [
          { person: '刘敏', post: '工程总监', mobile: '19800000001', influence: '重要影响', attitude: '支持' },
        ],
        issues: [
          {
            issueKind: '计量收费',
            issue: '裙楼租户对加班供能费计算口径有疑问',
            solution: '提供加班签证与单价说明，月底前答复',
            owner: await tools.user(at.manager),
            dueDate: day(tools.now, 10),
            needRectify: false,
          },
        ],
      };
    },
    steps: {
      项目经理答复: async () => ({ managerReply: '加班签证逐单核对后书面答复租户' }),
      区域经理审核: async () => ({ areaReview: '同意，注意与物业同步口径' }),
      问题关闭: async (tools) => ({ closedCount: 1, closeEvidence: [await tools.file()] }),
    },
  };
};

const projectVisit = (i: number, stage: Stage): Script => {
  const at = site(i);
  const of = PROSPECTS[(i + 1) % PROSPECTS.length] ?? PROSPECTS[0];
  return {
    module: 'projectVisitApplication',
    applicant: 'sales',
    ...stage,
    async fields(tools) {
      const guide = await tools.user(at.manager);
      return {
        project: at.project,
        visitUnit: of.customer,
        visitType: '潜在客户考察',
        visitLevel: 'C级（部门负责人）',
        startTime: moment(tools.now, 48),
        endTime: moment(tools.now, 51),
        planCount: 6,
        leaderName: '沈国强 机电总监',
        contactName: '沈工',
        contactPhone: '19600000021',
        saleUser: await tools.user('sales'),
        potentialProject: of.name,
        potentialAmount: '860.00',
        focus: ['机房整洁标准化', '节能效果数据', '合同能源管理模式'],
        customerAgreed: true,
        allowPhoto: true,
        materials: ['项目介绍PPT', '节能数据展板'],
        route: [
          { stop: '能源监控中心', minutes: 20, guide, riskTip: '勿触碰操作台' },
          { stop: '制冷机房', minutes: 30, guide, riskTip: '佩戴安全帽，沿通道线行走' },
          { stop: '会议室', minutes: 40, guide, riskTip: '无' },
        ],
        budgets: [
          { budgetKind: '用餐', quantity: '8.0', unitPrice: '68.00' },
          { budgetKind: '资料印刷', quantity: '8.0', unitPrice: '15.00' },
        ],
      };
    },
    steps: {
      项目经理确认: async (tools) => ({
        runState: '正常运行',
        helmetCount: 10,
        safetyGuide: await tools.user(at.operators[0]),
      }),
      区域经理审批: none,
      参观结果反馈: async () => ({
        actualCount: 6,
        actualCost: '628.00',
        intention: '意向较强',
        visitorOpinion: '机房标准化程度高，希望提供同类医院案例',
      }),
    },
  };
};

export const SALES: readonly Script[] = [
  emcTravel(0, approved()),
  emcTravel(1, waiting(2)),
  bidSummary(0, approved()),
  bidSummary(1, waiting(2)),
  userInterviewRecord(1, approved()),
  userInterviewRecord(3, waiting(0)),
  projectVisit(0, approved()),
  projectVisit(2, rejected(1)),
];
