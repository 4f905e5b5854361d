/** Demo records of people and papers: leaders of sites, a transfer, new colleagues, letters, a loan of a paper, a renewal, the beginning of a site. */
import { day, first, moment, none, type Script, site } from './script.ts';

const LEVELS = ['二级班长', '三级班长', '代理班长', '二级班长'] as const;

/** Three sites have a leader, one of them an acting one of long standing; of a fourth it is being decided. */
const monitorEstablish = (i: number): Script => {
  const at = site(i);
  const acting = i === 2;
  return {
    module: 'monitorEstablish',
    applicant: at.manager,
    end: i < 3 ? 'approved' : 'running',
    after: 1,
    async fields(tools) {
      return {
        project: at.project,
        appointType: acting ? '代理' : '新任',
        candidate: await tools.user(at.operators[0]),
        mobile: '13900000021',
        currentLevel: ['高级技师', '中级技师', '中级技师', '高级技师'][i],
        tradeYears: String(6 + i),
        siteYears: '2.5',
        operateModels: ['直燃型溴化锂', '燃气锅炉'],
        hostCount: 2,
        totalCapacity: '1620.0',
        monitorLevel: LEVELS[i],
        chargeScope: ['主机运行', '冷却塔与水质', '计量抄表', '机房5S'],
        startDate: day(tools.now, acting ? -88 : 0),
        endDate: day(tools.now, acting ? 60 : 700),
        formerPlace: '无原班长',
        monthAllowance: acting ? '300.00' : '600.00',
        recommend: '熟悉本项目主机与管网，带班认真，客户评价好',
        members: [
          {
            member: await tools.user(at.operators[1]),
            post: '副值',
            company: '公司自有',
            certState: '有效',
          },
        ],
      };
    },
    steps: {
      项目经理能力测评: async () => ({
        hostOperate: '18.0',
        vacuumJudge: '13.0',
        burnAdjust: '8.0',
        waterCare: '9.0',
        electricFault: '12.0',
        reportData: '9.0',
        teamManage: '8.0',
        clientTalk: '9.0',
        testResult: acting ? '推荐代理' : '推荐任命',
      }),
      区域经理审核: async () => ({ areaTalk: '已谈话，明确交接班纪律与能耗目标' }),
      人事核定津贴: async (tools) => ({
        approvedAllowance: acting ? '300.00' : '600.00',
        allowanceMonth: day(tools.now).slice(0, 7),
      }),
      运营总监审批: none,
      本人确认: async (tools) => ({ dutyPromise: true, candidateSign: await tools.file() }),
    },
  };
};

/** Both hold from a day to come: nobody's rights change while people look around. */
const jobTransfer = (i: number): Script => ({
  module: 'jobTransfer',
  applicant: 'hr',
  end: i === 0 ? 'approved' : 'running',
  after: 4,
  async fields(tools) {
    const [employee, takesOver] = i === 0 ? ['engineer3', 'engineer4'] : ['engineer2', 'engineer'];
    return {
      project: i === 0 ? 'EMC03001' : 'EMC02002',
      employee: await tools.user(employee),
      fromDept: i === 0 ? 'A632203' : 'A632202',
      fromPosition: '工程师',
      transferType: '跨区域调动',
      transferReason: '缺编补充',
      reasonDetail: '调入项目采暖季缺一名驻点工程师',
      toDept: i === 0 ? 'A632201' : 'A632204',
      toProject: i === 0 ? 'EMC01002' : 'EMC04001',
      toPosition: '暖通工程师',
      toManager: await tools.user(i === 0 ? 'projectManager' : 'projectManager5'),
      effectiveDate: day(tools.now, 60),
      handoverTo: await tools.user(takesOver),
      handoverDeadline: day(tools.now, 50),
      certMatched: '满足',
      oldSalary: '8200.00',
      newSalary: '8600.00',
      outSubsidy: '600.00',
      needHouse: false,
      handovers: [
        {
          item: '运行日志与台账',
          quantity: '1',
          detailNote: '本年度运行日志与设备台账，齐全',
          receiver: await tools.user(takesOver),
          finishDate: day(tools.now, 20),
        },
      ],
    };
  },
  steps: {
    调出方负责人审核: async () => ({ vacancyPlan: '由区域内调剂一名工程师接手' }),
    调入方负责人确认: async () => ({ acceptOpinion: '同意接收', arrivalPost: '白班，驻点' }),
    人事审核: async () => ({ contractChange: '签订变更协议', insuranceMove: '需转移参保地' }),
    运营总监审批: none,
    交接完成确认: async (tools) => ({ handoverDone: day(tools.now), handoverSign: await tools.file() }),
  },
});

const NEW_PEOPLE = [
  { name: '邢志强', idNo: '310115199503074217', mobile: '19900009001', no: 'HN0901' },
  { name: '骆晓峰', idNo: '320584199209162036', mobile: '19900009002', no: 'HN0902' },
] as const;

