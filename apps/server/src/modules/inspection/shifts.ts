/** The shifts that a site's roster names, as what they are held against: who was at a site, and which round was whose. */
import { type RawBuilder, sql } from 'kysely';

const startOf = sql`(d.day + d.start_time::time) at time zone 'Asia/Shanghai'`;
/** A shift that ends before it begins ends on the next day. */
export const shiftEnd = sql`(d.day + d.end_time::time + case when d.end_time::time <= d.start_time::time then interval '1 day' else interval '0' end)
  at time zone 'Asia/Shanghai'`;

/** Rostered shifts (`d`) that count. */
export const standingShift = sql<boolean>`(d.state = '有效' and not d.voided)`;

/** Whether a rostered shift (`d`) was on at a moment. Shifts are called differently in rosters and records: it is the time that says which. */
export const onAt = (moment: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${moment} >= ${startOf} and ${moment} < ${shiftEnd})`;
