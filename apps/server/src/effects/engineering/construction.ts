/** 施工: allowed to begin, logged day by day, accepted and settled at its end. */
import {
  acceptanceDocument,
  arrivedEquipment,
  payableEstimate,
  projectContract,
  purchaseOrderLine,
  retention,
  siteWorker,
  subProject,
  supplierDeposit,
  supplierFine,
  workStop,
  workStoppage,
} from '@hengneng/forms';
import type { completionCheck, constructionApplication, constructionLog } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { Effect, EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { refused, wrong } from '../../platform/http/errors.ts';
import { demandContract, warrantyFrom } from '../books/contracts.ts';
import { addDevices, retireDevices } from '../books/devices.ts';
import { minus, positive } from '../books/money.ts';
import { demandLines, type OrderLine, orderLines } from '../books/site.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { matchPending } from '../books/works-pay.ts';
import { effect, undoing, type Writing } from '../kit/effect.ts';
import { peopleOf, projectManagers } from '../kit/people.ts';

type Log = Recorded<typeof constructionLog>;
type Application = Recorded<typeof constructionApplication>;
type Completion = Recorded<typeof completionCheck>;

/** Days before a certificate or an insurance ends on which the safety officer is told. */
const EXPIRY_DAYS = 30;
/** Days before the end of a warranty on which what is still wrong is to be looked for. */
const WARRANTY_DAYS = 30;

const contractOf = async ({ find }: Pick<Writing, 'find'>, record: { readonly projectContract: string }) => {
  const [entry] = await find(projectContract, { id: record.projectContract });
  if (entry === undefined) throw wrong('projectContract', '施工合同不存在或已作废，请重新选择');
  return entry;
};

/** The contract is the supplier's and for the form's sub-project. */
async function demandSite(
  call: Writing,
  record: { readonly subProject: string; readonly projectContract: string; readonly supplier?: string },
): Promise<Awaited<ReturnType<typeof contractOf>>> {
  await demandContract(call.tx, record.projectContract, record);
  const contract = await contractOf(call, record);
  if (contract.subProject !== null && contract.subProject !== record.subProject)
    throw wrong('subProject', '施工合同不是这个子项目的');
  return contract;
}

/** Rows of a form that name lines of work; each once. @throws invalid at the row */
async function demandWork(
  tx: Tx,
  detail: string,
  rows: readonly { readonly orderLine: string | null }[],
  contract: string,
): Promise<void> {
  const ids = rows.map((row) => row.orderLine);
  const lines = await demandLines(tx, detail, 'orderLine', ids, { contract });
  const goods = lines.find((line) => line.kind !== '施工');
  if (goods !== undefined)
    throw wrong(`${detail}[${ids.indexOf(goods.id)}].orderLine`, '设备材料由采购验收登记数量，这里请选施工项');
}

interface Done {
  readonly line: string;
  readonly quantity: string;
  readonly amount: string;
}

/** Work that counts as accepted: what its invoices are matched with, and what is owed for it meanwhile. */
async function acceptWork(
  call: Writing,
  done: readonly Done[],
  at: { readonly day: string; readonly document: string },
): Promise<void> {
  const lines: ReadonlyMap<string, OrderLine> = await orderLines(
    call.tx,
    done.map(({ line }) => line),
  );
  for (const { line, quantity, amount } of done) {
    const of = lines.get(line);
    if (of === undefined) throw refused('采购订单行已作废');
    await call.addEntry(purchaseOrderLine, line, { acceptedQty: quantity, acceptedAmount: amount });
    if (Number(amount) !== 0)
      await call.book(payableEstimate, {
        project: of.project,
        supplier: of.supplier,
        contract: of.contract,
        orderLine: line,
        kind: '验收暂估',
        amount,
        month: monthOf(at.day),
        document: at.document,
      });
  }
  await matchPending(
    call,
    done.map(({ line }) => line),
    { month: monthOf(at.day), document: at.document },
  );
}

/** Work that was invoiced since stays accepted. @throws refused */
const stillBilled = <R>(base: Effect<R>, of: (record: R) => readonly (string | null)[]): Effect<R> => ({
  apply: base.apply,
  async reverse(tx, call) {
    await base.reverse(tx, call);
    const ids = of(call.record).filter((id) => id !== null);
    const { rows } = await sql<{ goods: string }>`select goods from b_purchase_order_line
        where id = any(${ids}::bigint[]) and billed_qty > accepted_qty`.execute(tx);
    if (rows[0]) throw refused(`「${rows[0].goods}」已按完成量开票，请先作废供应商发票`);
  },
});

/** No work between the day on which the safety inspection stopped a contract's works and the one on which they were let go on. */
async function demandNotStopped(
  { tx, find }: Pick<Writing, 'tx' | 'find'>,
  record: Log,
  supplier: string | null,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id::text from f_construction_application
    where project_contract = ${record.projectContract}`.execute(tx);
  const ours = new Set(rows.map((row) => row.id));
  const stop = (await find(workStoppage, { project: record.project })).find(
    (one) =>
      (one.application === null ? one.supplier === supplier : ours.has(one.application)) &&
      dayOf(one.stoppedAt ?? '') < record.workDate &&
      (one.resumedAt === null || dayOf(one.resumedAt) > record.workDate),
  );
  if (stop !== undefined)
    throw wrong(
      'workDate',
      `该施工已于${dayOf(stop.stoppedAt ?? '')}责令停工整改（${stop.sourceNo ?? ''}），复工前不能填报施工日志`,
    );
}

const logEffects: EffectsOf<'constructionLog', Log> = {
  'constructionLog.check': effect(async (call) => {
    const { record, tx } = call;
    const contract = await demandSite(call, record);
    if (contract.workStart === null || contract.workStart > record.workDate)
      throw wrong('projectContract', '该合同在这一天尚未批准开工，请先办理施工申请');
    if (contract.completedOn !== null && contract.completedOn < record.workDate)
      throw wrong('workDate', '该合同已竣工验收');
    await demandNotStopped(call, record, contract.supplier);
    await demandWork(tx, 'progress', record.progress, record.projectContract);
  }),
  'constructionLog.progress': stillBilled(
    effect<Log>((call) =>
      acceptWork(
        call,
        call.record.progress.flatMap((row) =>
          row.orderLine === null || !positive(row.doneQty)
            ? []
            : [{ line: row.orderLine, quantity: row.doneQty, amount: row.dayValue ?? '0' }],
        ),
        { day: call.record.workDate, document: call.record.serial },
      ),
    ),
    (record) => record.progress.map((row) => row.orderLine),
  ),
  'constructionLog.output': effect(async ({ record, addEntry }) => {
    await addEntry(subProject, record.subProject, { outputValue: record.valueTotal ?? '0' });
  }),
  'constructionLog.fine': effect(async (call) => {
    const { record, book } = call;
    if (!positive(record.fineAgreed)) return;
    const contract = await contractOf(call, record);
    await book(supplierFine, {
      supplier: contract.supplier ?? '',
      project: record.project,
      contract: record.projectContract,
      kind: '现场罚款',
      amount: record.fineAgreed ?? '0',
      happenedOn: record.workDate,
      reason: `${record.serial} ${[...new Set(record.issues.map((row) => row.issueKind))].join('、')}`,
      state: '已确认',
    });
  }),
  'constructionLog.visa': effect(async ({ record, tx, services }) => {
    if (record.visaNeed !== true) return;
    await services.todo({
      kind: '现场签证',
      title: `施工日志${record.serial}有签证事项，请办理现场签证：${record.visaContent ?? ''}`,
      project: record.project,
      to: await projectManagers(tx, record.project),
    });
  }),
  'constructionLog.concealed': effect(async ({ record, book }) => {
    if (record.concealed !== true) return;
    await book(acceptanceDocument, {
      project: record.project,
      subProject: record.subProject,
      contract: record.projectContract,
      kind: '隐蔽验收',
      name: record.concealedPart ?? '隐蔽验收记录',
      copies: 1,
      state: '齐全',
      madeOn: record.workDate,
      files: record.sitePhotos,
      document: record.serial,
    });
  }),
  'constructionLog.stop': effect(async ({ record, book }) => {
    if (!positive(record.stopHours)) return;
    await book(workStop, {
      project: record.project,
      subProject: record.subProject,
      contract: record.projectContract,
      stoppedOn: record.workDate,
      hours: record.stopHours ?? '0',
      reason: record.stopWhy ?? '',
      document: record.serial,
    });
  }),
};

const startOf = (record: Application): string => record.startOrder ?? record.planStart;

const applicationEffects: EffectsOf<'constructionApplication', Application> = {
  'constructionApplication.check': effect(async (call) => {
    const { record } = call;
    const contract = await demandSite(call, record);
    if (contract.completedOn !== null) throw wrong('projectContract', '该合同已竣工验收');
    if (record.applyKind === '复工' && contract.workStart === null)
      throw wrong('applyKind', '该合同还没有批准过开工，请选首次开工');
    if (record.applyKind === '首次开工' && contract.workStart !== null)
      throw wrong('applyKind', `该合同已于${contract.workStart}批准开工，请选复工或分部开工`);
  }),
  'constructionApplication.start': effect(async ({ record, find, setEntry }) => {
    const [sub] = await find(subProject, { id: record.subProject });
    if (sub === undefined || sub.state === '已竣工' || sub.state === '已移交') return;
    await setEntry(subProject, sub.id, {
      state: '施工中',
      contractor: record.supplier,
      ...(sub.actualStart === null ? { actualStart: startOf(record) } : {}),
    });
  }),
  'constructionApplication.open': effect(async (call) => {
    const contract = await contractOf(call, call.record);
    if (contract.workStart === null || contract.workStart > startOf(call.record))
      await call.setEntry(projectContract, contract.id, { workStart: startOf(call.record) });
  }),
  'constructionApplication.workers': effect(async ({ record, book, services }) => {
    await book(
      siteWorker,
      ...record.workers.map((row) => ({
        project: record.project,
        contract: record.projectContract,
        supplier: record.supplier,
        name: row.workerName,
        idNo: row.workerId,
        trade: row.workerTrade,
        certNo: row.workerCert,
        certExpire: row.certExpire,
        enteredOn: startOf(record),
        document: record.serial,
      })),
    );
    const until = (on: string, title: string) =>
      services.remind({ on, daysBefore: EXPIRY_DAYS, to: [record.applicant], role: 'safetyOfficer', title });
    await until(record.insureExpire, `${record.serial}进场人员的保险${record.insureExpire}到期，请核对续保`);
    for (const row of record.workers)
      if (row.certExpire !== null)
        await until(row.certExpire, `${row.workerName}的${row.workerTrade}证书${row.certExpire}到期，到期后不得上岗`);
  }),
  'constructionApplication.stopEnergy': effect(async ({ record, tx, services }) => {
    if (record.stopEnergy !== true) return;
    const title = `${record.serial}施工影响用能（${record.planStart}至${record.planEnd}）`;
    const [manager = record.applicant] = await projectManagers(tx, record.project);
    await services.draft({
      module: 'dailyInformation',
      applicant: manager,
      title: `${title}，请向客户发停能通知`,
      values: {
        project: record.project,
        category: '往来函件',
        direction: '发函',
        docName: `停能通知（${record.planStart}至${record.planEnd}）`,
        docDate: startOf(record),
      },
    });
    await services.tell({ to: await peopleOf(tx, record.project), title: `${title}，请安排停送能与值守` });
  }),
  'constructionApplication.deposit': effect(async ({ record, book }) => {
    if (!positive(record.safetyDeposit)) return;
    await book(supplierDeposit, {
      supplier: record.supplier,
      project: record.project,
      kind: '安全保证金',
      contract: record.projectContract,
      amount: record.safetyDeposit ?? '0',
      state: '在押',
      document: record.serial,
    });
  }),
};

const isFinal = (record: Completion): boolean => record.checkKind === '竣工验收';
const doneOn = (record: Completion): string => record.checkDate ?? record.actualEnd;

async function warrantyOf(call: Pick<Writing, 'find' | 'tx'>, record: Completion) {
  const contract = await contractOf(call, record);
  const warranty = await warrantyFrom(call.tx, contract.id, doneOn(record));
  return { contract, until: warranty?.to ?? doneOn(record) };
}

const nameOf = async (tx: Tx, supplier: string): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select name from supplier where id = ${supplier}`.execute(tx);
  return rows[0]?.name ?? '';
};

interface Waiting {
  readonly id: string;
  readonly name: string;
  readonly model: string | null;
  readonly factory_no: string | null;
  readonly maker: string | null;
}

/** Equipment that was brought for a part of a project and waits to be installed becomes devices that are run. */
const devices = effect<Completion>(async (call) => {
  const { record, tx, setEntry, services, log } = call;
  if (!isFinal(record)) return;
  const { rows } = await sql<Waiting>`select id::text, name, model, factory_no, maker from b_arrived_equipment
    where sub_project = ${record.subProject} and state = '待安装' and not voided order by id for update`.execute(tx);
  const { until } = await warrantyOf(call, record);
  const ids = await addDevices(
    tx,
    record.project,
    rows.map((row) => ({
      code: `${record.serial}-${row.id}`,
      name: row.name,
      category: '其他',
      model: row.model,
      factoryNo: row.factory_no,
      maker: row.maker,
      installedOn: doneOn(record),
      warrantyEnd: until,
      standby: false,
    })),
  );
  for (const row of rows) await setEntry(arrivedEquipment, row.id, { state: '已移交' });
  log({ devices: ids });
  const [manager = record.applicant] = await projectManagers(tx, record.project);
  await services.draft({
    module: 'entryHandover',
    applicant: manager,
    title: `${record.serial}竣工验收通过，请办理进场交接${rows.length > 0 ? `（转入设备${rows.length}台，请补全类别与编号）` : ''}`,
    values: { project: record.project },
  });
});

const completionEffects: EffectsOf<'completionCheck', Completion> = {
  'completionCheck.check': effect(async (call) => {
    const { record, tx } = call;
    const contract = await demandSite(call, record);
    await demandWork(tx, 'settleLines', record.settleLines, record.projectContract);
    if (!isFinal(record)) return;
    const { rows } =
      await sql`select 1 from f_completion_check where project_contract = ${record.projectContract} and id <> ${record.id}
      and check_kind = '竣工验收' and status in ('running', 'returned', 'approved')`.execute(tx);
    if (contract.completedOn !== null || rows.length > 0) throw wrong('checkKind', '该合同已有竣工验收在办或已通过');
  }),
  'completionCheck.complete': effect(async (call) => {
    const { record, tx, find, setEntry, services } = call;
    if (!isFinal(record)) return;
    const { contract, until } = await warrantyOf(call, record);
    await services.remind({
      on: until,
      daysBefore: WARRANTY_DAYS,
      to: await projectManagers(tx, record.project),
      title: `${await nameOf(tx, record.supplier)}的${contract.document ?? ''}质保期到${until}，请组织质保期满前检查，有缺陷的通知保修`,
    });
    await setEntry(projectContract, contract.id, {
      settlementAmount: record.auditSettle,
      completedOn: doneOn(record),
      warrantyFrom: doneOn(record),
      warrantyTo: until,
      state: '质保中',
    });
    const [sub] = await find(subProject, { id: record.subProject });
    if (sub !== undefined && sub.state !== '已移交')
      await setEntry(subProject, sub.id, {
        state: '已竣工',
        actualStart: sub.actualStart ?? record.actualStart,
        actualEnd: record.actualEnd,
      });
  }),
  'completionCheck.retention': effect(async (call) => {
    const { record, tx, book, services } = call;
    if (!isFinal(record)) return;
    const { contract, until } = await warrantyOf(call, record);
    const amount = Big(record.auditSettle ?? 0)
      .times(contract.retentionRate ?? 0)
      .div(100)
      .round(2, Big.roundHalfUp)
      .toFixed(2);
    if (!positive(amount)) return;
    const name = await nameOf(tx, record.supplier);
    await book(retention, {
      document: record.serial,
      project: record.project,
      supplier: record.supplier,
      payeeName: name,
      projectContract: contract.id,
      amount,
      payPending: '0.00',
      paid: '0.00',
      dueOn: until,
    });
    await services.remind({
      on: until,
      daysBefore: WARRANTY_DAYS,
      everyDays: 30,
      to: [record.applicant],
      role: 'purchaser',
      title: `${name}的质保金${amount}元（${contract.document ?? ''}）${until}质保期满，请先查缺陷，期满后申请付款`,
    });
  }),
  'completionCheck.fine': effect(async ({ record, book }) => {
    if (!positive(record.delayFine)) return;
    await book(supplierFine, {
      supplier: record.supplier,
      project: record.project,
      contract: record.projectContract,
      kind: '工期违约金',
      amount: record.delayFine ?? '0',
      happenedOn: doneOn(record),
      reason: `${record.serial} 逾期${record.delayDays ?? 0}天完工`,
      state: '已确认',
    });
  }),
  'completionCheck.devices': undoing(devices, (tx, { logged }) => retireDevices(tx, logged.devices)),
  'completionCheck.documents': effect(async ({ record, book }) => {
    await book(
      acceptanceDocument,
      ...record.documents.map((row) => ({
        project: record.project,
        subProject: record.subProject,
        contract: record.projectContract,
        kind: '竣工资料' as const,
        name: row.docName,
        copies: row.copies,
        // What was missing was handed in with the rectification.
        state: row.docState === '缺' && record.rectifyDone !== null ? ('齐全' as const) : row.docState,
        madeOn: doneOn(record),
        document: record.serial,
      })),
    );
  }),
  'completionCheck.quantities': stillBilled(
    effect<Completion>(async (call) => {
      const { record, find } = call;
      if (!isFinal(record)) return;
      const corrections: Done[] = [];
      for (const row of record.settleLines) {
        if (row.orderLine === null) continue;
        const [line] = await find(purchaseOrderLine, { id: row.orderLine });
        const quantity = Big(row.contractQty)
          .plus(row.changeQty ?? 0)
          .minus(line?.acceptedQty ?? 0);
        const amount = minus(row.settleAmount ?? '0', line?.acceptedAmount ?? '0');
        if (!quantity.eq(0) || Number(amount) !== 0)
          corrections.push({ line: row.orderLine, quantity: quantity.toFixed(3), amount });
      }
      await acceptWork(call, corrections, { day: doneOn(record), document: record.serial });
    }),
    (record) => (isFinal(record) ? record.settleLines.map((row) => row.orderLine) : []),
  ),
  'completionCheck.evaluate': effect(async ({ record, services }) => {
    if (!isFinal(record)) return;
    const year = Number(doneOn(record).slice(0, 4));
    await services.draft({
      module: 'ServiceEvaluationB',
      applicant: record.applicant,
      title: `${record.serial}竣工验收通过，请填写履约过程评价`,
      values: {
        project: record.project,
        supplier: record.supplier,
        projectContract: record.projectContract,
        evalNode: '竣工验收',
        periodFrom: record.actualStart,
        periodTo: record.actualEnd,
      },
    });
    await services.draft({
      module: 'ServiceEvaluationC',
      applicant: record.applicant,
      title: `${record.serial}合同完结，请填写综合评级`,
      values: {
        supplier: record.supplier,
        evalScope: '合同完结评级',
        projectContract: record.projectContract,
        evalYear: year,
        records: [{ recordContract: record.projectContract }],
      },
    });
  }),
};

export const constructionEffects = { ...logEffects, ...applicationEffects, ...completionEffects };
