/** What a project was handed over with. */
import { defineBook, f } from '@hengneng/form-kit';

export const projectAsset = defineBook({
  id: 'projectAsset',
  title: '项目资产台账',
  purpose: '进场交接收到的图纸、资料、钥匙、工具、备件与设施：数量、状态与移交单位，退场交接时对照',
  columns: {
    project: f.project('项目', { required: true }),
    kind: f.text('类别', { required: true }),
    name: f.text('名称', { required: true }),
    quantity: f.decimal(2, '数量', { required: true }),
    unitName: f.text('单位', { required: true }),
    state: f.enum('状态', ['齐全完好', '缺失', '损坏'], { required: true }),
    receivedOn: f.date('交接日期', { required: true }),
    handedBy: f.text('移交单位', { required: true }),
    document: f.text('交接单号', { required: true }),
  },
  list: {
    columns: ['project', 'kind', 'name', 'quantity', 'unitName', 'state', 'receivedOn', 'handedBy', 'document'],
    filters: ['project', 'kind', 'state', 'receivedOn'],
  },
});
