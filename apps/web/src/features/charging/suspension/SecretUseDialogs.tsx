/** 私开: what was found on the spot is reported by one, and charged in full once another has looked at what it comes to. */
import { secretUseDecide, secretUseReport, type SecretUseRow } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi, messageOf, type UploadedFile } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/format.ts';
import { useNumberedWrite, useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { FileLink } from '../../../ui/files/FileItem.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { FilesPick } from '../../energy/FilesPick.tsx';
import { required, todayHere } from '../registry/shared.ts';
import { Day } from './ApplyDialog.tsx';
import { Facts, SECRET_USES, spanText, SUSPENSIONS } from './shared.tsx';

/** The suspension that was not kept. */
export interface Suspended {
  readonly BusinessId: string;
  readonly room: string;
  readonly fee: string;
  readonly from: string;
  readonly to: string;
}

interface Values {
  readonly foundDay?: string;
  readonly usedFrom?: string;
  readonly finding: string;
  readonly photos: readonly UploadedFile[];
}

type Tried = Awaited<ReturnType<typeof callApi<typeof secretUseReport>>>;

const Comes = ({ of }: { readonly of: Tried }): ReactElement => (
  <div aria-live="polite">
    {of.bills > 0 || of.notes.length === 0 ? (
      <p>
        补收 <strong>{formatMoney(of.charged)}</strong> 元
        {of.bills > 0 ? `，${of.bills} 张已出账单按全价作废重开` : '，收回原来的停用减免'}
        ；待审核的账单同时重算
      </p>
    ) : null}
    {of.notes.map((note) => (
      <p key={note} className="note">
        {note}
      </p>
    ))}
  </div>
);

const RENEWS = [SUSPENSIONS, SECRET_USES];

export const ReportDialog = ({
  of,
  onClose,
}: {
  readonly of: Suspended;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const [tried, setTried] = useState<Tried | null>(null);
  const [trying, setTrying] = useState(false);
  const sent = (values: Values) => ({
    BusinessId: of.BusinessId,
    foundDay: values.foundDay ?? '',
    usedFrom: values.usedFrom ?? '',
  });
  const report = useNumberedWrite(secretUseReport, {
    said: ({ no }) => `私开登记 ${no ?? ''} 已提交，待另一人审核补收`,
    renews: RENEWS,
    onDone: onClose,
    onError: (error) => showErrors(form, error),
  });
  const look = async () => {
    setTrying(true);
    try {
      setTried(await callApi(secretUseReport, { ...sent(form.getFieldsValue(true) as Values), preview: true }));
    } catch (error) {
      setTried(null);
      showErrors(form, error);
    } finally {
      setTrying(false);
    }
  };
  return (
    <AppModal
      title={`登记私开 ${of.room} ${of.fee}`}
      okText="提交登记"
      confirmLoading={report.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>
        停用 {spanText(of.from, of.to)}
        。审核通过后停用自私开日终止，已出账单按全价补收，并通知业主。
      </p>
      <Form<Values>
        name="secret-use-report"
        form={form}
        layout="vertical"
        initialValues={{ foundDay: todayHere(), usedFrom: of.from, finding: '', photos: [] }}
        onValuesChange={(changed) => {
          if ('usedFrom' in changed || 'foundDay' in changed) setTried(null);
        }}
        onFinish={(values) => report.mutate({ ...sent(values), finding: values.finding, photos: [...values.photos] })}
      >
        <Form.Item name="foundDay" label="发现日期" rules={required('请选择发现日期')}>
          <Day aria={{ 'aria-label': '发现日期' }} />
        </Form.Item>
        <Form.Item
          name="usedFrom"
          label="私开日"
          extra="自哪天起按全价计费；无法查明的填停用起日"
          rules={required('请选择私开日')}
        >
          <Day aria={{ 'aria-label': '私开日' }} />
        </Form.Item>
        <Form.Item>
          <Button loading={trying} onClick={() => void look()}>
            试算补收
          </Button>
        </Form.Item>
        {tried === null ? null : <Comes of={tried} />}
        <Form.Item name="finding" label="发现情况" rules={required('请填写发现情况')}>
          <Input.TextArea maxLength={500} rows={2} placeholder="例如 铅封破损，风机盘管在运行" />
        </Form.Item>
        <Form.Item name="photos" label="现场照片" rules={required('请上传现场照片')}>
          <FilesPick label="上传照片" images />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

export const DecideDialog = ({
  of,
  onClose,
}: {
  readonly of: SecretUseRow;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<{ opinion: string }>();
  const found = useQuery({
    queryKey: [SECRET_USES, 'tried', of.id],
    queryFn: ({ signal }) =>
      callApi(
        secretUseReport,
        { BusinessId: of.BusinessId, foundDay: of.foundDay, usedFrom: of.usedFrom, preview: true },
        { signal },
      ),
    retry: false,
  });
  const decide = useWrite(secretUseDecide, {
    said: ({ state, charged }) =>
      state === '已补收' ? `已补收 ${formatMoney(charged)} 元并通知业主` : '私开登记已驳回',
    renews: RENEWS,
    onDone: onClose,
    onError: (error) => showErrors(form, error),
  });
  const send = (pass: boolean) => decide.mutate({ id: of.id, pass, opinion: form.getFieldValue('opinion') ?? '' });
  return (
    <AppModal
      title={`审核私开补收 ${of.no}`}
      onCancel={onClose}
      footer={[
        <Button key="reject" loading={decide.isPending} onClick={() => send(false)}>
          驳回
        </Button>,
        <Button key="pass" type="primary" loading={decide.isPending} onClick={() => send(true)}>
          通过并补收
        </Button>,
      ]}
    >
      <Facts
        of={[
          ['房间', `${of.community} ${of.room}`],
          ['业主', of.owner || '—'],
          ['费项', of.fee],
          ['停用', spanText(of.from, of.to)],
          ['发现日期', of.foundDay],
          ['私开日', of.usedFrom],
          ['登记人', of.maker],
          ['停用单', of.serial],
        ]}
      />
      <p>{of.finding}</p>
      <p>
        {of.photos.map((file) => (
          <FileLink key={file.URL} file={file} among={of.photos} />
        ))}
      </p>
      {found.error ? (
        <p role="alert">{messageOf(found.error)}</p>
      ) : found.data === undefined ? (
        <p className="note">正在试算补收…</p>
      ) : (
        <Comes of={found.data} />
      )}
      <Form name="secret-use-decide" form={form} layout="vertical" initialValues={{ opinion: '' }}>
        <Form.Item name="opinion" label="意见（驳回时必填）">
          <Input maxLength={200} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};
