/** 工具管理: what each kind of business does to the ledger of tools, to whoever borrowed them, and to the costs. */
import { tool, toolLoan } from '@hengneng/forms';
import type { toolManagementRecord } from '@hengneng/forms';
import { Big } from 'big.js';
import type { Entry } from '../../engine/books/entries.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { invalid } from '../../platform/http/errors.ts';
import { positive, total } from '../books/money.ts';
import { deductFromPay, undoDeduction } from '../books/payroll.ts';
import { monthOf } from '../books/source.ts';
import { effect, undoing, type Writing } from '../kit/effect.ts';
import { ring } from '../kit/reminders.ts';

type Handled = Recorded<typeof toolManagementRecord>;
type Row = Handled['tools'][number];

const CALIBRATION_DAYS = 30;
const TAKING: readonly string[] = ['领用', '项目间调拨', '报废'];

const pathOf = (index: number, key: 'tool' | 'quantity' = 'quantity'): string => `tools[${index}].${key}`;

/** The tool that a row is about; those of another project are none of the record's. */
async function toolOf(
  { find }: Pick<Writing, 'find'>,
  record: Handled,
  row: Row,
  index: number,
): Promise<Entry<typeof tool>> {
  const [found] = row.tool === null ? [] : await find(tool, { id: row.tool });
  if (found?.project !== record.project)
    throw invalid([{ path: pathOf(index, 'tool'), message: '请选择本项目在账的工具' }]);
  return found;
}

/** The entry under which a project keeps such a tool. */
const keptBy = ({ account }: Pick<Writing, 'account'>, project: string, row: Row) =>
  account(tool, { project, name: row.toolName, spec: row.toolSpec ?? '', kind: row.toolKind, quantity: 0 });

/** What a borrower still has of a tool. */
const openLoans = ({ find }: Pick<Writing, 'find'>, borrower: string | null, id: string) =>
  find(toolLoan, { tool: id, borrower, state: '待归还' });
const outstanding = (loans: readonly Entry<typeof toolLoan>[]): number =>
  loans.reduce((sum, loan) => sum + (loan.quantity ?? 0) - (loan.returned ?? 0), 0);

async function receive(writing: Writing, record: Handled, row: Row, project: string): Promise<void> {
  const entry = await keptBy(writing, project, row);
  await writing.addEntry(tool, entry.id, { quantity: row.quantity });
  await writing.setEntry(tool, entry.id, {
    keeper: record.keeper,
    state: row.toolState,
    ...(row.unitPrice === null ? {} : { unitPrice: row.unitPrice }),
    ...(row.nextCalibration === null ? {} : { nextCalibration: row.nextCalibration }),
  });
}

/** What one row does to the ledger. */
async function apply(writing: Writing, record: Handled, row: Row, index: number): Promise<void> {
  if (record.actionType === '新增入账') return receive(writing, record, row, record.project);
  const entry = await toolOf(writing, record, row, index);
  const { addEntry, setEntry } = writing;
  const path = pathOf(index);
  switch (record.actionType) {
    case '领用':
      await addEntry(tool, entry.id, { lent: row.quantity }, path);
      break;
    case '归还':
      await addEntry(tool, entry.id, { lent: -row.quantity }, path);
      await setEntry(tool, entry.id, { state: row.toolState });
      break;
    case '项目间调拨':
      await addEntry(tool, entry.id, { quantity: -row.quantity }, path);
      await receive(writing, record, row, record.targetProject ?? '');
      break;
    case '盘点':
      await addEntry(tool, entry.id, { quantity: row.quantity - (entry.quantity ?? 0) }, path);
      await setEntry(tool, entry.id, { keeper: record.keeper, state: row.toolState });
      break;
    case '检定校准':
      await setEntry(tool, entry.id, { state: row.toolState });
      break;
    case '报废':
      await addEntry(tool, entry.id, { quantity: -row.quantity }, path);
      if (row.quantity === entry.quantity) await setEntry(tool, entry.id, { state: '已报废' });
      break;
  }
}

/** Returns go to the oldest loans first. @returns the records whose loans were given back */
async function giveBack(writing: Writing, record: Handled, row: Row, index: number): Promise<readonly string[]> {
  const loans = await openLoans(writing, record.borrower, row.tool ?? '0');
  if (outstanding(loans) < row.quantity)
    throw invalid([{ path: pathOf(index), message: `归还数量大于领用未还的${outstanding(loans)}件` }]);
  const touched: string[] = [];
  let left = row.quantity;
  for (const loan of loans) {
    const open = (loan.quantity ?? 0) - (loan.returned ?? 0);
    const now = Math.min(left, open);
    if (now === 0) continue;
    await writing.addEntry(toolLoan, loan.id, { returned: now });
    if (now === open) await writing.setEntry(toolLoan, loan.id, { state: '已归还' });
    touched.push(loan.sourceId);
    left -= now;
  }
  return touched;
}

