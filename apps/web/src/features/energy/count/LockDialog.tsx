/** Closing a month, or opening it again for a day; what stands in the way is told line by line, with where it is put right. */
import { insertProjectSetUp, type ProjectResult, projectSetUp } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { ApiError, callApi, messageOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { canOpen } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { monthSpan } from '../../../lib/month-span.ts';
import type { ProgressRow } from './progress.ts';

export interface LockAsked {
  readonly rows: readonly ProgressRow[];
  readonly action: 'lock' | 'unlock';
}

/** What `GetProjectSetUp` answers for SetType=periodLock, as far as this page reads it. */
interface LockState {
  readonly Unmet: readonly {
    readonly Kind: 'missing' | 'unexplained' | 'bills' | 'waiting' | 'compared';
    readonly What: string;
    readonly Count: number;
  }[];
}

const EDIT = '/operationContent/DataInput/dataEdit';
const PLACES = {
  missing: ['/operationContent/DataInput/dataReplenish', '去补录'],
  unexplained: [EDIT, '去说明'],
  bills: ['/operationContent/DataInputIn', '去核对账单'],
  waiting: [EDIT, '去确认'],
  compared: ['/operationContent/stateMents/energyConsumptionYOY', '去写原因'],
} as const;

const queryOf = (kind: keyof typeof PLACES, project: string, month: string): URLSearchParams => {
  if (kind === 'missing') return new URLSearchParams({ ProjectCode: project, Month: month });
  if (kind === 'compared') return new URLSearchParams({ ProjectCode: project, from: month, to: month });
  if (kind === 'bills') return new URLSearchParams({ ProjectCode: project, month, tab: 'compare' });
  return new URLSearchParams({
    ProjectCode: project,
    ...monthSpan(month),
    ...(kind === 'waiting' ? { waiting: 'true' } : { verdict: 'abnormal' }),
  });
};

/** What one project lacks, before anything is pressed. */
const useLacks = (project: string | null, month: string): LockState['Unmet'] => {
  const state = useQuery({
    queryKey: ['entryProgress', 'lock', project, month],
    enabled: project !== null,
    // What the server says of the type is what the dialog asked for.
    queryFn: async ({ signal }) =>
      (await callApi(
        projectSetUp,
        { SetType: 'periodLock', ProjectCode: project ?? '', Month: month },
        { signal },
      )) as LockState,
  });
  return state.data?.Unmet ?? [];
};

const Lacks = ({
  row,
  month,
  unmet,
}: {
  readonly row: ProgressRow;
  readonly month: string;
  readonly unmet: LockState['Unmet'];
}): ReactElement => (
  <ul className="count-unmet" aria-label={`${row.ProjectName}未满足项`}>
    {unmet.map(({ Kind, What, Count }) => {
      const [path, words] = PLACES[Kind];
      return (
        <li key={Kind}>
          {What}（{Count} 条）
          {canOpen(shortCodeOf(path)) ? (
            <Link to={`${path}?${queryOf(Kind, row.ProjectCode, month)}`}>{words}</Link>
          ) : null}
        </li>
      );
    })}
  </ul>
);

/** The settings' call answers by type; of several projects it tells each. */
const resultsOf = (answer: unknown): readonly ProjectResult[] =>
  typeof answer === 'object' && answer !== null && 'Results' in answer && Array.isArray(answer.Results)
    ? (answer.Results as readonly ProjectResult[])
    : [];

export const Refused = ({
  results,
  rows,
}: {
  readonly results: readonly ProjectResult[];
  readonly rows: readonly ProgressRow[];
}): ReactElement => (
  <ul role="alert" className="count-unmet">
    {results.map(({ ProjectCode, Messages }) => (
      <li key={ProjectCode}>
        {rows.find((row) => row.ProjectCode === ProjectCode)?.ProjectName ?? ProjectCode}：{Messages.join('；')}
      </li>
    ))}
  </ul>
);

export const LockDialog = ({
  asked: { rows, action },
  month,
  onClose,
}: {
  readonly asked: LockAsked;
  readonly month: string;
  readonly onClose: () => void;
}): ReactElement => {
  const [reason, setReason] = useState('');
  const [unmet, setUnmet] = useState<readonly string[]>([]);
  const [left, setLeft] = useState<readonly ProjectResult[]>([]);
  const word = action === 'lock' ? '月锁' : '解锁';
  const [only] = rows;
  const one = rows.length === 1 ? only : undefined;
  const lacks = useLacks(action === 'lock' ? (one?.ProjectCode ?? null) : null, month);
  const write = useWrite(insertProjectSetUp, {
    renews: ['entryProgress'],
    onDone: (answer) => {
      const results = resultsOf(answer);
      const refused = results.filter(({ Done }) => !Done);
      const done = one === undefined ? `${results.length - refused.length} 个项目` : one.ProjectName;
      if (refused.length < Math.max(1, results.length)) notify.success(`${done} ${month} 已${word}`);
      if (refused.length === 0) onClose();
      else setLeft(refused);
    },
    onError: (error) =>
      setUnmet(
        error instanceof ApiError && error.errors.length > 0
          ? error.errors.map(({ message }) => message)
          : [messageOf(error)],
      ),
  });
  return (
    <AppModal
      title={`${one?.ProjectName ?? `${rows.length} 个项目`} ${month} ${word}`}
      okText={word}
      // What is still to do stands above, each with where it is done.
      okButtonProps={{ disabled: lacks.length > 0 }}
      confirmLoading={write.isPending}
      onCancel={onClose}
      onOk={() =>
        write.mutate({
          SetType: 'periodLock',
          ...(one === undefined
            ? { ProjectCodes: rows.map(({ ProjectCode }) => ProjectCode) }
            : { ProjectCode: one.ProjectCode }),
          Month: month,
          Action: action,
          Reason: reason,
        })
      }
    >
      <p>
        {action === 'lock'
          ? '月锁后任何人都不能再改该月读数，迟到的数据登记为调整。'
          : '解锁 24 小时后自动复锁，请填写原因。'}
        {one === undefined ? '未满足条件的项目不锁，逐个列出原因。' : ''}
      </p>
      {one === undefined || lacks.length === 0 ? null : (
        <>
          <p>以下各项办完后才能月锁：</p>
          <Lacks row={one} month={month} unmet={lacks} />
        </>
      )}
      <Input.TextArea
        aria-label="原因"
        placeholder="原因"
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {unmet.length > 0 && lacks.length === 0 ? (
        <ul role="alert" className="count-unmet">
          {unmet.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      ) : null}
      {left.length > 0 ? <Refused results={left} rows={rows} /> : null}
    </AppModal>
  );
};
