/** What the demo records of energy say: meters that both sides read, and supply outside the agreed hours. */
import { monthEnd } from '@hengneng/core';
import { wentIn } from './counted.ts';
import { day, first, moment, monthBefore, none, previewed, type Script, site, type Tools } from './script.ts';
import type { Driver } from './driver.ts';

const contractOf = (project: string): string => `HT-${project}-01`;

/** The month before, as statements of it begin. */
const lastMonth = (now: Date) => {
  const month = monthBefore(day(now), 1);
  return { settleMonth: month, periodStart: `${month}-01`, periodEnd: monthEnd(month) };
};

/** What a meter showed at the last confirmation. */
async function readOf(
  driver: Driver,
  tools: Tools,
  who: string,
  project: string,
  meter: string,
): Promise<{ readonly meter: string; readonly previous: number }> {
  const device = await first(driver, tools, who, 'device', { ProjectCode: project, Keyword: meter });
  const { readings } = await previewed(driver, tools, who, 'waterMeter', { project, readings: [{ meter: device }] });
  const [row] = readings as readonly { readonly previous: string | null }[];
  return { meter: device, previous: Number(row?.previous ?? 0) };
}

const waterMeter = (): Script => {
  const at = site(0);
  let used = 4810;
  const who = at.operators[0];
  return {
    module: 'waterMeter',
    applicant: who,
    end: 'approved',
    after: 0,
    async fields(tools, driver) {
      const month = lastMonth(tools.now);
      const readAt = async (name: string, otherwise: number) => {
        const read = await readOf(driver, tools, who, at.project, name);
        const asked = { who, project: at.project, meter: read.meter, month: month.settleMonth, otherwise };
        return { ...read, went: await wentIn(driver, tools, asked) };
      };
      const tower = await readAt('冷却塔补水表', 4650);
      // The city's meter counts the tower's water, too.
      const city = await readAt('自来水总表', 4810);
      used = city.went;
      const row = ({ meter, previous }: typeof city, went: number) => ({
        meter,
        readKind: '正常',
        previous: previous.toFixed(2),
        current: (previous + went).toFixed(2),
        multiple: '1',
      });
      return {
        project: at.project,
        contract: contractOf(at.project),
        ...month,
        waterSource: '市政自来水',
        waterSupplier: await first(driver, tools, who, 'supplier', {}),
        waterPrice: '4.90',
        sewagePrice: '2.34',
        sewageRatio: '60',
        billM3: used.toFixed(1),
        customerReader: '刘敏',
        ourReader: await tools.user(who),
        meterPhotos: [await tools.file()],
        readings: [
          { ...row(tower, tower.went), useKind: '冷却塔补水', bearer: '我方承担' },
          { ...row(city, city.went - tower.went), useKind: '机房生活', bearer: '我方承担' },
        ],
      };
    },
    steps: {
      项目经理审核: none,
      水质工程师复核: async () => ({ waterJudge: '正常', saveAdvice: '浓缩倍数保持在4倍，排污阀随电导率启闭' }),
      能源数据复核: async () => ({
        dayReportM3: (used - 15).toFixed(1),
        dayReportNote: '日报按早八点抄录，相差半日水量',
      }),
      客户签认: async (tools) => ({ customerSign: await tools.file(), signDate: day(tools.now) }),
      财务确认: async (tools) => ({ payBefore: day(tools.now, 15) }),
    },
  };
};

/** The last month in which a heat meter counted anything, with what it counted: between the seasons there is none to confirm. */
async function lastHeat(driver: Driver, tools: Tools, who: string, project: string, meter: string) {
  for (let back = 1; back <= 9; back += 1) {
    const month = monthBefore(day(tools.now), back);
    const went = await wentIn(driver, tools, { who, project, meter, month, otherwise: 0 });
    if (went > 0) return { month, went };
  }
  return { month: monthBefore(day(tools.now), 1), went: 0 };
}

