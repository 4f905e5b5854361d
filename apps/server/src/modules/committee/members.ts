/** Who sits on the committee. */
import type { committeeMemberSave } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';

type Input = z.output<typeof committeeMemberSave.input>;

/** @throws invalid naming each field that is wrong */
const check = async (tx: Tx, { Id, term, position, member, fromOn, toOn }: Input): Promise<string> => {
  if (toOn < fromOn) throw invalid([{ path: 'toOn', message: '任期止不能早于任期起' }]);
  const id = Id ?? null;
  const { rows } = await sql<{ name: string | null; head: string | null; other: string | null }>`
    select (select user_name from app_user where id = ${member} and state = 'active') as name,
      (select u.user_name from committee_member m join app_user u on u.id = m.member
        where m.term = ${term} and m.position = '主任' and ${position} = '主任' and m.id is distinct from ${id}::bigint limit 1) as head,
      (select m.term || m.position from committee_member m where m.member = ${member} and m.id is distinct from ${id}::bigint
        and daterange(m.from_on, m.to_on, '[]') && daterange(${fromOn}::date, ${toOn}::date, '[]') limit 1) as other`.execute(
    tx,
  );
  const [found] = rows;
  const errors = [
    ...(found?.name == null ? [{ path: 'member', message: '人员不存在或已停用' }] : []),
    ...(found?.head == null ? [] : [{ path: 'position', message: `${term}已有主任${found.head}，一届只有一名主任` }]),
    ...(found?.other == null ? [] : [{ path: 'fromOn', message: `任期与${found.other}重叠` }]),
  ];
  if (errors.length > 0) throw invalid(errors);
  return found?.name ?? '';
};

interface Before {
  readonly term: string;
  readonly position: string;
  readonly member: string;
  readonly group: string;
  readonly duty: string | null;
  readonly fromOn: string;
  readonly toOn: string;
}

export const saveMember = (ctx: Ctx, input: Input): Promise<{ readonly Id: string }> =>
  ctx.write(async (tx) => {
    // Two who save at once wait for each other.
    await sql`select pg_advisory_xact_lock(hashtext('committeeMember'))`.execute(tx);
    const { rows: stored } =
      await sql<Before>`select term, position, member::text, speciality as "group", duty, from_on::text as "fromOn",
      to_on::text as "toOn" from committee_member where id = ${input.Id ?? null}`.execute(tx);
    const [before] = stored;
    if (input.Id && before === undefined) throw notFound('委员不存在，请刷新后再试');
    const name = await check(tx, input);
    const { Id, term, position, member, group, duty = null, fromOn, toOn } = input;
    const { rows } = Id
      ? await sql<{
          id: string;
        }>`update committee_member set term = ${term}, position = ${position}, member = ${member}, speciality = ${group}, duty = ${duty},
          from_on = ${fromOn}, to_on = ${toOn}, saved_by = ${ctx.session.userId}, saved_at = app_now() where id = ${Id} returning id::text`.execute(
          tx,
        )
      : await sql<{
          id: string;
        }>`insert into committee_member (term, position, member, speciality, duty, from_on, to_on, saved_by)
          values (${term}, ${position}, ${member}, ${group}, ${duty}, ${fromOn}, ${toOn}, ${ctx.session.userId}) returning id::text`.execute(
          tx,
        );
    await trail(tx, ctx, {
      kind: '单据',
      action: before === undefined ? '新增委员' : '调整委员',
      object: `${term}${position} ${name}`,
      ...(before === undefined ? {} : { before: { ...before } }),
      after: { term, position, member, group, duty, fromOn, toOn },
    });
    return { Id: rows[0]?.id ?? '' };
  });
