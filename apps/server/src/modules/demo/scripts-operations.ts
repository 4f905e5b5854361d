/** What the demo records of running the sites say: water of the shift and of the month, papers that are borrowed, the month's roster, what is bought. */
import { day, first, none, type Script, site } from './script.ts';

const passed = { result: '合格', remark: null, photos: [] };

const waterManagementDiary = (i: number): Script => {
  const at = site(i);
  const by = at.operators[0];
  return {
    module: 'waterManagementDiary',
    applicant: by,
    end: i === 0 ? 'approved' : 'running',
    after: 0,
    async fields(tools, driver) {
      return {
        project: at.project,
        diaryDate: day(tools.now),
        shift: '白班',
        runMode: '采暖',
        hostsRunning: 1,
        coolingPh: '8.35',
        coolingConductivity: '1480',
        chilledPh: '9.10',
        chilledConductivity: '620',
        waterColor: '清澈',
        softHardness: '0.025',
        towerMeterLast: '18236.40',
        towerMeterNow: '18249.10',
        chilledMeterLast: '2231.60',
        chilledMeterNow: '2232.00',
        blowdownTimes: 2,
        blowdownMinutes: 16,
        dosingPump: '自动',
        dosing: [
          {
            chemical: await first(driver, tools, by, 'waterChemical', {
              Keyword: '缓蚀阻垢剂',
              ProjectCode: at.project,
            }),
            dosingSystem: '冷却水',
            dosingWay: '计量泵',
            quantity: '4.50',
          },
        ],
      };
    },
    steps: { 项目经理审阅: async () => ({ reviewNote: '水质正常' }) },
  };
};

const manageRecord = (i: number): Script => {
  const at = site(i);
  return {
    module: 'manageRecord',
    applicant: at.manager,
    end: i === 1 ? 'approved' : 'running',
    after: 1,
    async fields(tools, driver) {
      const water = { sampleDate: day(tools.now), turbidity: '4.2', testResult: passed };
      return {
        project: at.project,
        recordMonth: day(tools.now).slice(0, 7),
        season: '采暖季',
        serviceMode: '项目自管',
        coolingMakeup: '318.0',
        coolingBlowdown: '76.0',
        chilledMakeup: '12.6',
        makeupConductivity: '386.0',
        coolingConductivity: '1490.0',
        dosingDevice: '正常投用',
        tests: [
          { ...water, waterSystem: '冷却水', ph: '8.40', conductivity: '1490.0', totalIron: '0.32' },
          { ...water, waterSystem: '冷温水', ph: '9.05', conductivity: '615.0', totalIron: '0.41' },
        ],
        dosing: [
          {
            chemical: await first(driver, tools, at.manager, 'waterChemical', {
              Keyword: '缓蚀阻垢剂',
              ProjectCode: at.project,
            }),
            dosingSystem: '冷却水',
            quantity: '112.50',
          },
        ],
      };
    },
    steps: {
      项目经理审核: none,
      水质工程师评定: async () => ({
        qualityGrade: '良',
        adjustAdvice: '浓缩倍数保持4倍以内，次月阻垢剂按补水量30mg/L投加',
      }),
    },
  };
};

const waterChemicalsApplication = (i: number): Script => {
  const at = site(i);
  const by = at.operators[0];
  return {
    module: 'waterChemicalsApplication',
    applicant: by,
    end: 'running',
    after: 1,
    async fields(tools, driver) {
      return {
        project: at.project,
        applyType: '开机备药',
        useMonth: day(tools.now).slice(0, 7),
        needDate: day(tools.now, 7),
        waterSystems: ['冷却水'],
        applyReason: '采暖季开机前补充阻垢剂',
        hazardStorage: '不含危化品',
        deliveryAddress: '项目制冷机房东侧药剂间',
        receiver: await tools.user(by),
        receiverPhone: '13900000012',
        chemicals: [
          {
            chemical: await first(driver, tools, by, 'waterChemical', {
              Keyword: '缓蚀阻垢剂',
              ProjectCode: at.project,
            }),
            quantity: '100.00',
            unitPrice: '18.5000',
          },
        ],
      };
    },
    steps: { 项目经理审核: none, 水质工程师核定: async () => ({ checkOpinion: '品种用量合适' }) },
  };
};

