import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 管理者与一线员工面谈，掌握思想动态、满意度和流失风险，跟踪诉求办理 */
export const employeeInterview = defineForm({
  id: 'employeeInterview',
  purpose: '管理者与一线员工面谈，掌握思想动态、满意度和流失风险，跟踪诉求办理',
  links: { project: f.project('项目') },
  serial: 'YGMT-{yyyy}{MM}-{seq4}',
  fields: {
    employee: f.user('面谈员工', { required: true }),
    position: f.text('岗位', { required: true, from: 'employee.position' }),
    entryDate: f.date('入职日期', { from: 'employee.entryDate' }),
    interviewType: f.enum(
      '面谈类型',
      ['新员工满月', '试用期', '季度例行', '绩效反馈', '晋升前', '违纪谈话', '离职挽留', '困难慰问', '事故后谈心'],
      { required: true },
    ),
    interviewer: f.user('面谈人', { required: true }),
    talkTime: f.datetime('面谈时间', { required: true }),
    talkMinutes: f.integer('时长', { required: true, unit: '分钟', min: 5, max: 240 }),
    talkPlace: f.enum('地点', ['机房值班室', '项目办公室', '区域办公室', '公司', '电话视频'], { required: true }),
    workLoadRate: f.integer('工作量与倒班满意度(1-5分)', { required: true, min: 1, max: 5 }),
    payRate: f.integer('薪资待遇满意度(1-5分)', { required: true, min: 1, max: 5 }),
    livingRate: f.integer('食宿条件满意度(1-5分)', { required: true, min: 1, max: 5 }),
    envRate: f.integer('机房环境(噪声/高温)满意度(1-5分)', { required: true, min: 1, max: 5 }),
    leaderRate: f.integer('班组与上级关系满意度(1-5分)', { required: true, min: 1, max: 5 }),
    growthRate: f.integer('培训与发展满意度(1-5分)', { required: true, min: 1, max: 5 }),
    strengths: f.textarea('近期表现与肯定', { required: true }),
    weakness: f.textarea('不足与改进约定', { required: true }),
    moodState: f.enum('思想状态', ['稳定', '有情绪', '波动较大'], { required: true }),
    leaveRisk: f.enum('离职风险', ['低', '中', '高'], { required: true }),
    riskReason: f.textarea('风险原因', { showIf: "leaveRisk == '中' or leaveRisk == '高'" }),
    familyDifficulty: f.textarea('家庭与健康困难'),
    nextTalkDate: f.date('下次面谈日期'),
  },
  details: {
    demands: {
      label: '员工诉求',
      fields: {
        demandType: f.enum(
          '诉求类别',
          [
            '薪资津贴',
            '班次调整',
            '调动岗位',
            '宿舍租房',
            '伙食',
            '工装劳保',
            '工具仪器',
            '培训取证',
            '机房降温降噪',
            '休假',
            '其他',
          ],
          { required: true },
        ),
        demandText: f.text('诉求内容', { required: true }),
        handler: f.user('责任人', { required: true }),
        promiseDate: f.date('承诺答复日期', { required: true }),
        onSiteReply: f.text('当场答复'),
      },
    },
  },
  computed: {
    satisfyAvg: f.decimal(2, '综合满意度', {
      formula: '(workLoadRate + payRate + livingRate + envRate + leaderRate + growthRate) / 6',
    }),
    demandCount: f.integer('诉求数', { unit: '条', formula: 'count(demands)' }),
  },
  steps: [
    {
      name: '员工本人确认',
      by: 'field(employee)',
      fields: {
        agreeContent: f.enum('对面谈内容', ['属实无异议', '有补充'], { required: true }),
        employeeWords: f.textarea('补充意见'),
        employeeSign: f.signature('本人签字', { required: true }),
      },
    },
    {
      name: '区域经理阅处',
      by: 'areaManager',
      fields: {
        areaMeasure: f.textarea('处理措施', { required: true }),
      },
    },
    { name: '运营总监阅处', by: 'role(operationDirector)', when: "leaveRisk == '高' or moodState == '波动较大'" },
    {
      name: '人事跟踪闭环',
      by: 'role(hr)',
      final: true,
      fields: {
        solvedCount: f.integer('已办结诉求数', { required: true, min: 0 }),
        trackResult: f.textarea('办理结果', { required: true }),
        closeDate: f.date('闭环日期', { required: true }),
        riskAfter: f.enum('跟踪后离职风险', ['低', '中', '高', '已离职'], { required: true }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'employee',
      'position',
      'interviewType',
      'interviewer',
      'talkTime',
      'satisfyAvg',
      'leaveRisk',
      'demandCount',
      'riskAfter',
      'status',
    ],
    filters: ['project', 'employee', 'interviewType', 'interviewer', 'leaveRisk', 'talkTime', 'status'],
    sum: ['demandCount'],
  },
  rules: [
    { if: 'employee == interviewer', error: '面谈人与被面谈员工不能为同一人' },
    { if: "(leaveRisk == '中' or leaveRisk == '高') and not riskReason", error: '离职风险为中或高，请填写风险原因' },
    { if: "leaveRisk == '高' and not nextTalkDate", error: '高离职风险员工须约定下次面谈日期' },
    { if: 'nextTalkDate <= talkTime', error: '下次面谈日期必须晚于本次面谈时间' },
    { if: "agreeContent == '有补充' and not employeeWords", error: '请填写补充意见' },
    { if: 'solvedCount > demandCount', error: '已办结诉求数不能大于诉求数' },
  ],
  print: 'A4',
  reports: ['personnelAnalysis'],
});
