import { defineView, f } from '@hengneng/form-kit';

export const projectMonitors = defineView({
  id: 'projectMonitors',
  title: '项目班长列表',
  purpose: '每个项目现任班长、任期与津贴；空岗、代理超期、任期将到一眼可见',
  screen: '/formFlow/laborDispatch/monitorEstablish/projectMonitorList',
  calls: { index: '/bpmapi/MonitorEstablish/Current', export: '/bpmapi/MonitorEstablish/ExportCurrent' },
  columns: {
    area: f.dept('区域'),
    project: f.project('项目', { required: true }),
    monitor: f.user('现任班长'),
    level: f.text('级别'),
    supplier: f.supplier('用工单位'),
    startOn: f.date('任期起'),
    endOn: f.date('任期止'),
    leftDays: f.integer('剩余', { unit: '天' }),
    allowance: f.money('津贴', { unit: '元/月' }),
    state: f.enum('状态', ['在任', '代理', '空岗', '任期将到'], { required: true }),
  },
  list: {
    columns: ['project', 'area', 'monitor', 'level', 'supplier', 'startOn', 'endOn', 'leftDays', 'allowance', 'state'],
    filters: ['area', 'project', 'state', 'level', 'supplier'],
    sum: ['allowance'],
  },
  figures: {
    posts: f.integer('应设', { unit: '个' }),
    held: f.integer('已任', { unit: '个' }),
    vacant: f.integer('空岗', { unit: '个' }),
    acting: f.integer('代理', { unit: '个' }),
    ending: f.integer('任期将到', { unit: '个' }),
  },
  charts: {
    byArea: {
      label: '各区域在任与空岗',
      kind: 'stacked',
      by: 'area',
      series: { held: f.integer('已任', { unit: '个' }), vacant: f.integer('空岗', { unit: '个' }) },
    },
  },
});
