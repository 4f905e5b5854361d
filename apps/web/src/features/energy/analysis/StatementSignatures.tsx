import { type BaselineRow, type BaselineStatement, insertProjectSetUp } from '@hengneng/contracts';
import { Button, Form, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { showErrors } from '../../../ui/form-errors.ts';

const SCREEN = 'operationContent.energyConsume.comparedSelf';

interface Signed {
  readonly project: string;
  readonly baseline: BaselineRow;
  readonly report: { readonly from: string; readonly to: string };
  readonly statement: BaselineStatement;
}

const SignDialog = ({
  project,
  baseline,
  report,
  statement,
  onClose,
}: Signed & { readonly onClose: () => void }): ReactElement => {
  const [form] = Form.useForm<{ Note: string }>();
  const sign = useWrite(insertProjectSetUp, {
    said: '已签署',
    renews: ['energy-baselines'],
    onDone: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title="签署节能量报告"
      okText="签署"
      confirmLoading={sign.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>
        {baseline.Name}，{report.from} 至 {report.to}：<strong>{statement.Words}</strong>
      </p>
      {statement.Notes.map((note) => (
        <p key={note} className="field-warning">
          {note}
        </p>
      ))}
      <p className="note">
        签署的是现在显示的全部数字（指纹 {statement.Digest.slice(0, 16)}）；以后数据变化，这一版仍可查看、打印。
      </p>
      <Form
        name="sign-statement"
        form={form}
        layout="vertical"
        initialValues={{ Note: '' }}
        onFinish={({ Note }) =>
          sign.mutate({
            SetType: 'baseline',
            Action: 'sign',
            ProjectCode: project,
            Id: baseline.Id,
            Report: report,
            Digest: statement.Digest,
            Note,
          })
        }
      >
        <Form.Item
          name="Note"
          label={statement.Notes.length > 0 ? '对保留事项的说明' : '说明'}
          rules={statement.Notes.length > 0 ? [{ required: true, message: '请写明如何看待保留事项' }] : []}
        >
          <Input.TextArea rows={3} maxLength={200} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

/** Who signed the statement, when, and over which figures; on paper with room for the other party. */
export const StatementSignatures = ({
  onVersion,
  ...signed
}: Signed & { readonly onVersion: (version: number | null) => void }): ReactElement => {
  const [open, setOpen] = useState(false);
  const { statement } = signed;
  const shown = statement.Versions.find(({ Version }) => Version === statement.Version);
  const [last] = statement.Versions;
  const standing = shown ?? (last !== undefined && !statement.Changed ? last : undefined);
  return (
    <div className="statement-signatures" role="group" aria-label="签署">
      <h3>签署</h3>
      {standing === undefined ? (
        <p className="note">
          {last === undefined
            ? '还没有签署'
            : `签署后数据有变化：第 ${last.Version} 版与现在的数字不同，未签署现在的数字`}
          （指纹 {statement.Digest.slice(0, 16)}）
        </p>
      ) : (
        <p>
          第 {standing.Version} 版，<strong>{standing.SignedBy}</strong> 于 {formatDateTime(standing.SignedAt)} 签署
          {standing.Note === '' ? '' : `：${standing.Note}`}
          <small className="statement-digest">数据指纹 SHA-256 {standing.Digest}</small>
        </p>
      )}
      <div className="filter-bar">
        {standing === undefined && can(SCREEN, 'edit') ? (
          <Button type="primary" onClick={() => setOpen(true)}>
            签署
          </Button>
        ) : null}
        {statement.Versions.filter(({ Version }) => Version !== statement.Version).map(({ Version, SignedAt }) => (
          <Button key={Version} onClick={() => onVersion(Version)}>
            看第 {Version} 版（{formatDateTime(SignedAt)}）
          </Button>
        ))}
        {shown === undefined ? null : <Button onClick={() => onVersion(null)}>看现在的数字</Button>}
        <Button onClick={() => print()}>打印</Button>
      </div>
      <dl className="statement-parties">
        <div>
          <dt>节能服务方（签章）</dt>
          <dd>日期</dd>
        </div>
        <div>
          <dt>用能单位（签章）</dt>
          <dd>日期</dd>
        </div>
      </dl>
      {open ? <SignDialog {...signed} onClose={() => setOpen(false)} /> : null}
    </div>
  );
};
