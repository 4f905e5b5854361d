import type { clientSign, dailySign, InputOf, totalSign } from '@hengneng/contracts';
import { Form, Input } from 'antd';
import type { ReactElement } from 'react';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { showErrors } from '../../../ui/form-errors.ts';

type Call = typeof clientSign | typeof dailySign | typeof totalSign;

/** Signs a report as it is now; the server says what is still in the way. */
export const SignReport = <C extends Call>({
  title,
  call,
  input,
  whole,
  needs,
  onClose,
}: {
  readonly title: string;
  readonly call: C;
  readonly input: Omit<InputOf<C>, 'Note'>;
  readonly whole: { readonly complete: number | null; readonly estimated: number | null };
  /** What has to be said of it; null where nothing has to. */
  readonly needs: string | null;
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<{ Note: string }>();
  const sign = useWrite(call, {
    said: ({ Version }) => `已签发第 ${Version} 版`,
    renews: ['energy-report'],
    onDone: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal title={title} okText="签发" confirmLoading={sign.isPending} onOk={() => form.submit()} onCancel={onClose}>
      <p>
        完整率 {whole.complete === null ? '—' : `${whole.complete}%`}，估算占比{' '}
        {whole.estimated === null ? '—' : `${whole.estimated}%`}。签发后成为版本；以后改数，旧版仍可查看。
      </p>
      <Form
        name="sign-report"
        form={form}
        layout="vertical"
        initialValues={{ Note: '' }}
        onFinish={({ Note }) => sign.mutate({ ...input, Note } as InputOf<C>)}
      >
        <Form.Item
          name="Note"
          label={needs ?? '说明'}
          rules={needs === null ? [] : [{ required: true, message: '请填写' }]}
        >
          <Input.TextArea rows={3} maxLength={200} showCount />
        </Form.Item>
      </Form>
    </AppModal>
  );
};
