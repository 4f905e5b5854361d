import { Alert, Form, type FormInstance } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';

/** A form of the archive in a drawer; what was typed goes only by its own button. */
export const ArchiveDrawer = <V extends object>({
  title,
  form,
  start,
  conflict,
  saving,
  onTouch,
  onSave,
  onClose,
  children,
}: {
  readonly title: string;
  readonly form: FormInstance<V>;
  readonly start: V;
  readonly conflict: string | null;
  readonly saving: boolean;
  readonly onTouch: () => void;
  readonly onSave: (values: V) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactElement => (
  <FormDrawer width={720} title={title} onClose={onClose} saving={saving} onSave={() => form.submit()}>
    {conflict === null ? null : (
      <Alert
        type="warning"
        showIcon
        className="archive-conflict"
        title={conflict}
        description="您填的内容还在；再次保存只写入您改过的字段。"
      />
    )}
    <Form<V>
      name="project-archive"
      form={form}
      layout="vertical"
      initialValues={start}
      onValuesChange={onTouch}
      onFinish={(values) => onSave(values)}
    >
      {children}
    </Form>
  </FormDrawer>
);
