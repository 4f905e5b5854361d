/** Pressing for what statistics found missing: whoever answers for it is told, the same thing not too often. */
import type { statisticsRemind, statisticsUrge } from '@hengneng/contracts';
import { bidDeposits, satisfactionOpinions, trainingPeople } from '@hengneng/forms';
import { shortCodeOf } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { AnySource } from '../../../engine/views/source.ts';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { refused } from '../../../platform/http/errors.ts';
import { need } from '../../identity/index.ts';
import { templateOf } from '../../../platform/messages/templates.ts';
import { sendMessage } from '../../../platform/messages/send.ts';
import { incomeReportsView } from '../money/reviews.ts';
import { bidDepositsView } from '../people/bids.ts';
import { satisfactionOpinionsView } from '../people/satisfaction.ts';
import { trainingPeopleView } from '../people/training.ts';
import { rowsOf } from './rows.ts';

interface Word {
  readonly person: string | null;
  readonly title: string;
}
interface Told {
  readonly told: number;
  readonly skipped: number;
}
interface Way {
  readonly code: 'income.urged' | 'training.short' | 'deposit.open' | 'opinion.open';
  /** Days in which nobody hears it twice: the same words, or anything of the kind. */
  readonly days: number;
  readonly by: 'title' | 'kind';
}

/** @throws AppError where nobody is to be told of anything */
async function tell(tx: Tx, ctx: Ctx, words: readonly Word[], { code, days, by }: Way): Promise<Told> {
  const kind = templateOf(code).label;
  const known = words.filter((word): word is Word & { person: string } => word.person !== null);
  if (known.length === 0) throw refused('没有可以提醒的人');
  // Two who press at the same moment remind once.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`statistics.tell ${kind}`}, 0))`.execute(tx);
  const { rows } = await sql<{
    person: string;
    title: string;
  }>`select user_id::text as person, coalesce(facts ->> '内容', title) as title from message
    where kind = ${kind} and user_id = any(${known.map((word) => word.person)}::bigint[])
      and (created_at at time zone 'Asia/Shanghai')::date > (${ctx.now}::timestamptz at time zone 'Asia/Shanghai')::date - ${days}::int`.execute(
    tx,
  );
  const key = (word: { person: string; title: string }): string =>
    by === 'kind' ? word.person : `${word.person} ${word.title}`;
  const heard = new Set(rows.map(key));
  const open = new Map(known.filter((word) => !heard.has(key(word))).map((word) => [key(word), word]));
  for (const { person, title } of open.values()) await sendMessage(tx, [person], code, { 内容: title });
  if (open.size > 0)
    await trail(tx, ctx, {
      kind: '业务',
      action: kind,
      object: '统计分析',
      summary: `${open.size}人次`,
      after: { 提醒: [...open.values()].map((word) => word.title).join('；') },
    });
  return { told: open.size, skipped: known.length - open.size };
}

export const urgeReports = (ctx: Ctx, input: z.output<typeof statisticsUrge.input>): Promise<Told> =>
  ctx.write(async (tx) =>
    tell(
      tx,
      ctx,
      await rowsOf<Word>(
        tx,
        ctx,
        incomeReportsView,
        input,
        'm.manager::text as person, m.words as title',
        () => `m.state = '未报'`,
      ),
      { code: 'income.urged', days: 1, by: 'title' },
    ),
  );

interface Reminder extends Way {
  readonly source: AnySource;
  readonly screen: string;
  /** `person, title` of a row, as SQL. */
  readonly word: string;
  /** Rows that ask for it. */
  readonly open: string;
}

const REMINDERS: Readonly<Record<z.output<typeof statisticsRemind.input>['View'], Reminder>> = {
  trainingPeople: {
    source: trainingPeopleView,
    screen: trainingPeople.screen,
    code: 'training.short',
    days: 7,
    by: 'kind',
    word: `m.person::text as person, '您的培训学时还差' || greatest(m.short, 0)::numeric(20,1) || '学时' || case m.safety when '缺' then '，且没有上过安全培训' else '' end
      || coalesce('，未考合格：' || m.failed, '') || '，请尽快安排学习' as title`,
    open: 'true',
  },
  bidDeposits: {
    source: bidDepositsView,
    screen: bidDeposits.screen,
    code: 'deposit.open',
    days: 1,
    by: 'title',
    word: `m.salesman::text as person, '「' || m."bidName" || '」的投标保证金还有' || m."left" || '元未退，请尽快催退' as title`,
    open: `m."left" > 0`,
  },
  satisfactionOpinions: {
    source: satisfactionOpinionsView,
    screen: satisfactionOpinions.screen,
    code: 'opinion.open',
    days: 1,
    by: 'title',
    word: `coalesce(m.owner::text, (select p.manager::text from project p where p.code = m.place)) as person,
      '客户意见「' || left(m.opinion, 60) || '」还没有闭环，请尽快处理' as title`,
    open: `m.state <> '已解决'`,
  },
};

export const remindPeople = (ctx: Ctx, input: z.output<typeof statisticsRemind.input>): Promise<Told> => {
  const { View, Ids, ...ask } = input;
  const { source, screen, word, open, ...way } = REMINDERS[View];
  need(ctx.session, shortCodeOf(screen), 'edit');
  return ctx.write(async (tx) => {
    const words = await rowsOf<Word>(tx, ctx, source, ask, word, (bind) =>
      Ids.length === 0 ? open : `${open} and m.id::text = any(${bind([...Ids])}::text[])`,
    );
    return tell(tx, ctx, words, way);
  });
};
