/** Records of machines: which hold, and the versions that led to them. */
import { RESTING, type RunMode, type RunWord } from '@hengneng/energy/plant';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';

export interface RunRecord {
  readonly id: string;
  readonly device: string;
  readonly at: number;
  readonly mode: RunMode | '';
  readonly points: Readonly<Record<string, string>>;
  readonly note: string;
  readonly flag: string;
  readonly author: string | null;
  readonly by: string;
  readonly recordedAt: number;
  readonly supersedes: string | null;
  /** The first version. */
  readonly root: string;
  readonly reason: string;
  readonly voided: boolean;
  readonly doubts: readonly RunWord[];
}

const COLUMNS = sql`r.id::text, r.device_id::text as device, (extract(epoch from r.at) * 1000)::float8 as at, r.mode, r.points, r.note, r.flag,
  r.recorded_by::text as author, coalesce((select u.user_name from app_user u where u.id = r.recorded_by), '系统') as by,
  (extract(epoch from r.recorded_at) * 1000)::float8 as "recordedAt", r.supersedes::text, coalesce(r.root, r.id)::text as root, r.reason,
  r.voided, r.doubts`;

/** A last version that was not taken away. */
const LIVE = sql`not r.voided and not exists (select from run_reading n where n.supersedes = r.id)`;

interface Span {
  readonly from: number;
  readonly to: number;
}

const within = (project: string, { from, to }: Span): RawBuilder<unknown> =>
  sql`r.project_code = ${project} and r.at >= ${new Date(from)} and r.at < ${new Date(to)}`;

/** Everything that was written for the moments of a span, in the order in which it was. */
export const writtenRuns = async (db: Db | Tx, project: string, span: Span): Promise<readonly RunRecord[]> =>
  (
    await sql<RunRecord>`select ${COLUMNS} from run_reading r where ${within(project, span)} order by r.at, coalesce(r.root, r.id), r.id`.execute(
      db,
    )
  ).rows;

/** What holds of a span, one record a machine and moment, in order of time. */
export const standingRuns = async (db: Db | Tx, project: string, span: Span): Promise<readonly RunRecord[]> =>
  (
    await sql<RunRecord>`select distinct on (r.at, r.device_id) ${COLUMNS} from run_reading r
      where ${within(project, span)} and ${LIVE} order by r.at, r.device_id, coalesce(r.root, r.id)`.execute(db)
  ).rows;

/** The last one of each machine before an instant. */
export const lastRuns = async (db: Db | Tx, project: string, before: number): Promise<readonly RunRecord[]> =>
  (
    await sql<RunRecord>`select x.* from device d cross join lateral (select ${COLUMNS} from run_reading r
        where r.device_id = d.id and r.at < ${new Date(before)} and ${LIVE} order by r.at desc, coalesce(r.root, r.id) limit 1) x
      where d.project_code = ${project}`.execute(db)
  ).rows;

export const isRunning = ({ mode }: Pick<RunRecord, 'mode'>): boolean => mode !== RESTING && mode !== '';

export const valuesOf = ({ points }: Pick<RunRecord, 'points'>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(points).map(([code, text]) => [code, Number(text)]));
