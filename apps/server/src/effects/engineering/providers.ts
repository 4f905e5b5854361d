/** 服务商: registration with its certificates and account, and the evaluations that decide what it may do. */
import { isCreditCode } from '@hengneng/core';
import { supplierAccount, supplierCertificate, supplierEvaluation, supplierFine, supplierMail } from '@hengneng/forms';
import type { ServiceEvaluationA, ServiceEvaluationB, ServiceEvaluationC, serviceProvider } from '@hengneng/forms';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import { fullPinyin } from '../people/accounts.ts';
import { demandContract } from '../books/contracts.ts';
import { positive } from '../books/money.ts';
import { dayOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import { type Grade, gradeValues, laterDay } from './grades.ts';

type Registration = Recorded<typeof serviceProvider>;
type Admission = Recorded<typeof ServiceEvaluationA>;
type Process = Recorded<typeof ServiceEvaluationB>;
type Rating = Recorded<typeof ServiceEvaluationC>;

/** Days before a certificate runs out on which the purchasers hear of it. */
const CERTIFICATE_DAYS = 30;
const PASS = 75;

interface Supplier {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly grade: Grade | null;
  readonly banned_until: string | null;
  readonly bank_account: string | null;
  readonly restricted_from: string | null;
  readonly email: string | null;
  readonly warning: string | null;
}

async function supplierBy(tx: Tx, key: 'id' | 'tax_no' | 'name', value: string): Promise<Supplier | undefined> {
  const { rows } =
    await sql<Supplier>`select id::text, name, state, engineering_grade as grade, banned_until::text, bank_account,
      restricted_from, email, warning from supplier where ${sql.ref(key)}::text = ${value} for update`.execute(tx);
  return rows[0];
}

async function theSupplier(tx: Tx, id: string): Promise<Supplier> {
  const found = await supplierBy(tx, 'id', id);
  if (found === undefined) throw refused('服务商不存在');
  return found;
}

const registered = (tx: Tx, record: Registration): Promise<Supplier | undefined> =>
  supplierBy(tx, 'tax_no', record.creditCode);

/** Another registration of the same company that is under way. */
async function demandOnlyOne(tx: Tx, record: Registration): Promise<void> {
  const { rows } =
    await sql`select 1 from f_service_provider where id <> ${record.id} and status in ('running', 'returned')
    and (credit_code = ${record.creditCode} or provider_name = ${record.providerName}) limit 1`.execute(tx);
  if (rows.length > 0) throw invalid([{ path: 'creditCode', message: '该单位的登记正在审批中' }]);
}

/** A supplier that was evaluated or has a contract stays registered. */
async function demandUnused(tx: Tx, supplier: Supplier): Promise<void> {
  const { rows } = await sql`select 1 from b_supplier_evaluation where supplier = ${supplier.id} and not voided
    union all select 1 from b_project_contract where supplier = ${supplier.id} and not voided
    union all select 1 from b_purchase_order_line where supplier = ${supplier.id} and not voided limit 1`.execute(tx);
  if (rows.length > 0) throw refused('该服务商已有评价、合同或订单，不能作废登记');
}

const register = effect<Registration>(async ({ record, tx, set }) => {
  if (record.registerKind === '新登记') {
    await sql`select pg_advisory_xact_lock(hashtext('supplier.code'))`.execute(tx);
    // The registration that was cancelled left its row behind, so that old records keep the name; it is taken up again.
    await sql`insert into supplier (code, name, tax_no, kind, state, pinyin, cooperate_since)
      select 'GYS' || lpad((coalesce(max(substring(code from '^GYS(\\d+)$')::integer), 0) + 1)::text, 4, '0'), ${record.providerName},
        ${record.creditCode}, ${record.providerKind}, '已撤销', ${fullPinyin(record.providerName)}, null from supplier
      on conflict (tax_no) do nothing`.execute(tx);
  }
  const supplier = await registered(tx, record);
  if (supplier === undefined) throw refused('服务商库中没有该信用代码的单位');
  await set('supplier', supplier.id, {
    ...(record.registerKind === '新登记' ? { state: '待准入评价' } : {}),
    name: record.providerName,
    pinyin: fullPinyin(record.providerName),
    contact: record.contactMan,
    phone: record.contactPhone,
    provider_kind: record.providerKind,
    nature: record.nature,
    controller: record.controller,
    legal_person: record.legalPerson,
    taxpayer: record.taxpayer,
    invoice_rate: record.invoiceRate,
    email: record.email,
    supply_region: record.supplyRegion,
  });
});

const providerEffects: EffectsOf<'serviceProvider', Registration> = {
  'serviceProvider.check': effect(async ({ record, tx, now }) => {
    if (!isCreditCode(record.creditCode))
      throw invalid([{ path: 'creditCode', message: '统一社会信用代码不正确，请核对18位代码' }]);
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(record.email))
      throw invalid([{ path: 'email', message: '请输入正确的邮箱地址' }]);
    await demandOnlyOne(tx, record);
    const [known, named] = [await registered(tx, record), await supplierBy(tx, 'name', record.providerName)];
    if (record.registerKind === '变更') {
      if (known?.id !== record.provider)
        throw invalid([{ path: 'creditCode', message: '信用代码与变更单位不一致；代码变了的按新单位登记' }]);
      if (named !== undefined && named.id !== record.provider)
        throw invalid([{ path: 'providerName', message: '已有同名单位，请核对' }]);
      return;
    }
    if (known?.banned_until && known.banned_until > dayOf(now))
      throw invalid([{ path: 'creditCode', message: `该单位在${known.banned_until}前不得再次申请` }]);
    if (known !== undefined && known.state !== '已撤销')
      throw invalid([{ path: 'creditCode', message: '该单位已在库，资料有变请选变更' }]);
    if (named !== undefined && named.id !== known?.id)
      throw invalid([{ path: 'providerName', message: '已有同名单位，请核对信用代码' }]);
  }),
  'serviceProvider.register': {
    apply: register.apply,
    async reverse(tx, call) {
      const supplier = await registered(tx, call.record);
      if (supplier && call.record.registerKind === '新登记') await demandUnused(tx, supplier);
      await register.reverse(tx, call);
    },
  },
  'serviceProvider.askEvaluation': effect(async ({ record, tx, services }) => {
    const supplier = await registered(tx, record);
    if (record.registerKind !== '新登记' || supplier === undefined) return;
    if (record.needVisit === true)
      await services.todo({
        kind: '约考察',
        title: `请约${record.providerName}（${record.contactMan} ${record.contactPhone}）实地考察`,
        to: [record.applicant],
      });
    await services.draft({
      module: 'ServiceEvaluationA',
      applicant: record.applicant,
      title: `${record.providerName}已登记，请${record.needVisit === true ? '考察后' : ''}填写准入评价`,
      values: { supplier: supplier.id, providerKind: record.providerKind, evalReason: '新增准入' },
    });
  }),
  'serviceProvider.certificates': effect(async ({ record, tx, find, setEntry, book, set, services, now }) => {
    const supplier = await registered(tx, record);
    if (supplier === undefined) return;
    const kinds = new Set(record.certificates.map((row) => row.certKind as string));
    for (const old of await find(supplierCertificate, { supplier: supplier.id, replaced: false }))
      if (kinds.has(old.kind ?? '')) await setEntry(supplierCertificate, old.id, { replaced: true });
    await book(
      supplierCertificate,
      ...record.certificates.map((row) => ({
        supplier: supplier.id,
        kind: row.certKind,
        certNo: row.certNo,
        level: row.certLevel,
        expiresOn: row.certExpire,
        scan: row.certFile,
        replaced: false,
      })),
    );
    const valid = await find(supplierCertificate, { supplier: supplier.id, replaced: false });
    const first = valid.map((row) => row.expiresOn ?? '').toSorted()[0] ?? null;
    const renewed = supplier.state === '限制' && first !== null && first >= dayOf(now);
    await set('supplier', supplier.id, {
      cert_expire: first,
      ...(renewed ? { state: supplier.restricted_from ?? '待准入评价', restricted_from: null } : {}),
    });
    for (const row of record.certificates) {
      const due = { on: row.certExpire, to: [], role: 'purchaser' } as const;
      const what = `${record.providerName}的${row.certKind}${row.certExpire}到期`;
      await services.remind({ ...due, daysBefore: CERTIFICATE_DAYS, title: `${what}，请通知换证，过期将限制使用` });
      await services.remind({ ...due, title: `${what}，还没有换证的次日起自动限制` });
    }
  }),
  'serviceProvider.account': effect(async ({ record, tx, book, set, now }) => {
    const supplier = await registered(tx, record);
    if (supplier === undefined) return;
    const changed = supplier.bank_account !== null && supplier.bank_account !== record.bankAccount;
    await book(supplierAccount, {
      supplier: supplier.id,
      bankName: record.bankName,
      bankAccount: record.bankAccount,
      bankNo: record.bankNo,
      verifiedOn: dayOf(now),
      changed,
    });
    await set('supplier', supplier.id, {
      bank_name: record.bankName,
      bank_account: record.bankAccount,
      bank_no: record.bankNo,
    });
  }),
};

