/** 证件管理 and 证件借还: where the company's papers are. What is lent is counted in the book, whose limits keep anybody from lending it twice. */
import { addDays } from '@hengneng/core';
import { credential, credentialLoan } from '@hengneng/forms';
import type { credentials, credentialsBorrow } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Entry } from '../../engine/books/entries.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { wrong } from '../../platform/http/errors.ts';
import { dayOf } from '../books/source.ts';
import { effect, type Writing } from '../kit/effect.ts';
import { deptManagerOf } from '../kit/people.ts';

type Registration = Recorded<typeof credentials>;
type Loan = Recorded<typeof credentialsBorrow>;

/** Who is late by so many days borrows nothing more. */
const MOST_LATE_DAYS = 3;

/** Papers whose registration is that of the device. */
const DEVICE_REGISTERS: readonly string[] = [
  '特种设备使用登记证(锅炉)',
  '特种设备使用登记证(压力容器)',
  '管道使用登记证',
];

const nextInspection = (record: Registration): string | null =>
  record.inspections
    .flatMap((row) => row.nextDate ?? [])
    .toSorted()
    .at(-1) ?? record.nextInspect;

export const credentialEffects: EffectsOf<'credentials', Registration> = {
  'credentials.register': effect(async ({ record, book, find, setEntry }) => {
    const kind = record.operateType;
    if (kind === '注销') return;
    const values = {
      scope: record.scope,
      credentialType: record.credentialType,
      credentialName: record.credentialName,
      credentialNo: record.credentialNo,
      holderUnit: record.holderUnit,
      project: record.project,
      device: record.device,
      issueOrg: record.issueOrg,
      issueDate: record.issueDate,
      validTo: record.longTerm === true ? null : record.validTo,
      nextInspect: nextInspection(record),
      qualifyScope: record.qualifyScope,
      secrecy: record.secrecy,
      originalQty: record.originalQty,
      duplicateQty: record.duplicateQty ?? 0,
      keeper: record.keeper,
      storePlace: record.storePlace,
      boxNo: record.boxNo,
      canBorrow: record.canBorrow ?? false,
      maxBorrowDays: record.maxBorrowDays,
      scans: record.scans,
      state: '在库' as const,
      toldValid: null,
      toldInspect: null,
    };
    if ((kind === '变更' || kind === '年检登记') && record.oldCredential !== null) {
      // Whoever counted every copy in has them all back.
      const counted = record.receiveQty === record.totalQty;
      await setEntry(credential, record.oldCredential, {
        ...(counted ? { originalOut: 0, duplicateOut: 0 } : {}),
        ...values,
      });
      return;
    }
    if (kind === '新增') {
      const same = await find(credential, {
        credentialType: record.credentialType,
        credentialNo: record.credentialNo,
        holderUnit: record.holderUnit,
      });
      if (same.some((each) => each.state !== '失效'))
        throw wrong('credentialNo', '该编号的证件已在台账中，请选择变更或延续换证');
    }
    await book(credential, values);
  }),
  'credentials.retire': effect(async ({ record, setEntry }) => {
    if ((record.operateType === '延续换证' || record.operateType === '注销') && record.oldCredential !== null)
      await setEntry(credential, record.oldCredential, { state: '失效', canBorrow: false });
  }),
  'credentials.device': effect(async ({ record, set }) => {
    if (record.device === null || record.scope !== '设备' || record.operateType === '注销') return;
    await set('device', record.device, {
      ...(DEVICE_REGISTERS.includes(record.credentialType) ? { register_no: record.credentialNo } : {}),
      ...(nextInspection(record) === null ? {} : { next_inspection: nextInspection(record) }),
    });
  }),
};

/** The column that an original is counted in; a copy is counted nowhere. */
const OUT = { 正本原件: 'originalOut', 副本原件: 'duplicateOut' } as const;
const ALL = { 正本原件: 'originalQty', 副本原件: 'duplicateQty' } as const;
type Original = keyof typeof OUT;
const isOriginal = (form: string): form is Original => Object.hasOwn(OUT, form);

