/** 拼音 of people's names, by which the counter finds them. Sheets bring many at once; those are spelled by the clock. */
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { pinyinOf } from '../../identity/index.ts';

const A_TURN = 2_000;

/** Spells all who are not spelled yet, each looked at once; a name that somebody changes meanwhile is left to who changed it. */
export async function spellParties(db: Db): Promise<void> {
  let after = '0';
  for (;;) {
    const { rows } = await sql<{ id: string; name: string }>`
      select id::text, name from party where pinyin = '' and id > ${after}::bigint order by id limit ${A_TURN}`.execute(
      db,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    await sql`update party p set pinyin = s.pinyin from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ name }) => name)}::text[],
        ${rows.map(({ name }) => pinyinOf(name))}::text[]) s (id, name, pinyin)
      where p.id = s.id and p.name = s.name`.execute(db);
    // A name of signs alone has no spelling and stays as it is.
    after = last.id;
  }
}

export const registryJobs = (db: Db): readonly Job[] => [
  { name: 'charging.spelled', cron: '* * * * *', run: () => spellParties(db) },
];
