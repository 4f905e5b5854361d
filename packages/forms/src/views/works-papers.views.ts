/** Papers of building works: what each sub-project has to hand in, what came, and what is archived. */
import { PAPER_STAGES, PAPER_STATES } from '@hengneng/core';
import { defineView, f } from '@hengneng/form-kit';

const SCREEN = '/engineering/check/checkResourceList';

export const worksPapers = defineView({
  id: 'worksPapers',
  title: '验收资料列表',
  purpose: '每个开工的子项目应交的资料、已交的版本与归档号；施工日志的隐蔽验收与竣工验收查过的资料自动计入',
  register: { title: '验收资料目录', paper: 'A3' },
  screen: SCREEN,
  calls: { index: '/srmapi/DataManagement/Papers', export: '/srmapi/DataManagement/Export' },
  columns: {
    name: f.text('资料名称', { required: true }),
    stage: f.enum('目录', PAPER_STAGES, { required: true }),
    required: f.boolean('必备', { required: true }),
    project: f.project('项目', { required: true }),
    subProject: f.ref('subProject', '子项目', { required: true }),
    contractor: f.supplier('单位'),
    copies: f.integer('份数', { unit: '份' }),
    version: f.integer('版本'),
    madeOn: f.date('形成日期'),
    uploader: f.user('上传人'),
    auditor: f.user('审核人'),
    opinion: f.text('审核意见'),
    archiveNo: f.text('归档号'),
    source: f.text('来源'),
    files: f.files('文件'),
    state: f.enum('状态', PAPER_STATES, { required: true }),
    lack: f.boolean('缺项', { required: true, hint: '必备而没有归档' }),
    /** The version that the row shows; empty where nothing was uploaded. */
    paper: f.text('版本编号'),
  },
  list: {
    columns: [
      'name',
      'stage',
      'required',
      'state',
      'project',
      'subProject',
      'contractor',
      'copies',
      'version',
      'madeOn',
      'uploader',
      'auditor',
      'opinion',
      'archiveNo',
      'source',
      'files',
    ],
    filters: ['project', 'subProject', 'stage', 'state', 'lack', 'required', 'uploader', 'madeOn'],
    sum: ['copies'],
    carries: ['paper', 'lack'],
  },
  figures: {
    rate: f.percent('齐套率'),
    kept: f.integer('已归档', { unit: '项' }),
    missing: f.integer('必备缺项', { unit: '项' }),
    waiting: f.integer('待审', { unit: '项' }),
    back: f.integer('退回', { unit: '项' }),
  },
});