async function credentialAt(find: Writing['find'], id: string, path: string): Promise<Entry<typeof credential>> {
  const [entry] = await find(credential, { id });
  if (entry === undefined || entry.state === '失效' || entry.state === '遗失')
    throw wrong(path, `${entry?.credentialName ?? '该证件'}已失效或遗失，不能借用`);
  return entry;
}

/** What a loan lent of originals, each credential and form once. */
const lentBy = (record: Loan): readonly (Loan['items'][number] & { readonly borrowForm: Original })[] =>
  record.items.flatMap((row) => {
    const { borrowForm } = row;
    return isOriginal(borrowForm) ? [{ ...row, borrowForm }] : [];
  });

interface Returned {
  readonly credential: string;
  readonly form: Original;
  readonly back: number;
  readonly gone: number;
}

/** What came back and what never will: as counted, else all of it, without what was not to be returned. */
function returned(record: Loan): readonly Returned[] {
  const lent = lentBy(record);
  if (record.returnState !== '部分未还' && record.returnState !== '遗失')
    return lent.map((row) => {
      const stays = row.needReturn !== true || record.returnState === '无需归还';
      return {
        credential: row.credential,
        form: row.borrowForm,
        back: stays ? 0 : row.copies,
        gone: stays ? row.copies : 0,
      };
    });
  return record.returns.map((row, index) => {
    const mine = lent.filter((each) => each.credential === row.returnCredential && each.borrowForm === row.returnForm);
    const copies = mine.reduce((sum, each) => sum + each.copies, 0);
    if (row.backCopies + row.lostCopies > copies)
      throw wrong(`returns[${index}].backCopies`, `归还与遗失合计超过借出的${copies}份`);
    return { credential: row.returnCredential, form: row.returnForm, back: row.backCopies, gone: row.lostCopies };
  });
}