/** Two who are to report for work; of one, papers are still missing. */
const userEntry = (i: number): Script => {
  const person = NEW_PEOPLE[i] ?? NEW_PEOPLE[0];
  const lacking = i === 0 ? ['离职证明', '体检报告', '保密协议'] : ['保密协议'];
  return {
    module: 'userEntry',
    applicant: 'hr',
    end: 'running',
    after: 3,
    async fields(tools) {
      const file = await tools.file();
      return {
        project: 'EMC01001',
        dept: 'A632201',
        name: person.name,
        gender: '男',
        idNo: person.idNo,
        mobile: person.mobile,
        education: '大专',
        schoolMajor: '某技师学院 制冷与空调技术',
        homeAddress: '浦东新区示范路 12 号',
        liveAddress: '浦东新区示范路 12 号',
        emergencyName: '邢女士（配偶）',
        emergencyPhone: '19900009009',
        channel: '网络招聘',
        employType: '劳动合同工',
        entryDept: 'A632201',
        position: '空调技师',
        mentor: await tools.user('operator'),
        entryDate: day(tools.now, 3),
        contractYears: '3.0',
        contractStart: day(tools.now, 3),
        contractEnd: day(tools.now, 3 + 3 * 365),
        probationMonths: 3,
        probationEnd: day(tools.now, 93),
        probationSalary: '5400.00',
        formalSalary: '6000.00',
        bankAccount: '工商银行浦东支行 6222020000000001',
        certs: [
          {
            certType: '制冷与空调设备运行操作作业证',
            certNo: `T3101${person.no}`,
            issueOrg: '应急管理局',
            expireDate: day(tools.now, 500 + i * 200),
            scan: [file],
          },
        ],
        works: [
          {
            company: '某物业服务有限公司',
            jobName: '空调运行工',
            workFrom: '2021-03',
            workTo: '2026-09',
            machineType: '直燃型溴化锂',
          },
        ],
        materials: [
          '身份证正反面',
          '学历证书',
          '离职证明',
          '体检报告',
          '一寸照片',
          '工资卡复印件',
          '劳动合同',
          '保密协议',
        ].map((material) =>
          lacking.includes(material)
            ? { material, submitted: false, promiseDate: day(tools.now, 1) }
            : { material, submitted: true, file: [file] },
        ),
      };
    },
    steps: {
      用人部门面试评价: async () => ({ theoryScore: 82, practiceScore: 88, interviewOpinion: '溴化锂机组操作熟练' }),
      人事审核: async () => ({ jobNo: person.no, backgroundCheck: '已核实无异常' }),
      运营总监审批: none,
    },
  };
};

const LETTERS = [
  ['收函', '关于冬季供暖温度的函', 'PJWY-001', '浦江国际大厦物业服务中心', true],
  ['发函', '关于采暖季供能安排的复函', 'HNFH-001', '浦江国际大厦物业服务中心', false],
  ['收函', '天然气计划用气量通知', 'RQ-016', '华东燃气有限公司', false],
] as const;

/** A letter that waits for its answer, one that went out, one that was only to be read. */
const letter = (i: number): Script => {
  const [direction, docName, docNo, counterpart, needReply] = LETTERS[i] ?? LETTERS[0];
  return {
    module: 'dailyInformation',
    applicant: 'projectManager',
    end: needReply ? 'running' : 'approved',
    after: 2,
    async fields(tools) {
      return {
        project: 'EMC01001',
        category: '往来函件',
        docName,
        docNo,
        docDate: day(tools.now),
        direction,
        counterpart,
        needReply,
        ...(needReply ? { replyBefore: day(tools.now, 9), replyUser: await tools.user('projectManager') } : {}),
        secrecy: '内部',
        keepYears: '5年',
        hasPaper: false,
        summary: '函件原文见附件',
        attachments: [
          {
            fileName: docName,
            version: 'V1.0',
            mediaType: '图片',
            pages: 2,
            attachment: await tools.file(),
            original: true,
          },
        ],
      };
    },
    steps: {
      项目经理审核: none,
      法务审核函件: async () => ({ legalOpinion: '措辞与合同约定一致，同意' }),
      行政归档: async (tools) => ({ archiveNo: `HJ-${String(i + 1).padStart(4, '0')}`, archiveDate: day(tools.now) }),
    },
  };
};

