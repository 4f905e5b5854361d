import {
  committeeDetail,
  committeeMinutes,
  committeeOpinion,
  committeeSave,
  committeeSignIn,
  type OutputOf,
  VERDICTS,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { f, thousands } from '@hengneng/form-kit';
import { committeeReviews } from '@hengneng/forms/views';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { FieldsDialog, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { callApi } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { can } from '../../lib/permission.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { FileLink } from '../../ui/files/FileItem.tsx';
import { ConcludeDialog } from './ConcludeDialog.tsx';
import { InviteDialog } from './InviteDialog.tsx';

export type Review = OutputOf<typeof committeeDetail>;
type Expert = Review['experts'][number];

const SCREEN = shortCodeOf(committeeReviews.screen);

const About = ({ of }: { readonly of: Review }): ReactElement => {
  const material = of.material === null ? '未上传' : <FileLink file={of.material} />;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['类别', of.kind],
    ['项目', of.projectName ?? ''],
    ['会议', `${of.meetOn} ${of.way}`],
    ['主持', of.labels[of.host] ?? ''],
    ['秘书', of.labels[of.secretary] ?? ''],
    ['费用', of.fee === null ? '' : `${thousands(of.fee)} 元`],
    ['综合得分', of.score === null ? '' : `${of.score} 分`],
    ['结论', [of.conclusion, of.concludedOn].filter((part) => part !== null).join(' ')],
    ['评审材料', material],
    ...(of.conclusionText === null ? [] : [['结论说明', of.conclusionText] as const]),
  ];
  return <Facts open facts={facts} />;
};

const Table = ({
  label,
  head,
  children,
}: {
  readonly label: string;
  readonly head: readonly string[];
  readonly children: ReactElement[];
}): ReactElement => (
  <div className="list-scroll" role="region" aria-label={label} tabIndex={-1}>
    <table className="plain-table">
      <thead>
        <tr>
          {head.map((one) => (
            <th key={one} scope="col">
              {one}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

const OPINION = {
  score: f.decimal(2, '评分', { required: true, unit: '分', hint: '0～100' }),
  verdict: f.enum('结论', VERDICTS, { required: true }),
  concern: f.text('关注点'),
  opinion: f.textarea('意见', { required: true, max: 1000 }),
};
const REPLY = {
  reply: f.textarea('答复', { required: true }),
  adopted: f.boolean('采纳', { default: true }),
};

type Dialog = 'invite' | 'opinion' | 'conclude' | Expert | null;

const Opened = ({ of, onEdit }: { readonly of: Review; readonly onEdit: (of: Review) => void }): ReactElement => {
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  const Id = of.Id;
  const signIn = useWrite(committeeSignIn, { renews: ['rows'], said: '已签到' });
  const fix = useWrite(committeeSave, { renews: ['rows'], said: '整改已闭环' });
  const own = of.experts.find((one) => one.score !== null && of.may.opine);
  return (
    <>
      <About of={of} />
      <h3 className="book-heading">
        专家与意见（应到 {of.experts.length} 人，实到 {of.experts.filter((one) => one.signedAt !== null).length} 人）
      </h3>
      {of.experts.length === 0 ? (
        <p className="note">还没有邀请专家。</p>
      ) : (
        <Table
          label="专家与意见"
          head={['专家', '签到', '意见', '评分', '结论', '关注点', '意见原文', '答复', '采纳', '操作']}
        >
          {of.experts.map((one) => (
            <tr key={one.expert}>
              <td>{of.labels[one.expert] ?? one.expert}</td>
              <td>{one.signedAt ?? '未签到'}</td>
              <td>{one.submitted ? '已提交' : '未提交'}</td>
              <td>{one.score ?? '—'}</td>
              <td>{one.verdict ?? '—'}</td>
              <td>{one.concern ?? '—'}</td>
              <td>{one.opinion ?? (one.submitted ? '形成结论后可见' : '—')}</td>
              <td>{one.reply ?? '—'}</td>
              <td>{one.adopted === null ? '—' : one.adopted ? '采纳' : '不采纳'}</td>
              <td>
                {of.may.reply && one.opinion !== null ? (
                  <Button size="small" type="link" onClick={() => setDialog(one)}>
                    答复
                  </Button>
                ) : null}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {of.fixes.length === 0 ? null : (
        <>
          <h3 className="book-heading">整改</h3>
          <Table label="整改" head={['整改事项', '责任人', '期限', '闭环', '操作']}>
            {of.fixes.map((one) => (
              <tr key={one.Id}>
                <td>{one.matter}</td>
                <td>{of.labels[one.owner] ?? one.owner}</td>
                <td>{one.dueOn}</td>
                <td>{one.closedOn ?? '未闭环'}</td>
                <td>
                  {one.mine ? (
                    <Button
                      size="small"
                      type="link"
                      loading={fix.isPending}
                      onClick={() => fix.mutate({ action: 'close', Id, fix: one.Id })}
                    >
                      闭环
                    </Button>
                  ) : null}
                </td>
              </tr>
            ))}
          </Table>
        </>
      )}
      <div className="view-tools">
        {of.conclusion !== null && can(SCREEN, 'download') ? (
          <Button
            onClick={() => void download('POST', committeeMinutes.path, { Id }, { name: `评审意见书_${of.code}` })}
          >
            打印意见书
          </Button>
        ) : null}
        {of.may.manage ? (
          <>
            <Button onClick={() => onEdit(of)}>修改</Button>
            <Button type={of.experts.length === 0 ? 'primary' : 'default'} onClick={() => setDialog('invite')}>
              邀请专家
            </Button>
          </>
        ) : null}
        {of.may.signIn ? (
          <Button type="primary" loading={signIn.isPending} onClick={() => signIn.mutate({ Id })}>
            签到
          </Button>
        ) : null}
        {of.may.opine ? (
          <Button type="primary" onClick={() => setDialog('opinion')}>
            {own === undefined ? '提交意见' : '修改意见'}
          </Button>
        ) : null}
        {of.may.conclude ? (
          <Button type="primary" onClick={() => setDialog('conclude')}>
            形成结论
          </Button>
        ) : null}
      </div>
      {dialog === 'invite' ? <InviteDialog of={of} onClose={close} /> : null}
      {dialog === 'conclude' ? <ConcludeDialog of={of} onClose={close} /> : null}
      {dialog === 'opinion' ? (
        <FieldsDialog
          title="评审意见"
          fields={OPINION}
          start={
            own === undefined
              ? {}
              : {
                  score: own.score ?? '',
                  verdict: own.verdict ?? '',
                  concern: own.concern ?? '',
                  opinion: own.opinion ?? '',
                }
          }
          saved="意见已提交"
          save={(values, options) =>
            callApi(
              committeeOpinion,
              {
                Id,
                score: wordsOf(values['score']),
                verdict: VERDICTS.find((one) => one === values['verdict']) ?? '同意',
                concern: wordsOf(values['concern']),
                opinion: wordsOf(values['opinion']),
              },
              options,
            )
          }
          onClose={close}
        />
      ) : null}
      {dialog !== null && typeof dialog === 'object' ? (
        <FieldsDialog
          title={`答复${of.labels[dialog.expert] ?? ''}的意见`}
          fields={REPLY}
          start={{ reply: dialog.reply ?? '', adopted: dialog.adopted ?? true }}
          saved="已答复"
          save={(values, options) =>
            callApi(
              committeeSave,
              {
                action: 'reply',
                Id,
                expert: dialog.expert,
                reply: wordsOf(values['reply']),
                adopted: values['adopted'] === true,
              },
              options,
            )
          }
          onClose={close}
        />
      ) : null}
    </>
  );
};

/** One review: its experts, what they say, what was concluded and what is to be put right. */
export const ReviewDrawer = ({
  id,
  onEdit,
  onClose,
}: {
  readonly id: string;
  readonly onEdit: (of: Review) => void;
  readonly onClose: () => void;
}): ReactElement => {
  const found = useQuery({
    queryKey: ['rows', 'committee', id],
    queryFn: ({ signal }) => callApi(committeeDetail, { Id: id }, { signal }),
  });
  const of = found.data;
  return (
    <AppDrawer
      width={1120}
      title={of === undefined ? '评审会' : `${of.topic} ${of.code}（${of.state}）`}
      onClose={onClose}
    >
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : of === undefined ? (
        <SkeletonDelay rows={8} />
      ) : (
        <Opened of={of} onEdit={onEdit} />
      )}
    </AppDrawer>
  );
};