/** The admission as the book of evaluations keeps it. */
const admission = (record: Admission, from: Grade | null, to: Grade | null) =>
  ({
    supplier: record.supplier,
    kind: '准入评价',
    node: record.evalReason,
    evaluatedOn: record.visitDate,
    score: record.totalScore,
    result: record.admitResult,
    fromGrade: from,
    toGrade: to,
  }) as const;

const admissionEffects: EffectsOf<'ServiceEvaluationA', Admission> = {
  'ServiceEvaluationA.check': effect(async ({ record, tx, now }) => {
    const { state, grade, banned_until: banned } = await theSupplier(tx, record.supplier);
    const refuse = (message: string) => invalid([{ path: 'evalReason', message }]);
    if (record.evalReason === '新增准入' && state !== '待准入评价')
      throw refuse(`该服务商${state}，不是待准入评价，请选其他评价原因`);
    if (record.evalReason === '停用后复评' && state !== '停用') throw refuse(`该服务商${state}，不需要停用后复评`);
    if (record.evalReason === '停用后复评' && banned && banned > dayOf(now))
      throw refuse(`该服务商停用至${banned}，期满后才能复评`);
    if (record.evalReason === 'C级整改复评' && grade !== 'C') throw refuse('该服务商不是C级，不需要整改复评');
    if (record.evalReason === '扩大供货范围' && state !== '合格' && state !== '试用')
      throw refuse(`该服务商${state}，不能扩大供货范围`);
  }),
  'ServiceEvaluationA.admit': effect(async ({ record, tx, book, set }) => {
    if (record.admitResult !== '合格') return;
    const { grade } = await theSupplier(tx, record.supplier);
    // Whoever is taken on, again or for the first time, begins in the middle; a wider range of goods changes no grade.
    const begins = record.evalReason === '新增准入' || record.evalReason === '停用后复评';
    const to = begins || record.evalReason === 'C级整改复评' ? 'B' : grade;
    await book(supplierEvaluation, admission(record, grade, to));
    await set('supplier', record.supplier, {
      state: '合格',
      single_limit: record.singleLimit,
      trial_orders: null,
      banned_until: null,
      ...(begins ? { engineering_grade: 'B', invite_from: null, warning: null } : {}),
    });
  }),
  'ServiceEvaluationA.trial': effect(async ({ record, tx, book, set }) => {
    if (record.admitResult !== '试用') return;
    const { grade } = await theSupplier(tx, record.supplier);
    await book(supplierEvaluation, admission(record, grade, grade));
    await set('supplier', record.supplier, {
      state: '试用',
      single_limit: record.singleLimit,
      trial_orders: record.trialOrders,
      banned_until: null,
    });
  }),
  'ServiceEvaluationA.refuse': effect(async ({ record, tx, book, set, now }) => {
    if (record.admitResult !== '不合格') return;
    const { grade } = await theSupplier(tx, record.supplier);
    await book(supplierEvaluation, admission(record, grade, grade));
    await set('supplier', record.supplier, { state: '停用', banned_until: laterDay(dayOf(now), { years: 1 }) });
  }),
  'ServiceEvaluationA.restoreInvite': effect(async ({ record, set }) => {
    if (record.evalReason === 'C级整改复评' && record.admitResult === '合格')
      await set('supplier', record.supplier, { engineering_grade: 'B', invite_from: null, warning: null });
  }),
};

