/** What the demo records of those who build for the company say: who is let in, and how they do. */
import { creditSign } from '@hengneng/core';
import { approved, day, first, GOOD, type Script, site, type Stage, waiting } from './script.ts';
import { builder, worksOf } from './scripts-works.ts';

const BUYER = 'purchaser';

const NEWCOMERS = [
  { name: '华辰机电安装有限公司', code: '91310000B00030001', kind: '安装施工', nature: '施工企业' },
  { name: '锐控仪表设备有限公司', code: '91310000B00030012', kind: '电气自控', nature: '生产厂家' },
] as const;

const serviceProvider = (i: number, stage: Stage): Script => {
  const of = NEWCOMERS[i % NEWCOMERS.length] ?? NEWCOMERS[0];
  return {
    module: 'serviceProvider',
    applicant: BUYER,
    ...stage,
    async fields(tools) {
      const certFile = await tools.file();
      return {
        registerKind: '新登记',
        providerName: of.name,
        creditCode: `${of.code}${creditSign(of.code)}`,
        providerKind: of.kind,
        nature: of.nature,
        regCapital: '2000.00',
        foundDate: '2012-04-18',
        legalPerson: '华建军',
        controller: i === 0 ? '华建军' : '芮志明',
        taxpayer: '一般纳税人',
        invoiceRate: i === 0 ? '9' : '13',
        contactMan: '华经理',
        contactPhone: `1970000002${i}`,
        email: `bid2${i}@supplier.example`,
        bankName: '建设银行',
        bankAccount: `6227001${String(330_000_000 + i * 7919)}`,
        staffCount: 86,
        lastRevenue: '4600.00',
        debtRate: '42',
        supplyRegion: '华东',
        creditQuery: [certFile],
        dishonest: false,
        introduceWay: '公开征集',
        certificates: [
          { certKind: '营业执照', certNo: `YY-${of.code}`, certExpire: day(tools.now, 3000), certFile },
          { certKind: '建筑业安全生产许可证', certNo: `AX-2024-0${i + 1}`, certExpire: day(tools.now, 620), certFile },
        ],
        achievements: [
          {
            workName: '市政务中心制冷机房安装',
            workOwner: '市机关事务局',
            workAmount: '380.00',
            workYear: Number(day(tools.now).slice(0, 4)) - 1,
          },
        ],
      };
    },
    steps: {
      采购核验资料: async () => ({ verifyResult: GOOD, duplicateCheck: '无关联' }),
      财务核实账户: async () => ({ accountVerified: true, financeOpinion: '账户已电话核实' }),
      技术总监评定: async () => ({ needVisit: true, techOpinion: '同类业绩较多，安排实地考察' }),
    },
  };
};

const ADMISSION = [
  '企业资信与财务',
  '资质证照齐全',
  '生产或施工能力',
  '质量保证体系',
  '检验检测手段',
  '同类业绩与用户评价',
  '价格竞争力',
  '交货与工期保障',
  '售后服务网点',
  '安全与环保',
] as const;

/** The registration asked for it. */
const evaluationA = (stage: Stage): Script => ({
  module: 'ServiceEvaluationA',
  applicant: BUYER,
  ...stage,
  async fields(tools, driver) {
    const draft = await driver.left(await tools.user(BUYER), tools.now, 'ServiceEvaluationA');
    return {
      ...draft,
      evalReason: '新增准入',
      visitDate: day(new Date(String(draft.createdAt))),
      visitPlace: '公司加工基地及在建项目现场',
      visitors: [await tools.user('hvacEngineer'), await tools.user('engineer')],
      plantArea: '3200.0',
      monthCapacity: '可同时投入四个班组',
      keyEquip: '自动焊机六台、氩弧焊机十二台、试压设备两套',
      techStaff: 14,
      welderCount: 22,
      sampleTest: '不需要',
      customerCall: '回访两家用户，工期与配合评价良好',
      visitPhotos: [await tools.file()],
      scores: ADMISSION.map((dimension, nth) => ({
        dimension,
        fullScore: '10.0',
        score: nth % 3 === 0 ? '8.5' : '8.0',
        finding: '见考察记录',
      })),
    };
  },
  steps: {
    考察组会签: async () => ({ visitOpinion: '现场管理规范，人员持证齐全，建议准入' }),
    技术总监审核: async () => ({ techConclusion: '推荐' }),
    采购核定限额: async () => ({ singleLimit: '800000.00', trialOrders: 1 }),
    总经理批准: async () => ({ admitResult: '合格' }),
  },
});