async function endReminders({ tx, set }: Writing, record: Loan, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id::text from reminder where source_module = 'credentialsBorrow'
    and source_id = ${record.id} and ended_at is null`.execute(tx);
  for (const { id } of rows) await set('reminder', id, { ended_at: now.toISOString() });
}

const nameOf = async (tx: Tx, id: string): Promise<string> =>
  (await sql<{ name: string }>`select credential_name as name from b_credential where id = ${id}`.execute(tx)).rows[0]
    ?.name ?? '';

export const credentialLoanEffects: EffectsOf<'credentialsBorrow', Loan> = {
  'credentialsBorrow.check': effect(async ({ record, find, now }) => {
    let core = false;
    const latest = addDays(dayOf(now), -MOST_LATE_DAYS);
    const out = await find(credentialLoan, { borrower: record.applicant, state: '借出' });
    if (out.some((loan) => loan.planReturn !== null && loan.planReturn <= latest))
      throw wrong('items', '您有逾期未还的证件');
    for (const [index, row] of record.items.entries()) {
      const entry = await credentialAt(find, row.credential, `items[${index}].credential`);
      core ||= entry.secrecy === '核心';
      if (!isOriginal(row.borrowForm)) continue;
      if (record.takeOut === true && entry.canBorrow !== true)
        throw wrong(`items[${index}].credential`, `${entry.credentialName ?? ''}的原件不可外借`);
      if (entry.maxBorrowDays !== null && (record.borrowDays ?? 0) > entry.maxBorrowDays)
        throw wrong('planReturn', `${entry.credentialName ?? ''}最长借用${entry.maxBorrowDays}天`);
      const again = lentBy(record).filter(
        (each) => each.credential === row.credential && each.borrowForm === row.borrowForm,
      );
      if (again.length > 1) throw wrong(`items[${index}].credential`, '同一证件的同一种原件请合并为一行');
    }
    // Who has to agree goes by these two, so that they are not left to whoever borrows.
    if (core !== (record.hasCore === true))
      throw wrong('hasCore', core ? '清单中有核心证件，请选择是' : '清单中没有核心证件，请选择否');
    const originals = lentBy(record).length > 0;
    if (originals !== (record.hasOriginal === true))
      throw wrong('hasOriginal', originals ? '清单中有原件，请选择是' : '清单中没有原件，请选择否');
  }),
  'credentialsBorrow.lend': effect(async ({ record, tx, find, addEntry, setEntry, book }) => {
    for (const [index, row] of record.items.entries()) {
      const path = `items[${index}].credential`;
      await credentialAt(find, row.credential, path);
      if (!isOriginal(row.borrowForm)) continue;
      await addEntry(credential, row.credential, { [OUT[row.borrowForm]]: row.copies }, `items[${index}].copies`);
      await setEntry(credential, row.credential, { state: '借出' });
    }
    const { rows } = await sql<{
      dept: string | null;
    }>`select dept_id as dept from app_user where id = ${record.applicant}`.execute(tx);
    await book(
      credentialLoan,
      ...record.items.map((row) => ({
        credential: row.credential,
        credentialNo: row.credentialNo,
        borrower: record.applicant,
        dept: rows[0]?.dept,
        project: record.project,
        usage: `${record.usage}：${record.usageDetail}`,
        borrowForm: row.borrowForm,
        copies: row.copies,
        lentAt: record.actualBorrow ?? `${record.borrowDate}T09:00:00+08:00`,
        planReturn: row.needReturn === true ? record.planReturn : null,
        state: row.needReturn === true ? ('借出' as const) : ('无需归还' as const),
        document: record.serial,
      })),
    );
  }),
  'credentialsBorrow.remindReturn': effect(async ({ record, tx, services }) => {
    if (!record.items.some((row) => row.needReturn === true)) return;
    const manager = await deptManagerOf(tx, record.applicant);
    await services.remind({
      on: record.planReturn,
      daysBefore: 1,
      everyDays: 1,
      to: [...new Set([record.applicant, ...(manager === null ? [] : [manager])])],
      title: `借用的证件（${record.serial}）应于${record.planReturn}归还`,
    });
  }),
  'credentialsBorrow.takeBack': effect(async (call) => {
    const { record, find, addEntry, setEntry } = call;
    const back = returned(record);
    for (const { credential: id, form, back: copies, gone } of back) {
      await addEntry(credential, id, { [OUT[form]]: -(copies + gone) });
      if (gone > 0) await addEntry(credential, id, { [ALL[form]]: -gone });
      const [entry] = await find(credential, { id });
      if (entry?.state === '借出' && (entry.originalOut ?? 0) + (entry.duplicateOut ?? 0) === 0)
        await setEntry(credential, id, { state: '在库' });
    }
    for (const loan of await find(credentialLoan, { document: record.serial, state: '借出' })) {
      const counted = back.find((each) => each.credential === loan.credential && each.form === loan.borrowForm);
      const copies = counted?.back ?? (isOriginal(loan.borrowForm ?? '') ? 0 : (loan.copies ?? 0));
      const lost = record.returnState === '遗失' ? (counted?.gone ?? 0) : 0;
      const state =
        lost > 0 ? '遗失' : copies < (loan.copies ?? 0) && record.returnState === '部分未还' ? '部分未还' : '已还';
      await setEntry(credentialLoan, loan.id, {
        returnedOn: record.actualReturn,
        backCopies: copies,
        lostCopies: lost,
        overdueDays: Math.max(0, record.overdueDays ?? 0),
        state: record.returnState === '无需归还' ? '无需归还' : state,
      });
    }
    // What is still out is asked for every day until it is there.
    if (record.returnState !== '部分未还') await endReminders(call, record, call.now);
  }),
  'credentialsBorrow.lost': effect(async ({ record, tx, setEntry, services }) => {
    if (record.returnState !== '遗失') return;
    const lost = record.returns.filter((row) => row.lostCopies > 0);
    for (const row of lost) {
      await setEntry(credential, row.returnCredential, { state: '遗失' });
      await services.todo({
        kind: '证件挂失',
        title: `${await nameOf(tx, row.returnCredential)}${row.returnForm}遗失${row.lostCopies}份（${record.serial}），请登报挂失并补办`,
        project: record.project,
        to: [],
        role: 'legal',
      });
    }
  }),
};
