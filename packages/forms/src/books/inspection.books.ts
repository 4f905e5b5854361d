/** What inspections go by and find: check tables with their clauses, routes with their points, what was found at each, rated machine rooms. */
import { INSPECT_TYPES, INSPECTION_AREAS, INSPECTION_ITEMS, POINT_FREQUENCIES, POINT_KINDS } from '@hengneng/core';
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

export const inspectionRoute = defineBook({
  id: 'inspectionRoute',
  title: '巡检路线',
  purpose: '项目的巡检路线，选定后带出路线上的巡检点',
  columns: {
    name: f.text('路线', { required: true }),
    project: f.project('项目', { required: true }),
    kind: f.enum('类别', POINT_KINDS, { required: true }),
    pointCount: f.integer('应检点数', { required: true, unit: '点' }),
    ordered: f.boolean('按顺序巡检'),
    minutes: f.integer('标准用时', { unit: '分钟' }),
    inspectTypes: f.multiEnum('适用巡检类别', INSPECT_TYPES),
    state: f.enum('状态', ['启用', '停用'], { required: true }),
  },
  key: ['project', 'name'],
  name: ['name'],
  offered: { state: ['启用'], kind: ['公司巡检'] },
  list: {
    columns: ['name', 'project', 'kind', 'pointCount', 'ordered', 'minutes', 'inspectTypes', 'state'],
    filters: ['project', 'name', 'kind', 'state'],
  },
});

export const inspectionPoint = defineBook({
  id: 'inspectionPoint',
  title: '巡检点',
  purpose: '路线上的每个巡检点：部位、检查项目与标准、分值、定位与允许偏差，以及最近一次巡检的结果',
  columns: {
    code: f.text('点位编码', { required: true }),
    name: f.text('名称', { required: true }),
    area: f.enum('部位', INSPECTION_AREAS, { required: true }),
    kind: f.enum('类别', POINT_KINDS, { required: true }),
    // Of the first check item; all of them, by versions, are in point_version.
    item: f.enum('检查项目', INSPECTION_ITEMS),
    project: f.project('项目', { required: true }),
    route: f.ref('inspectionRoute', '路线'),
    sort: f.integer('顺序'),
    device: f.device('关联设备'),
    standard: f.text('检查标准'),
    score: f.decimal(1, '分值', { required: true, unit: '分' }),
    version: f.integer('标准版本'),
    position: f.text('定位'),
    lat: f.decimal(6, '纬度', { unit: '°' }),
    lng: f.decimal(6, '经度', { unit: '°' }),
    radius: f.integer('允许偏差', { unit: 'm' }),
    locating: f.boolean('须定位'),
    frequency: f.enum('频次', POINT_FREQUENCIES),
    photoNeeded: f.boolean('必拍照'),
    qrVersion: f.integer('二维码版本'),
    revision: f.integer('修改次数'),
    state: f.enum('状态', ['启用', '停用'], { required: true }),
    lastInspectedAt: f.datetime('最近巡检时间'),
    lastResult: f.enum('最近结果', ['合格', '不合格', '不适用']),
  },
  key: ['project', 'code'],
  name: ['code', 'name'],
  offered: { state: ['启用'], kind: ['公司巡检'] },
  list: {
    columns: [
      'code',
      'name',
      'kind',
      'area',
      'item',
      'project',
      'route',
      'device',
      'standard',
      'score',
      'frequency',
      'state',
      'lastInspectedAt',
      'lastResult',
    ],
    filters: ['project', 'route', 'kind', 'area', 'state', 'lastInspectedAt', 'lastResult'],
  },
});

