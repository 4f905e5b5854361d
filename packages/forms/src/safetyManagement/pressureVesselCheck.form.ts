import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 项目操作人员按月对单台压力容器本体、安全附件和检验有效期做自行检查，决定能否继续使用 */
export const pressureVesselCheck = defineForm({
  id: 'pressureVesselCheck',
  purpose: '项目操作人员按月对单台压力容器本体、安全附件和检验有效期做自行检查，决定能否继续使用',
  links: {
    project: f.project('项目', { required: true }),
    device: f.device('设备', { required: true, kinds: ['压力容器'] }),
  },
  serial: 'YLRQ-{yyyy}{MM}-{seq4}',
  fields: {
    vesselKind: f.enum(
      '容器类别',
      ['分集水器', '板式换热器', '容积式换热器', '定压罐', '压缩空气储罐', '分汽缸', '蓄能罐', '软水罐', '氮气气瓶'],
      { required: true },
    ),
    registerNo: f.text('使用登记证编号', { required: true, from: 'device.registerNo' }),
    medium: f.enum('工作介质', ['冷热水', '蒸汽', '压缩空气', '氮气', '乙二醇溶液', '制冷剂'], { required: true }),
    allowPressure: f.decimal(2, '最高允许工作压力', {
      required: true,
      unit: 'MPa',
      min: 0,
      max: 10,
      from: 'device.allowPressure',
      locked: 'known',
    }),
    allowTemp: f.decimal(1, '最高允许工作温度', {
      unit: '℃',
      min: -40,
      max: 400,
      from: 'device.allowTemp',
      locked: 'known',
    }),
    checkDate: f.date('检查日期', { required: true, default: 'today' }),
    nowPressure: f.decimal(2, '实测压力', { required: true, unit: 'MPa', min: 0, max: 10 }),
    nowTemp: f.decimal(1, '实测温度', { unit: '℃', min: -40, max: 400 }),
    wallThickness: f.decimal(2, '壁厚抽测最小值', { unit: 'mm', min: 0, max: 100 }),
    valveSetPressure: f.decimal(2, '安全阀整定压力', { required: true, unit: 'MPa', min: 0, max: 10 }),
    valveExpire: f.date('安全阀校验有效期', { required: true, from: 'device.valveExpire' }),
    gaugeExpire: f.date('压力表检定有效期', {
      required: true,
      hint: '压力表每半年检定一次',
      from: 'device.gaugeExpire',
    }),
    nextInspection: f.date('下次定期检验日期', { required: true, from: 'device.nextInspection' }),
    operatorCert: f.ref('certificate', '操作人员证书'),
    conclusion: f.enum('使用结论', ['继续使用', '监控使用', '立即停用'], { required: true }),
    platePhotos: f.images('铭牌与仪表照片', { required: true, max: 6 }),
  },
  details: {
    items: {
      label: '外观与附件检查',
      fields: {
        item: f.enum(
          '检查项',
          [
            '本体无裂纹鼓包变形过热',
            '焊缝与接管角焊缝无渗漏',
            '法兰密封面与紧固螺栓齐全',
            '保温防腐层完好无锈蚀',
            '支座基础无下沉倾斜',
            '安全阀铅封完好且排放管通畅',
            '压力表红线标识与回零',
            '液位计温度计显示清晰',
            '排污疏水阀开关灵活',
            '爆破片在有效期内',
            '接地与静电跨接可靠',
            '使用登记标志粘贴于显著位置',
            '异常振动与响声',
          ],
          { required: true, hint: '新建时按选项逐项带出', prefillRows: true },
        ),
        result: f.check('结果', { required: true }),
        treatment: f.text('处理措施', { required: true, showIf: "result == '不合格'" }),
        bad: f.integer('不合格', { tally: true, formula: "(result == '不合格') * 1" }),
      },
    },
  },
  computed: {
    badCount: f.integer('不合格项', { unit: '项', formula: 'sum(items.bad)' }),
    loadRatio: f.percent('压力负荷率', { formula: 'nowPressure / allowPressure * 100' }),
    expiredCount: f.integer('附件或检验超期项', {
      unit: '项',
      formula: '(valveExpire < checkDate) + (gaugeExpire < checkDate) + (nextInspection < checkDate)',
    }),
  },
  steps: [
    {
      name: '项目经理审核',
      by: 'projectManager',
      fields: {
        inspectArrange: f.textarea('送检或维修安排', { required: true, showIf: 'expiredCount > 0 or badCount > 0' }),
        inspectCost: f.money('预计送检费用', { unit: '元', min: 0, default: 0 }),
      },
    },
    {
      name: '安全员审核',
      by: 'role(safetyOfficer)',
      when: "badCount > 0 or expiredCount > 0 or conclusion != '继续使用'",
    },
    {
      name: '区域经理批准停用',
      by: 'areaManager',
      when: "conclusion == '立即停用' or inspectCost >= 5000",
      fields: {
        backupPlan: f.textarea('停用期间供能保障措施', { required: true }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'device',
      'vesselKind',
      'registerNo',
      'checkDate',
      'nowPressure',
      'loadRatio',
      'badCount',
      'expiredCount',
      'nextInspection',
      'conclusion',
      'status',
    ],
    filters: ['project', 'device', 'vesselKind', 'checkDate', 'nextInspection', 'conclusion', 'status'],
    sum: ['badCount', 'inspectCost'],
  },
  rules: [
    { if: 'checkDate > createdAt', error: '检查日期不能晚于填报日期' },
    {
      if: "nowPressure > allowPressure and conclusion != '立即停用'",
      error: '实测压力超过最高允许工作压力，结论必须为立即停用',
    },
    { if: 'valveSetPressure < nowPressure', error: '安全阀整定压力低于实测工作压力，请核对' },
    { if: "nextInspection < checkDate and conclusion == '继续使用'", error: '定期检验已超期，不得继续使用' },
    {
      if: "(valveExpire < checkDate or gaugeExpire < checkDate) and conclusion == '继续使用'",
      error: '安全阀或压力表已超期，不得填写继续使用',
    },
    { if: "badCount >= 3 and conclusion == '继续使用'", error: '不合格项达到3项，应监控使用或停用' },
  ],
  onApproved: [
    'pressureVesselCheck.device',
    'pressureVesselCheck.remind',
    'pressureVesselCheck.stop',
    'pressureVesselCheck.hazards',
  ],
  print: 'A4',
  reports: ['baseInformation', 'inspectionAnalysis', 'vData/computerRoom'],
});
