/** What forms are told of rooms and bills: what is owed, paid ahead, and invoiced without having been paid. */
import { bill, roomAccount } from '@hengneng/forms';
import { sql } from 'kysely';
import { heldByOthers } from './held.ts';
import type { Lookup, LookupEnv, Lookups } from './lookups.ts';
import { dayOf, type Source } from './source.ts';

const me = (env: LookupEnv): Source => ({ module: env.moduleId, id: env.businessId ?? '0' });

/** Due and not paid by today. */
const arrears: Lookup = async (tx, room, env) => {
  if (room === null) return null;
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(amount - coalesce(reduced, 0) - coalesce(paid, 0)), 0)::numeric(18,2)::text as sum from b_bill
    where room = ${room} and state in ('未缴', '部分缴') and due_on < ${dayOf(env.now)}::date and not voided`.execute(
    tx,
  );
  return rows[0]?.sum ?? '0.00';
};

const balance: Lookup = async (tx, room, env) =>
  room === null
    ? null
    : heldByOthers(tx, roomAccount, me(env), {
        plus: ['paidIn'],
        minus: ['used', 'refunded'],
        where: 'm.room = $3::bigint',
        values: [room],
      });

const openUnpaid: Lookup = async (tx, room, env) => {
  if (room === null) return null;
  const { module, id } = me(env);
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(amount - coalesce(received, 0)), 0)::numeric(18,2)::text as sum from b_property_invoice
    where room = ${room} and not voided and not (source_module = ${module} and source_id = ${id}::bigint)`.execute(tx);
  return rows[0]?.sum ?? '0.00';
};

/** What a bill asks for, its reductions taken off. */
const netAmount: Lookup = async (tx, id, env) =>
  id === null
    ? null
    : heldByOthers(tx, bill, me(env), {
        plus: ['amount'],
        minus: ['reduced'],
        where: 'm.id = $3::bigint',
        values: [id],
      });

export const CHARGE_LOOKUPS: Lookups = { room: { arrears, balance, openUnpaid }, bill: { netAmount } };