/** An original that is out. */
const paperOut: Script = {
  module: 'credentialsBorrow',
  applicant: 'purchaser',
  end: 'running',
  after: 2,
  async fields(tools, driver) {
    return {
      usage: '合同签署',
      usageDetail: '与供应商签署年度框架合同，对方核验资质原件',
      receiveUnit: '清源水处理技术有限公司',
      takeOut: true,
      destination: '清源水处理技术有限公司',
      borrowDate: day(tools.now),
      planReturn: day(tools.now, 7),
      getMode: '现场领取',
      hasCore: false,
      hasOriginal: true,
      items: [
        {
          credential: await first(driver, tools, 'purchaser', 'credential', { Keyword: '质量管理体系' }),
          borrowForm: '副本原件',
          copies: 1,
          needReturn: true,
        },
      ],
    };
  },
  steps: {
    部门负责人审核: none,
    保管人发放: async (tools) => ({
      actualBorrow: moment(tools.now),
      outCondition: '完好',
      receiverSign: await tools.file(),
    }),
  },
};

/** A contract that ends within the year, and how its renewal stands. */
const renewalTracking: Script = {
  module: 'renewalTracking',
  applicant: 'projectManager2',
  end: 'running',
  after: 1,
  async fields(tools) {
    return {
      project: 'OM01001',
      contract: 'HT-OM01001-01',
      trackStage: '提前3个月谈判',
      chargeMode: '人工运维费',
      currentPrice: '38.0000',
      expectPrice: '36.5000',
      currentIncome: '3724000.00',
      expectIncome: '3577000.00',
      lastProfitRate: '9.2',
      satisfaction: '88.5',
      overdueAmount: '126000.00',
      decisionMaker: '后勤处郑处长',
      renewWay: '三方比价',
      competitors: '某物业集团能源公司',
      probability: '65',
      riskLevel: '黄（有隐忧）',
      obstacle: ['价格要求下调', '竞争对手低价'],
      customerTerms: '运维费下调 4%，夜间增加一名值班',
      needInvest: '0',
      tracks: [
        {
          trackDate: day(tools.now, -12),
          trackWay: '上门拜访',
          contactPerson: '后勤处郑处长',
          ourPerson: await tools.user('projectManager2'),
          talk: '了解续签意向，对方将比价',
          attitude: '中性',
          nextPlan: '提交续签方案',
          nextDate: day(tools.now, 4),
        },
      ],
    };
  },
  steps: {
    区域经理制定策略: async (tools) => ({ strategy: '以能耗下降换价格，走访一次', areaVisitDate: day(tools.now) }),
  },
};

/** A site that is being taken over. */
const entryHandover: Script = {
  module: 'entryHandover',
  applicant: 'projectManager2',
  end: 'running',
  after: 1,
  async fields(tools) {
    const good = { result: '合格' };
    const photo = [await tools.file()];
    const meter = { ratio: '1', meterOwner: '供能单位', meterPhoto: photo };
    return {
      project: 'WB01001',
      contract: 'HT-WB01001-01',
      handoverType: '更换运营单位',
      handoverUnit: '原运营单位（某机电公司）',
      handoverPerson: '戚工',
      handoverPhone: '19800009001',
      handoverDate: day(tools.now),
      operateStart: day(tools.now, 10),
      buildType: '综合体',
      buildArea: '120000.00',
      airArea: '98000.00',
      vacuumState: { result: '不适用' },
      solutionState: { result: '不适用' },
      burnerState: { result: '不适用' },
      gasLeakState: { result: '不适用' },
      pumpState: { result: '不合格', remark: '2号冷却水泵机封渗漏' },
      towerState: good,
      waterState: { result: '不合格', remark: '冷却水浊度偏高' },
      powerState: good,
      controlState: good,
      vesselState: good,
      fireState: good,
      pipeState: good,
      sitePhotos: photo,
      leftProblems: '2号冷却水泵机封由移交单位一周内更换',
      devices: [
        {
          deviceName: '离心式冷水机组',
          model: '19XR-6767',
          maker: '开利',
          capacity: '2813.00',
          qty: 3,
          makeYear: 2018,
          condition: '完好',
          nameplate: photo,
        },
      ],
      meters: [
        {
          ...meter,
          meterType: '电表',
          meterNo: 'D2026-001',
          place: '高压配电室',
          baseReading: '18250.000',
          ratio: '80',
        },
        { ...meter, meterType: '自来水表', meterNo: 'S2026-014', place: '地下二层水泵房', baseReading: '6421.000' },
      ],
      handItems: [
        { itemKind: '竣工图纸', itemName: '空调专业竣工图', itemQty: '1', itemUnit: '套', itemState: '齐全完好' },
        { itemKind: '维修保养记录', itemName: '近三年保养记录', itemQty: '1', itemUnit: '套', itemState: '缺失' },
      ],
    };
  },
  steps: {
    技术员复核设备: async () => ({ hostAssess: '三台机组性能正常，2号机近期趋近温度偏高', repairBudget: '26000.00' }),
  },
};

export const PEOPLE_SCRIPTS: readonly Script[] = [
  ...[0, 1, 2, 3].map(monitorEstablish),
  ...[0, 1].map(jobTransfer),
  ...[0, 1].map(userEntry),
  ...[0, 1, 2].map(letter),
  paperOut,
  renewalTracking,
  entryHandover,
];
