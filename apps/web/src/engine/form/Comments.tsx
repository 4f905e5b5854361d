/** What people say to each other about a record: with @ somebody is told. */
import { addComment, COMMENT_MAX, type CommentRow, delComment, getComments, type StepView } from '@hengneng/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Mentions } from 'antd';
import { type ReactElement, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { ApiError, callApi, isAbort, messageOf } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { commentTopic, useLive } from '../../lib/live.ts';
import { notify } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';
import { useSettled } from '../../lib/settled.ts';
import { useSend } from '../../lib/useWrite.ts';
import { useReferences } from '../widgets/reference.tsx';
import { keepComment, keptComment, type KeptComment } from './local-copy.ts';

/** People picked from the list whose names still stand in the text. */
const namedIn = (text: string, picked: ReadonlyMap<string, string>): string[] =>
  [...picked].flatMap(([name, userId]) => (text.includes(`@${name}`) ? [userId] : []));

interface Named {
  readonly userId: string;
  readonly name: string;
  readonly dept: string;
}

/** Whom the text would name; two of one name are told apart by their accounts, so that nobody else is told. */
const peopleIn = (
  rows: readonly { readonly value: string; readonly label: string; readonly [more: string]: unknown }[],
): readonly Named[] =>
  rows.map((row) => ({
    userId: row.value,
    name:
      rows.some((other) => other !== row && other.label === row.label) && typeof row['account'] === 'string'
        ? `${row.label}（${row['account']}）`
        : row.label,
    dept: typeof row['deptName'] === 'string' ? row['deptName'] : '',
  }));

/** Who has taken part so far: they see the record, which of others nobody knows before they are named. */
const participantsOf = (steps: readonly StepView[], viewer: string): readonly Named[] => {
  const taken = steps.filter((step) => step.state !== 'future' && step.state !== 'skipped');
  const people = taken
    .flatMap((step) => step.handlers)
    .filter((one) => one.OnBehalfOf === null && one.UserId !== viewer && one.UserName !== '');
  return [
    ...new Map(
      people.map((one) => [one.UserId, { userId: one.UserId, name: one.UserName, dept: '参与审批' }]),
    ).values(),
  ];
};

const Comment = ({ row, onTakeBack }: { readonly row: CommentRow; readonly onTakeBack: () => void }): ReactElement => (
  <li>
    <div className="comment-head">
      <strong>{row.UserName}</strong>
      <time>{formatDateTime(row.at)}</time>
      {row.mine && row.Content !== null ? (
        <Button type="link" size="small" onClick={onTakeBack}>
          收回
        </Button>
      ) : null}
    </div>
    {row.Content === null ? <p className="value-none">已收回</p> : <p>{row.Content}</p>}
  </li>
);

/** The place to write in. What cannot be sent stays in it, with the reason; what is unsent when the page goes is there again. */
const Composer = ({
  near,
  kept,
  keep,
  send,
}: {
  readonly kept: () => KeptComment;
  readonly keep: (written: KeptComment) => void;
  /** Offered before all others. */
  readonly near: readonly Named[];
  readonly send: (content: string, people: string[]) => Promise<void>;
}): ReactElement => {
  const [before] = useState(kept);
  const [text, setText] = useState(before.text);
  const [keyword, setKeyword] = useState<string | null>(null);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const picked = useRef(new Map(before.people));
  // Not while it is typed: who was picked is known only after the text that names them.
  const stored = useRef(before.text);
  const keepWritten = useEffectEvent(() => keep({ text, people: picked.current }));
  useEffect(() => {
    if (text === stored.current) return;
    stored.current = text;
    keepWritten();
  }, [text]);
  const found = useReferences('user', keyword ?? '', '', keyword !== null, 8);
  const errorId = useId();
  const first = near.filter((one) => one.name.includes(keyword ?? ''));
  const people = [
    ...first,
    ...peopleIn(found.data?.rows ?? []).filter((one) => !first.some((known) => known.userId === one.userId)),
  ];
  const go = async () => {
    if (busy) return;
    if (text.trim() === '') {
      setError('请填写评论');
      return;
    }
    setBusy(true);
    try {
      await send(text.trim(), namedIn(text, picked.current));
      setText('');
      setError('');
      picked.current.clear();
      keep({ text: '', people: picked.current });
    } catch (reason) {
      if (isAbort(reason)) return;
      setError(
        reason instanceof ApiError && reason.errors.length > 0
          ? reason.errors.map((one) => one.message).join('；')
          : messageOf(reason),
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="comment-box">
      <Mentions
        aria-label="写评论"
        aria-invalid={error !== ''}
        aria-describedby={error === '' ? undefined : errorId}
        rows={2}
        maxLength={COMMENT_MAX}
        placeholder="写评论，输入 @ 提醒同事"
        value={text}
        filterOption={false}
        loading={found.isFetching}
        notFoundContent={found.isFetching ? '正在查找…' : '没有找到'}
        options={people.map(({ name, dept }) => ({ value: name, label: [name, dept].filter(Boolean).join(' · ') }))}
        onSearch={setKeyword}
        onSelect={(option) => {
          const person = people.find((one) => one.name === option.value);
          if (person) picked.current.set(person.name, person.userId);
          setKeyword(null);
        }}
        onChange={(value) => {
          setText(value);
          // What an input method or a dictation puts in comes without a key: the list would stay as it was at the @.
          const [, name] = (keyword === null ? null : /@([^@\s]*)$/.exec(value)) ?? [];
          if (name !== undefined) setKeyword(name);
        }}
      />
      {error === '' ? null : (
        <p className="field-error" id={errorId} role="alert">
          {error}
        </p>
      )}
      <Button size="small" loading={busy} onClick={() => void go()}>
        发表
      </Button>
    </div>
  );
};

export const Comments = ({
  procedureId,
  businessId,
  steps,
}: {
  readonly procedureId: number;
  readonly businessId: string;
  readonly steps: readonly StepView[];
}): ReactElement => {
  const viewer = useSession((state) => state.userId);
  const client = useQueryClient();
  const write = useSend();
  const about = { ProcedureId: procedureId, BusinessId: businessId };
  const key = ['comments', procedureId, businessId];
  const list = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callApi(getComments, about, { signal }),
    // What is to be filled in or decided comes first.
    enabled: useSettled(),
  });
  useLive([commentTopic(procedureId, businessId)], () => list.refetch());
  const changed = () => client.invalidateQueries({ queryKey: key });
  const send = async (content: string, people: string[]) => {
    await write(addComment, { ...about, Content: content, UserIds: people });
    await changed();
  };
  const takeBack = async (id: string) => {
    try {
      await callApi(delComment, { Id: id });
      await changed();
    } catch (reason) {
      if (!isAbort(reason)) notify.error(messageOf(reason));
    }
  };
  const rows = list.data?.rows ?? [];
  return (
    <section className="rail-block" aria-label="评论">
      <h2>评论{rows.length > 0 ? <small>{rows.length} 条</small> : null}</h2>
      {list.error ? <p role="alert">{messageOf(list.error)}</p> : null}
      <ol className="comments">
        {rows.map((row) => (
          <Comment key={row.Id} row={row} onTakeBack={() => void takeBack(row.Id)} />
        ))}
      </ol>
      <Composer
        key={businessId}
        near={participantsOf(steps, viewer)}
        kept={() => keptComment(procedureId, businessId)}
        keep={(written) => keepComment(procedureId, businessId, written)}
        send={send}
      />
    </section>
  );
};
