import { consultantDetail, consultantLetter, consultantSave } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { thousands } from '@hengneng/form-kit';
import { consultants } from '@hengneng/forms/views';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { can } from '../../lib/permission.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { FileLink } from '../../ui/files/FileItem.tsx';
import {
  type Consultant,
  ConsultantDialog,
  DismissDialog,
  NotifyDialog,
  RenewDialog,
  ScoreDialog,
} from './ConsultantDialogs.tsx';

const SCREEN = shortCodeOf(consultants.screen);
const money = (amount: string | null): string => (amount === null ? '' : `${thousands(amount)} 元`);

const About = ({ of }: { readonly of: Consultant }): ReactElement => {
  const facts: readonly (readonly [string, string])[] = [
    ['单位职称', of.orgTitle],
    ['专业', `${of.field}　${of.level}`],
    ['状态', [of.state, of.dismissedFor].filter((one) => one !== null).join('：')],
    ['聘期', `${of.fromOn} 至 ${of.toOn}`],
    ['综合评价', of.score === null ? '' : `${of.score} 分`],
    [
      '报酬标准',
      of.fee === null ? '' : `${money(of.fee)}/次${of.feeAgreedBy === null ? '' : `（${of.feeAgreedBy}审批）`}`,
    ],
    ['待批报酬', of.feeAsked === null ? '' : `${money(of.feeAsked)}/次（${of.feeAskedBy ?? ''}提出）`],
    ['账号', of.accountName ?? ''],
    ['地区', of.region ?? ''],
    ['电话', of.phone ?? ''],
    ['身份证号', of.idNo ?? ''],
    ['收款账户', [of.bankName, of.bankAccount].filter((one) => one !== null).join(' ')],
    ['简历', of.resume ?? ''],
  ];
  const papers = (
    <>
      {of.certificate === null ? '—' : <FileLink file={of.certificate} />}{' '}
      {of.letter === null ? null : <FileLink file={of.letter} />}
    </>
  );
  return <Facts open facts={[...facts, ['证件与聘书', papers]]} />;
};

type What = 'edit' | 'score' | 'renew' | 'dismiss' | 'notify';
const DIALOGS = { score: ScoreDialog, renew: RenewDialog, dismiss: DismissDialog, notify: NotifyDialog } as const;

const Opened = ({ of }: { readonly of: Consultant }): ReactElement => {
  const [doing, setDoing] = useState<What | null>(null);
  const agree = useWrite(consultantSave, { renews: ['rows'], said: '报酬标准已审批' });
  const close = () => setDoing(null);
  const buttons: readonly (readonly [What, string, boolean])[] = [
    ['edit', '修改', of.may.save],
    ['score', '评价', of.may.score],
    ['renew', '续聘', of.may.save],
    ['dismiss', '解聘', of.may.save && of.state !== '解聘'],
    ['notify', '发通知', of.may.notify],
  ];
  const Dialog = doing === null || doing === 'edit' ? null : DIALOGS[doing];
  return (
    <>
      <About of={of} />
      <h3 className="book-heading">服务与评价</h3>
      {of.services.length === 0 ? <p className="note">还没有评价。</p> : null}
      <ul className="plan-versions">
        {of.services.map((one) => (
          <li key={`${one.servedOn} ${one.service}`}>
            <b>{one.total}分</b>　{one.servedOn}　{one.service}
            <p className="note">
              {one.points}；{one.scoredBy}评价{one.paid === null ? '' : `；酬金${money(one.paid)}`}
              {one.remark === null ? '' : `；${one.remark}`}
            </p>
          </li>
        ))}
      </ul>
      <h3 className="book-heading">参加的评审</h3>
      {of.reviews.length === 0 ? <p className="note">还没有参加过评审。</p> : null}
      <ul className="plan-versions">
        {of.reviews.map((one) => (
          <li key={`${one.meetOn} ${one.topic}`}>
            {one.meetOn}　{one.topic}
            <p className="note">
              {one.present ? '到会' : '未到会'}，{one.submitted ? '已提交意见' : '未提交意见'}
            </p>
          </li>
        ))}
      </ul>
      <div className="view-tools">
        {of.may.agree ? (
          <Button type="primary" loading={agree.isPending} onClick={() => agree.mutate({ action: 'agree', Id: of.Id })}>
            审批报酬
          </Button>
        ) : null}
        {buttons.map(([what, label, shown]) =>
          shown ? (
            <Button key={what} onClick={() => setDoing(what)}>
              {label}
            </Button>
          ) : null,
        )}
        {can(SCREEN, 'download') && of.state !== '解聘' ? (
          <Button
            onClick={() => void download('POST', consultantLetter.path, { Id: of.Id }, { name: `聘书_${of.name}` })}
          >
            打印聘书
          </Button>
        ) : null}
      </div>
      {doing === 'edit' ? <ConsultantDialog of={of} onClose={close} /> : null}
      {Dialog === null ? null : <Dialog of={of} onClose={close} />}
    </>
  );
};

/** The file of a consultant: who it is, services and how they were, and what can be done. */
export const ConsultantDrawer = ({
  id,
  onClose,
}: {
  readonly id: string;
  readonly onClose: () => void;
}): ReactElement => {
  const found = useQuery({
    queryKey: ['rows', 'consultant', id],
    queryFn: ({ signal }) => callApi(consultantDetail, { Id: id }, { signal }),
    gcTime: 0,
  });
  return (
    <AppDrawer width={680} title={found.data?.name ?? '顾问'} onClose={onClose}>
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <SkeletonDelay rows={8} />
      ) : (
        <Opened of={found.data} />
      )}
    </AppDrawer>
  );
};