const evaluationB = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'ServiceEvaluationB',
    applicant: BUYER,
    ...stage,
    async fields(tools, driver) {
      const { project, projectContract } = await worksOf(driver, tools, BUYER, at.project);
      return {
        project,
        projectContract,
        supplier: await builder(driver, tools, BUYER),
        evalNode: '进度过半',
        periodFrom: day(tools.now, -15),
        periodTo: day(tools.now),
        planBatches: 4,
        onTimeBatches: 4,
        maxDelayDays: 0,
        inspectLines: 12,
        firstPass: 11,
        personPlan: 8,
        personActual: 8,
        docMissing: 0,
        evidence: [await tools.file()],
        defects: [
          {
            defectKind: '文明施工',
            occurDate: day(tools.now, -6),
            defectDesc: '保温边角料未及时清运',
            severity: '轻微',
            fine: '0',
            rectified: true,
          },
        ],
      };
    },
    steps: {
      项目经理评分: async () => ({ siteScore: '13.5', siteComment: '进度符合计划，夜间配合及时' }),
      暖通工程师评质量: async () => ({ qualityScore: '13.5' }),
      安全员评安全: async () => ({ safetyScore: '9.0' }),
      采购评商务服务: async () => ({ serviceScore: '9.0' }),
    },
  };
};

const evaluationC = (stage: Stage): Script => ({
  module: 'ServiceEvaluationC',
  applicant: BUYER,
  ...stage,
  async fields(tools, driver) {
    const { projectContract } = await worksOf(driver, tools, BUYER, site(1).project);
    return {
      supplier: await builder(driver, tools, BUYER),
      evalScope: '年度评级',
      evalYear: Number(day(tools.now).slice(0, 4)),
      priceScore: '86.0',
      afterScore: '88.0',
      warrantyTimes: 1,
      responseAvg: '3.5',
      invoiceScore: '92.0',
      disputes: 0,
      vetoItem: '无',
      records: [{ recordContract: projectContract, delayDays: 0 }],
    };
  },
  steps: {
    采购初评: async () => ({ suggestGrade: 'B', gradeReason: '履约稳定，价格中等' }),
    技术总监复评: async () => ({ techOpinion: '焊接与试压质量可靠' }),
  },
});

/** One that bungled is to be suspended; its papers are with the director. */
const standing = (stage: Stage): Script => ({
  module: 'providerStanding',
  applicant: BUYER,
  ...stage,
  async fields(tools, driver) {
    return {
      supplier: await first(driver, tools, BUYER, 'supplier', { Keyword: '凌云冷却塔' }),
      action: '停用',
      reasonKind: '履约违约',
      reason: '填料两次到货破损，书面催告后未在期限内换货',
      bannedUntil: day(tools.now, 180),
      evidence: [await tools.file()],
    };
  },
  steps: { 技术总监审核: async () => ({ directorOpinion: '情况属实，建议停用半年后再议' }) },
});

export const PROVIDERS: readonly Script[] = [
  serviceProvider(0, approved(40)),
  serviceProvider(1, waiting(1)),
  evaluationA(approved(32)),
  evaluationB(1, approved(12)),
  evaluationB(2, waiting(1, 4)),
  evaluationC(waiting(2, 6)),
  standing(waiting(1, 2)),
];
