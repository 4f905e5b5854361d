/** Low answers are told to the project's and the area's manager within minutes; what nobody has handled a day later, once more. */
import { maskPhone } from '@hengneng/core';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { sendMessage } from '../../platform/messages/send.ts';

const HOURS = 24;
const A_TIME = 200;

interface Low {
  readonly people: readonly string[];
  readonly project: string;
  readonly title: string;
  readonly lowest: string;
  readonly score: number;
  readonly respondent: string;
  readonly phone: string;
}

/** Marks what is due and answers whom to tell; somebody else's run leaves it alone. */
const due = async (tx: Tx, column: 'told_at' | 'urged_at', before: Date, now: Date): Promise<readonly Low[]> => {
  const { rows } = await sql<Low>`
    with found as (
      select id from questionnaire_answer
       where state = '待处理' and ${sql.ref(column)} is null
         -- Nobody is urged who has not had the time since being told.
         and ${sql.ref(column === 'told_at' ? 'submitted_at' : 'told_at')} <= ${before}
       order by id limit ${A_TIME} for update skip locked),
    marked as (
      update questionnaire_answer a set ${sql.ref(column)} = ${now} from found where found.id = a.id returning a.*)
    select array(select distinct person::text from unnest(array[p.manager, d.manager]) person
        join app_user u on u.id = person and u.state = 'active') as people,
      p.name as project, q.title, m.lowest_label as lowest, m.lowest_score as score, m.respondent, m.phone
    from marked m join questionnaire q on q.id = m.questionnaire_id join project p on p.code = m.project_code join dept d on d.id = p.area
    order by m.id`.execute(tx);
  return rows;
};

const wordsOf = ({ project, title, lowest, score, respondent, phone }: Low) => ({
  项目: project,
  问卷: title,
  最低项: lowest,
  得分: String(score),
  答卷人: [respondent, maskPhone(phone)].filter((text) => text !== '').join(' '),
});

/** @returns how many answers were told of, and how many were urged */
export const tellLowAnswers = (db: Db, now: Date): Promise<{ readonly told: number; readonly urged: number }> =>
  db.transaction().execute(async (tx) => {
    const told = await due(tx, 'told_at', now, now);
    for (const one of told) await sendMessage(tx, one.people, 'questionnaire.low', wordsOf(one));
    const urged = await due(tx, 'urged_at', new Date(now.getTime() - HOURS * 3_600_000), now);
    for (const one of urged) await sendMessage(tx, one.people, 'questionnaire.urged', wordsOf(one));
    return { told: told.length, urged: urged.length };
  });

const forget = async (db: Db): Promise<void> => {
  await sql`delete from questionnaire_attempt where at < now() - interval '1 hour'`.execute(db);
  await sql`delete from questionnaire_challenge where expires_at < now() - interval '1 hour'`.execute(db);
};

export const questionnaireJobs = (db: Db, clock: Clock): readonly Job[] => [
  { name: 'questionnaire-low', cron: '* * * * *', run: async () => void (await tellLowAnswers(db, clock())) },
  { name: 'questionnaire-attempts', cron: '27 * * * *', run: () => forget(db) },
];
