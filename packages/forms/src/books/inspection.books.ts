/** What inspections go by: check tables with their clauses. */
import { defineBook, f } from '@hengneng/form-kit';

export const checkTable = defineBook({
  id: 'checkTable',
  title: '检查表',
  purpose: '按专题编制的标准检查表，检查单选定后带出条款与标准分',
  columns: {
    name: f.text('检查表', { required: true }),
    topic: f.text('专题', { required: true }),
    basis: f.text('依据'),
  },
  key: ['name'],
  name: ['name'],
  list: { columns: ['name', 'topic', 'basis'], filters: ['name', 'topic'] },
});

export const checkClause = defineBook({
  id: 'checkClause',
  title: '检查条款',
  purpose: '检查表的每一条标准及其标准分',
  columns: {
    checkTable: f.ref('checkTable', '检查表', { required: true }),
    clause: f.text('检查条款', { required: true }),
    fullScore: f.decimal(1, '标准分', { required: true, unit: '分' }),
  },
  list: { columns: ['checkTable', 'clause', 'fullScore'], filters: ['checkTable', 'clause'], sum: ['fullScore'] },
});