export const perambulateRecord = defineBook({
  id: 'perambulateRecord',
  title: '巡检记录台账',
  purpose: '每次巡检在每个点的结果、实测与扣分，按项目、点位和时间查找',
  columns: {
    project: f.project('项目', { required: true }),
    point: f.ref('inspectionPoint', '巡检点', { required: true }),
    scannedAt: f.datetime('扫码时间', { required: true }),
    inspectType: f.text('巡检类别', { required: true }),
    item: f.text('检查项目', { required: true }),
    // As they stood when it was filed: a standard that changes later leaves these alone.
    standard: f.text('检查标准'),
    standardVersion: f.integer('标准版本'),
    fullScore: f.decimal(1, '分值', { unit: '分' }),
    measured: f.text('实测或现场情况'),
    result: f.enum('结果', ['合格', '不合格', '不适用'], { required: true }),
    deduct: f.decimal(1, '扣分', { unit: '分' }),
    problem: f.text('问题描述'),
    severity: f.text('严重程度'),
    inspector: f.user('巡检人', { required: true }),
    sourceNo: f.text('来源单号', { required: true }),
  },
  list: {
    columns: [
      'project',
      'point',
      'scannedAt',
      'inspectType',
      'item',
      'standard',
      'measured',
      'result',
      'fullScore',
      'deduct',
      'problem',
      'severity',
      'inspector',
      'sourceNo',
    ],
    filters: ['project', 'point', 'scannedAt', 'inspectType', 'result', 'inspector'],
    sum: ['deduct'],
  },
});

export const standardRoom = defineBook({
  id: 'standardRoom',
  title: '项目机房档案',
  purpose: '每间机房的等级、评星与复评日期；参观示范机房供项目参观申请选择',
  columns: {
    project: f.project('项目', { required: true }),
    roomName: f.text('机房名称', { required: true }),
    level: f.enum('等级', ['未评级', '未达标', '一星', '二星', '三星', '四星', '五星']),
    score: f.decimal(1, '得分', { unit: '分' }),
    ratedOn: f.date('评星日期'),
    nextReview: f.date('下次复评日期'),
    lastCheckOn: f.date('最近检查日期'),
    position: f.text('位置'),
    area: f.decimal(2, '面积', { unit: 'm²' }),
    demonstration: f.boolean('参观示范机房'),
  },
  key: ['project', 'roomName'],
  name: ['roomName', 'level'],
  list: {
    columns: [
      'roomName',
      'level',
      'score',
      'ratedOn',
      'project',
      'nextReview',
      'lastCheckOn',
      'position',
      'area',
      'demonstration',
    ],
    filters: ['project', 'level', 'nextReview', 'demonstration'],
  },
});

export const roomFacility = defineBook({
  id: 'roomFacility',
  title: '机房标识与设施清册',
  purpose: '机房标准化建设完成的标识、设施与做法，更换和检查时对照',
  columns: {
    project: f.project('项目', { required: true }),
    roomName: f.text('机房名称', { required: true }),
    item: f.text('建设项目', { required: true }),
    standard: f.text('做法标准', { required: true }),
    quantity: f.decimal(2, '数量', { required: true }),
    unitName: f.text('单位', { required: true }),
    amount: f.money('金额', { unit: '元' }),
    finishedOn: f.date('完工日期', { required: true }),
    sourceNo: f.text('来源单号', { required: true }),
  },
  list: {
    columns: ['project', 'roomName', 'item', 'standard', 'quantity', 'unitName', 'amount', 'finishedOn', 'sourceNo'],
    filters: ['project', 'roomName', 'item', 'finishedOn'],
    sum: ['amount'],
  },
});

export const deferredExpense = defineBook({
  id: 'deferredExpense',
  title: '长期待摊台账',
  purpose: '资本化的建设支出：原值、摊销月数与每月摊销额，核算月份据此列支',
  columns: {
    project: f.project('项目', { required: true }),
    kind: f.enum('类别', ['长期待摊费用', '固定资产'], { required: true }),
    item: f.text('事项', { required: true }),
    amount: f.money('原值', { required: true, unit: '元' }),
    startMonth: f.month('起摊月份', { required: true }),
    months: f.integer('摊销月数', { required: true, unit: '月' }),
    monthAmount: f.money('每月摊销', { unit: '元' }),
    sourceNo: f.text('来源单号', { required: true }),
  },
  list: {
    columns: ['project', 'kind', 'item', 'amount', 'startMonth', 'months', 'monthAmount', 'sourceNo'],
    filters: ['project', 'kind', 'startMonth'],
    sum: ['amount', 'monthAmount'],
  },
});
