/** One entry of a book: all of its columns, the record that wrote it, and those that changed it since. */
import type { bookEntry } from '@hengneng/contracts';
import { type CompiledField, formatValue, snakeCase } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { notFound } from '../../platform/http/errors.ts';
import { inScope } from '../forms/access.ts';
import type { EngineDeps } from '../forms/deps.ts';
import { labelsFor } from '../forms/labels.ts';
import { findRecord } from '../forms/store.ts';
import { raw } from '../../platform/db/raw.ts';
import { isWithheld, Parameters } from '../forms/visibility.ts';
import { entriesVisible, type ShownBook } from './shown.ts';

type Shown = z.input<typeof bookEntry.output>;
type Act = Shown['history'][number];

interface Stored {
  readonly id: string;
  readonly sourceModule: string;
  readonly sourceId: string;
  readonly sourceEffect: string;
  readonly enteredAt: string;
  readonly voided: boolean;
  readonly [key: string]: unknown;
}

interface Change {
  readonly column: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly module: string;
  readonly record: string;
  readonly effect: string;
  readonly at: string;
}

/** ISO instants in China time, as records have them. */
const INSTANT = (column: string): string => `overlay(left(${column}::text, 19) || '+08:00' placing 'T' from 11 for 1)`;

async function recordOf(ctx: Ctx, deps: EngineDeps, moduleId: string, id: string): Promise<Act['record']> {
  const module = deps.catalog.get(moduleId);
  const stored = module && (await findRecord(ctx.db, module, id));
  if (!module || !stored) return null;
  const { rows } = await sql<{
    name: string;
  }>`select user_name as name from app_user where id = ${stored.applicant}`.execute(ctx.db);
  const { title, procedureId } = module.form.identity;
  return {
    title,
    serial: stored.serial ?? '',
    ProcedureId: procedureId,
    BusinessId: id,
    applicantName: rows[0]?.name ?? '',
    visible:
      (await inScope(ctx.db, ctx.session, module, stored)) ||
      (await deps.approval.isParticipant(ctx.db, ctx.session.userId, module.id, id)),
  };
}

/** What a cell held, as people read it. */
const wordsOf = (of: CompiledField, text: string | null, labels: Readonly<Record<string, string>>): string => {
  if (text === null) return '';
  const value = of.field.type === 'boolean' ? text === 'true' : text;
  return formatValue(of.field, value, { withUnit: true, label: (key) => labels[key] });
};

/** Changes of one act stand together. */
const actsOf = (changes: readonly Change[]): readonly (readonly Change[])[] => {
  const acts = new Map<string, Change[]>();
  for (const change of changes) {
    const key = `${change.module} ${change.record} ${change.effect} ${change.at}`;
    acts.set(key, [...(acts.get(key) ?? []), change]);
  }
  return [...acts.values()];
};

export interface BookWords {
  /** Sentence of an effect, for people. */
  readonly effect: (name: string) => string;
}

export async function bookEntryOf(
  ctx: Ctx,
  deps: EngineDeps,
  of: ShownBook,
  id: string,
  words: BookWords,
): Promise<Shown> {
  const { db, session } = ctx;
  const open = of.fields.filter((field) => !isWithheld(session, field));
  const parameters = new Parameters();
  const mine = `m.id = ${parameters.bind(id)}::bigint and ${entriesVisible(of, session, parameters.bind)}`;
  const [stored] = await raw<Stored>(
    db,
    `select ${of.select(open)}, m.source_module as "sourceModule", m.source_id::text as "sourceId", m.source_effect as "sourceEffect",
       ${INSTANT('m.entered_at')} as "enteredAt", m.voided from ${of.table} m where ${mine}`,
    parameters.values,
  );
  if (stored === undefined) throw notFound('这条台账不存在，或不在您的数据范围内');
  const found = await raw<Change>(
    db,
    `select column_name as column, before, after, source_module as module, source_id::text as record, source_effect as effect, ${INSTANT('at')} as at
       from entity_change where table_name = $1 and row_key = $2 and undone_at is null order by id`,
    [of.table, id],
  );
  const byColumn = new Map(open.map((field) => [snakeCase(field.key), field]));
  const changes = found.filter((change) => byColumn.has(change.column));
  const { sourceModule, sourceId, sourceEffect, enteredAt, voided, ...entry } = stored;
  const labels = await labelsFor(
    db,
    deps.labels,
    open.map((field) => ({
      of: field,
      rows: [
        entry,
        ...changes
          .filter((change) => change.column === snakeCase(field.key))
          .flatMap(({ before, after }) => [{ [field.key]: before }, { [field.key]: after }]),
      ],
    })),
  );
  const act = async (
    module: string,
    record: string,
    effect: string,
    at: string,
    acts: readonly Change[],
  ): Promise<Act> => ({
    at,
    what: words.effect(effect),
    record: await recordOf(ctx, deps, module, record),
    changes: acts.flatMap((change) => {
      const field = byColumn.get(change.column);
      if (field === undefined) return [];
      const names = labels[field.path] ?? {};
      return [
        {
          label: field.label,
          before: wordsOf(field, change.before, names),
          after: wordsOf(field, change.after, names),
        },
      ];
    }),
  });
  return {
    entry,
    labels,
    withheld: of.fields.filter((field) => !open.includes(field)).map((field) => field.key),
    voided,
    history: [
      await act(sourceModule, sourceId, sourceEffect, enteredAt, []),
      ...(await Promise.all(
        actsOf(changes).flatMap((group) => {
          const [first] = group;
          return first === undefined ? [] : [act(first.module, first.record, first.effect, first.at, group)];
        }),
      )),
    ],
  };
}