const coldAndHeatMeter = (): Script => {
  const at = site(2);
  const who = at.operators[0];
  let used = 0;
  return {
    module: 'coldAndHeatMeter',
    applicant: who,
    end: 'running',
    after: 2,
    async fields(tools, driver) {
      const { meter, previous } = await readOf(driver, tools, who, at.project, '冷热量总表');
      const { month, went } = await lastHeat(driver, tools, who, at.project, meter);
      used = went;
      return {
        project: at.project,
        contract: contractOf(at.project),
        settleMonth: month,
        periodStart: `${month}-01`,
        periodEnd: monthEnd(month),
        supplyMode: '供冷',
        readTime: `${monthEnd(month)}T17:00:00+08:00`,
        readWay: '双方现场抄表',
        ourReader: await tools.user(who),
        customerReader: '周建民',
        coolUnitPrice: '0.43',
        minimumUsage: '0',
        meterPhotos: [await tools.file()],
        readings: [
          {
            meter,
            meterUnit: 'kWh',
            readKind: '正常',
            previous: previous.toFixed(3),
            current: (previous + went).toFixed(3),
            multiple: '1',
            toKwh: '1',
          },
        ],
      };
    },
    steps: {
      项目经理审核: none,
      能源数据复核: async () => ({
        remoteUsage: (used * 0.998).toFixed(0),
        analystOpinion: '与远传系统相差0.2%，可以签认',
      }),
    },
  };
};

const temporaryContact = (): Script => {
  const at = site(0);
  return {
    module: 'temporaryContact',
    applicant: at.manager,
    end: 'running',
    after: 1,
    async fields(tools) {
      const on = day(tools.now, 2);
      return {
        project: at.project,
        contract: contractOf(at.project),
        contactType: '加班供暖',
        applyUnit: '浦江国际大厦租户服务中心',
        applyPerson: '王莉',
        applyPhone: '13800210021',
        receiveTime: moment(tools.now, -1),
        receiveWay: '书面联系单',
        useArea: '18层至20层办公区',
        useSquare: '5400',
        peopleCount: 120,
        targetTemp: '21',
        settleWay: '按小时',
        hourPrice: '180',
        hostsNeeded: 1,
        dutyStaff: [await tools.user(at.operators[0])],
        contactFile: [await tools.file()],
        sessions: [
          {
            useDate: on,
            planFrom: `${on}T18:00:00+08:00`,
            planTo: `${on}T22:00:00+08:00`,
            dayKind: '周末',
            sessionNote: '年终结账加班',
          },
        ],
      };
    },
    steps: { 项目经理审核: async () => ({ operateNote: '1号机保持小火，2号循环泵40Hz运行至22时' }) },
  };
};

const aircrewVacuum = (): Script => {
  const at = site(2);
  const who = at.operators[0];
  const good = { result: '合格' };
  return {
    module: 'aircrewVacuum',
    applicant: who,
    end: 'approved',
    after: 0,
    async fields(tools, driver) {
      return {
        project: at.project,
        device: await first(driver, tools, who, 'device', { ProjectCode: at.project, Keyword: '1号直燃机' }),
        unitModel: 'ZX-298HW',
        unitNo: 'ZR20180901',
        testType: '停机保压',
        unitState: '停机',
        gaugeType: '数显绝压计',
        tester: await tools.user(who),
        startTime: moment(tools.now, -26),
        endTime: moment(tools.now, -1),
        holdHours: '25',
        startPressure: '680',
        startTemp: '18.5',
        endPressure: '712',
        endTemp: '19.2',
        pumpLimit: '12',
        pumpOil: good,
        purgeDevice: good,
        palladium: good,
        sightGlass: good,
        gaugePhotos: [await tools.file()],
        pumpings: [
          {
            pumpStart: moment(tools.now, -29),
            pumpEnd: moment(tools.now, -27),
            pumpPart: '吸收器',
            beforePressure: '1260',
            afterPressure: '680',
          },
        ],
      };
    },
    steps: {
      项目经理审核: async (tools) => ({ nextTestDate: day(tools.now, 30) }),
      暖通工程师评定: async () => ({
        vacuumGrade: '优（回升不大于30Pa）',
        vacuumAdvice: '气密性良好，按月例检，注意视镜密封圈老化',
      }),
    },
  };
};

