/** Drafts, to-dos, reminders and notices that effects ask for, written in their transaction. */
import type { ModuleId } from '@hengneng/core';
import { sql } from 'kysely';
import type { Module } from './catalog.ts';
import { leaveFollowUp, pathOf, tellPeople } from './follow-up.ts';
import { pointed, thingOf } from '../references/reach.ts';
import type { EffectContext } from './effects-runner.ts';
import type { FollowUps } from './effect.ts';
import { heldOvernight, said } from '../../platform/messages/wording.ts';
import { factsOf } from './facts.ts';
import { deleteRecord, insertRecord } from './store.ts';

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

/** Where the work comes from: the record, or what stands for it where the clock asks. */
export interface FollowUpSource {
  readonly id: string;
  readonly project?: unknown;
}
export type FollowUpContext = Pick<EffectContext, 'deps' | 'tx' | 'now'> & { readonly module: Pick<Module, 'id'> };

export function followUps(context: FollowUpContext, effect: string, record: FollowUpSource): FollowUps {
  const { tx, module, deps, now } = context;
  const project = typeof record.project === 'string' ? record.project : null;

  const note = (
    kind: string,
    title: string,
    more: {
      user?: string | null;
      role?: string | null;
      project?: string | null;
      due?: string | null;
      target?: { module: string; id: string; given: readonly string[] };
    },
  ) =>
    leaveFollowUp(tx, deps.directory, {
      kind,
      title,
      user: more.user ?? null,
      role: more.role ?? null,
      project: more.project ?? null,
      due: more.due ?? null,
      target: more.target ?? null,
      source: { module: module.id, id: record.id, effect },
    });

  return {
    async draft({ module: target, values, applicant, title }) {
      const other = deps.catalog.get(target);
      if (!other) {
        await note('待填报', title, { user: applicant, project });
        return null;
      }
      const { rows } = await sql<{
        user_name: string;
        dept_id: string;
      }>`select user_name, coalesce(dept_id, '') as dept_id from app_user where id = ${applicant}`.execute(tx);
      const person = rows[0] ?? { user_name: '', dept_id: '' };
      const prefilled = other.form.prefill({ now, userId: applicant, deptId: person.dept_id });
      const draft = other.form.compute({ ...prefilled, ...values });
      const id = await insertRecord(tx, other, draft, applicant, person.dept_id);
      const facts = factsOf(other, draft, {
        starterId: applicant,
        starterName: person.user_name,
        starterDept: person.dept_id,
        serial: null,
      });
      await deps.approval.noteDraft(tx, { moduleId: other.id, businessId: id, facts, now });
      const given = [...pointed(other.form, draft)].flatMap(([entity, things]) =>
        [...things].map((value) => thingOf(entity, value)),
      );
      await note('待填报', title, { user: applicant, project, target: { module: target, id, given } });
      return id;
    },
    async todo({ kind, title, project: of, to, role, due }) {
      for (const user of to) await note(kind, title, { user, project: of ?? project, due: due ?? null });
      if (role) await note(kind, title, { role, project: of ?? project, due: due ?? null });
    },
    async remind({ on, daysBefore, everyDays, to, role, title }) {
      await sql`insert into reminder (on_day, title, user_ids, role_code, every_days, project_code, source_module, source_id, source_effect)
        values (${daysBefore ? dayBefore(on, daysBefore) : on}, ${title}, ${[...to]}::bigint[], ${role ?? null}, ${everyDays ?? null}, ${project},
          ${module.id}, ${record.id}, ${effect})`.execute(tx);
    },
    async tell({ to, title }) {
      const people = [...new Set(to)];
      if (people.length === 0) return;
      const words = said('approval.told', { 内容: title });
      if (words === null) return;
      const held = heldOvernight(words.template, now);
      // What waits for the morning is told by who releases it.
      if (held === null)
        await tellPeople(tx, people, {
          topic: 'cc',
          title: words.title,
          path: pathOf({ module: module.id, id: record.id }),
          record: { module: module.id, id: record.id },
        });
      await sql`insert into wf_notice (user_id, kind, title, module_id, biz_id, instance_id, project_code, created_at, template, template_version,
          held_until, overnight)
        select person, 'cc', ${words.title}, i.module_id, i.biz_id, i.id, ${project}, ${now}, ${words.template}, ${words.version}, ${held}::timestamptz,
          ${held !== null}
        from (select * from wf_instance where module_id = ${module.id} and biz_id = ${record.id} order by id desc limit 1) i,
          unnest(${people}::bigint[]) as person`.execute(tx);
    },
    async takeBack() {
      const { rows } = await sql<{
        target_module: string | null;
        target_id: string | null;
      }>`update follow_up set cancelled_at = app_now()
        where source_module = ${module.id} and source_id = ${record.id} and source_effect = ${effect} and cancelled_at is null
        returning target_module, target_id`.execute(tx);
      await sql`update reminder set ended_at = app_now() where source_module = ${module.id} and source_id = ${record.id}
        and source_effect = ${effect} and ended_at is null`.execute(tx);
      for (const row of rows) {
        const other = row.target_module === null ? undefined : deps.catalog.get(row.target_module);
        if (!other || row.target_id === null) continue;
        const { rows: drafts } =
          await sql`select 1 from ${sql.table(other.sql.table)} where id = ${row.target_id} and status = 'draft'`.execute(
            tx,
          );
        if (drafts.length === 0) continue;
        await deps.approval.dropDraft(tx, other.id as ModuleId, row.target_id);
        await deleteRecord(tx, other, row.target_id);
      }
    },
  };
}
