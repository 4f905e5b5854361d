/** The demo company as data: departments, people, projects. Everything follows from these tables, so that every first start makes the same company. */
import { ROLES, type RoleCode } from '@hengneng/core';
import { DEMO_CLIMATES, type DemoClimate } from '@hengneng/energy/demo';

export interface DemoDept {
  readonly id: string;
  readonly name: string;
  /** Account of its manager. */
  readonly manager: string;
}

export const DEPTS: readonly DemoDept[] = [
  { id: 'A63', name: '衡能示范公司', manager: 'generalManager' },
  { id: 'A6301', name: '总经理办公室', manager: 'generalManager' },
  { id: 'A6302', name: '运营管理部', manager: 'operationDirector' },
  { id: 'A6303', name: '财务部', manager: 'finance' },
  { id: 'A6304', name: '人力资源部', manager: 'hr' },
  { id: 'A6305', name: '采购部', manager: 'purchaser' },
  { id: 'A6306', name: '法务部', manager: 'legal' },
  { id: 'A6307', name: '技术部', manager: 'technicalDirector' },
  { id: 'A630701', name: '暖通组', manager: 'hvacLeader' },
  { id: 'A630702', name: '自控组', manager: 'automationLeader' },
  { id: 'A630703', name: '水质与能源组', manager: 'waterEngineer' },
  { id: 'A6308', name: 'EMC事业部', manager: 'emcDirector' },
  { id: 'A630801', name: '咨询中心', manager: 'deptDirector' },
  { id: 'A630802', name: '销售中心', manager: 'salesTechnical' },
  { id: 'A6309', name: '研发中心', manager: 'researchCto' },
  { id: 'A6310', name: '安全质量部', manager: 'safetyOfficer' },
  { id: 'A6311', name: '信息部', manager: 'admin' },
  { id: 'A6322', name: '项目大区', manager: 'operationDirector' },
  { id: 'A632201', name: '华东区域', manager: 'areaManager' },
  { id: 'A632202', name: '华南区域', manager: 'areaManager2' },
  { id: 'A632203', name: '华北区域', manager: 'areaManager3' },
  { id: 'A632204', name: '西南区域', manager: 'areaManager4' },
  { id: 'A6329', name: '子公司', manager: 'generalManager' },
  { id: 'A632901', name: '示范机电工程有限公司', manager: 'serviceProvider' },
  { id: 'A632902', name: '示范物业服务有限公司', manager: 'propertyManager' },
];

export interface DemoPerson {
  readonly account: string;
  readonly name: string;
  readonly role: RoleCode;
  readonly dept: string;
  readonly position: string;
}

const NAMES =
  '周岚 程立言 方志远 梁宏伟 韩建国 宋文涛 杜永强 罗振华 贺志勇 彭海波 曾宪明 范思源 石安平 邓清源 夏雨晴 江致远 田一鸣 崔国栋 姚景行 谭启明 卢少华 汪景瑞 金子轩 戴慧敏 邱雅琴 秦素芬 任志成 侯淑贞 孟法正 白宇航 段文博 雷若水 龚德顺 史可达 陶丽华 黎耀东 贾承志 顾长青 毛润生 郝建业 邵永康 万里程 钱思齐 严正华 武卫东 尹安然 施清扬 孔令辉 向明哲 齐望舒 喻文轩 梅自强 柳成荫 安若兰 常青松 于佳慧 蔡明轩 余秋实 潘新宇 葛树人 温如玉 章启泰 苏亦凡 丁海生 陆景明 傅长歌 沈知远 顾明理 叶知秋 严守正 苗青云 冉清扬 路致和'.split(
    ' ',
  );

const DEPT_OF: Readonly<Record<RoleCode, readonly string[]>> = {
  admin: ['A6311', 'A6311'],
  generalManager: ['A6301', 'A6301'],
  operationDirector: ['A6302', 'A6302'],
  emcDirector: ['A6308', 'A6308'],
  areaManager: ['A632201', 'A632202', 'A632203', 'A632204'],
  projectManager: ['A632201', 'A632201', 'A632202', 'A632203', 'A632204'],
  operator: ['A632201', 'A632201', 'A632202', 'A632203', 'A632204'],
  engineer: ['A632201', 'A632202', 'A632203', 'A632204'],
  safetyOfficer: ['A6310', 'A6310'],
  waterEngineer: ['A630703', 'A630703'],
  energyAnalyst: ['A630703', 'A630703'],
  deptDirector: ['A630801', 'A630801'],
  technicalDirector: ['A6307', 'A6307'],
  hvacLeader: ['A630701', 'A630701'],
  hvacEngineer: ['A630701', 'A630701'],
  automationLeader: ['A630702', 'A630702'],
  automationEngineer: ['A630702', 'A630702'],
  sales: ['A630802', 'A630802'],
  salesTechnical: ['A630802', 'A630802'],
  finance: ['A6303', 'A6303'],
  cashier: ['A6303', 'A6303'],
  purchaser: ['A6305', 'A6305'],
  hr: ['A6304', 'A6304'],
  legal: ['A6306', 'A6306'],
  researchCto: ['A6309', 'A6309'],
  researchEngineer: ['A6309', 'A6309'],
  adviser: ['A6307', 'A6307'],
  propertyManager: ['A632902', 'A632902'],
  serviceProvider: ['A632901', 'A632901'],
  auditor: ['A6301', 'A6301'],
};

