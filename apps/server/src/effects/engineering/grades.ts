/** What follows from a supplier's grade, from the day on that it takes effect. Both sides' evaluations use it. */
import { sql } from 'kysely';
import type { EntrySource } from '../../engine/books/entries.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { type EntityValues, setValues } from '../kit/changes.ts';

export type Grade = 'A' | 'B' | 'C' | 'D';
type Side = 'engineering_grade' | 'operation_grade';

/** Months during which a supplier of grade C is not invited again. */
const PAUSE_MONTHS = 6;

/** `YYYY-MM-DD`, some months or years on; the last day of the month where that one is shorter. */
export function laterDay(day: string, by: { readonly months?: number; readonly years?: number }): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const index = year * 12 + month - 1 + (by.months ?? 0) + (by.years ?? 0) * 12;
  const last = new Date(Date.UTC(Math.floor(index / 12), (index % 12) + 1, 0)).getUTCDate();
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(index / 12)}-${two((index % 12) + 1)}-${two(Math.min(date, last))}`;
}

/** Values of a supplier that a grade sets: A and B lift what held it back, C pauses invitations, D suspends it. */
export const gradeValues = (
  side: Side,
  grade: Grade,
  from: string,
  bannedUntil: string | null,
): EntityValues<'supplier'> => ({
  [side]: grade,
  ...(grade === 'A' || grade === 'B' ? { invite_from: null, warning: null } : {}),
  ...(grade === 'C' ? { invite_from: laterDay(from, { months: PAUSE_MONTHS }) } : {}),
  ...(grade === 'D' ? { state: '停用', banned_until: bannedUntil } : {}),
});

interface Due {
  readonly id: string;
  readonly supplier: string;
  readonly kind: string;
  readonly grade: Grade;
  readonly day: string;
  readonly banned: string | null;
  readonly module: EntrySource['module'];
  readonly record: string;
  readonly effect: string;
}

/** Grades whose day has come. They are written as their evaluation's, so that its cancel takes them back. @returns how many */
export async function applyDueGrades(tx: Tx, today: string): Promise<number> {
  const { rows } = await sql<Due>`update b_supplier_evaluation set in_effect = true
    where not voided and in_effect = false and effect_date <= ${today}
    returning id::text, supplier::text, kind, to_grade as grade, effect_date::text as day, banned_until::text as banned,
      source_module as module, source_id::text as record, source_effect as effect`.execute(tx);
  for (const due of rows.toSorted((a, b) => (a.day === b.day ? Number(a.id) - Number(b.id) : a.day < b.day ? -1 : 1)))
    await setValues(
      tx,
      'supplier',
      due.supplier,
      gradeValues(due.kind === '年度评审' ? 'operation_grade' : 'engineering_grade', due.grade, due.day, due.banned),
      { module: due.module, id: due.record, effect: due.effect },
    );
  return rows.length;
}

/** Suppliers whose certificates have run out are restricted until they are renewed. @returns how many */
export async function restrictExpired(tx: Tx, today: string): Promise<number> {
  const { rows } = await sql<{ code: string; name: string; before: string; expired: string }>`
    update supplier set state = '限制', restricted_from = state
    where cert_expire < ${today}::date and state in ('合格', '试用')
    returning code, name, restricted_from as before, cert_expire::text as expired`.execute(tx);
  for (const { code, name, before, expired } of rows)
    await audit(tx, {
      userId: null,
      kind: '业务',
      action: '资质到期限制',
      object: `服务商 ${name}（${code}）`,
      summary: `资质已于${expired}到期`,
      before: { 状态: before },
      after: { 状态: '限制' },
    });
  return rows.length;
}
