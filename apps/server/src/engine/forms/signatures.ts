/** What was signed in a step that has been taken again since: a record holds the last signature of each step, its snapshots the earlier ones. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import type { StepView } from '../approval/types.ts';
import type { Module } from './catalog.ts';

/** Signatures by the id of the task that they were given with. Asks nothing where no step was taken twice, or none is signed. */
export const earlierSignatures = async (
  db: Db,
  module: Module,
  steps: readonly StepView[],
  withheld: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> => {
  const signed = module.form.fields.filter((of) => of.field.type === 'signature' && !withheld.has(of.path));
  const keysOf = (stepKey: string) =>
    signed.filter((of) => of.section === (stepKey === 'start' ? 'applicant' : stepKey)).map((of) => of.key);
  const earlier = steps.filter(
    (step, at) =>
      step.state === 'done' &&
      step.NodeRecordId !== null &&
      keysOf(step.key).length > 0 &&
      steps.slice(at + 1).some((later) => later.key === step.key),
  );
  if (earlier.length === 0) return new Map();
  const { rows } = await sql<{ id: string; content: Record<string, unknown> }>`
    select t.id::text, s.content from wf_task t
      join wf_form_snapshot s on s.instance_id = t.instance_id and s.form_version = t.form_version
     where t.id = any(${earlier.map((step) => step.NodeRecordId)}::bigint[])`.execute(db);
  const contents = new Map(rows.map((row) => [row.id, row.content]));
  return new Map(
    earlier.map((step) => {
      const content = contents.get(step.NodeRecordId ?? '') ?? {};
      return [step.NodeRecordId ?? '', Object.fromEntries(keysOf(step.key).map((key) => [key, content[key] ?? null]))];
    }),
  );
};
