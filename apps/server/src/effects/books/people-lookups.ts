/** What the books of people say to forms: hours that they were trained, certificates that they hold, what they would have to pay back. */
import { textOrNull } from '@hengneng/core';
import { sql } from 'kysely';
import type { Lookup, Lookups } from './lookup.ts';

const trainHours: Lookup = async (tx, user) => {
  if (user === null) return null;
  const { rows } = await sql<{ hours: string }>`select coalesce(sum(credit_hours), 0)::numeric(20,1)::text as hours
    from b_train_record where employee = ${user} and not voided`.execute(tx);
  return rows[0]?.hours ?? null;
};

/** What is left of the agreements to stay, by the days that are missing on the last day of work. */
const serviceRefund: Lookup = async (tx, user, { record }) => {
  const day = textOrNull(record.lastWorkDay);
  if (user === null || day === null) return null;
  const { rows } = await sql<{
    refund: string;
  }>`select coalesce(sum(round(fee * greatest(0, end_on - ${day}::date) / (end_on - start_on), 2)), 0)::text as refund
    from b_employee_contract where employee = ${user} and kind = '服务期协议' and not voided and fee > 0 and end_on > start_on
      and start_on <= ${day}::date`.execute(tx);
  return rows[0]?.refund ?? null;
};

/** What schedules call a kind of certificate, as the book does. */
const KINDS: Readonly<Record<string, string>> = { 制冷与空调作业证: '制冷与空调设备%' };

/** Until when a person holds a certificate of the kind that a row names. */
const holdsUntil: Lookup = async (tx, _value, { row }) => {
  const [holder, kind] = [textOrNull(row?.watcher), textOrNull(row?.certType)];
  if (holder === null || kind === null) return null;
  const { rows } = await sql<{ day: string | null }>`select max(valid_to)::text as day from b_certificate
    where holder = ${holder} and kind like ${KINDS[kind] ?? kind} and state = '有效' and not voided`.execute(tx);
  return rows[0]?.day ?? null;
};

export const PEOPLE_LOOKUPS: Lookups = {
  user: { trainHours, serviceRefund },
  holderCertificate: { validTo: holdsUntil },
};
