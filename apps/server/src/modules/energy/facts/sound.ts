/** Readings that hold, as a condition of SQL; `effectiveReadings` and `curveOf` say the same of loaded ones. */
import { type RawBuilder, sql } from 'kysely';

/** What the curve passes over as if it had not been read. */
const REFUSED = ['backwards', 'overCapacity', 'overCapacityRollover', 'duringGap'] as const;

/** Neither void, nor superseded, nor refused. @param alias of `manual_reading` */
export const sound = (alias: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`(${column('value')} is not null
    and not exists (select from manual_reading later where later.supersedes = ${column('id')})
    and not exists (select from meter_problem wrong where wrong.meter_id = ${column('meter_id')}
      and wrong.register = ${column('register')} and wrong.reference = ${column('id')}::text
      and wrong.code in (${sql.join(REFUSED.map((code) => sql.lit(code)))})))`;
};

/** A day that is no sample to compare others with by what it says itself: 换表, 估算, or not certain. @param alias of `meter_day` */
export const uncertainDay = (alias: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`(${column('partial')} or ${column('flags')} && array['估', '换', '补'] or ${column('doubts')} <> '{}')`;
};

/** The same, or a day of standstill. @param alias of `meter_day` */
export const noSample = (alias: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`(${uncertainDay(alias)}
    or exists (select from stop_day stood where stood.project_code = ${column('project_code')} and stood.day = ${column('day')}))`;
};
