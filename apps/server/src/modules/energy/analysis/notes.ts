/** 说明 of reports (SetType=reportNote): a sentence that stays beside a figure, with who wrote it. */
import type { reportNoteInput, reportNoteRead } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import { holds } from '../../identity/index.ts';
import { seenProject } from '../../projects/index.ts';

export interface Said {
  readonly NoteId: string;
  readonly Row: string;
  readonly Text: string;
  readonly By: string;
  readonly At: string;
}

export const notesOf = async (db: Db | Tx, screen: string, project: string, period: string): Promise<Said[]> => {
  const { rows } =
    await sql<Said>`select n.id::text as "NoteId", n.line as "Row", n.words as "Text", u.user_name as "By",
      to_jsonb(n.written_at) #>> '{}' as "At"
    from energy_report_note n join app_user u on u.id = n.written_by
    where n.screen = ${screen} and n.project_code = ${project} and n.period = ${period} order by n.id`.execute(db);
  return rows;
};

export const readNotes = async (ctx: Ctx, input: z.output<typeof reportNoteRead>): Promise<Said[]> => {
  if (!holds(ctx.session, shortCodeOf(input.Screen), 'search')) throw forbidden();
  const { code } = await seenProject(ctx, ctx.db, input.ProjectCode);
  return notesOf(ctx.db, input.Screen, code, input.Period);
};

/** The same words pressed twice are one note. */
export const writeNote = async (
  ctx: Ctx,
  input: z.output<typeof reportNoteInput>,
): Promise<{ readonly NoteId: string }> => {
  if (!holds(ctx.session, shortCodeOf(input.Screen), 'edit')) throw forbidden();
  return ctx.write(async (tx) => {
    const { code } = await seenProject(ctx, tx, input.ProjectCode);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`reportNote ${code}`}, 0))`.execute(tx);
    const last = (await notesOf(tx, input.Screen, code, input.Period)).filter(({ Row }) => Row === input.Row).at(-1);
    if (last?.Text === input.Text && last.By === ctx.session.userName) return { NoteId: last.NoteId };
    const { rows } = await sql<{
      id: string;
    }>`insert into energy_report_note (screen, project_code, period, line, words, written_by)
      values (${input.Screen}, ${code}, ${input.Period}, ${input.Row}, ${input.Text}, ${ctx.session.userId}) returning id::text`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '业务',
      action: '写说明',
      object: `${code} ${input.Period}`,
      after: { screen: input.Screen, row: input.Row, text: input.Text },
    });
    return { NoteId: rows[0]?.id ?? '' };
  });
};
