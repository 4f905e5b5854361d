/** EMC项目检查: each problem is to be put right by somebody by a day; the score and what was measured are kept. */
import { deviceTest, type EMCProjectCheck, projectScore } from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { monthOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import { managersOf } from '../kit/people.ts';
import { enterHazards } from '../safetyManagement/hazards.ts';

type Check = Recorded<typeof EMCProjectCheck>;
type Part = Check['problems'][number]['part'];

const FIELDS: Readonly<Record<Part, string>> = {
  溴化锂主机: '主机',
  燃烧器: '燃烧系统',
  燃气阀组与泄漏报警: '燃烧系统',
  烟道: '燃烧系统',
  冷却塔: '冷却塔',
  水泵: '水泵管网',
  阀门管路保温: '水泵管网',
  软水与加药装置: '水质',
  配电柜: '配电',
  变频与自控: '自控计量',
  冷热量表: '自控计量',
  燃气表: '自控计量',
  水电表: '自控计量',
  消防设施: '机房形象',
  运行日志: '人员管理',
  排班持证: '人员管理',
  客户侧: '末端',
  其他: '机房形象',
};
const SEVERITY = { 一般: '一般', 较重: '严重', 重大隐患: '重大' } as const;

export const EMCProjectCheckEffects: EffectsOf<'EMCProjectCheck', Check> = {
  'EMCProjectCheck.rectify': effect(async ({ tx, record, services }) => {
    const { project: manager } = await managersOf(tx, record.project);
    for (const row of record.problems) {
      await services.draft({
        module: 'emcProblemRectification',
        applicant: manager ?? record.applicant,
        title: `${record.checkKind}${record.serial}：${row.part}${row.problem}，请在${row.deadline}前整改`,
        values: {
          project: record.project,
          contract: record.contract,
          source: 'EMC项目检查',
          sourceNo: record.serial,
          foundDate: record.checkDate,
          problemField: FIELDS[row.part],
          severity: SEVERITY[row.severity],
          problemDesc: row.problem,
          rectifyLeader: row.dutyPerson,
          totalDeadline: row.deadline,
          beforePhotos: row.photo,
          tasks: [{ task: row.measure, position: row.part, owner: row.dutyPerson, dueDate: row.deadline }],
        },
      });
      await services.remind({
        on: row.deadline,
        daysBefore: 1,
        to: [row.dutyPerson],
        title: `${record.serial}${row.part}的问题应在${row.deadline}前整改：${row.measure}`,
      });
    }
  }),
  'EMCProjectCheck.hazards': effect(async (call) => {
    const { record, services } = call;
    const major = record.problems.filter((row) => row.severity === '重大隐患');
    if (major.length === 0) return;
    await enterHazards(
      call,
      { project: record.project, origin: 'EMC项目检查', sourceNo: record.serial ?? '', foundOn: record.checkDate },
      major.map((row) => ({
        content: row.problem,
        level: '重大' as const,
        place: row.part,
        owner: row.dutyPerson,
        deadline: row.deadline,
        measure: row.measure,
      })),
    );
    await services.todo({
      kind: '重大隐患',
      title: `${record.checkKind}${record.serial}发现重大隐患${major.length}项：${major.map((row) => row.problem).join('、')}`,
      project: record.project,
      to: [],
      role: 'safetyOfficer',
    });
  }),
  'EMCProjectCheck.score': effect(async ({ record, book }) => {
    if (record.totalScore !== null)
      await book(projectScore, {
        project: record.project,
        month: monthOf(record.checkDate),
        kind: 'EMC项目检查',
        topic: record.checkKind,
        checkedOn: record.checkDate,
        scoreRate: record.totalScore,
        problems: record.problemCount,
        sourceNo: record.serial ?? '',
      });
  }),
  'EMCProjectCheck.machine': effect(async ({ record, book, set }) => {
    const { device } = record;
    if (device === null) return;
    const measured = [
      { kind: '真空检测', metric: '不凝气压力', value: record.vacuumPressure, unit: 'kPa' },
      { kind: '燃烧检测', metric: '排烟温度', value: record.exhaustTemp, unit: '℃' },
      { kind: '燃烧检测', metric: '烟气含氧量', value: record.exhaustO2, unit: '%' },
      { kind: '燃烧检测', metric: '烟气一氧化碳', value: record.exhaustCO, unit: 'ppm' },
    ] as const;
    await book(
      deviceTest,
      ...measured.flatMap(({ kind, metric, value, unit }) =>
        value === null
          ? []
          : [
              {
                device,
                project: record.project,
                kind,
                testedOn: record.checkDate,
                metric,
                value: String(value),
                unit,
                valid: true,
                document: record.serial ?? '',
              },
            ],
      ),
    );
    await set('device', device, {
      run_hours: record.runHours,
      ...(record.exhaustTemp === null ? {} : { last_exhaust: record.exhaustTemp }),
    });
  }),
};