/** Nodes at which a contract is evaluated more than once. */
const RECURRING: readonly string[] = ['质保期内', '季度例评'];

const processEffects: EffectsOf<'ServiceEvaluationB', Process> = {
  'ServiceEvaluationB.check': effect(async ({ record, tx, find }) => {
    await demandContract(tx, record.projectContract, record);
    const same = { contract: record.projectContract, kind: '过程评价', node: record.evalNode } as const;
    if (!RECURRING.includes(record.evalNode) && (await find(supplierEvaluation, same)).length > 0)
      throw invalid([{ path: 'evalNode', message: '该合同的这个节点已评价' }]);
  }),
  'ServiceEvaluationB.record': effect(async ({ record, tx, book, set }) => {
    await book(supplierEvaluation, {
      supplier: record.supplier,
      kind: '过程评价',
      project: record.project,
      contract: record.projectContract,
      node: record.evalNode,
      evaluatedOn: record.periodTo,
      score: record.processScore,
      result: record.measure,
    });
    const { warning } = await theSupplier(tx, record.supplier);
    if (warning !== null && Number(record.processScore) >= PASS)
      await set('supplier', record.supplier, { warning: null });
  }),
  'ServiceEvaluationB.fines': effect(async ({ record, book }) => {
    await book(
      supplierFine,
      ...record.defects.flatMap((row) =>
        row.fine !== null && positive(row.fine)
          ? [
              {
                supplier: record.supplier,
                project: record.project,
                contract: record.projectContract,
                kind: '过程评价罚款' as const,
                amount: row.fine,
                happenedOn: row.occurDate,
                reason: `${row.defectKind}：${row.defectDesc}`,
                state: '已确认' as const,
              },
            ]
          : [],
      ),
    );
  }),
  'ServiceEvaluationB.rectify': effect(async ({ record, tx, book }) => {
    const open = record.defects.filter((row) => row.rectified !== true);
    if (open.length === 0) return;
    const supplier = await theSupplier(tx, record.supplier);
    const lines = open.map(
      (row, at) => `${at + 1}. ${row.occurDate} ${row.defectKind}（${row.severity}）：${row.defectDesc}`,
    );
    await book(supplierMail, {
      supplier: record.supplier,
      address: supplier.email,
      project: record.project,
      kind: '整改通知',
      subject: `整改通知 ${record.serial}`,
      body: `${supplier.name}：\n${record.evalNode}评价发现以下问题，请整改并书面回复：\n${lines.join('\n')}`,
      state: '待发送',
    });
  }),
  'ServiceEvaluationB.warn': effect(async ({ record, tx, set, services }) => {
    if (Number(record.processScore) < PASS)
      await set('supplier', record.supplier, {
        warning: `${record.evalNode}过程得分${record.processScore ?? ''}，低于${PASS}分`,
      });
    if (record.measure !== '启动C表降级') return;
    const { name } = await theSupplier(tx, record.supplier);
    await services.draft({
      module: 'ServiceEvaluationC',
      applicant: record.applicant,
      title: `${name}${record.evalNode}评价决定启动降级，请填写综合评级`,
      values: {
        supplier: record.supplier,
        evalScope: '专项降级',
        evalYear: Number(record.periodTo.slice(0, 4)),
        records: [{ recordContract: record.projectContract }],
      },
    });
  }),
};