const credentialsBorrow = (i: number): Script => ({
  module: 'credentialsBorrow',
  applicant: 'sales',
  end: 'running',
  after: i,
  async fields(tools, driver) {
    return {
      usage: '投标',
      usageDetail: '某医院能源站托管项目投标，资格审查用',
      receiveUnit: '招标代理机构',
      takeOut: false,
      borrowDate: day(tools.now),
      planReturn: day(tools.now, 3),
      getMode: '电子发送',
      watermark: '仅供本次投标使用，再复印无效',
      hasCore: false,
      hasOriginal: false,
      basisFile: [await tools.file()],
      items: [
        {
          credential: await first(driver, tools, 'sales', 'credential', { Keyword: '安全生产许可证' }),
          borrowForm: '带水印扫描件',
          copies: 1,
          needReturn: false,
        },
      ],
    };
  },
  steps: { 部门负责人审核: none },
});

const dutySchedule = (i: number): Script => {
  const at = site(i);
  return {
    module: 'dutySchedule',
    applicant: at.manager,
    end: 'running',
    after: 1 - i,
    async fields(tools) {
      const month = day(tools.now).slice(0, 7);
      const [main, vice] = await Promise.all(at.operators.map((account) => tools.user(account)));
      const turn = { startTime: '08:00', endTime: '20:00', mainWatcher: main, viceWatchers: [vice] };
      const person = {
        certType: '制冷与空调作业证',
        dayShifts: 8,
        nightShifts: 7,
        hoursPerShift: '12.0',
        holidayHours: '0',
      };
      return {
        project: at.project,
        dutyMonth: month,
        season: '采暖季',
        shiftSystem: '两班倒(12小时)',
        runHostCount: 0,
        gasRoom: false,
        requiredPerShift: 1,
        standardHours: '165.36',
        dutyLeader: main,
        leaderPhone: '13900000021',
        backupLeader: await tools.user(at.manager),
        clientDutyPhone: '021-60000001',
        handoverRequire: '运行参数、未处理故障、钥匙与工具当面交接',
        persons: [
          { ...person, watcher: main, post: '运行班长' },
          { ...person, watcher: vice, post: '副值' },
        ],
        shifts: [1, 2, 3].map((date) => ({ ...turn, dutyDate: `${month}-0${date}`, shift: '白班' })),
      };
    },
    steps: { 项目经理审核: none, 区域经理审批: none },
  };
};

const operatePurchase = (i: number): Script => {
  const at = site(i);
  const by = at.operators[0];
  return {
    module: 'operatePurchase',
    applicant: by,
    end: 'running',
    after: i === 0 ? 1 : 0,
    async fields(tools, driver) {
      const part = await first(driver, tools, by, 'sparePart', { Keyword: '铂热电阻', ProjectCode: at.project });
      return {
        project: at.project,
        purchaseType: '备品备件',
        urgency: '正常',
        needDate: day(tools.now, 12),
        budgetSubject: '维修费',
        costBearer: '公司承担',
        purchaseWay: '战略协议供方',
        applyReason: '冷温水出口温度测点漂移，备用两支',
        consignee: await tools.user(by),
        consigneePhone: '13900000012',
        deliveryAddress: '项目制冷机房值班室',
        items: [{ part, spec: 'PT100 A级', unit: '个', quantity: '2.00', estPrice: '138.00' }],
      };
    },
    steps: { 项目经理审核: none, 区域经理审核: none },
  };
};

export const OPERATIONS: readonly Script[] = [
  ...[0, 1].map(waterManagementDiary),
  ...[1, 2].map(manageRecord),
  waterChemicalsApplication(0),
  ...[0, 1].map(credentialsBorrow),
  ...[0, 1].map(dutySchedule),
  ...[0, 1].map(operatePurchase),
];
