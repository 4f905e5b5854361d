/** What became of one run of a job: from the queue, and from what its failed tries left. */
import { type jobLog, jobName } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { GivenUp } from '../../platform/jobs/jobs.ts';
import { administrators } from './messages.ts';
import { sendMessage } from '../../platform/messages/send.ts';

type Log = z.input<typeof jobLog.output>;

interface Run {
  readonly state: Log['State'];
  readonly data: unknown;
  readonly created: string;
  readonly started: string | null;
  readonly ended: string | null;
  readonly by: string | null;
  readonly fault: string | null;
}
interface Failure {
  readonly at: string;
  readonly try: number;
  readonly message: string;
  readonly detail: string;
}

const SECRET = /phone|mobile|token|secret|password|key|target|address|content|body|text/i;
const LONGEST = 60;

/** As administrators call them. */
const WORDS: Readonly<Record<string, string>> = {
  id: '编号',
  mail: '邮件',
  project: '项目',
  month: '月份',
  from: '起',
  to: '止',
  day: '日期',
  user: '人员',
};

/** What was asked for, in one line. */
export const askedWords = (data: unknown): string =>
  parametersOf(data)
    .map(({ Key, Value }) => `${Key} ${Value}`)
    .join('，');

/** Numbers and short words, as far as they say what it is about. */
const parametersOf = (data: unknown): Log['Parameters'] =>
  typeof data !== 'object' || data === null
    ? []
    : Object.entries(data).flatMap(([Key, value]: [string, unknown]) => {
        if (Key === 'by' || !['string', 'number', 'boolean'].includes(typeof value)) return [];
        const text = String(value);
        return [
          {
            Key: WORDS[Key] ?? Key,
            Value: SECRET.test(Key) ? '（不显示）' : text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text,
          },
        ];
      });

export const readLog = async ({ db }: Ctx, { Name, Id }: z.output<typeof jobLog.input>): Promise<Log> => {
  const { rows: queues } = await sql<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`.execute(
    db,
  );
  const { rows } = queues[0]?.there
    ? await sql<Run>`select case j.state::text when 'created' then '排队' when 'retry' then '重试中' when 'active' then '运行' when 'completed' then '成功'
          when 'cancelled' then '已取消' else '失败' end as state, j.data, to_jsonb(j.created_on) #>> '{}' as created, to_jsonb(j.started_on) #>> '{}' as started,
          to_jsonb(j.completed_on) #>> '{}' as ended, j.data ->> 'by' as by, j.output ->> 'message' as fault
        from pgboss.job j where j.name = ${Name} and j.id = ${Id}::uuid`.execute(db)
    : { rows: [] };
  const [run] = rows;
  if (run === undefined) throw notFound('没有这次任务，可能已经清理，请刷新后再看');
  const { rows: failures } =
    await sql<Failure>`select to_jsonb(at) #>> '{}' as at, try, message, detail from job_failure where job = ${Id}::uuid order by id`.execute(
      db,
    );
  const line = (At: string, Text: string, Bad = false, Detail: string | null = null) => ({ At, Text, Bad, Detail });
  const tried = failures.length + 1;
  return {
    Title: jobName(Name),
    State: run.state,
    Parameters: parametersOf(run.data),
    lines: [
      line(run.created, run.by === null ? '进入队列' : `${run.by}手工运行，进入队列`),
      ...failures.map((one) => line(one.at, `第 ${one.try} 次失败：${one.message}`, true, one.detail || null)),
      ...(run.started !== null && run.state !== '失败' && run.state !== '重试中'
        ? [line(run.started, `第 ${tried} 次开始`)]
        : []),
      ...(run.state === '成功' && run.ended !== null
        ? [line(run.ended, run.fault === null ? '完成' : `完成：${run.fault}`)]
        : []),
      ...(run.state === '已取消' && run.ended !== null ? [line(run.ended, '已取消')] : []),
      ...(run.state === '失败' && run.ended !== null ? [line(run.ended, '不再重试', true)] : []),
    ],
  };
};

/** Tells who answers for a job that it failed for good: its owner, or the administrators. */
export const tellGivenUp = async (tx: Tx, { name, message }: GivenUp): Promise<void> => {
  const { rows } = await sql<{
    owner: string;
  }>`select p.owner::text as owner from job_plan p join app_user u on u.id = p.owner and u.state = 'active'
    where p.name = ${name}`.execute(tx);
  const people = rows.length > 0 ? rows.map((row) => row.owner) : (await administrators(tx)).map((one) => one.id);
  await sendMessage(tx, people, 'job.failed', { 任务: jobName(name), 错误: message.slice(0, 500) });
};
