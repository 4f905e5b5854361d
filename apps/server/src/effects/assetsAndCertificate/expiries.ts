/** Certificates and credentials that end, or have to be reviewed or inspected: whoever has or keeps them is told in good time, once at each stage. */
import { certificate, credential } from '@hengneng/forms';
import { bookTableName } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { type Engine, followUps } from '../../engine/index.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';

interface Due {
  readonly source: string;
  readonly project: string | null;
  readonly person: string | null;
  readonly name: string;
  readonly day: string;
  readonly stage: number;
}

interface Watch {
  readonly module: 'certificateManage' | 'credentials';
  readonly table: string;
  readonly day: 'valid_to' | 'review_date' | 'next_inspect';
  /** Where it is noted that people were told. */
  readonly told: 'told_valid' | 'told_review' | 'told_inspect';
  readonly stages: readonly number[];
  readonly states: readonly string[];
  readonly person: 'holder' | 'keeper';
  readonly name: string;
  readonly kind: string;
  /** What is to be done before the day. */
  readonly word: string;
  readonly role: 'hr' | 'admin';
}

const CERTIFICATE = {
  module: 'certificateManage',
  table: bookTableName(certificate.id),
  states: ['有效'],
  person: 'holder',
  name: `(select user_name from app_user where id = b.holder) || '的' || b.kind`,
  role: 'hr',
} as const;
const CREDENTIAL = {
  module: 'credentials',
  table: bookTableName(credential.id),
  states: ['在库', '借出'],
  person: 'keeper',
  name: 'b.credential_name',
  role: 'admin',
} as const;

/** The last stage, 0, is the day after: it has ended. */
const WATCHES: readonly Watch[] = [
  { ...CERTIFICATE, day: 'valid_to', told: 'told_valid', stages: [90, 60, 30, 0], kind: '证书到期', word: '到期' },
  { ...CERTIFICATE, day: 'review_date', told: 'told_review', stages: [60, 0], kind: '证书复审', word: '应复审' },
  { ...CREDENTIAL, day: 'valid_to', told: 'told_valid', stages: [90, 60, 30, 0], kind: '证件到期', word: '到期' },
  { ...CREDENTIAL, day: 'next_inspect', told: 'told_inspect', stages: [30, 0], kind: '证件年检', word: '应年检' },
];

/** Entries that have reached a stage that nobody was told of, noted as told. */
async function reached(tx: Tx, watch: Watch, today: string): Promise<readonly Due[]> {
  const stages = sql.join(watch.stages.map((stage) => sql`(${stage}::int)`));
  const day = sql.ref(`b.${watch.day}`);
  const told = sql.ref(watch.told);
  const { rows } = await sql<Due>`with due as (
      select b.id, min(s.stage) as stage from ${sql.table(watch.table)} b, (values ${stages}) s(stage)
      where not b.voided and b.state = any(${[...watch.states]}::text[]) and ${day} is not null
        and case when s.stage = 0 then ${day} < ${today}::date else ${day} - ${today}::date <= s.stage end
      group by b.id)
    update ${sql.table(watch.table)} b set ${told} = due.stage from due
    where due.id = b.id and (b.${told} is null or b.${told} > due.stage)
    returning case when b.source_module = ${watch.module} then b.source_id::text else '0' end as source, b.project,
      ${sql.ref(`b.${watch.person}`)}::text as person, ${sql.raw(watch.name)} as name, ${day}::text as day, due.stage`.execute(
    tx,
  );
  return rows;
}

/** @returns how many certificates and credentials were told of */
export const tellExpiries = (db: Db, engine: Engine, today: string, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    let count = 0;
    for (const watch of WATCHES)
      for (const due of await reached(tx, watch, today)) {
        count += 1;
        const services = followUps(
          { deps: engine.deps, tx, now, module: { id: watch.module } },
          `${watch.module}.expiry`,
          { id: due.source, project: due.project },
        );
        await services.todo({
          kind: watch.kind,
          title: `${due.name}${due.stage === 0 ? '已于' : ''}${due.day}${watch.word}${due.stage === 0 ? '，请立即停用并补办' : '，请及时办理'}`,
          project: due.project,
          to: due.person === null ? [] : [due.person],
          role: watch.role,
          due: due.day,
        });
      }
    return count;
  });
