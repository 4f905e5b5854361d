import { transferArrive, transferConfirm, transferResend } from '@hengneng/contracts';
import { MODULES, shortCodeOf } from '@hengneng/core';
import type { CompiledForm } from '@hengneng/form-kit';
import { transferNotices } from '@hengneng/forms/views';
import { Button, DatePicker, Form } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type ReactElement, useState } from 'react';
import { loadForm } from '../../engine/load.ts';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { can } from '../../lib/permission.ts';
import { recordAddress } from '../../lib/routes.ts';
import { useSession } from '../../lib/session.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { showErrors } from '../../ui/form-errors.ts';
import { laterDialog } from '../../ui/later-dialog.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';

const PrintDialog = laterDialog(() => import('../../engine/print/PrintDialog.tsx'));
const SCREEN = shortCodeOf(transferNotices.screen);
const { procedureId } = MODULES.jobTransfer;

/** Says on which day somebody came. */
const ArriveDialog = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactElement => {
  const [form] = Form.useForm<{ arrivedOn: Dayjs | null }>();
  const arrive = useWrite(transferArrive, {
    said: '已确认到岗',
    onDone: onClose,
    renews: ['rows'],
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title="到岗确认"
      width={420}
      okText="确认到岗"
      confirmLoading={arrive.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        name="arrive-dialog"
        form={form}
        layout="vertical"
        initialValues={{ arrivedOn: dayjs() }}
        onFinish={({ arrivedOn }) =>
          arrive.mutate({ BusinessId: id, arrivedOn: arrivedOn ? arrivedOn.format('YYYY-MM-DD') : '' })
        }
      >
        <Form.Item
          name="arrivedOn"
          label="到岗日期"
          rules={[{ required: true, message: '请选择到岗日期' }]}
          extra="不早于生效日前 7 天，不晚于今天"
        >
          <DatePicker style={{ width: '100%' }} />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

/** Notices of transfers: confirmed by whoever moves, closed by whoever takes them in. */
const TransferNoticesPage = (): ReactElement => {
  const userId = useSession((state) => state.userId);
  const [arriving, setArriving] = useState<string | null>(null);
  const [printing, setPrinting] = useState<{ readonly form: CompiledForm; readonly id: string } | null>(null);
  const confirm = useWrite(transferConfirm, { said: '已确认调动通知', renews: ['rows'] });
  const resend = useWrite(transferResend, { said: '已再次通知本人与调入方负责人', renews: ['rows'] });
  const print = (id: string) =>
    loadForm('jobTransfer').then(
      (form) => setPrinting({ form, id }),
      (error: unknown) => notify.error(messageOf(error)),
    );
  return (
    <div className="list-page">
      <PageHeader title={transferNotices.title} note={transferNotices.purpose} />
      <ViewSection
        view={transferNotices}
        empty="没有调动通知"
        address={(row) => recordAddress(procedureId, row.id)}
        tone={(row) => (row['state'] === '逾期未到' ? 'bad' : row['state'] === '已到岗' ? 'off' : null)}
        actions={(row) => {
          const open = row['state'] !== '已到岗';
          return (
            <>
              {row['employee'] === userId && row['confirmedAt'] == null ? (
                <Button type="link" size="small" onClick={() => confirm.mutate({ BusinessId: row.id })}>
                  本人确认
                </Button>
              ) : null}
              {open && row['state'] !== '待交接' && can(SCREEN, 'edit') ? (
                <Button type="link" size="small" onClick={() => setArriving(row.id)}>
                  到岗确认
                </Button>
              ) : null}
              {open && can(SCREEN, 'edit') ? (
                <Button type="link" size="small" onClick={() => resend.mutate({ BusinessId: row.id })}>
                  重发通知
                </Button>
              ) : null}
              {can(SCREEN, 'download') ? (
                <Button type="link" size="small" onClick={() => void print(row.id)}>
                  打印
                </Button>
              ) : null}
            </>
          );
        }}
      />
      {arriving === null ? null : <ArriveDialog id={arriving} onClose={() => setArriving(null)} />}
      {printing === null ? null : (
        <PrintDialog form={printing.form} businessIds={[printing.id]} onClose={() => setPrinting(null)} />
      )}
    </div>
  );
};

export default TransferNoticesPage;
