/** What tells the kinds of accounts apart: their tables, their checks, how a change is put into words. */
import type { AccountKind, AccountRead, AccountRow } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';

export interface Kind<V extends Readonly<Record<string, unknown>>> {
  readonly id: AccountKind;
  readonly title: string;
  /** ShortCode of its page. */
  readonly screen: string;
  readonly shape: z.ZodType<V>;
  /** Columns in words, in the order in which a change is told. */
  readonly labels: Readonly<Partial<Record<keyof V & string, string>>>;
  /** Those that say whom money goes to: a change of them wants a paper. */
  readonly weighty: readonly (keyof V & string)[];
  list(ctx: Ctx, input: AccountRead): Promise<readonly AccountRow[]>;
  /** As accounts stand, by id; those that the person may not see are left out. @param hold nobody changes them until the transaction ends */
  standing(
    ctx: Ctx,
    db: Db | Tx,
    ids: readonly string[],
    hold: boolean,
  ): Promise<ReadonlyMap<string, { readonly values: V; readonly enabled: boolean }>>;
  /** What is wrong with it beside the others. */
  check(ctx: Ctx, tx: Tx, id: string | null, values: V): Promise<readonly FieldError[]>;
  /** Writes it and answers its id. */
  apply(ctx: Ctx, tx: Tx, id: string | null, values: V): Promise<string>;
  disable(tx: Tx, id: string): Promise<void>;
  /** Of how many projects' people it may be seen; null: of everybody with the page. */
  projectOf(values: V): string | null;
  nameOf(values: V): string;
}

/** For `standing`: the end of a query of `a`. */
export const heldRows = (hold: boolean): RawBuilder<unknown> => (hold ? sql`for update of a` : sql``);

/** The first and last four digits; less where there are few. */
export const masked = (no: string | null | undefined): string => {
  if (no === null || no === undefined || no === '') return '';
  const shown = no.length >= 12 ? 4 : 2;
  return `${no.slice(0, shown)}${'*'.repeat(no.length - shown * 2)}${no.slice(-shown)}`;
};

/** Who agreed to an account last, and when. */
export const lastAgreed = async (
  db: Db,
  kind: AccountKind,
): Promise<ReadonlyMap<string, { readonly by: string; readonly at: string; readonly waits: boolean }>> => {
  const { rows } = await sql<{ account: string; waits: boolean; by: string | null; at: string | null }>`
    select c.account_id::text as account, c.state = '待确认' as waits, u.user_name as by, to_jsonb(c.decided_at) #>> '{}' as at
    from account_change c left join app_user u on u.id = c.decided_by
    where c.kind = ${kind} and c.state in ('已生效', '待确认') and c.account_id is not null order by c.id`.execute(db);
  const known = new Map<string, { by: string; at: string; waits: boolean }>();
  for (const { account, waits, by, at } of rows) {
    const before = known.get(account) ?? { by: '', at: '', waits: false };
    known.set(account, waits ? { ...before, waits } : { ...before, by: by ?? '', at: at ?? '' });
  }
  return known;
};

export const standingOf = (
  known: Awaited<ReturnType<typeof lastAgreed>>,
  id: string,
  enabled: boolean,
): Pick<AccountRow, 'Enabled' | 'Editor' | 'EditTime' | 'State'> => {
  const last = known.get(id);
  return {
    Enabled: enabled,
    Editor: last?.by || null,
    EditTime: last?.at || null,
    State: last?.waits === true ? '待确认' : enabled ? '生效' : '停用',
  };
};
