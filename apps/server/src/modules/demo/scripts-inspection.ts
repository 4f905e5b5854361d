/** What the demo records of inspections say: a route walked, a machine room checked against the standard. */
import { day, first, moment, none, type Script, site, type Stage } from './script.ts';

const GOOD = { result: '合格' };
const STAGES: readonly Stage[] = [
  { end: 'approved', after: 0 },
  { end: 'running', after: 1 },
];
const stageOf = (i: number): Stage => STAGES[i] ?? { end: 'approved', after: 0 };

const FOUND = [
  ['XJ-01', '主机房', '主机真空度与自抽装置', '15.0', '12 Pa'],
  ['XJ-02', '主机房', '燃烧器火焰与排烟温度', '15.0', '火焰稳定，排烟158℃'],
  ['XJ-03', '燃气表间', '燃气检漏与报警联动', '20.0', '检漏仪无读数，联动正常'],
  ['XJ-04', '分集水器', '安全阀与压力表校验', '10.0', '在有效期内'],
  ['XJ-05', '冷却塔', '冷却塔布水与水质', '10.0', '布水均匀'],
  ['XJ-06', '配电间', '配电柜温度与接地', '10.0', '最高温升21K'],
  ['XJ-07', '控制室', '运行记录与交接班', '10.0', '11月18日夜班漏记两次'],
  ['XJ-08', '工具备件间', '备件与工具台账', '10.0', '账物相符'],
] as const;

const projectInspectionCheck = (i: number): Script => {
  const at = site(i);
  const by = 'safetyOfficer';
  return {
    module: 'projectInspectionCheck',
    applicant: by,
    ...stageOf(i),
    async fields(tools, driver) {
      const owner = await tools.user(at.operators[0]);
      const points = [];
      for (const [nth, [code, pointArea, item, fullScore, measured]] of FOUND.entries()) {
        const missed = code === 'XJ-07';
        points.push({
          point: await first(driver, tools, by, 'inspectionPoint', { ProjectCode: at.project, Keyword: code }),
          pointArea,
          scanTime: moment(tools.now, -5 + nth * 0.25),
          item,
          fullScore,
          measured,
          deduct: missed ? '3.0' : '0',
          pointResult: missed ? { result: '不合格', remark: '记录不完整' } : GOOD,
          ...(missed
            ? {
                problem: '夜班运行记录漏记两次',
                severity: '一般',
                rectifyOwner: owner,
                rectifyBefore: day(tools.now, 5),
              }
            : {}),
        });
      }
      return {
        project: at.project,
        inspectType: '公司巡检',
        route: await first(driver, tools, by, 'inspectionRoute', { ProjectCode: at.project }),
        arriveTime: moment(tools.now, -6),
        leaveTime: moment(tools.now, -2),
        arrivePosition: '制冷机房，偏离42米',
        offsetDistance: 42,
        siteLeader: await tools.user(at.manager),
        dutyCount: 2,
        rosterCount: 2,
        hostsRunning: 1,
        customerOpinion: '供暖稳定，无投诉',
        summary: '设备状态良好，夜班记录需加强',
        points,
      };
    },
    steps: {
      项目经理确认整改: async () => ({ managerConfirm: '全部认可', rectifyPlan: '补记并对夜班人员重新交底' }),
      巡检人复查: async (tools) => ({
        recheckTime: moment(tools.now),
        closedCount: 1,
        recheckOpinion: '已补记，抽查三个班次完整',
      }),
      区域经理审核: none,
    },
  };
};

const standardRoomCheck = (i: number): Script => {
  const at = site(i);
  return {
    module: 'standardRoomCheck',
    applicant: 'safetyOfficer',
    ...stageOf(i),
    async fields(tools) {
      return {
        project: at.project,
        checkType: '公司抽查',
        roomName: '制冷机房',
        currentLevel: '三星',
        checkDate: day(tools.now),
        checkers: [await tools.user('safetyOfficer')],
        dutyPerson: await tools.user(at.operators[0]),
        roomTemp: '24.0',
        roomNoise: '78.0',
        gasPpm: 0,
        lux: 210,
        envScore: '12.0',
        layoutScore: '8.0',
        hostScore: '12.0',
        signScore: '10.0',
        wallScore: '8.0',
        recordScore: '10.0',
        powerScore: '8.0',
        fireScore: '12.0',
        toolScore: '6.0',
        pipeScore: '6.0',
        dutyScore: '6.0',
        emergencyCheck: GOOD,
        valveCheck: GOOD,
        gasCutCheck: GOOD,
        certCheck: GOOD,
        panorama: [await tools.file()],
        problems: [
          {
            zone: '分集水器',
            standardItem: '阀门挂牌与常开常闭标识齐全',
            problemDesc: '两只支路阀门缺挂牌',
            deductScore: '2.0',
            problemPhoto: [await tools.file()],
            fixPerson: await tools.user(at.operators[0]),
            fixDeadline: day(tools.now, 7),
          },
        ],
      };
    },
    steps: {
      项目经理确认: async () => ({ fixPlan: '三日内补挂牌' }),
      区域经理评星: async (tools) => ({ newLevel: '四星', nextCheckDate: day(tools.now, 180) }),
      整改反馈: async (tools) => ({ fixedCount: 1, fixedDate: day(tools.now), fixedPhotos: [await tools.file()] }),
      检查人复查: async (tools) => ({ reviewDate: day(tools.now), reviewResult: '合格' }),
    },
  };
};

export const INSPECTIONS: readonly Script[] = [
  ...[0, 1, 2, 3].map(projectInspectionCheck),
  ...[0, 1].map(standardRoomCheck),
];
