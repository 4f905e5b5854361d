import { MIN_GROUPS, workflowPublish } from '@hengneng/contracts';
import { Form, Input } from 'antd';
import type { ReactElement } from 'react';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { versionWords } from './chains.ts';
import type { Tried } from './SimulateTab.tsx';

interface Values {
  readonly Note: string;
}

/** Publishes the draft, or an earlier version anew. */
export const PublishDialog = ({
  procedureId,
  stamp,
  tried,
  version,
  changes,
  onClose,
  onDone,
}: {
  readonly procedureId: number;
  readonly stamp: string;
  readonly tried: readonly Tried[];
  /** The version to go back to; null: the draft. */
  readonly version: number | null;
  /** What becomes different. */
  readonly changes: readonly string[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}): ReactElement => {
  const [form] = Form.useForm<Values>();
  const publish = useWrite(workflowPublish, {
    said: (done) => `已发布${versionWords(done.version)}，新单据即按此流程`,
    onDone,
    renews: ['workflows'],
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title={version === null ? '发布流程' : `回滚至${versionWords(version)}`}
      okText={version === null ? '发布' : '回滚'}
      confirmLoading={publish.isPending}
      okButtonProps={{ disabled: version === null && tried.length < MIN_GROUPS }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {version === null && tried.length < MIN_GROUPS ? (
        <p className="text-bad">
          发布前须模拟通过至少 {MIN_GROUPS} 组不同的取值，现有 {tried.length} 组。请到「模拟」页签补齐。
        </p>
      ) : null}
      <p>与现行版本相比：</p>
      {changes.length === 0 ? (
        <p className="hint">没有差别</p>
      ) : (
        <ul className="plain-list flow-changes">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      <Form<Values>
        name="publish-dialog"
        form={form}
        layout="vertical"
        initialValues={{ Note: '' }}
        onFinish={({ Note }) =>
          publish.mutate({
            ProcedureId: procedureId,
            Note,
            ...(version === null ? { Stamp: stamp, groups: tried.map((one) => one.group) } : { Version: version }),
          })
        }
      >
        <Form.Item
          name="Note"
          label="发布说明"
          rules={[{ required: true, whitespace: true, message: '请填写发布说明' }]}
          extra="新单据用新版本，在途单据仍按提交时的版本。"
        >
          <Input.TextArea rows={3} maxLength={500} showCount />
        </Form.Item>
      </Form>
    </AppModal>
  );
};
