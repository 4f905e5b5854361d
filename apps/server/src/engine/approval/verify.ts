/**
 * Whether a printed copy and the record still agree. The paper carries half of the head hash that the record's log had when it was printed:
 * too long to be guessed, so whoever has the paper may ask, signed in or not. They hear no more than the paper says, and what came after it.
 */
import { sql } from 'kysely';
import type { verifyPrint } from '@hengneng/contracts';
import type { ModuleId } from '@hengneng/core';
import type { z } from 'zod';
import type { Db } from '../../platform/db/schema.ts';
import { notFound } from '../../platform/http/errors.ts';
import { actionLabel, verifyLog } from './log.ts';
import { identityOf } from './modules.ts';
import type { FlowStatus, FormPort } from './types.ts';

const HASH_CHARS = 32;

/** What the paper carries; null where there is no log yet to agree with. */
export const printCode = (hash: string, copy: number): string | null =>
  hash === '' ? null : `${hash.slice(0, HASH_CHARS)}-${copy}`;

/** Kinds of log rows that change neither the record nor where it stands. */
const WORDS_ONLY = ['urge', 'cc'];
/** While the applicant has it in hand, the content is theirs to change. */
const IN_HAND: readonly FlowStatus[] = ['draft', 'returned', 'withdrawn'];

interface Printed {
  readonly module_id: string;
  readonly biz_id: string;
  readonly copy: number;
  readonly copies: number;
  readonly printed_at: Date;
  readonly printed_form: string;
  readonly instance: string;
  readonly status: FlowStatus;
  readonly serial: string | null;
  readonly form_hash: string;
  readonly later: readonly { readonly kind: string; readonly at: string }[];
}

const printedBy = async (db: Db, code: string): Promise<Printed | undefined> => {
  const [hash = '', copy = ''] = code.split('-');
  const { rows } = await sql<Printed>`
    select l.module_id, l.biz_id::text, l.copy, l.printed_at, a.form_hash as printed_form,
           (select max(o.copy) from wf_print_log o where o.module_id = l.module_id and o.biz_id = l.biz_id) as copies,
           n.id::text as instance, n.status, n.serial, n.form_hash,
           (select coalesce(json_agg(json_build_object('kind', b.kind, 'at', b.at) order by b.instance_id, b.seq), '[]')
              from wf_instance j join wf_action b on b.instance_id = j.id
             where j.module_id = l.module_id and j.biz_id = l.biz_id and (j.id, b.seq) > (i.id, a.seq)
               and b.kind <> all (${WORDS_ONLY})) as later
      from wf_print_log l
      join wf_instance i on i.module_id = l.module_id and i.biz_id = l.biz_id
      join wf_action a on a.instance_id = i.id and a.hash = l.head_hash
      cross join lateral (select * from wf_instance o where o.module_id = l.module_id and o.biz_id = l.biz_id
        order by o.id desc limit 1) n
     where left(l.head_hash, ${sql.lit(HASH_CHARS)}) = ${hash} and l.copy = ${Number(copy)} limit 1`.execute(db);
  return rows[0];
};

/** @throws notFound where no copy has such a code */
export const checkPrint = async (
  db: Db,
  forms: FormPort,
  code: string,
): Promise<z.input<typeof verifyPrint.output>> => {
  const printed = await printedBy(db, code);
  if (printed === undefined) throw notFound('没有查到这份打印件，请核对二维码是否完整');
  const [log, content] = await Promise.all([
    verifyLog(db, printed.instance),
    forms.contentHash(db, printed.module_id as ModuleId, printed.biz_id),
  ]);
  const settled = !IN_HAND.includes(printed.status);
  return {
    ...identityOf(printed.module_id),
    BusinessId: printed.biz_id,
    serial: printed.serial,
    Status: printed.status,
    copy: printed.copy,
    copies: printed.copies,
    printedAt: printed.printed_at.toISOString(),
    intact: log.ok && (!settled || content === printed.form_hash),
    changed: content !== printed.printed_form,
    later: printed.later.map(({ kind, at }) => ({ label: actionLabel(kind), at: new Date(at).toISOString() })),
  };
};
