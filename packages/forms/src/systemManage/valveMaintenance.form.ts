import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 逐只保养阀门，试验启闭、内外漏和执行器行程，核对安全阀和压力表校验有效期 */
export const valveMaintenance = defineForm({
  id: 'valveMaintenance',
  purpose: '逐只保养阀门，试验启闭、内外漏和执行器行程，核对安全阀和压力表校验有效期',
  links: { project: f.project('项目', { required: true }) },
  serial: 'FMBY-{yyyy}{MM}-{seq4}',
  fields: {
    valveArea: f.enum('保养区域', ['主机房', '冷却塔平台', '分集水器', '管井立管', '楼层支路', '锅炉房', '室外管网'], {
      required: true,
    }),
    valveCycle: f.enum('保养类别', ['季度启闭试验', '换季切换', '年度保养', '故障处理'], { required: true }),
    serviceDate: f.date('保养日期', { required: true, default: 'today' }),
    servicers: f.users('保养人员', { required: true }),
    pipelineState: f.enum('管路状态', ['带压运行', '停运带压', '泄压排空'], { required: true }),
    switchMode: f.enum('冷暖切换方向', ['制冷转采暖', '采暖转制冷'], {
      required: true,
      showIf: "valveCycle == '换季切换'",
    }),
    switchChecked: f.boolean('切换阀位双人复核', { showIf: "valveCycle == '换季切换'" }),
    consumableFee: f.money('盘根垫片润滑脂费用', { unit: '元', min: 0, default: 0 }),
    valvePhotos: f.images('保养照片', { required: true, max: 9 }),
  },
  details: {
    valves: {
      label: '阀门明细',
      fields: {
        valveNo: f.text('阀门编号', { required: true }),
        place: f.text('位置', { required: true }),
        valveKind: f.enum(
          '阀型',
          [
            '闸阀',
            '蝶阀',
            '截止阀',
            '球阀',
            '止回阀',
            '静态平衡阀',
            '压差旁通阀',
            '电动两通阀',
            '电动调节阀',
            '减压阀',
            '安全阀',
            '自动排气阀',
            '燃气紧急切断阀',
          ],
          { required: true },
        ),
        dn: f.integer('公称直径DN', { required: true, unit: 'mm', min: 15, max: 1000 }),
        medium: f.enum('介质', ['冷温水', '冷却水', '卫生热水', '自来水', '蒸汽', '天然气'], { required: true }),
        normalOpen: f.percent('正常开度', { required: true, min: 0, max: 100 }),
        action: f.multiEnum(
          '保养内容',
          [
            '启闭试验',
            '阀杆注油',
            '更换盘根',
            '更换垫片',
            '法兰紧固',
            '除锈刷漆',
            '执行器行程校准',
            '解体清洗',
            '挂牌标识',
          ],
          { required: true },
        ),
        stroke: f.check('启闭灵活性', { required: true }),
        outerLeak: f.check('外漏', { required: true }),
        innerLeak: f.check('内漏', { required: true }),
        actuator: f.check('执行器反馈'),
        verifyDue: f.date('校验有效期', {
          required: true,
          showIf: "valveKind == '安全阀' or valveKind == '燃气紧急切断阀'",
        }),
        replaceNeeded: f.boolean('需更换', { default: false }),
        valveFail: f.integer('不合格', {
          tally: true,
          formula: "stroke == '不合格' or outerLeak == '不合格' or innerLeak == '不合格' or actuator == '不合格'",
        }),
      },
    },
  },
  computed: {
    valveCount: f.integer('保养阀门数', { unit: '只', formula: 'count(valves)' }),
    failValves: f.integer('不合格阀门数', { unit: '只', formula: 'sum(valves.valveFail)' }),
    replaceCount: f.integer('需更换数', { unit: '只', formula: 'sum(valves.replaceNeeded)' }),
    intactRate: f.percent('阀门完好率', { formula: '(valveCount - failValves) / valveCount * 100' }),
  },
  steps: [
    {
      name: '项目经理验收',
      by: 'projectManager',
      fields: {
        spotCheckCount: f.integer('抽查数量', { required: true, unit: '只', min: 1 }),
        spotOpinion: f.textarea('抽查意见'),
      },
    },
    {
      name: '安全员审核',
      by: 'role(safetyOfficer)',
      when: "valveArea == '锅炉房' or failValves > 0",
      fields: {
        safetyOpinion: f.textarea('安全意见', { required: true }),
      },
    },
    { name: '区域经理审核', by: 'areaManager', when: 'replaceCount > 0 or consumableFee >= 2000' },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'valveArea',
      'valveCycle',
      'serviceDate',
      'valveCount',
      'failValves',
      'replaceCount',
      'intactRate',
      'consumableFee',
      'status',
    ],
    filters: ['project', 'valveArea', 'valveCycle', 'serviceDate'],
    sum: ['valveCount', 'failValves', 'replaceCount', 'consumableFee'],
  },
  rules: [
    { if: 'serviceDate > createdAt', error: '保养日期不能晚于填报日期' },
    { if: 'count(valves) == 0', error: '请填写阀门明细' },
    { if: 'valves.verifyDue < serviceDate', error: '安全阀或紧急切断阀已超过校验有效期，应停用送检' },
    { if: "valveCycle == '换季切换' and not switchChecked", error: '换季切换须双人复核阀位，防止误操作' },
    {
      if: "pipelineState == '带压运行' and valves.medium == '蒸汽' and valves.outerLeak == '不合格'",
      error: '蒸汽阀外漏须泄压后处理，不得带压作业',
    },
    { if: 'spotCheckCount > valveCount', error: '抽查数量不能大于保养阀门数' },
  ],
  onApproved: ['valveMaintenance.ledger', 'valveMaintenance.purchase', 'valveMaintenance.cost'],
  print: 'A4',
  reports: ['maintenanceCost'],
});
