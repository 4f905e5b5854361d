import { type BillRequest, chargeBillAudit, chargeBillCancel } from '@hengneng/contracts';
import { Button, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { formatDateTime, formatMoney } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useSession } from '../../../lib/session.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { FileLink } from '../../../ui/files/FileItem.tsx';
import { ExplainDrawer } from './ExplainDrawer.tsx';
import { AUDIT_SCREEN, BILLS, RUNS } from './shared.ts';

/** One request to take a bill back, or to let somebody off. */
export const RequestReview = ({ of }: { readonly of: BillRequest }): ReactElement => {
  const [opinion, setOpinion] = useState('');
  const [bill, setBill] = useState(false);
  const mine = useSession((state) => state.userId) === of.makerId;
  const about = { renews: [BILLS, RUNS] };
  const reverse = useWrite(chargeBillCancel, {
    ...about,
    said: ({ reversals }) =>
      reversals[0]?.state === '已红冲' ? '已红冲该账单' : `红冲申请${reversals[0]?.state ?? ''}`,
  });
  const reduce = useWrite(chargeBillAudit, { ...about, said: ({ state }) => `${of.kind}申请${state}` });
  const decide = (passed: boolean) =>
    of.kind === '红冲'
      ? reverse.mutate({ reversalId: of.id, approve: passed ? '1' : '0', opinion })
      : reduce.mutate({ requestId: of.id, action: passed ? 'pass' : 'reject', opinion });
  const busy = reverse.isPending || reduce.isPending;
  return (
    <div className="audit-detail">
      <section className="surface">
        <h2>
          {of.kind}申请 {of.no}
        </h2>
        <dl className="bill-figures">
          <div>
            <dt>原金额（元）</dt>
            <dd>{formatMoney(of.billAmount)}</dd>
          </div>
          <div>
            <dt>申请金额（元）</dt>
            <dd>{formatMoney(of.amount)}</dd>
          </div>
          {of.kind === '减免' ? (
            <div>
              <dt>违约金（元）</dt>
              <dd>{formatMoney(of.penalty)}</dd>
            </div>
          ) : null}
          <div>
            <dt>已收（元）</dt>
            <dd>{formatMoney(of.paid)}</dd>
          </div>
        </dl>
        <p>
          {of.community} {of.room} {of.fee} {of.period}，原账单{' '}
          <Button type="link" className="cell-link" onClick={() => setBill(true)}>
            {of.billNo}
          </Button>
          {of.invoiced ? '，已开票' : '，未开票'}
        </p>
        <p>
          {of.category === '' ? '' : `${of.category}：`}
          {of.reason}
          {of.reissue ? '（红冲后重开）' : ''}
        </p>
        {of.files.length === 0 ? null : (
          <p>
            附件{' '}
            {of.files.map((file) => (
              <FileLink key={file.URL} file={file} among={of.files} />
            ))}
          </p>
        )}
        {of.kind === '补收' ? (
          <p>{of.period} 收入报表已复核：通过后生成一张当月的补收账单并发布入账，原账单与原月份不变</p>
        ) : null}
        <p className="note">
          申请人 {of.maker}，{formatDateTime(of.madeAt)}
          {of.checker === '' ? '' : `；审核人 ${of.checker}${of.opinion === '' ? '' : `：${of.opinion}`}`}
        </p>
      </section>
      {of.state === '待审核' && can(AUDIT_SCREEN, 'edit') ? (
        <footer className="audit-foot surface">
          <Input
            aria-label="意见"
            placeholder="意见（驳回时必填）"
            value={opinion}
            maxLength={200}
            onChange={(event) => setOpinion(event.target.value)}
          />
          <Button
            type="primary"
            disabled={mine}
            title={mine ? `不能审核自己申请的${of.kind}` : ''}
            loading={busy}
            onClick={() => decide(true)}
          >
            通过{of.kind}
          </Button>
          <Button disabled={mine || opinion.trim() === ''} loading={busy} onClick={() => decide(false)}>
            驳回
          </Button>
        </footer>
      ) : null}
      {bill ? <ExplainDrawer id={of.billId} onClose={() => setBill(false)} /> : null}
    </div>
  );
};