/** Nobody is reminded of what came back. */
async function endReminders(writing: Writing, records: ReadonlySet<string>): Promise<void> {
  const open = await writing.find(toolLoan, { state: '待归还' });
  for (const id of records)
    if (!open.some((loan) => loan.sourceId === id))
      await ring(writing, { module: 'toolManagementRecord', id, effect: 'toolManagementRecord.loan' }, false);
}

export const toolEffects: EffectsOf<'toolManagementRecord', Handled> = {
  'toolManagementRecord.check': effect(async ({ record, find }) => {
    const asked = new Map<string, number>();
    for (const [index, row] of record.tools.entries()) {
      if (record.actionType === '新增入账') continue;
      const entry = await toolOf({ find }, record, row, index);
      const sum = (asked.get(entry.id) ?? 0) + row.quantity;
      asked.set(entry.id, sum);
      const free = (entry.quantity ?? 0) - (entry.lent ?? 0);
      if (TAKING.includes(record.actionType) && sum > free)
        throw invalid([{ path: pathOf(index), message: `在库只有${free}件，已领用的须先归还` }]);
      if (record.actionType === '归还') {
        const open = outstanding(await openLoans({ find }, record.borrower, entry.id));
        if (sum > open) throw invalid([{ path: pathOf(index), message: `归还数量大于领用未还的${open}件` }]);
      }
      if (record.actionType === '盘点' && sum < (entry.lent ?? 0))
        throw invalid([{ path: pathOf(index), message: `其中${entry.lent}件已领用未还，实盘数应包括在内` }]);
    }
  }),
  'toolManagementRecord.ledger': effect(async (call) => {
    for (const [index, row] of call.record.tools.entries()) await apply(call, call.record, row, index);
  }),
  'toolManagementRecord.loan': effect(async (call) => {
    const { record, book, services } = call;
    if (record.actionType === '领用' && record.borrower !== null && record.dueBack !== null) {
      const { borrower, dueBack } = record;
      await book(
        toolLoan,
        ...record.tools.map((row) => ({
          project: record.project,
          tool: row.tool ?? '0',
          borrower,
          quantity: row.quantity,
          returned: 0,
          lentOn: record.actionDate,
          dueBack,
          state: '待归还' as const,
        })),
      );
      await services.remind({
        on: dueBack,
        everyDays: 7,
        to: [borrower],
        title: `请归还领用的${record.tools.map((row) => row.toolName).join('、')}（${record.serial}）`,
      });
    }
    if (record.actionType !== '归还') return;
    const touched = new Set<string>();
    for (const [index, row] of record.tools.entries())
      for (const id of await giveBack(call, record, row, index)) touched.add(id);
    await endReminders(call, touched);
  }),
  'toolManagementRecord.calibration': effect(async ({ record, setEntry, services }) => {
    for (const row of record.tools) {
      if (row.nextCalibration === null) continue;
      if (record.actionType === '检定校准' && row.tool !== null)
        await setEntry(tool, row.tool, { nextCalibration: row.nextCalibration });
      if (record.actionType === '检定校准' || record.actionType === '新增入账')
        await services.remind({
          on: row.nextCalibration,
          daysBefore: CALIBRATION_DAYS,
          to: [record.keeper],
          title: `${row.toolName}${row.toolSpec ?? ''}${row.nextCalibration}检定到期，请送检`,
        });
    }
  }),
  'toolManagementRecord.cost': undoing(
    effect<Handled>(async ({ tx, record, projectCost, source }) => {
      const lost =
        record.actionType === '报废'
          ? record.tools.map((row) => row.amount)
          : record.actionType === '盘点'
            ? record.tools.map((row) =>
                Big(row.unitPrice ?? 0)
                  .times(Math.max(0, -(row.gap ?? 0)))
                  .toFixed(2),
              )
            : [];
      const month = monthOf(record.actionDate);
      await projectCost(record.project, month, { account: '工具', amount: total(lost) });
      if (positive(record.compensation) && record.compensateBy !== null)
        await deductFromPay(tx, source, {
          person: record.compensateBy,
          month,
          amount: record.compensation,
          reason: `工具丢失赔偿 ${record.serial}`,
        });
    }),
    (tx, { source }) => undoDeduction(tx, source),
  ),
};