/** Account = role code; the second person has the suffix 2, and so on. */
export const PEOPLE: readonly DemoPerson[] = (Object.keys(ROLES) as RoleCode[])
  .flatMap((role) => DEPT_OF[role].map((dept, index) => ({ role, dept, index })))
  .map(({ role, dept, index }, at) => ({
    account: index === 0 ? role : `${role}${index + 1}`,
    name: NAMES[at] ?? `示范${at + 1}`,
    role,
    dept,
    position: ROLES[role].replace(/（.*）/, ''),
  }));

export interface DemoProject {
  readonly code: string;
  readonly name: string;
  readonly area: string;
  readonly model: 'EMC' | 'OM' | 'WB';
  readonly chargeModel: string;
  readonly building: string;
  readonly customer: string;
  readonly district: string;
  readonly address: string;
  /** m² */
  readonly size: number;
  readonly state: number;
  readonly manager: string;
  readonly operators: readonly string[];
  readonly sales: string;
  /** 直燃机 or 电制冷. */
  readonly host: 'absorption' | 'electric';
}

const CLIMATE_OF: Readonly<Record<string, DemoClimate>> = {
  A632201: DEMO_CLIMATES.east,
  A632202: DEMO_CLIMATES.south,
  A632203: DEMO_CLIMATES.north,
  A632204: DEMO_CLIMATES.southwest,
};
/** Neighbours have the same. */
export const climateOf = ({ area }: Pick<DemoProject, 'area'>): DemoClimate => CLIMATE_OF[area] ?? DEMO_CLIMATES.east;

const project = (
  code: string,
  name: string,
  area: string,
  rest: readonly [string, string, string, string, number, number],
  people: readonly [string, readonly string[], string],
  host: DemoProject['host'],
): DemoProject => ({
  code,
  name,
  area,
  model: code.startsWith('EMC') ? 'EMC' : code.startsWith('OM') ? 'OM' : 'WB',
  chargeModel: rest[0],
  building: rest[1],
  district: rest[2],
  address: rest[3],
  customer: `${name.replace(/项目$/, '')}管理有限公司`,
  size: rest[4],
  state: rest[5],
  manager: people[0],
  operators: people[1],
  sales: people[2],
  host,
});

const EAST = ['operator', 'operator2'] as const;

export const PROJECTS: readonly DemoProject[] = [
  project(
    'EMC01001',
    '浦江国际大厦项目',
    'A632201',
    ['按面积收费', '写字楼', '310115', '滨江大道 100 号', 60000, 2],
    ['projectManager', EAST, 'sales'],
    'absorption',
  ),
  project(
    'EMC01002',
    '静雅酒店项目',
    'A632201',
    ['按计量收费', '酒店', '310106', '石门路 88 号', 42000, 2],
    ['projectManager', EAST, 'sales'],
    'absorption',
  ),
  project(
    'OM01001',
    '湖滨医院项目',
    'A632201',
    ['运营托管', '医院', '330106', '湖滨路 1 号', 98000, 2],
    ['projectManager2', EAST, 'sales'],
    'absorption',
  ),
  project(
    'WB01001',
    '金鸡湖商业广场项目',
    'A632201',
    ['运维服务', '商业综合体', '320508', '苏绣路 66 号', 120000, 1],
    ['projectManager2', EAST, 'sales'],
    'electric',
  ),
  project(
    'EMC02001',
    '珠江新城会展中心项目',
    'A632202',
    ['按计量收费', '会展', '440106', '花城大道 20 号', 150000, 2],
    ['projectManager3', ['operator3'], 'sales2'],
    'electric',
  ),
  project(
    'EMC02002',
    '南山科技园项目',
    'A632202',
    ['按面积收费', '园区', '440305', '科苑路 15 号', 86000, 2],
    ['projectManager3', ['operator3'], 'sales2'],
    'absorption',
  ),
  project(
    'OM02001',
    '海珠大学城项目',
    'A632202',
    ['运营托管', '学校', '440105', '学府路 9 号', 110000, 2],
    ['projectManager3', ['operator3'], 'sales2'],
    'electric',
  ),
  project(
    'EMC03001',
    '朝阳门商务中心项目',
    'A632203',
    ['按计量收费', '写字楼', '110105', '朝外大街 12 号', 73000, 2],
    ['projectManager4', ['operator4'], 'sales'],
    'absorption',
  ),
  project(
    'EMC03002',
    '海河国际酒店项目',
    'A632203',
    ['按面积收费', '酒店', '120103', '海河东路 56 号', 52000, 2],
    ['projectManager4', ['operator4'], 'sales'],
    'absorption',
  ),
  project(
    'OM03001',
    '石家庄中心医院项目',
    'A632203',
    ['运营托管', '医院', '130102', '中山路 300 号', 105000, 0],
    ['projectManager4', ['operator4'], 'sales'],
    'electric',
  ),
  project(
    'EMC04001',
    '天府软件园项目',
    'A632204',
    ['按面积收费', '园区', '510107', '天府大道 1268 号', 92000, 2],
    ['projectManager5', ['operator5'], 'sales2'],
    'absorption',
  ),
  project(
    'EMC04002',
    '解放碑购物中心项目',
    'A632204',
    ['按计量收费', '商业综合体', '500103', '民权路 28 号', 68000, 2],
    ['projectManager5', ['operator5'], 'sales2'],
    'electric',
  ),
  project(
    'OM04001',
    '滇池度假酒店项目',
    'A632204',
    ['运营托管', '酒店', '530102', '环湖路 7 号', 47000, 3],
    ['projectManager5', ['operator5'], 'sales2'],
    'absorption',
  ),
];

