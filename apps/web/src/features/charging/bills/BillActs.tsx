import {
  BILL_IMPORT_KINDS,
  type BillImportKind,
  type ChargeBillRow,
  chargeBillCancel,
  chargeBillExport,
  chargeBillImport,
  chargeBillReduce,
  LATER_ADJUSTMENT,
  LATER_CHARGE,
  type OutputOf,
  REDUCE_KINDS,
  REVERSE_REASONS,
} from '@hengneng/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, Radio, Select } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import { messageOf, uploadTo } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatMoney } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { FilesPick } from '../../energy/FilesPick.tsx';
import { BILLS, RUNS } from './shared.ts';

const RENEWS = [BILLS, RUNS] as const;
interface Of {
  readonly row: ChargeBillRow;
  readonly onClose: () => void;
}

/** Voids what is not released; of what is, somebody else is asked. */
export const ReverseForm = ({ row, onClose }: Of): ReactElement => {
  const [form] = Form.useForm<{ kind: string; more: string; reissue: boolean }>();
  const open = row.state !== '已发布';
  const send = useWrite(chargeBillCancel, {
    said: open ? `${row.billNo} 已作废` : '已提交红冲申请，等待审核',
    renews: RENEWS,
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title={`${open ? '作废' : '申请红冲'} ${row.billNo}`}
      okText={open ? '作废' : '提交申请'}
      okButtonProps={{ danger: true }}
      confirmLoading={send.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>
        {row.room} {row.fee} {row.period}，应收 {formatMoney(row.amount)} 元
        {open || row.paid === '0.00' ? '' : `；已收 ${formatMoney(row.paid)} 元在红冲后转入该房间预存`}
      </p>
      <Form
        name="reverse-form"
        form={form}
        layout="vertical"
        initialValues={{ kind: REVERSE_REASONS[0], more: '', reissue: false }}
        onFinish={({ kind, more, reissue }) =>
          send.mutate({ billIds: [row.id], reason: more.trim() === '' ? kind : `${kind}：${more.trim()}`, reissue })
        }
      >
        <Form.Item name="kind" label="原因" rules={[{ required: true, message: '请填写红冲原因' }]}>
          <Select options={REVERSE_REASONS.map((value) => ({ value, label: value }))} />
        </Form.Item>
        <Form.Item name="more" label="说明">
          <Input maxLength={180} />
        </Form.Item>
        {open ? null : (
          <Form.Item name="reissue" valuePropName="checked">
            <Checkbox>红冲后按现在的面积、单价与停用重开</Checkbox>
          </Form.Item>
        )}
      </Form>
    </AppModal>
  );
};

/** What may be done about a reviewed month, in this one: each with what it means. */
const LATER = { [LATER_ADJUSTMENT]: '当月调减', [LATER_CHARGE]: '当月补收' } as const;

/** Lets a household off a part; somebody else agrees. What belongs to a reviewed month is adjusted in this one, either way. */
export const ReduceForm = ({ row, onClose }: Of): ReactElement => {
  const [form] = Form.useForm<Record<string, unknown>>();
  const kind = Form.useWatch('category', form);
  const more = kind === LATER_CHARGE;
  const what = row.reviewed ? (more ? LATER_CHARGE : LATER_ADJUSTMENT) : '减免';
  const send = useWrite(chargeBillReduce, {
    said: ({ no }) => `${what}申请 ${no} 已提交，等待审核`,
    renews: RENEWS,
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title={`申请${what} ${row.billNo}`}
      okText="提交申请"
      confirmLoading={send.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>
        应收 {formatMoney(row.amount)} 元，欠本金 {formatMoney(row.principal)} 元，违约金 {formatMoney(row.penalty)}{' '}
        元。
        {row.reviewed ? `${row.period} 收入报表已复核，原月份不变：` : ''}
        {more
          ? '审核通过后生成一张当月的补收账单'
          : `${row.reviewed ? '调减记在当月，已收多出的部分转入该房间预存；' : ''}单笔500元以上或全额减免须区域经理审批`}
      </p>
      <Form<Record<string, unknown>>
        name="reduce-form"
        form={form}
        layout="vertical"
        initialValues={{
          files: [],
          amount: '0',
          penalty: '0',
          ...(row.reviewed ? { category: LATER_ADJUSTMENT } : {}),
        }}
        onFinish={(values) => send.mutate({ ...values, billId: row.id } as Parameters<typeof send.mutate>[0])}
      >
        <Form.Item name="category" label="类别" rules={[{ required: true, message: '请选择减免类别' }]}>
          <Select
            options={REDUCE_KINDS.filter((value) => row.reviewed === value in LATER).map((value) => ({
              value,
              label: value === LATER_ADJUSTMENT || value === LATER_CHARGE ? LATER[value] : value,
            }))}
          />
        </Form.Item>
        {kind === '违约金减免' ? null : (
          <Form.Item name="amount" label={more ? '补收金额（元）' : '减免本金（元）'}>
            <Input inputMode="decimal" maxLength={12} onFocus={(event) => event.target.select()} />
          </Form.Item>
        )}
        {more ? null : (
          <Form.Item name="penalty" label="减免违约金（元）">
            <Input inputMode="decimal" maxLength={12} onFocus={(event) => event.target.select()} />
          </Form.Item>
        )}
        <Form.Item name="reason" label="原因" rules={[{ required: true, message: '请填写原因' }]}>
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="files" label="附件">
          <FilesPick label="上传附件" />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

/** A workbook of which all is kept or nothing. */
export const ImportDialog = ({
  community,
  onClose,
}: {
  readonly community: string;
  readonly onClose: () => void;
}): ReactElement => {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<BillImportKind>('bill');
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<OutputOf<typeof chargeBillImport> | null>(null);
  const send = async (files: FileList | null) => {
    const file = files?.[0];
    if (file === undefined) return;
    setBusy(true);
    try {
      const got = await uploadTo(chargeBillImport, file, { fields: { communityId: community, kind } });
      setAnswer(got);
      if (got.failed === 0) {
        notify.success(kind === 'usage' ? `已导入 ${got.ok} 行用量` : `已导入 ${got.ok} 行，成为待审核批次`);
        await Promise.all(RENEWS.map((key) => client.invalidateQueries({ queryKey: [key] })));
      }
    } catch (error) {
      notify.error(messageOf(error));
    } finally {
      setBusy(false);
      if (input.current) input.current.value = '';
    }
  };
  const told = [...(answer?.errors ?? []), ...(answer?.warnings ?? [])];
  const keep = () => {
    const text = `\uFEFF行,问题\n${told.map(({ row, message }) => `${row},${message}`).join('\n')}`;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
    link.download = '导入错误.csv';
    link.click();
  };
  return (
    <AppModal title="导入" footer={null} onCancel={onClose}>
      <p>每行先检查，全部正确才入库；期初与账单成为待审核批次，由另一人审核后发布。</p>
      <p>
        <Radio.Group
          value={kind}
          onChange={(event) => {
            setKind(event.target.value as BillImportKind);
            setAnswer(null);
          }}
          options={Object.entries(BILL_IMPORT_KINDS).map(([value, label]) => ({ value, label }))}
        />
      </p>
      <p className="row-do">
        <Button
          onClick={() =>
            void download('POST', chargeBillExport.path, { of: 'template' }, { name: '账单导入模板.xlsx' })
          }
        >
          下载模板
        </Button>
        <Button type="primary" loading={busy} onClick={() => input.current?.click()}>
          选择文件
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".xlsx"
          aria-label="选择导入文件"
          onChange={(event) => void send(event.target.files)}
        />
      </p>
      {answer === null ? null : (
        <div role="status">
          <p>
            {answer.failed > 0
              ? `有 ${answer.failed} 行错误，整个文件未入库，请改正后重新导入`
              : `已入库 ${answer.ok} 行`}
          </p>
          {told.length === 0 ? null : (
            <>
              <ul>
                {told.slice(0, 20).map(({ row, message }, at) => (
                  <li key={`${row}-${at}`}>{message}</li>
                ))}
              </ul>
              <Button onClick={keep}>下载错误文件</Button>
            </>
          )}
        </div>
      )}
    </AppModal>
  );
};