const ratingEffects: EffectsOf<'ServiceEvaluationC', Rating> = {
  'ServiceEvaluationC.check': effect(async ({ record, tx }) => {
    const seen = new Set<string>();
    for (const [index, row] of record.records.entries()) {
      const path = `records[${index}].recordContract`;
      if (seen.has(row.recordContract)) throw invalid([{ path, message: '合同重复，请删除' }]);
      seen.add(row.recordContract);
      await demandContract(tx, row.recordContract, { supplier: record.supplier }, path);
      // Without one it would count as nothing in the weighted mean.
      if (row.recordScore === null) throw invalid([{ path, message: '该合同还没有过程评价（B表），请先评价' }]);
    }
    if (record.projectContract) await demandContract(tx, record.projectContract, { supplier: record.supplier });
  }),
  'ServiceEvaluationC.grade': effect(async ({ record, tx, book, set, now }) => {
    const { finalGrade: grade, effectDate: from } = record;
    if (grade === null || from === null) return;
    const supplier = await theSupplier(tx, record.supplier);
    const banned = grade === 'D' ? laterDay(from, { years: record.banYears ?? 1 }) : null;
    const due = from <= dayOf(now);
    await book(supplierEvaluation, {
      supplier: record.supplier,
      kind: '综合评级',
      contract: record.projectContract,
      node: record.evalScope,
      evaluatedOn: dayOf(now),
      score: record.totalScore,
      result: record.vetoItem === '无' ? record.gradeReason : record.vetoItem,
      fromGrade: supplier.grade,
      toGrade: grade,
      effectDate: from,
      bannedUntil: banned,
      inEffect: due,
    });
    if (due) await set('supplier', record.supplier, gradeValues('engineering_grade', grade, from, banned));
  }),
  'ServiceEvaluationC.suspend': effect(async ({ record, tx, services }) => {
    if (record.finalGrade !== 'D') return;
    const { name } = await theSupplier(tx, record.supplier);
    await services.todo({
      kind: '停用处理',
      title: `${name}自${record.effectDate ?? ''}起停用：请冻结未签合同和在途采购，在履合同只按实结算`,
      to: [],
      role: 'purchaser',
      due: record.effectDate,
    });
  }),
  'ServiceEvaluationC.mail': effect(async ({ record, tx, book }) => {
    const supplier = await theSupplier(tx, record.supplier);
    const due = record.rectifyDue === null ? '' : `请在${record.rectifyDue}前完成整改并申请复评。`;
    await book(supplierMail, {
      supplier: record.supplier,
      address: supplier.email,
      kind: '评级结果',
      subject: `${record.evalYear}年度服务商评级结果`,
      body: `${supplier.name}：\n贵单位${record.evalYear}年度综合得分${record.totalScore ?? ''}，评定为${record.finalGrade ?? ''}级，自${record.effectDate ?? ''}起执行。${due}`,
      state: '待发送',
    });
  }),
};

export const providersEffects = { ...providerEffects, ...admissionEffects, ...processEffects, ...ratingEffects };
