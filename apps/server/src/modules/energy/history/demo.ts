/** Two months of the demo company's time before the system, imported as its project manager did. */
import { Readable } from 'node:stream';
import { addDays, addMonths, CHINA, dayAt, daysThrough, monthOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import { DEMO_PROJECTS, isFlagship } from '../../demo/index.ts';
import { drainQueue } from '../facts/index.ts';
import { holdProject } from '../readings/index.ts';
import { checkHistory } from './check.ts';
import { readHistory } from './file.ts';
import { keep } from './import.ts';

const MONTHS = 2;

/** Fills in what is not there yet; the readings of the time after have to be there. @returns how many readings were imported */
export const seedHistory = async (db: Db, now: Date): Promise<number> => {
  const project = DEMO_PROJECTS.find(isFlagship);
  if (project === undefined) return 0;
  const { rows } = await sql<{ first: Date | null; by: string | null }>`
    select (select min(at) from manual_reading where project_code = ${project.code} and flag = '实' and note <> '起用读数') as first,
      (select id::text from app_user where account = ${project.manager}) as by`.execute(db);
  const found = rows[0];
  if (found === undefined || found.first === null || found.by === null) return 0;
  const { rows: done } = await sql`select 1 from reading_batch where project_code = ${project.code} limit 1`.execute(
    db,
  );
  if (done.length > 0) return 0;
  const { demoHistory } = await import('../readings/demo.ts');
  const first = dayAt(found.first.getTime(), CHINA);
  const days = daysThrough(`${addMonths(monthOf(first), -MONTHS)}-01`, addDays(first, -1));
  const lines = demoHistory(project, days, now).map(
    ({ code, register, at, value }) => `${dayAt(Date.parse(at), CHINA)},${code},${register},${value}`,
  );
  const file = await readHistory(
    {
      fileName: `${project.name}历史读数.csv`,
      stream: Readable.from([Buffer.from(['日期,表计,示数项,读数', ...lines].join('\n'))]),
      truncated: () => false,
    },
    'reading',
  );
  const inserted = await db.transaction().execute(async (tx) => {
    await holdProject(tx, project.code);
    const { rows: there } = await sql`select 1 from reading_batch where project_code = ${project.code} limit 1`.execute(
      tx,
    );
    if (there.length > 0) return 0;
    const checked = await checkHistory(tx, { project: project.code, file, kind: 'reading', now, skip: true });
    if (checked.findings.faulty > 0) return 0;
    const { rows: made } = await sql<{ id: string }>`
      insert into reading_batch (project_code, kind, file_name, digest, total, state, created_by)
      values (${project.code}, 'reading', ${file.name}, ${file.digest}, ${checked.total}, '待入库', ${found.by}) returning id::text`.execute(
      tx,
    );
    return (await keep(tx, { project: project.code, batch: made[0]?.id ?? '' }, checked)).inserted;
  });
  if (inserted > 0) await drainQueue(db);
  return inserted;
};