/** WGS84 longitude and latitude of the made-up addresses, somewhere in their streets. */
export const COORDINATES: Readonly<Record<string, readonly [number, number]>> = {
  EMC01001: [121.505, 31.237],
  EMC01002: [121.459, 31.228],
  OM01001: [120.155, 30.259],
  WB01001: [120.7, 31.318],
  EMC02001: [113.326, 23.116],
  EMC02002: [113.944, 22.539],
  OM02001: [113.318, 23.088],
  EMC03001: [116.434, 39.924],
  EMC03002: [117.212, 39.11],
  OM03001: [114.515, 38.046],
  EMC04001: [104.066, 30.575],
  EMC04002: [106.578, 29.559],
  OM04001: [102.672, 24.965],
};

/** 城市群 by their provinces and cities. */
export const CITY_CLUSTERS: Readonly<Record<string, readonly string[]>> = {
  京津冀: ['110000', '120000', '130000'],
  长三角: ['310000', '320000', '330000'],
  粤港澳大湾区: ['440100', '440300'],
  成渝: ['500000', '510100'],
};

/** [id, parent, name] of the administrative divisions that the projects lie in. */
export const DISTRICTS: readonly (readonly [string, string | null, string])[] = [
  ['110000', null, '北京市'],
  ['120000', null, '天津市'],
  ['130000', null, '河北省'],
  ['310000', null, '上海市'],
  ['320000', null, '江苏省'],
  ['330000', null, '浙江省'],
  ['440000', null, '广东省'],
  ['500000', null, '重庆市'],
  ['510000', null, '四川省'],
  ['530000', null, '云南省'],
  ['110100', '110000', '北京市辖区'],
  ['120100', '120000', '天津市辖区'],
  ['130100', '130000', '石家庄市'],
  ['310100', '310000', '上海市辖区'],
  ['320500', '320000', '苏州市'],
  ['330100', '330000', '杭州市'],
  ['440100', '440000', '广州市'],
  ['440300', '440000', '深圳市'],
  ['500100', '500000', '重庆市辖区'],
  ['510100', '510000', '成都市'],
  ['530100', '530000', '昆明市'],
  ['110105', '110100', '朝阳区'],
  ['120103', '120100', '河西区'],
  ['130102', '130100', '长安区'],
  ['310106', '310100', '静安区'],
  ['310115', '310100', '浦东新区'],
  ['320508', '320500', '姑苏区'],
  ['330106', '330100', '西湖区'],
  ['440105', '440100', '海珠区'],
  ['440106', '440100', '天河区'],
  ['440305', '440300', '南山区'],
  ['500103', '500100', '渝中区'],
  ['510107', '510100', '武侯区'],
  ['530102', '530100', '五华区'],
];

/** [name, kind, grade, kind of provider, nature, who controls it]. */
export const SUPPLIERS: readonly (readonly [string, string, string, string, string, string])[] = [
  ['清源水处理技术有限公司', '水处理', 'A', '水处理药剂', '生产厂家', '沈清源'],
  ['碧波环保工程有限公司', '水处理', 'B', '水处理药剂', '服务机构', '何碧波'],
  ['恒冷制冷设备服务有限公司', '主机维保', 'A', '主机设备', '总代理', '冯恒'],
  ['远方燃烧设备有限公司', '燃烧机维保', 'A', '辅机设备', '生产厂家', '魏远'],
  ['科控自动化工程有限公司', '自控工程', 'B', '电气自控', '施工企业', '柯文'],
  ['通达管道安装有限公司', '机电安装', 'B', '安装施工', '施工企业', '赵通达'],
  ['安泰检测技术有限公司', '检测检验', 'A', '检测机构', '服务机构', '安泰'],
  ['凌云冷却塔制造有限公司', '设备供应', 'C', '辅机设备', '生产厂家', '凌志'],
  ['同力水泵机械有限公司', '设备供应', 'B', '辅机设备', '生产厂家', '佟立'],
  ['华光电气设备有限公司', '设备供应', 'B', '电气自控', '经销商', '华光明'],
];