const operationsPlan = (): Script => {
  const at = site(0);
  const who = at.manager;
  const segment = (
    tempFrom: number,
    tempTo: number,
    segDays: number,
    loadRate: number,
    dayGas: number,
    dayPower: number,
  ) => ({
    tempFrom: String(tempFrom),
    tempTo: String(tempTo),
    segDays: String(segDays),
    hostCombo: loadRate > 80 ? '1号、2号直燃机' : '1号直燃机单机运行',
    loadRate: String(loadRate),
    outletSet: String(56 - Math.round((tempFrom + 5) / 2)),
    deltaSet: '6',
    pumpHz: String(30 + loadRate / 10),
    dayHours: '14',
    dayGas: String(dayGas),
    dayPower: String(dayPower),
  });
  const slot = (slotStart: string, slotEnd: string, tariff: string, slotMode: string, slotNote: string) => ({
    slotStart,
    slotEnd,
    tariff,
    slotMode,
    slotNote,
  });
  return {
    module: 'operationsPlan',
    applicant: who,
    end: 'approved',
    after: 0,
    async fields(tools, driver) {
      return {
        project: at.project,
        contract: contractOf(at.project),
        season: '采暖季',
        planVersion: '首版',
        effectFrom: day(tools.now, 7),
        effectTo: day(tools.now, 112),
        buildingUse: '写字楼',
        airArea: '60000',
        openRate: '86',
        designLoad: '3580',
        supplyStart: '07:00',
        supplyEnd: '20:00',
        indoorLow: '18',
        indoorHigh: '22',
        gasPrice: '3.52',
        powerPrice: '0.78',
        startCondition: [
          '真空检测合格',
          '燃烧检测合格',
          '冷热切换阀到位',
          '水系统充水排气',
          '水质合格',
          '燃气报警器有效',
        ],
        specialMode: '停气时启用备用机组并通知物业；停电恢复后先开水泵再点火；溶液温度低于40℃时稀释运行',
        antiFreeze: '夜间低温保持循环水5℃以上，屋面管道伴热',
        segments: [
          segment(-5, 0, 18, 92, 3300, 5200),
          segment(0, 5, 46, 71, 2300, 3900),
          segment(5, 12, 42, 48, 1300, 2600),
        ],
        timetable: [
          slot('05:30', '07:00', '谷', '预冷预热', '小火预热，供水每10分钟升2℃'),
          slot('07:00', '18:00', '峰', '全供', '按室外温度分段调节出水温度'),
          slot('18:00', '20:00', '平', '部分供', '仅供加班楼层，水泵降至35Hz'),
          slot('20:00', '05:30', '谷', '低温保持', '循环泵30Hz防冻巡回'),
        ],
        sequence: [
          {
            unitDevice: await first(driver, tools, who, 'device', { ProjectCode: at.project, Keyword: '1号直燃机' }),
            priority: 1,
            loadUp: '负荷率连续30分钟大于95%且出水低于设定1℃',
            loadDown: '两机负荷率均低于45%持续30分钟',
            minStop: 60,
          },
        ],
      };
    },
    steps: {
      暖通工程师审核: async () => ({ strategyOpinion: '分段与去年实际负荷相符，可以执行', safetyOk: '满足' }),
      能源数据测算复核: async () => ({ energyVerified: '合理' }),
      区域经理审批: none,
      技术总监审批: none,
      班组交底: async (tools) => ({
        briefDate: day(tools.now),
        briefUsers: [await tools.user(at.operators[0]), await tools.user(at.operators[1])],
        briefPhotos: [await tools.file()],
      }),
    },
  };
};

export const ENERGY: readonly Script[] = [
  waterMeter(),
  coldAndHeatMeter(),
  temporaryContact(),
  aircrewVacuum(),
  operationsPlan(),
];
